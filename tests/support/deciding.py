"""Plays a part of a phase, and takes the organiser's decisions in between."""

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
from support import cups

from arena.competition.config.folder import Competition, open_competition
from arena.competition.entries.admitting import accept
from arena.competition.entries.decisions import decisions
from arena.competition.log import WITHDRAW
from arena.competition.play.leaving import come_back, find_team, leave
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import PhaseRound, Playing
from arena.competition.play.replaying import rerun

REASON = "because of a test"


def _think(number: int) -> str:
    """The lines of a bot. The sixth makes faults."""
    if number == 5:
        return "return None"
    which = ("0", "-1", "len(o.get_list_actions()) // 2")[number % 3]
    return f"return sorted(o.get_list_actions(), key=str)[{which}]  # {number}"


def make_toy_cup(folder: Path, phases: str, teams: str = "ABCDEF", top: str = "") -> Path:
    """A competition in the toy game, with these teams. Its seed is always the same."""
    bots = {name: _think(number) for number, name in enumerate(teams)}
    cup = cups.make(folder, phases, bots, top, game="nearest")
    (cup / "Out" / "seed").write_text("the same games every time")
    return cup


def play_rounds(cup: Path, rounds: int, phase: str = "all") -> None:
    """Play the first rounds of the phase that are not over, and no more."""
    with open_competition(cup, alone=True) as competition:
        run = Playing(phase_state(competition, phase), workers=1)
        for event in run.games():
            if isinstance(event, PhaseRound):
                rounds -= 1
                if rounds < 0:
                    run.stop()
                    break


def play_some(cup: Path, games: int, phase: str = "all") -> None:
    """Play so many games, which must be fewer than those that are due."""
    with open_competition(cup, alone=True) as competition:
        run = Playing(phase_state(competition, phase), workers=1)
        for event in run.games():
            games -= isinstance(event, list)
            if not games:
                run.stop()
                break


def leaves(cup: Path, team: str, what: str = WITHDRAW, void: bool = False) -> None:
    with open_competition(cup, alone=True) as competition:
        leave(competition, team, what, REASON, void)


def comes_back(cup: Path, team: str) -> None:
    with open_competition(cup, alone=True) as competition:
        come_back(competition, team, REASON)


def accepts(cup: Path, team: str) -> None:
    """Admit the newest file of the team."""
    with open_competition(cup, alone=True) as competition:
        accept(competition, find_team(competition, team), REASON)


def reruns(
    cup: Path,
    games: Sequence[str] = (),
    label: str = "",
    names: Sequence[str] = (),
    phase: str = "all",
) -> list[str]:
    """Let these games be played again; returns their ids."""
    with open_competition(cup, alone=True) as competition:
        state = phase_state(competition, phase)
        return rerun(state, games, label, names, REASON).games


def log(competition: Competition) -> list[dict]:
    """The decisions as `arena log --json` prints them."""
    decided: list[dict] = json.loads(msgspec.json.encode(decisions(competition)))
    return decided
