"""The organiser decides about teams and files. Each decision has a public reason and is kept."""

import re
from collections import Counter
from datetime import timedelta, timezone

import pytest
from support import cups
from support.deciding import (
    accepts,
    comes_back,
    leaves,
    make_toy_cup,
    play_rounds,
    play_some,
    reruns,
)

from arena.common.errors import ArenaError
from arena.common.times import minute
from arena.competition.config.folder import open_competition
from arena.competition.desk.consequences import consequences
from arena.competition.entries.admitting import accept
from arena.competition.entries.decisions import decisions
from arena.competition.entries.versions import REFUSED
from arena.competition.log import DISQUALIFY, WITHDRAW
from arena.competition.play.beginning import replace_house
from arena.competition.play.leaving import come_back, find_team, leave
from arena.competition.play.phase_state import phase_state
from arena.competition.play.replaying import rerun
from arena.competition.play.submitting import submit
from arena.competition.results.decision_text import decision_texts
from arena.competition.results.publishing import publish
from arena.pages.words import Words
from arena.store.catch_up import rebuild

SWISS = '[[phase]]\nname = "all"\nkind = "swiss"\nrounds = 3\ngames = 2\n'
KNOCKOUT = '[[phase]]\nname = "all"\nkind = "knockout"\ngames = 2\n'
TEAMS = {"A": cups.FIRST, "B": cups.LAST, "C": cups.MIDDLE, "D": cups.FIRST + "  # another"}

pytestmark = pytest.mark.usefixtures("games_here", "toy")


def in_the_final(cup) -> list[str | None]:
    with open_competition(cup) as competition:
        ranking = phase_state(competition, "all").ranking()
    final = ranking.bracket.rounds[-1][0]
    return [None if each is None else ranking.names[each] for each in (final.upper, final.lower)]


def opponents(cup, team: str) -> list[str]:
    """The opponents that the team really played, game by game."""
    names = [[bot["name"] for bot in line["bots"]] for line in cups.lines(cup, "all")]
    return [other for pair in names if team in pair for other in pair if other != team]


def test_games_that_a_team_leaves_unplayed_count_as_lost(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, {name: TEAMS[name] for name in "ABC"})
    assert cups.play(cup) == 12
    before = cups.rows(cup, "league")
    cups.edit(cup, "games = 4", "games = 6")
    leaves(cup, "C")
    assert cups.play(cup) == 2  # A against B
    rows = cups.rows(cup, "league")
    assert rows["C"]["credit"] == before["C"]["credit"]
    for name in "AB":
        played = rows[name]["wins"] + rows[name]["draws"] / 2
        assert rows[name]["credit"] == played + 2  # two games each that C forfeits
        assert rows[name]["games"] == 10


def test_the_pages_show_points_without_a_game_and_who_has_left(tmp_path):
    cup = cups.make(tmp_path / "cup", SWISS, TEAMS)
    play_rounds(cup, 1)
    leaves(cup, "B")
    cups.play(cup)
    rows = cups.rows(cup, "all")
    with open_competition(cup, alone=True) as competition:
        folder = publish(phase_state(competition, "all"), sealed=False)
    board = (folder / "index.html").read_text()
    given = sum(row["credit"] - row["wins"] - row["draws"] / 2 for row in rows.values())
    assert given == 4  # in two rounds, two games each
    assert sum(map(float, re.findall(r"<small>\((\d+)\)</small>", board))) == given
    assert "came without a game" in board
    assert board.count("no longer takes part") == 1
    assert "The team no longer takes part." in (folder / "teams" / "b.html").read_text()
    first = next(iter(rows.values()))
    home = (folder.parent / "index.html").read_text()
    assert f'<span class="share">{first["credit"]:g} points</span>' in home


def test_the_bracket_says_which_games_were_not_played(tmp_path):
    cup = cups.make(tmp_path / "cup", KNOCKOUT.replace("games = 2", "games = 4"), TEAMS)
    play_rounds(cup, 1)
    play_some(cup, 1)  # of the final, or of the match for the third place
    with open_competition(cup) as competition:
        state = phase_state(competition, "all")
        first = [state.teams[match.entrants[0]].name for match in state.progress.rounds[1]]
    for name in first:
        leaves(cup, name)
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        folder = publish(phase_state(competition, "all"), sealed=False)
    page, words = (folder / "bracket.html").read_text(), Words("en")
    played = Counter(line["fixture"]["match"] for line in cups.lines(cup, "all"))
    for label in ("final", "third place"):
        missing = 4 - played[label]
        text = words.count("site.bracket.missing", missing)
        sentence = text if played[label] else words("site.bracket.forfeit")
        assert (sentence in page) == (missing > 0)
    assert 0 < played["final"] + played["third place"] < 8


