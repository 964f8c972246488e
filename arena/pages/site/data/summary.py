"""The outcome of a phase in short: its table, its bracket and its best moments, as `summary.json`.

The first page and the pages of later phases are made from this file. It has names and numbers only,
so that they can be shown in any language.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

FILE = "summary.json"
MEDALS = ("1", "2", "3")  # places


class Highlight(Struct, frozen=True):
    """A moment. `values` fill in the sentence `site.highlight.KIND.text`."""

    kind: str  # closest, comeback, deal, upset or run
    match: int  # its number in the phase, from 0
    game: str  # the game to watch
    winner: str
    loser: str  # empty if there are several
    values: tuple[float, ...]


class VersionOutcome(Struct, frozen=True):
    """The results of an earlier version of a team's bot. They do not count."""

    version: int
    games: int
    share: float
    share_low: float
    share_high: float
    faults: int


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
    credit: float = 0.0
    earlier: tuple[VersionOutcome, ...] = ()  # versions before it in this phase, the oldest first


class BracketMatch(Struct, frozen=True):
    """A match of the bracket, with the scores of its first games. An empty name is a bye."""

    names: tuple[str, str]
    scores: tuple[float, ...]
    winner: str


class PhaseOutcome(Struct, frozen=True):
    games: int
    teams: list[TeamOutcome]  # from the top down
    rounds: list[list[BracketMatch]]  # without the match for the third place
    highlights: list[Highlight]
    by: str = ""  # the first criterion of the order, such as credit or place


def outcome_text(outcome: PhaseOutcome) -> str:
    """The content of the file."""
    return msgspec.json.format(msgspec.json.encode(outcome)).decode() + "\n"


def read_outcome(folder: Path) -> PhaseOutcome | None:
    """The outcome of the phase that is published in this folder, if there is one."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=PhaseOutcome)
    except FileNotFoundError:
        return None


def podium(outcome: PhaseOutcome) -> Sequence[TeamOutcome]:
    """The teams on the places that get a medal."""
    return [team for team in outcome.teams if team.place in MEDALS]
