"""A competition is played: the table has the result of every game, and no game is played twice."""

import json
import random
import shutil
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest
from support import cups
from support.cases import case
from support.records import without_times

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.play import playing
from arena.competition.play.forecast import forecast
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import enter_written_games
from arena.replay.record_writer import RecordWriter
from arena.store.catch_up import rebuild
from arena.store.index import StoredGame
from arena.store.store import Store
from arena.workers.here import Here
from arena.workers.starting import worker_count

SLEEPS = "import time\ntime.sleep(30)"
KINDS = {
    "robobrisca": cups.QUALIFYING.replace("games = 4", "games = 2") + cups.FINAL,
    "knockout": '[[phase]]\nname = "all"\nkind = "knockout"\ngames = 2\n',
    "swiss": '[[phase]]\nname = "all"\nkind = "swiss"\nrounds = 2\ngames = 2\n',
    "league": '[[phase]]\nname = "all"\nkind = "round-robin"\ngames = 2\n',
    "ladder": '[[phase]]\nname = "all"\nkind = "ladder"\nrounds = 2\ngames = 2\n',
}
# Of teams; those of a knockout with a match for the third place.
MATCHES = {
    "knockout": {1: 0, 2: 1, 3: 2, 7: 7, 9: 9},
    "swiss": {1: 0, 2: 2, 3: 2, 9: 8},
    "league": {1: 0, 2: 1, 3: 3, 7: 21},
    "ladder": {1: 0, 2: 2, 3: 2, 9: 8},
}
LATER = ["knockout", "swiss", "ladder"]  # kinds in which later matches depend on the first


def field(teams: int) -> dict[str, str]:
    """Teams that play differently: each prefers other cards."""
    think = "from zlib import crc32\nreturn max(o.get_list_actions(), key=lambda action: {like})"
    return {
        f"Team {n}": think.format(like=f"crc32(f'{n} {{action}}'.encode())") for n in range(teams)
    }


def agrees(cup, phase: str, byes: float = 0) -> None:
    """The table agrees with the records, and no game has two records."""
    records = cups.lines(cup, phase)
    ids = Counter(record["id"] for record in records)
    assert set(ids.values()) <= {1}
    counted, rows = cups.count_figures(records), cups.rows(cup, phase)
    nothing = cups.Count(0, 0, 0, 0, 0, 0)
    for name, row in rows.items():
        played = counted.get(name, nothing)
        assert cups.row_figures(row)._replace(credit=played.credit) == played
        byes -= row["credit"] - played.credit
        assert phase == "all" or row["credit"] == played.credit
    assert byes == 0
    assert {name for name in counted if not name.startswith("House ")} <= set(rows)


@pytest.mark.parametrize(
    "kind", ["league", *(pytest.param(kind, marks=pytest.mark.slow) for kind in LATER)]
)
def test_a_competition_of_two_teams_is_played_to_the_end(tmp_path, kind):
    ends(tmp_path, kind, 2)


@pytest.mark.slow
@pytest.mark.parametrize("kind", MATCHES)
def test_a_competition_of_any_number_of_teams_is_played_to_the_end(tmp_path, kind, games_here):
    for teams in sorted(set(MATCHES[kind]) - {2}):
        with case(f"{teams} teams"):
            ends(tmp_path / str(teams), kind, teams)


def ends(tmp_path, kind: str, teams: int) -> None:
    tmp_path.mkdir(exist_ok=True)
    cup = cups.make(tmp_path / "cup", KINDS[kind], field(teams))
    games = cups.play(cup)
    extra = sum("sudden death" in record["fixture"]["match"] for record in cups.lines(cup, "all"))
    assert games == 2 * MATCHES[kind][teams] + extra
    assert cups.play(cup) == 0
    rests = kind == "swiss" and teams % 2 and teams > 1
    agrees(cup, "all", byes=2 * 2 if rests else 0)
    rows = cups.rows(cup, "all")
    assert set(rows) == set(field(teams))
    assert next(iter(rows.values()))["rank"] == 1


@pytest.mark.parametrize("teams", [1, pytest.param(3, marks=pytest.mark.slow),
                                   pytest.param(8, marks=pytest.mark.slow)])  # fmt: skip
def test_robobrisca_is_played_from_the_qualifying_to_the_final(tmp_path, teams, games_here):
    cup = cups.make(tmp_path / "cup", KINDS["robobrisca"], field(teams))
    cups.play(cup)
    agrees(cup, "qualifying")
    agrees(cup, "final")
    assert len(cups.lines(cup, "qualifying")) == 2 * 2 * teams
    qualified = list(cups.rows(cup, "qualifying"))[:2]
    assert set(cups.rows(cup, "final")) == set(qualified)


def test_a_team_that_always_crashes_plays_to_the_end_and_its_faults_are_counted(played):
    agrees(played, "qualifying")
    rows = cups.rows(played, "qualifying")
    assert rows["Crash"]["games"] == 8
    assert rows["Crash"]["faults"] == 8 * 20
    assert "crashed" in rows["Crash"]["verdicts"]
    assert all(rows[name]["faults"] == 0 for name in ("One", "Two"))


