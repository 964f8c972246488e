"""Each decision in each state of a phase: it has its effect, or is refused and changes nothing.

After a decision, the rest of the competition is played, and all tables are computed again by
`tests/reference/phase_tables.py`.
"""

import shutil
import tomllib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from reference.phase_games import game_of
from reference.phase_tables import PhaseTable, Row
from support import cups
from support.cases import case
from support.deciding import REASON, leaves, log, make_toy_cup, play_rounds, play_some

from arena.common.errors import ArenaError
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.folder import Competition, open_competition
from arena.competition.config.paths import FILE
from arena.competition.desk.consequences import consequences
from arena.competition.entries.admitting import accept
from arena.competition.entries.decisions import DISQUALIFY, NOTE, WITHDRAW, decisions
from arena.competition.entries.versions import ADMITTED
from arena.competition.play.closing import close, is_ladder_closed
from arena.competition.play.leaving import come_back, find_team, leave
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import Playing
from arena.competition.play.replaying import rerun
from arena.competition.play.submitting import submit
from arena.competition.results.publishing import publish
from arena.standings.table import table_rows

FINAL = '[[phase]]\nname = "final"\nkind = "knockout"\nfrom = "all"\ngames = 2\ntied = "odd-game"\n'
PHASES = {
    "league": '[[phase]]\nname = "all"\nkind = "round-robin"\ngames = 2\ntop = 2\n' + FINAL,
    "open-ladder": '[[phase]]\nname = "all"\nkind = "open-ladder"\ngames = 2\nat-once = 2\n'
    "play-out = 6\ntop = 2\n" + FINAL,
    "swiss": '[[phase]]\nname = "all"\nkind = "swiss"\nrounds = 2\ngames = 2\ntop = 2\n' + FINAL,
}
STATES = ("not admitted", "not begun", "in the middle", "over", "published", "next has begun")

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("games_here", "toy")]

# The effect on the phase in each state: in, out, again, version 1 or 2, or part of an error.
NONE_ADMITTED, NO_GAME = "No team is admitted", "No game of all that was played"
COUNT, FIXED, CLOSED = "must count", "in no phase that has begun", "final has begun with the teams"
LATER, NOT_ON = "Later pairings of all", "did not go on"
DONE = ("in", "out", "again", "1", "2")
EFFECTS = {
    "league": {
        "accept a late team": ["in", "in", "in", "in", "in", "out"],
        "accept another file": ["2", "2", "2", "2", "2", "1"],
        "a file came by mail": ["2", "2", "2", "2", NOT_ON, NOT_ON],
        "withdraw": ["out", "out", "in", "in", "in", "in"],
        "make void": [FIXED, FIXED, "out", "out", "out", COUNT],
        "restore": ["in", "in", "in", "in", "in", "out"],
        "rerun a match": [NONE_ADMITTED, NO_GAME, "again", "again", "again", CLOSED],
        "rerun a game": [NONE_ADMITTED, NO_GAME, "again", "again", "again", CLOSED],
    },
    "open-ladder": {
        "accept a late team": ["in", "in", "in", "out", "out", "out"],
        "accept another file": ["2", "2", "2", "1", "1", "1"],
        "a file came by mail": ["2", "2", "2", NOT_ON, NOT_ON, NOT_ON],
        "withdraw": ["out", "out", "in", "in", "in", "in"],
        "make void": [FIXED, FIXED, "out", FIXED, FIXED, COUNT],
        "restore": ["in", "in", "in", "out", "out", "out"],
        "rerun a match": [NONE_ADMITTED, NO_GAME, LATER, LATER, LATER, CLOSED],
        "rerun a game": [NONE_ADMITTED, NO_GAME, "again", "again", "again", CLOSED],
    },
    "swiss": {
        "accept a late team": ["in", "in", "out", "out", "out", "out"],
        "accept another file": ["2", "2", "2", "2", "2", "1"],
        "a file came by mail": ["2", "2", "2", NOT_ON, NOT_ON, NOT_ON],
        "withdraw": ["out", "out", "in", "in", "in", "in"],
        "make void": [FIXED, FIXED, COUNT, FIXED, FIXED, COUNT],
        "restore": ["in", "in", "out", "out", "out", "out"],
        "rerun a match": [NONE_ADMITTED, NO_GAME, LATER, LATER, LATER, CLOSED],
        "rerun a game": [NONE_ADMITTED, NO_GAME, "again", "again", "again", CLOSED],
    },
}


class Teams(NamedTuple):
    first: str
    last: str


def accept_file(competition: Competition, name: str) -> str:
    team = find_team(competition, name)
    version = accept(competition, team, REASON)
    texts = list(consequences(competition, team, version.phase))
    assert all(texts)
    return name


def by_mail(competition: Competition, teams: Teams) -> str:
    path = competition.path.with_name("by_mail.py")
    path.write_text(cups.source(cups.FIRST + "  # by mail"))
    came = competition.now()[0] - timedelta(days=1)
    version = submit(competition, path, teams.last, came, REASON).version
    competition.store.judge(version, ADMITTED, {})
    return teams.last


def take_out(competition: Competition, teams: Teams, void: bool) -> str:
    leave(competition, teams.first, DISQUALIFY if void else WITHDRAW, REASON, void)
    return teams.first


def restore(competition: Competition, teams: Teams) -> str:
    come_back(competition, "Gone", REASON)
    return "Gone"


def rerun_match(competition: Competition, teams: Teams) -> str:
    rerun(phase_state(competition, "all"), [], "round 1", [], REASON)
    return ""


