"""The outcome of a phase in short: its table, its bracket and its best moments, as `summary.json`.

The first page and the pages of later phases are made from this file. It has names and numbers only,
so that they can be shown in any language.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.pages.site.facts import PhaseFacts
from arena.pages.site.highlights import Highlight, highlights

FILE = "summary.json"


class TeamOutcome(Struct, frozen=True, omit_defaults=True):
    """A team's line of the table."""

    name: str
    key: str  # the name of its files
    place: str
    share: float | None
    share_low: float | None
    share_high: float | None
    rating: float | None
    faults: int = 0
    version: int = 0  # of its bot


class Pairing(Struct, frozen=True):
    """A match of the bracket, with the scores of its first games. An empty name is a bye."""

    names: tuple[str, str]
    scores: tuple[float, ...]
    winner: str


class Outcome(Struct, frozen=True):
    games: int
    teams: list[TeamOutcome]  # from the top down
    rounds: list[list[Pairing]]  # without the match for the third place
    highlights: list[Highlight]


def outcome_of(phase: PhaseFacts) -> Outcome:
    games = sum(map(len, phase.digest.games.values()))
    return Outcome(games, team_outcomes(phase), _rounds(phase), highlights(phase))


def team_outcomes(phase: PhaseFacts) -> list[TeamOutcome]:
    """The table in short, from the top down."""
    teams = {team.name: team for team in phase.teams}
    return [
        TeamOutcome(
            row.name,
            teams[row.name].key,
            row.place,
            row.share,
            row.share_low,
            row.share_high,
            row.rating,
            row.faults,
            teams[row.name].version,
        )
        for row in phase.standings.rows
    ]


def _rounds(phase: PhaseFacts) -> list[list[Pairing]]:
    tree = phase.bracket
    if tree is None:
        return []

    def name(entrant: int | None) -> str:
        return "" if entrant is None else phase.teams[entrant].name

    return [
        [
            Pairing(
                (name(meeting.upper), name(meeting.lower)),
                tuple(meeting.scores[0].credit) if meeting.scores else (),
                name(meeting.winner),
            )
            for meeting in meetings
            if meeting is not tree.third
        ]
        for meetings in tree.rounds
    ]


def write_outcome(folder: Path, outcome: Outcome) -> None:
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(outcome)) + b"\n")


def read_outcome(folder: Path) -> Outcome | None:
    """The outcome of the phase that is published in this folder, if there is one."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Outcome)
    except FileNotFoundError:
        return None


def podium(outcome: Outcome) -> Sequence[TeamOutcome]:
    """The teams on the first three places."""
    return [team for team in outcome.teams if team.place in ("1", "2", "3")]