def test_a_team_that_is_always_late_plays_to_the_end_and_its_faults_are_counted(tmp_path):
    teams = {"One": cups.FIRST, "Late": SLEEPS}
    phase = cups.LEAGUE.replace("games = 4", "games = 1")
    cup = cups.make(tmp_path / "cup", phase, teams, "budget = 0.01\n")
    assert cups.play(cup) == 1
    agrees(cup, "league")
    row = cups.rows(cup, "league")["Late"]
    assert row["games"] == 1
    assert row["verdicts"] == {"timeout": 20}


def test_only_admitted_teams_play(tmp_path, games_here):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE)
    cups.hand_in(cup, "One", cups.FIRST)
    with pytest.raises(ArenaError, match="No team is admitted to league"):
        cups.play(cup)
    for team in ("Two", "Three"):
        cups.enter(cup, team, cups.LAST)
    assert cups.play(cup) == 4
    assert set(cups.rows(cup, "league")) == {"Two", "Three"}


def test_a_late_team_plays_all_others_and_no_other_game_is_repeated(tmp_path, games_here):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, field(2))
    assert cups.play(cup) == 4
    cups.enter(cup, "Late", cups.LAST)
    assert cups.play(cup) == 8
    agrees(cup, "league")


def test_more_games_add_only_those_that_are_missing(tmp_path, games_here):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING, field(3))
    cups.play(cup)
    before = cups.lines(cup, "qualifying")
    cups.edit(cup, "games = 4\ntop", "games = 6\ntop")
    assert cups.play(cup) == 2 * 2 * 3
    assert cups.lines(cup, "qualifying")[: len(before)] == before
    agrees(cup, "qualifying")


@pytest.mark.slow
def test_a_new_version_plays_only_the_games_of_its_team(tmp_path, games_here):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, field(3))
    assert cups.play(cup) == 12
    before = cups.rows(cup, "league")
    cups.enter(cup, "Team 0", cups.LAST + "  # better")
    assert cups.play(cup) == 8
    assert cups.play(cup) == 0
    after = cups.rows(cup, "league")
    assert [row["games"] for row in after.values()] == [8, 8, 8]
    assert len(cups.lines(cup, "league")) == 20
    hashes = {bot["sha256"] for line in cups.lines(cup, "league")[12:] for bot in line["bots"]}
    new = max(cups.versions(cup, "Team 0"), key=lambda version: version.number)
    assert new.sha256 in hashes
    assert before != after


def test_a_new_version_after_a_phase_is_over_is_for_the_next_and_the_first_keeps_its_table(
    tmp_path, games_here
):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, field(2))
    cups.play(cup, "qualifying")
    before = cups.table(cup, "qualifying")
    assert cups.enter(cup, "Team 0", cups.MIDDLE).phase == "final"
    assert cups.play(cup, "qualifying") == 0
    assert cups.table(cup, "qualifying") == before
    cups.play(cup, "final")
    theirs = {version.sha256 for version in cups.versions(cup, "Team 0")}
    in_final = {
        bot["sha256"]
        for line in cups.lines(cup, "final")
        for bot in line["bots"]
        if bot["name"] == "Team 0"
    }
    assert len(in_final & theirs) == 1
    assert in_final != {cups.versions(cup, "Team 0")[0].sha256}


def test_a_file_that_changed_under_its_name_does_not_play(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, field(2))
    (file,) = (cup / "submissions" / "team 1").iterdir()
    content = file.read_bytes()
    file.write_bytes(content + b"# better\n")
    with pytest.raises(ArenaError, match=r"has changed since it was handed in: .* of Team 1"):
        cups.play(cup)
    file.unlink()
    with pytest.raises(ArenaError, match=r"is gone: the file of Team 1, version 1\. Put it back"):
        cups.play(cup)
    assert cups.lines(cup, "league") == []
    file.write_bytes(content)
    assert cups.play(cup) == 4


def test_the_records_alone_bring_back_the_tables(played):
    before = cups.table(played, "qualifying"), cups.table(played, "final")
    with open_competition(played, alone=True) as competition:
        assert rebuild(competition.store).games == 24 + len(cups.lines(played, "final"))
    assert (cups.table(played, "qualifying"), cups.table(played, "final")) == before
    assert cups.play(played) == 0


@pytest.mark.slow
def test_records_that_are_lost_are_played_again_to_the_same_table(played):
    before = cups.table(played, "qualifying")
    shutil.rmtree(played / "Out" / "records" / "qualifying")
    with pytest.raises(ArenaError, match="is gone, and with it the records of games"):
        cups.play(played)
    with open_competition(played, alone=True) as competition:
        rebuild(competition.store)
    assert cups.play(played, "qualifying") == 24
    assert cups.table(played, "qualifying") == before