def test_void_games_and_their_team_are_not_in_the_table(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, {name: TEAMS[name] for name in "ABC"})
    cups.play(cup)
    leaves(cup, "C", DISQUALIFY, void=True)
    rows = cups.rows(cup, "league")
    assert {name: row["games"] for name, row in rows.items()} == {"A": 4, "B": 4}
    comes_back(cup, "C")
    assert {row["games"] for row in cups.rows(cup, "league").values()} == {8}


@pytest.mark.parametrize("phases", [SWISS, KNOCKOUT], ids=["swiss", "knockout"])
def test_games_cannot_be_void_if_pairings_depend_on_results(tmp_path, phases):
    cup = cups.make(tmp_path / "cup", phases, TEAMS)
    play_rounds(cup, 1)
    with pytest.raises(ArenaError, match="must count: the pairings of all came"):
        leaves(cup, "A", void=True)


def test_in_a_swiss_the_opponents_of_a_team_that_left_win_without_a_game(tmp_path):
    cup = cups.make(tmp_path / "cup", SWISS, TEAMS)
    play_rounds(cup, 1)
    leaves(cup, "B")
    before = opponents(cup, "B")
    cups.play(cup)
    assert opponents(cup, "B") == before
    rows = cups.rows(cup, "all")
    assert sum(row["credit"] for row in rows.values()) == 3 * 2 * 2  # as if all were played
    assert rows["B"]["games"] == 2


def test_a_team_that_comes_back_plays_the_open_round_and_rounds_that_are_over_stay_lost(tmp_path):
    cup = cups.make(tmp_path / "cup", SWISS, TEAMS)
    leaves_at, comes_at = 1, 2
    play_rounds(cup, leaves_at)
    leaves(cup, "B")
    play_rounds(cup, 1)
    comes_back(cup, "B")
    assert cups.play(cup) == 4
    assert cups.rows(cup, "all")["B"]["games"] == 2 * (leaves_at + 3 - comes_at)


def test_in_a_knockout_the_opponent_goes_on(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", KNOCKOUT, "ABCD")
    while None in (finalists := in_the_final(cup)):
        play_rounds(cup, 1)
    first, second = finalists
    leaves(cup, first)
    cups.play(cup)
    rows = cups.rows(cup, "all")
    assert [(name, row["place"]) for name, row in rows.items()][:2] == [(second, "1"), (first, "2")]
    with open_competition(cup, alone=True) as competition:
        home = publish(phase_state(competition, "all"), sealed=False).parent
    page = (home / "index.html").read_text()
    assert f"{first} withdraws." in page
    assert "because of a test" in page


def test_the_next_team_goes_on_in_place_of_one_that_left(tmp_path):
    teams = {name: TEAMS[name] for name in "ABC"}
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, teams)
    cups.play(cup, "qualifying")
    order = list(cups.rows(cup, "qualifying"))
    leaves(cup, order[0])
    cups.play(cup)
    assert set(cups.rows(cup, "final")) == set(order[1:])
    assert list(cups.rows(cup, "qualifying")) == order


def test_a_team_that_left_before_the_first_game_does_not_play(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, {name: TEAMS[name] for name in "ABC"})
    leaves(cup, "A")
    assert cups.play(cup) == 4
    assert set(cups.rows(cup, "league")) == {"B", "C"}
    with pytest.raises(ArenaError, match="A no longer takes part"):
        cups.hand_in(cup, "A", cups.LAST)
    comes_back(cup, "A")
    assert cups.play(cup) == 8


def test_the_organiser_accepts_a_file_that_was_refused(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, {"A": cups.FIRST})
    version = cups.hand_in(cup, "B", cups.LAST)
    with open_competition(cup, alone=True) as competition:
        competition.store.judge(version, REFUSED, {"steps": []})
        accept(competition, find_team(competition, "b"), "one late move")
    assert cups.play(cup) == 4
    with open_competition(cup) as competition:
        [made] = decisions(competition)
    assert (made.what, made.team, made.version, made.reason) == ("accept", "b", 1, "one late move")