def rerun_game(competition: Competition, teams: Teams) -> str:
    """The last game that was played."""
    state = phase_state(competition, "all")
    ids = [id for id in state.progress.games if id in state.outcomes]
    rerun(state, ids[-1:], "", [], REASON)
    return ""


DECISIONS: dict[str, Callable[[Competition, Teams], str]] = {
    "accept a late team": lambda competition, teams: accept_file(competition, "Late"),
    "accept another file": lambda competition, teams: accept_file(competition, teams.first),
    "a file came by mail": by_mail,
    "withdraw": lambda competition, teams: take_out(competition, teams, void=False),
    "make void": lambda competition, teams: take_out(competition, teams, void=True),
    "restore": restore,
    "rerun a match": rerun_match,
    "rerun a game": rerun_game,
}


def prepare(folder: Path, kind: str) -> tuple[dict[str, Path], Teams]:
    """The competition in each state, and the teams that are first and last in the end."""
    states: dict[str, Path] = {}

    def keep(state: str) -> None:
        states[state] = Path(shutil.copytree(cup, folder / state))

    cup = make_toy_cup(folder / "cup", PHASES[kind], "")
    for number, name in enumerate(["A", "B", "C", "Gone", "Late"]):
        cups.hand_in(cup, name, f"return sorted(o.get_list_actions(), key=str)[0]  # {number}")
    leaves(cup, "Gone")
    keep("not admitted")
    with open_competition(cup, alone=True) as competition:
        for version in competition.store.versions():
            if version.team != "late":
                competition.store.judge(version, ADMITTED, {})
    teams = _play_to_know(cup, folder / "played")
    for path in (cup, states["not admitted"]):
        cups.hand_in(
            path, teams.first, "return sorted(o.get_list_actions(), key=str)[-1]  # second"
        )
    keep("not begun")
    play_rounds(cup, 0)
    play_some(cup, 3)
    keep("in the middle")
    finish(cup)
    keep("over")
    with open_competition(cup, alone=True) as competition:
        publish(phase_state(competition, "all"), sealed=False)
    keep("published")
    play_some(cup, 1, "final")
    keep("next has begun")
    return states, teams


def _play_to_know(cup: Path, copy: Path) -> Teams:
    """The first and the last team of the phase, if nothing is decided."""
    shutil.copytree(cup, copy)
    finish(copy)
    names = list(cups.rows(copy, "all"))
    return Teams(names[0], names[-1])


@pytest.mark.parametrize("kind", PHASES)
def test_each_decision_in_each_state(tmp_path, kind):
    states, teams = prepare(tmp_path, kind)
    for name, effects in EFFECTS[kind].items():
        for state, effect in zip(STATES, effects, strict=True):
            with case(f"{name}, {state}"):
                cup = Path(shutil.copytree(states[state], tmp_path / f"{name}, {state}"))
                with open_competition(cup, alone=True) as competition:
                    try_decision(competition, state, DECISIONS[name], teams, effect)


def try_decision(
    competition: Competition,
    state: str,
    decide: Callable[[Competition, Teams], str],
    teams: Teams,
    effect: str,
) -> None:
    store = competition.store
    before = len(log(competition)), list(store.ids("all"))
    if effect not in DONE:
        with pytest.raises(ArenaError, match=effect):
            decide(competition, teams)
        assert (len(log(competition)), list(store.ids("all"))) == before
        return
    team = decide(competition, teams)
    assert len(log(competition)) == before[0] + 1
    if state == "not admitted":
        for version in store.versions():
            if not version.status and version.number == 1 and version.team != "late":
                store.judge(version, ADMITTED, {})
    played = play(competition, "all")
    names = check(competition, "all")
    if state == "next has begun":
        assert played == 0
        play(competition, "final")
        check(competition, "final")
    entrants = phase_state(competition, "all").entrants
    match effect:
        case "again":
            assert played > 0
        case "in" | "out":
            assert (team in names) == (effect == "in")
        case _:
            [version] = [each.version.number for each in entrants if each.name == team]
            assert version == int(effect)


def finish(cup: Path) -> None:
    with open_competition(cup, alone=True) as competition:
        play(competition, "all")


def play(competition: Competition, name: str) -> int:
    """Play the phase until it is over. A ladder that is open is begun, closed and played out."""
    phase = competition.settings.phase(name)
    if phase.kind == OPEN_LADDER and not is_ladder_closed(competition, phase):
        run = Playing(phase_state(competition, name), workers=1)
        next(run.games())
        run.stop()
        close(competition, phase, REASON)
        decided = decisions(competition)[:-1]  # the closing is not the decision of the test
        competition.store.set_note(NOTE, msgspec.to_builtins(decided))
    events = Playing(phase_state(competition, name), workers=1).games()
    return sum(len(event) for event in events if isinstance(event, list))


def check(competition: Competition, name: str) -> list[str]:
    """Compare the table of the phase with the reference; returns the names of its teams."""
    state = phase_state(competition, name)
    ranking = state.ranking()
    records = competition.store.all_records(name, state.progress.games)
    games = [game_of(msgspec.to_builtins(record)) for record in records]
    text = (competition.path / FILE).read_text()
    [phase] = [each for each in tomllib.loads(text)["phase"] if each["name"] == name]
    teams = [team.name for team in state.teams]
    reference = PhaseTable(phase, teams, games, log(competition), ranking.lots)
    rows = table_rows(ranking.standings)
    assert [Row(*(row.get(field) for field in Row._fields)) for row in rows] == reference.rows()
    return reference.names