def test_the_number_of_workers_is_the_requested_one():
    assert worker_count("3") == 3
    assert worker_count("auto") >= 1
    for asked in ("0", "65", "-1", "two", "", "²"):
        with pytest.raises(ArenaError, match="choose auto, or 1 to 64"):
            worker_count(asked)


def test_the_forecast_uses_the_times_of_the_examination_and_then_of_the_games(tmp_path, games_here):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, field(2))  # half a second a game, examined
    with open_competition(cup) as competition:
        league = phase_state(competition, "league")
        result = forecast(league, league.progress_now(), workers=2)
    assert result.unknown == []
    assert result.seconds == pytest.approx(4 * 2 * 0.5 / 2, rel=0.01)
    cups.play(cup)
    cups.edit(cup, "games = 4", "games = 8")
    with open_competition(cup) as competition:
        league = phase_state(competition, "league")
        assert forecast(league, league.progress_now(), workers=2).seconds < 1


def test_the_forecast_names_teams_whose_times_are_unknown(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, field(2))
    with open_competition(cup, alone=True) as competition:
        competition.store.judge(competition.store.versions()[0], "admitted", {})
        league = phase_state(competition, "league")
        assert forecast(league, league.progress_now(), workers=2).unknown == ["Team 0"]


def test_games_are_entered_when_their_records_are_on_the_disk(tmp_path, games_here, monkeypatch):
    cup = cups.make(tmp_path / "cup", teams={"One": cups.FIRST, "Two": cups.LAST})
    on_disk: list[int] = []
    sync, enter = RecordWriter.sync, Store.add_games

    def sync_and_count(writer: RecordWriter) -> None:
        sync(writer)
        on_disk.append(writer.path.read_bytes().count(b"\n"))

    entered = 0

    def check_and_enter(store: Store, phase: str, games: list[StoredGame], at: datetime) -> None:
        nonlocal entered
        entered += len(games)
        assert on_disk[-1] >= entered
        enter(store, phase, games, at)

    monkeypatch.setattr(RecordWriter, "sync", sync_and_count)
    monkeypatch.setattr(Store, "add_games", check_and_enter)
    assert cups.play(cup) == entered > 0


def test_the_order_in_which_results_come_back_changes_no_table(tmp_path, games_here):
    class Shuffled(Here):
        """Yields the results one by one, in another order than they were played."""

        def results(self, blocks, *, in_order=False):
            results = [each for some in super().results(blocks) for each in some]
            yield from ([each] for each in random.Random(1).sample(results, len(results)))

    cup = cups.make(
        tmp_path / "cup", teams={"One": cups.FIRST, "Two": cups.LAST, "Three": cups.MIDDLE}
    )
    other = Path(shutil.copytree(cup, tmp_path / "other"))
    cups.play(cup)
    cups.play(other, open_engine=lambda job, _: Shuffled(playing.Cores(job, 1)._job))
    assert [each["id"] for each in cups.lines(other, "league")] != [
        each["id"] for each in cups.lines(cup, "league")
    ]
    assert without_times(other) == without_times(cup)
    assert cups.table(other, "league") == cups.table(cup, "league")


def test_the_next_run_enters_records_that_a_killed_run_has_written(tmp_path, games_here):
    """As after a kill: the records are there, but the database is older."""
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, field(3))
    database = cup / "Out" / "competition.db"
    before = database.read_bytes()
    cups.play(cup)
    table = cups.table(cup, "league")
    database.write_bytes(before)
    (last,) = (cup / "Out" / "records" / "league").iterdir()
    last.write_bytes(last.read_bytes()[:-100])  # and its last line is incomplete
    with open_competition(cup, alone=True) as competition:
        torn, found = enter_written_games(competition)
    assert "the last line was incomplete and was removed" in torn
    assert found.startswith("11 games found")
    assert cups.play(cup) == 1
    assert cups.table(cup, "league") == table
    agrees(cup, "league")


def test_unequal_numbers_of_games_are_ranked_by_share_until_the_phase_is_over(tmp_path, games_here):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, field(2))
    cups.play(cup)
    before = cups.rows(cup, "league")
    cups.enter(cup, "Late", cups.LAST)
    rows = cups.rows(cup, "league")
    assert rows.pop("Late")["share"] is None  # it may stand before a team that lost all its games
    shares = sorted((row["share"] for row in before.values()), reverse=True)
    assert [row["share"] for row in rows.values()] == shares
    assert next(iter(cups.rows(cup, "league").values()))["share"] == shares[0]
    criteria = [each["name"] for each in json.loads(cups.table(cup, "league")[0])["order"]]
    assert criteria[0] == "share"
    cups.play(cup)
    criteria = [each["name"] for each in json.loads(cups.table(cup, "league")[0])["order"]]
    assert criteria[0] == "credit"


def test_games_cannot_be_added_when_the_next_phase_has_begun(played):
    cups.edit(played, "games = 4\ntop", "games = 6\ntop")
    with pytest.raises(ArenaError, match="cannot be more than when final began"):
        cups.play(played, "qualifying")