def test_a_file_that_came_by_mail_counts_from_its_time_of_arrival(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE)
    path = tmp_path / "late.py"
    path.write_text(cups.source(cups.FIRST))
    with open_competition(cup, alone=True) as competition:
        now = competition.now()[0]
    cups.edit(cup, "games = 4", f"games = 4\ndeadline = {(now - timedelta(hours=1)).isoformat()}")
    with open_competition(cup, alone=True) as competition:
        with pytest.raises(ArenaError, match="took files until"):
            submit(competition, path, "A")
        came = (now - timedelta(hours=2)).astimezone(timezone(timedelta(hours=-7)))
        with pytest.raises(ArenaError, match="A reason is one line of text"):
            submit(competition, path, "A", came)
        with pytest.raises(ArenaError, match="is in the future"):
            submit(competition, path, "A", now + timedelta(hours=2), "came by mail")
        receipt = submit(competition, path, "A", came, "came by mail")
        assert receipt.version.received_at == came
        assert [each.what for each in decisions(competition)] == ["late file"]
        [(_, text)] = decision_texts(competition, Words("en"))
    assert f"version 1 counts as received at {minute(came)}" in text
    assert "UTC-07:00" in text


def test_decisions_that_make_no_sense_are_refused(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, {"A": cups.FIRST})
    with open_competition(cup, alone=True) as competition:
        for reason in ("", "two\nlines", "x" * 301):
            with pytest.raises(ArenaError, match="A reason is one line of text"):
                leave(competition, "A", WITHDRAW, reason, void=False)
        with pytest.raises(ArenaError, match=r"no team 'Z' in this competition\. There are: A"):
            leave(competition, "Z", WITHDRAW, "why", void=False)
        with pytest.raises(ArenaError, match="there is nothing to take back"):
            come_back(competition, "A", "why")
        with pytest.raises(ArenaError, match="it is admitted already"):
            accept(competition, find_team(competition, "A"), "why")
        leave(competition, "A", WITHDRAW, "why", void=False)
        with pytest.raises(ArenaError, match="no longer takes part"):
            leave(competition, "A", DISQUALIFY, "why", void=False)
        assert [each.what for each in decisions(competition)] == [WITHDRAW]


def test_games_are_played_again_and_their_old_records_are_kept(tmp_path):
    league = cups.LEAGUE.replace('"league"', '"all"')
    cup = cups.make(tmp_path / "cup", league, {name: TEAMS[name] for name in "ABC"})
    cups.play(cup)
    before, table = cups.lines(cup, "all"), cups.table(cup, "all")
    with open_competition(cup) as competition:
        first = {each["id"]: competition.store.place("all", each["id"]) for each in before}
    [one] = reruns(cup, games=[before[0]["id"]])
    between = reruns(cup, names=["B", "C"])
    again = {one, *between}
    assert one == before[0]["id"]
    assert sum(row["games"] for row in cups.rows(cup, "all").values()) == 2 * (12 - len(again))
    assert cups.play(cup) == len(again)
    assert cups.table(cup, "all") == table  # these bots always play the same
    with open_competition(cup, alone=True) as competition:
        rebuild(competition.store)
        for id in again:
            assert competition.store.place("all", id) != first[id]
    assert cups.play(cup) == 0
    assert cups.table(cup, "all") == table


def test_only_games_on_which_no_pairing_depends_are_played_again(tmp_path):
    cup = cups.make(tmp_path / "cup", SWISS, TEAMS)
    play_rounds(cup, 2)
    with pytest.raises(ArenaError, match="Later pairings of all came from round 1"):
        reruns(cup, label="round 1")
    with pytest.raises(ArenaError, match="Its matches are called: round 1, round 2"):
        reruns(cup, label="final")
    with pytest.raises(ArenaError, match="'Z' does not play in all"):
        reruns(cup, names=["Z"])
    for unknown in ("beef", "0", "99", "9" * 5000):
        with pytest.raises(ArenaError, match=f"no game '{unknown[:40]}' that counts"):
            reruns(cup, games=[unknown])
    with open_competition(cup) as competition:
        ids = list(phase_state(competition, "all").progress.games)
    assert reruns(cup, games=["8"]) == [ids[7]]  # the number that the pages show
    assert len(reruns(cup, label="Round 2")) == 3  # as the pages write it


