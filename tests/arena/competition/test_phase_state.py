"""The terms and the teams of a phase are fixed when it begins, after the phase before it."""

import sqlite3

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import FILE
from arena.competition.play.phase_state import NotYet, phase_state

RULES = '[options]\ntie = "original"\n'
TEAMS = {"One": cups.FIRST, "Two": cups.LAST, "Three": cups.MIDDLE}


def of(cup, name: str) -> list[str]:
    """The teams of a phase, in its order."""
    with open_competition(cup) as competition:
        return [team.name for team in phase_state(competition, name).teams]


def said_of(cup, name: str) -> str:
    with open_competition(cup) as competition, pytest.raises(ArenaError) as refused:
        phase_state(competition, name)
    return str(refused.value)


def test_a_phase_before_the_one_that_it_depends_on_is_refused(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, TEAMS)
    with open_competition(cup) as competition, pytest.raises(NotYet) as refused:
        phase_state(competition, "final")
    assert "which is not over: 24 of its games are to be played" in str(refused.value)
    assert str(refused.value).endswith(f"First: arena run {cup} qualifying")


def test_the_best_go_on_in_their_order(played):
    assert of(played, "final") == list(cups.rows(played, "qualifying"))[:2]


def test_a_phase_without_teams_cannot_begin(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL)
    for phase in ("qualifying", "final"):
        assert said_of(cup, phase).startswith("No team is admitted to qualifying")


def test_an_unknown_phase_is_refused_with_the_nearest_name(played):
    assert "Did you mean 'final'?" in said_of(played, "finale")


def test_the_teams_of_a_knockout_do_not_change_after_its_beginning(tmp_path, games_here):
    phase = '[[phase]]\nname = "cup"\nkind = "knockout"\ngames = 2\n'
    cup = cups.make(tmp_path / "cup", phase, TEAMS)
    cups.play(cup)
    before = of(cup, "cup")
    with pytest.raises(ArenaError, match="no other team can join a phase of kind 'knockout'"):
        cups.enter(cup, "Late", cups.FIRST)
    assert of(cup, "cup") == before


@pytest.mark.parametrize(
    "before, after, why",
    [
        ("games = 4\ntop", "games = 2\ntop", "the matches so far had this number of games"),
        ("top = 2", "top = 3", "already knows results"),
        ('"margin", "lot"', '"lot"', "already knows results"),
        ('"alwaysfirst", ', "", "some teams would have met other bots"),
        ('kind = "qualifying"\nhouse = ["alwaysfirst", "greedy"]', 'kind = "round-robin"', "kind"),
        ("\n[[phase]]\nname = \"qual", RULES + "\n[[phase]]\nname = \"qual", "by the old rules"),
        ("budget = 60", "budget = 2", "more time than others"),
    ],
)  # fmt: skip
def test_an_edit_that_would_be_unfair_is_refused_until_it_is_undone(played, before, after, why):
    text = (played / FILE).read_text()
    cups.edit(played, before, after)
    sentence = said_of(played, "qualifying")
    assert sentence.startswith("The phase qualifying has begun, and competition.toml has changed")
    assert why in sentence
    (played / FILE).write_text(text)
    assert cups.play(played) == 0


def test_another_seed_is_refused(played):
    (played / "Out" / "seed").write_text("another")
    assert "Out/seed is not the one with which the phase qualifying began" in said_of(
        played, "qualifying"
    )


@pytest.mark.parametrize(
    "before, after",
    [
        ('name = "Cup"', 'name = "The Cup"'),
        ('kind = "knockout"', 'kind = "knockout"\n\n[[phase]]\nname = "more"\nkind = "swiss"\n'
         "rounds = 1\n#"),
    ],
)  # fmt: skip
def test_an_edit_that_harms_no_team_is_allowed(played, before, after):
    cups.edit(played, before, after)
    assert "Crash" in of(played, "qualifying")


def test_more_games_keep_those_that_were_played(tmp_path, games_here):
    teams = {"One": cups.FIRST, "Two": cups.LAST}
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, teams)
    cups.play(cup, "qualifying")
    cups.edit(cup, "games = 4\ntop", "games = 6\ntop")
    with open_competition(cup) as competition:
        state = phase_state(competition, "qualifying")
        progress = state.progress_now()
        due = {state.identities.of(fixture) for _, fixture in progress.due}
    known = {line["id"] for line in cups.lines(cup, "qualifying")}
    assert known < set(progress.games)
    assert due == set(progress.games) - known


def test_a_database_of_a_newer_version_is_refused_and_not_touched(played):
    database = played / "Out" / "competition.db"
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE schema SET version_num = '9999'")
    connection.close()
    before = database.read_bytes()
    with pytest.raises(ArenaError, match="newer"), open_competition(played):
        pass
    assert database.read_bytes() == before


def test_there_is_a_table_before_anything_is_played(tmp_path):
    cup = cups.make(tmp_path / "cup", teams=TEAMS)
    assert {name: row["games"] for name, row in cups.rows(cup, "league").items()} == dict.fromkeys(
        TEAMS, 0
    )
