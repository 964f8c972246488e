"""The table in the forms for users: stable, explained, and safe to open."""

import csv
import subprocess
import sys
from io import StringIO

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.results import duplicate_season, game

from arena.replay.result import Effort, Result
from arena.standings import table
from arena.standings.quantity import by_place, by_skill, rank_intervals
from arena.standings.rows import standings
from arena.standings.scorebook import Scorebook
from arena.standings.skill import Skill

ORDER = [{"name": "credit", "sentence": "A win is 1."}]
TEAMS = ["bot0", "bot1", "bot2", "bot3"]
SEASON = duplicate_season([1.5, 0.2, 0.0, -1.5], deals=30, seed=1)


def season(results=None, teams=TEAMS) -> Scorebook:
    return Scorebook(teams, SEASON if results is None else results)


def timed(result: Result, us: int) -> Result:
    effort = Effort(20, us, us // 4, us // 2, {"timeout": 1} if us % 2 else {})
    return msgspec.structs.replace(result, efforts=(effort,) * len(result.who))


def test_a_row_counts_the_games():
    first = standings(season()).rows[0]
    credit = sum(result.ranks[result.who.index("bot0")] == 0 for result in SEASON if "bot0" in
                 result.who)  # fmt: skip
    assert (first.name, first.rank, first.games) == ("bot0", 1, 180)
    assert (first.wins, first.draws, first.losses) == (credit, 0, 180 - credit)
    assert first.credit == credit
    assert first.share == credit / 180
    assert first.share_low < first.share < first.share_high
    assert first.margin_low < first.margin < first.margin_high
    assert first.rating_low < first.rating < first.rating_high
    assert first.rating_best == 1
    assert first.above_next > 0.9
    assert first.margin_saving > 1
    assert standings(season()).rows[-1].above_next is None


def test_the_order_of_the_results_does_not_change_a_byte():
    one, other = standings(season()), standings(season(SEASON[::-1]))
    assert table.as_json(one, ORDER) == table.as_json(other, ORDER)
    assert table.as_csv(table.table_rows(one)) == table.as_csv(table.table_rows(other))
    assert table.as_csv(table.pair_rows(season())) == table.as_csv(
        table.pair_rows(season(SEASON[::-1]))
    )


def test_how_long_bots_thought_does_not_change_a_byte():
    quick, slow = (season([timed(result, us) for result in SEASON]) for us in (100, 90_000))
    assert table.as_json(standings(quick), ORDER) == table.as_json(standings(slow), ORDER)
    answer = table.time_rows(slow)[0]
    assert answer == {
        "name": "bot0",
        "decisions": 3600,
        "think_total": 16.2,
        "think_mean": 0.0045,
        "think_max": 0.0225,
        "cpu_total": 8.1,
        "replays": 0,
    }


def test_faults_are_counted_by_verdict():
    rows = standings(season([timed(result, 101) for result in SEASON])).rows
    assert rows[0].faults == 180
    assert rows[0].verdicts == {"timeout": 180}
    text = table.as_csv(table.table_rows(standings(season([timed(SEASON[0], 101)]))))
    assert next(csv.DictReader(StringIO(text)))["verdicts"] == "1 timeout"


def test_teams_whose_intervals_overlap_are_tied():
    rows = {row.name: row for row in standings(season()).rows}
    assert (rows["bot0"].best, rows["bot0"].worst) == (1, 1)
    assert (rows["bot1"].best, rows["bot1"].worst) == (2, 3)
    assert (rows["bot2"].best, rows["bot2"].worst) == (2, 3)
    assert (rows["bot3"].best, rows["bot3"].worst) == (4, 4)
    shown = {row[1]: row[2] for row in table.plain(standings(season()))}
    assert shown == {"bot0": "", "bot1": "2-3", "bot2": "2-3", "bot3": ""}


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 0.5)), min_size=1, max_size=8))
def test_rank_intervals_count_whose_interval_lies_wholly_above_or_below(teams):
    intervals = {str(i): (middle - half, middle + half) for i, (middle, half) in enumerate(teams)}
    ranks = {
        name: 1 + i for i, name in enumerate(sorted(intervals, key=lambda n: -intervals[n][0]))
    }
    for name, (best, worst) in rank_intervals(ranks, intervals).items():
        low, high = intervals[name]
        above = sum(other[0] > high for other in intervals.values())
        below = sum(other[1] < low for other in intervals.values())
        assert best == min(ranks[name], 1 + above)
        assert worst == max(ranks[name], len(teams) - below)


def test_house_bots_are_played_against_and_are_not_in_the_table():
    rows = standings(season(teams=["bot1", "bot3"])).rows
    assert [(row.rank, row.name) for row in rows] == [(1, "bot1"), (2, "bot3")]
    assert rows[0].rating_best == 1
    assert rows[0].games == 180


def test_a_table_can_be_ordered_by_rating_by_skill_or_by_given_places():
    played = [*[game("a b", deal=i) for i in range(9)], *[game("c d", deal=i) for i in range(5)]]
    book = Scorebook("a b c d".split(), played)
    by_rating = standings(book, by="rating")
    assert [row.name for row in by_rating.rows] == ["a", "c", "d", "b"]
    skills = {name: Skill(mean, 1.0) for name, mean in zip("dcba", (40, 30, 20, 10), strict=True)}
    by = by_skill(skills)
    assert [row.name for row in standings(book, by=by).rows] == ["d", "c", "b", "a"]
    by = by_place({"b": (1, 1), "a": (2, 2), "c": (3, 4), "d": (3, 4)})
    ranking = standings(book, by=by, tiebreaks=["lot"], lot={"a": 4, "b": 3, "c": 2, "d": 1}.get)
    placed = [(row.rank, row.place, row.name, row.decided) for row in ranking.rows]
    assert placed == [
        (1, "1", "b", ""),
        (2, "2", "a", ""),
        (3, "3-4", "d", ""),
        (3, "3-4", "c", ""),
    ]
    assert {row.best for row in ranking.rows} == {None}
    assert [each.name for each in (by_rating.criteria[0], ranking.criteria[0])] == [
        "rating",
        "place",
    ]