def test_a_phase_stays_as_it_is_when_the_next_has_begun(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, {n: TEAMS[n] for n in "AB"})
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        state = phase_state(competition, "qualifying")
        with pytest.raises(ArenaError, match="final has begun with the teams"):
            rerun(state, [], "", ["A"], "why")
        with pytest.raises(ArenaError, match="final has begun with the teams"):
            replace_house(competition, state.phase, "why")
    cups.edit(cup, '"greedy"', '"random"')
    with pytest.raises(ArenaError, match="Change it back, or begin a new competition"):
        cups.table(cup, "qualifying")


def test_a_round_is_played_again_until_a_game_of_the_next_is_played(tmp_path):
    cup = cups.make(tmp_path / "cup", SWISS, TEAMS)
    play_rounds(cup, 1)
    assert len(reruns(cup, label="round 1")) == 4
    assert cups.play(cup) == 3 * 4


def test_extra_games_of_a_knockout_are_played_again_with_their_match(tmp_path):
    teams = {"A": cups.FIRST, "B": cups.FIRST + "  # too"}
    cup = cups.make(tmp_path / "cup", KNOCKOUT, teams, game="nearest")
    played = cups.play(cup)
    assert played > 2  # the same bot twice: the match is tied
    assert len(reruns(cup, label="final")) == played
    assert cups.play(cup) == played


def test_games_of_a_team_that_has_left_are_not_played_again(tmp_path):
    cup = cups.make(tmp_path / "cup", SWISS, {name: TEAMS[name] for name in "AB"})
    play_rounds(cup, 1)
    play_some(cup, 1)
    leaves(cup, "A")
    with pytest.raises(ArenaError, match=r"A no longer takes part.* First: arena restore"):
        reruns(cup, label="round 2")
    cup = cups.make(tmp_path / "over", SWISS, {name: TEAMS[name] for name in "AB"})
    cups.play(cup)
    leaves(cup, "A")
    with pytest.raises(ArenaError, match=r"A no longer takes part.* First: arena restore"):
        reruns(cup, label="round 3")


def test_if_both_teams_of_a_match_leave_the_better_seed_goes_on_without_extra_games(tmp_path):
    cup = make_toy_cup(tmp_path / "cup", KNOCKOUT, "ABCD")
    play_rounds(cup, 0)
    with open_competition(cup) as competition:
        state = phase_state(competition, "all")
        upper, lower = state.progress.rounds[0][0].entrants
    for entrant in (upper, lower):
        leaves(cup, state.teams[entrant].name)
    cups.play(cup)
    with open_competition(cup) as competition:
        tree = phase_state(competition, "all").ranking().bracket
    assert tree is not None
    [meeting] = [each for each in tree.rounds[0] if each.upper == upper]
    assert (meeting.winner, meeting.decided_by, len(meeting.scores)) == (upper, "seed", 1)


def test_a_phase_does_not_begin_without_teams(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, {"A": cups.FIRST})
    cups.play(cup, "qualifying")
    leaves(cup, "A")
    with pytest.raises(ArenaError, match="No team goes on from qualifying to final"):
        cups.play(cup, "final")
    comes_back(cup, "A")
    assert cups.play(cup) == 0
    assert set(cups.rows(cup, "final")) == {"A"}


def test_no_new_team_hands_in_a_file_for_a_swiss_that_has_begun(tmp_path):
    cup = cups.make(tmp_path / "cup", SWISS, {name: TEAMS[name] for name in "AB"})
    play_rounds(cup, 1)
    with pytest.raises(ArenaError, match="all has begun without New"):
        cups.hand_in(cup, "New", cups.LAST)
    cups.hand_in(cup, "A", cups.LAST)


def test_a_decision_says_what_it_changes_in_phases_that_have_begun(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, {n: TEAMS[n] for n in "AB"})
    for name in ("A", "Late"):
        cups.hand_in(cup, name, cups.MIDDLE)

    def said(team: str) -> list[str]:
        with open_competition(cup) as competition:
            return list(consequences(competition, find_team(competition, team), "qualifying"))

    assert said("Late") == []
    cups.play(cup, "qualifying")
    accepts(cup, "Late")
    assert said("Late") == [f"Games of qualifying are to be played: arena run {cup} qualifying"]
    cups.play(cup)
    [closed, *_] = said("Late")
    assert closed == "qualifying stays as it is: final has begun with the teams that went on"
