"""The settings in competition.toml, as data. `reading` reads the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.sizes import size_text
from arena.common.times import with_zone
from arena.competition.config.fields import EVERY_PHASE, LIVE, OF_KIND
from arena.competition.config.paths import FILE
from arena.competition.config.presentation import Presentation
from arena.competition.config.seed import fingerprint, read_seed
from Game.core.options import nearest

# keys that Python spells differently
FIELDS = {
    "from": "source",
    "third-place": "third_place",
    "own-games": "own_games",
    "at-once": "at_once",
    "play-out": "play_out",
    "submission-size": "submission_size",
}


class SettingsError(ArenaError):
    """A competition's file that cannot be used: for each mistake a line with a sentence."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = list(mistakes)


@dataclass(frozen=True)
class HouseBot:
    written: str  # the text in the file
    spec: str  # as `arena.bots.bot.find` finds it from any folder
    sha256: str  # of its source


@dataclass(frozen=True)
class Phase:
    """One phase. Keys that its kind does not have keep these defaults."""

    name: str
    kind: str
    source: str = ""  # `from`: the phase whose best teams play here; empty: all teams
    opens: datetime | None = None
    deadline: datetime | None = None
    house: tuple[HouseBot, ...] = ()
    games: int = 0
    rounds: int = 0
    at_once: int = 1  # matches that a team plays at the same time on an open ladder
    play_out: int = 0  # games that each team has at the end of an open ladder
    top: int | None = None  # how many go on; None: all
    tiebreaks: tuple[str, ...] = ()
    third_place: bool = False
    tied: str = ""
    title: str = ""  # on the pages, in any language; empty: its name
    broadcast: str = LIVE  # how the server shows it until it is published: "live" or "sealed"
    delay: int = 0  # seconds until the server shows a result
    freeze: datetime | None = None  # the server shows no later results
    own_games: str = ""  # how a team sees its own games: "live" or "sealed"; empty: as `broadcast`


@dataclass(frozen=True)
class Settings:
    folder: Path
    name: str
    game: str
    options: Mapping[str, str]  # all that the game has, with its defaults
    budget: float
    isolation: str
    packages: tuple[str, ...]
    submission_size: int  # bytes of all files of a bot together
    tolerance: int  # late moves in a thousand that admission accepts
    database: str
    open: bool  # may a team register by handing in?
    names: tuple[str, ...]  # of the teams that are listed
    phases: tuple[Phase, ...]
    presentation: Presentation

    def phase(self, name: str) -> Phase:
        for phase in self.phases:
            if phase.name == name:
                return phase
        hint = nearest(name[:60], [phase.name for phase in self.phases])
        raise ArenaError(f"{self.folder / FILE} has no phase {name[:60]!r}. {hint}")

    def frozen(self, name: str) -> dict[str, Any]:
        """The settings that are stored when this phase begins. `changes` compares them with later
        ones."""
        phase = self.phase(name)
        keys = (*EVERY_PHASE, *OF_KIND[phase.kind])
        return {
            "name": self.name,
            "game": self.game,
            "options": dict(self.options),
            "seed": fingerprint(read_seed(self.folder)),
            "budget": self.budget,
            "isolation": self.isolation,
            "packages": sorted(self.packages),
            "submission-size": size_text(self.submission_size),
            "phase": {key: _plain(getattr(phase, FIELDS.get(key, key))) for key in keys},
        }


def _plain(value: Any) -> Any:
    """The value as JSON has it."""
    if isinstance(value, datetime):
        return with_zone(value).isoformat()
    if isinstance(value, HouseBot):  # by its source: in another folder it is still the same bot
        return [value.written, value.sha256]
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