def test_the_json_has_the_order_and_the_teams():
    ranking = standings(season(), tiebreaks=["head-to-head", "margin"])
    assert [each.name for each in ranking.criteria] == ["credit", "head-to-head", "margin"]
    whole = msgspec.json.decode(table.as_json(ranking, ORDER))
    assert whole["order"] == ORDER
    assert [team["name"] for team in whole["teams"]] == [row.name for row in ranking.rows]


def test_a_row_says_which_tie_break_decided_it():
    played = [game("a x", scores=(61, 59)), game("b x", scores=(100, 20))]
    rows = standings(Scorebook(["a", "b"], played), tiebreaks=["margin"]).rows
    assert [(row.name, row.decided) for row in rows] == [("b", "margin"), ("a", "margin")]


def test_byes_count_as_credit_and_not_as_games():
    rows = standings(season(), byes={"bot3": 1000.0}).rows
    assert (rows[0].name, rows[0].credit > 1000, rows[0].games) == ("bot3", True, 180)


def test_a_phase_before_its_first_game_has_a_table():
    ranking = standings(season([]))
    assert [(row.rank, row.name, row.games) for row in ranking.rows] == [(1, n, 0) for n in TEAMS]
    assert {(row.best, row.worst) for row in ranking.rows} == {(1, 4)}
    assert table.as_csv(table.table_rows(ranking)).count("\n") == 5
    assert len(table.frame(ranking)) == 4
    assert table.plain(ranking)[0][:4] == ("1-4", "bot0", "1-4", "0")
    assert table.pairs(season([])).empty
    assert table.head_to_head(season([])).shape == (4, 4)


def test_a_table_without_teams_is_empty():
    ranking = standings(Scorebook([]))
    assert ranking.rows == []
    assert list(table.frame(ranking).columns) == list(table.frame(standings(season())).columns)
    assert table.as_csv(table.table_rows(ranking)) == ""


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r"])
def test_a_name_that_a_spreadsheet_would_run_is_quoted_in_the_csv(first):
    name = first + "HYPERLINK(1)"
    ranking = standings(Scorebook([name, "ana"], []))
    text = StringIO(table.as_csv(table.table_rows(ranking)), newline="")
    cells = {row["name"] for row in csv.DictReader(text)}
    assert cells == {"ana", "'" + name}
    assert name in {
        team["name"] for team in msgspec.json.decode(table.as_json(ranking, ORDER))["teams"]
    }


@pytest.mark.parametrize("name", ["a,b", 'a"b', "a\nb", "a\rb", "a\r\nb", ";", "'", ""])
def test_a_name_stays_in_its_cell_of_the_csv(name):
    ranking = standings(Scorebook([name, "ana"], []))
    text = StringIO(table.as_csv(table.table_rows(ranking)), newline="")
    assert {row["name"] for row in csv.DictReader(text)} == {"ana", name}


def test_numbers_below_zero_stay_numbers_in_the_csv():
    written = table.as_csv(table.table_rows(standings(season())))
    (last,) = [row for row in csv.DictReader(StringIO(written)) if row["name"] == "bot3"]
    assert float(last["margin"]) < 0


def test_frames_have_a_row_for_each_team_and_a_share_for_each_pair():
    book = season()
    frame = table.frame(standings(book))
    assert list(frame["name"]) == ["bot0", "bot1", "bot2", "bot3"]
    assert list(frame.columns[:5]) == ["rank", "place", "name", "best", "worst"]
    matrix = table.head_to_head(book)
    assert matrix.loc["bot0", "bot3"] == pytest.approx(1 - matrix.loc["bot3", "bot0"])
    assert matrix.isna().sum().sum() == 4
    pairs = table.pairs(book)
    assert len(pairs) == 12
    assert set(pairs["games"]) == {60}
    assert list(table.times(book)["name"]) == TEAMS


def test_counting_results_needs_neither_numpy_nor_pandas():
    """`arena play` counts, and must start quickly."""
    code = (
        "import sys; import arena.standings.table, arena.standings.rows, arena.standings.skill;"
        "print([m for m in ('numpy', 'pandas', 'openskill') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@settings(deadline=None, max_examples=20)
@given(st.lists(st.sampled_from(["a b", "b a", "a c", "c b", "b c", "a x"]), max_size=15))
def test_no_row_is_lost_and_ranks_begin_at_one(played):
    ranking = standings(
        Scorebook("a b c".split(), [game(who, deal=i // 2) for i, who in enumerate(played)]),
        tiebreaks=["head-to-head", "wins"],
    )
    assert sorted(row.name for row in ranking.rows) == ["a", "b", "c"]
    assert [row.rank for row in ranking.rows] == sorted(row.rank for row in ranking.rows)
    assert ranking.rows[0].rank == 1
    for row in ranking.rows:
        assert row.best <= row.rank <= row.worst
