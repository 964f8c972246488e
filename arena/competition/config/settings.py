"""What competition.toml says, read and checked: all of its mistakes at once, each with its line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import Any

from arena.bots.bot import check_plays
from arena.common.errors import ArenaError
from arena.common.games import game_of, is_description
from arena.competition.config import names
from arena.competition.config.fields import (
    COMPETITION,
    EVERY_PHASE,
    OF_KIND,
    PHASE,
    REQUIRED,
    TEAMS,
    Key,
)
from arena.competition.config.house import house_bot
from arena.competition.config.seed import fingerprint, read_seed
from arena.competition.config.toml_file import parse_toml, text_of
from arena.competition.config.toml_lines import TomlLines, Where
from arena.sandbox.host.packages import installed_packages
from arena.schedule.round_robin import MOST_GROUPS, groups
from arena.standings.tiebreaks import TIEBREAKS
from Game.core.game import Game
from Game.core.options import OptionError, nearest, settle
from Game.core.refusal import Refusal
from Game.registry import find

FILE = "competition.toml"
FOR_TWO = ("knockout", "swiss", "ladder")
FOR_MORE = ("tables",)
FIELDS = {"from": "source", "third-place": "third_place"}  # where Python says it otherwise


class SettingsError(ArenaError):
    """A competition's file that cannot be used: for each mistake a line with a sentence."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = list(mistakes)


@dataclass(frozen=True)
class HouseBot:
    written: str  # as it stands in the file
    spec: str  # as `arena.bots.bot.find` finds it from any folder
    sha256: str  # of its source


@dataclass(frozen=True)
class Phase:
    """One phase. What its kind does not have stays as it is here."""

    name: str
    kind: str
    source: str = ""  # `from`: the phase whose best play here; nothing: all teams
    opens: datetime | None = None
    deadline: datetime | None = None
    house: tuple[HouseBot, ...] = ()
    games: int = 0
    rounds: int = 0
    top: int | None = None  # None: everybody goes on
    tiebreaks: tuple[str, ...] = ()
    third_place: bool = False
    tied: str = ""


@dataclass(frozen=True)
class Settings:
    folder: Path
    name: str
    game: str
    options: Mapping[str, str]  # all that the game has, with its defaults
    budget: float
    isolation: str
    packages: tuple[str, ...]
    database: str
    open: bool  # may a team register by handing in?
    names: tuple[str, ...]  # of the teams that are listed
    phases: tuple[Phase, ...]

    def phase(self, name: str) -> Phase:
        for phase in self.phases:
            if phase.name == name:
                return phase
        hint = nearest(name[:60], [phase.name for phase in self.phases])
        raise ArenaError(f"{self.folder / FILE} has no phase {name[:60]!r}. {hint}")

    def frozen(self, name: str) -> dict[str, Any]:
        """What is kept of the settings when this phase begins; `changes` compares it with later."""
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
            "phase": {key: _plain(getattr(phase, FIELDS.get(key, key))) for key in keys},
        }


def _plain(value: Any) -> Any:
    """The value as JSON has it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, HouseBot):  # by its source: wherever it is, it stays the same bot
        return [value.written, value.sha256]
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def read(where: Path) -> Settings:
    """The settings of the competition in this folder, or in this file."""
    path = where if where.suffix == ".toml" and not where.is_dir() else where / FILE
    try:
        text = text_of(path)
    except FileNotFoundError:
        raise ArenaError(
            f"{path}: there is no such file. Name the folder of a competition, or make one: "
            f"arena init {path.parent} --preset league"
        ) from None
    return parse(text, path)


def parse(text: str, path: Path) -> Settings:
    """The settings in the text of the file at `path`."""
    data, lines = parse_toml(text, path)
    return _Reading(path, lines).settings(data)


def misfit(kind: str, game: Game) -> str:
    """Why a phase of this kind cannot be held of this game; nothing where it can."""
    sides = len(game.sides)
    if kind in FOR_TWO and sides != 2:
        return (
            f"{kind!r} is for two sides, and {game.title} has {sides} sides with these options: "
            f"take 'tables' or 'round-robin'"
        )
    if kind in FOR_MORE and sides < 3:
        return (
            f"{kind!r} is for three or more, each for itself, and {game.title} has {sides} sides "
            f"with these options: take 'round-robin' or 'swiss', or another game (arena games)"
        )
    return ""


class _Reading:
    """Reads on after a mistake, so that all of them are told."""

    def __init__(self, path: Path, lines: TomlLines) -> None:
        self.path = path
        self.lines = lines
        self.mistakes: list[tuple[int, str]] = []

    def settings(self, data: Mapping[str, Any]) -> Settings:
        found = self.keys(data, COMPETITION, ())
        teams = self.keys(found.pop("teams", {}), TEAMS, ("teams",))
        game = self.game(found)
        self.packages(found.get("packages", ()))
        self.teams(teams)
        phases = self.phases(found.pop("phase", []), game, teams)
        if self.mistakes or game is None:
            raise SettingsError(
                [sentence for _, sentence in sorted(self.mistakes, key=itemgetter(0))]
            )
        found |= {"game": game.name, "options": game.chosen}
        return Settings(self.path.parent, **found, **teams, phases=tuple(phases))

    def no(self, where: Where, sentence: str) -> None:
        """Note a mistake."""
        line = self.lines.of(where)
        told = f"{self.path}, line {line}, {_label(where)}: {sentence.rstrip('.')}"
        self.mistakes.append((line, told))

    def keys(
        self, given: Mapping[str, Any], keys: Mapping[str, Key], where: Where
    ) -> dict[str, Any]:
        """The values of a table, without those that cannot be."""
        found = {}
        for name in given:
            if name not in keys:
                self.no((*where, name), f"there is no such key. {nearest(name[:60], list(keys))}")
        for name, key in keys.items():
            try:
                if name in given:
                    found[name] = key.read(given[name])
                elif key.default is REQUIRED:
                    self.no((*where, name), "this is missing and is needed")
                else:
                    found[name] = key.default
            except ArenaError as error:
                self.no((*where, name), str(error))
        return found

    def game(self, found: Mapping[str, Any]) -> Game | None:
        """The game with its options, if it is right in all of them."""
        if "game" not in found or "options" not in found:
            return None
        if is_description(found["game"]):
            return self.described(found["game"], found["options"])
        try:
            cls = find(found["game"])
        except Refusal as error:
            self.no(("game",), str(error))
            return None
        right = True
        for name, value in found["options"].items():
            try:
                settle(cls.name, cls.options, {name: value})
            except Refusal as error:
                self.no(("options", name), str(error))
                right = False
        try:
            return cls(**found["options"]) if right else None
        except Refusal as error:  # of options that do not go together
            self.no(("options",), str(error))
            return None

    def described(self, file: str, options: Mapping[str, str]) -> Game | None:
        """The game that this file in the competition's folder describes."""
        try:
            return game_of(file, options, self.path.parent)
        except OptionError as error:
            self.no(("options",), str(error))
        except (ArenaError, Refusal) as error:
            self.no(("game",), str(error))
        return None

    def packages(self, packages: Sequence[str]) -> None:
        for number, package in enumerate(packages):
            try:
                installed_packages([package])
            except ArenaError as error:
                self.no(("packages", number), str(error))

    def teams(self, teams: dict[str, Any]) -> None:
        tidy: dict[str, str] = {}
        for number, name in enumerate(teams.get("names", ())):
            where = ("teams", "names", number)
            try:
                shown = names.checked_name(name)
            except ArenaError as error:
                self.no(where, str(error))
                continue
            twin = tidy.setdefault(names.key(name), shown)
            if twin is not shown:
                self.no(
                    where,
                    f"{shown!r} and {twin!r} are one name, case and accents aside: each team needs "
                    f"a name of its own",
                )
        teams["names"] = tuple(tidy.values())
        if teams.get("open") is False and not tidy and not self.mistakes:
            self.no(("teams", "open"), "nobody could take part: list the teams, or open = true")

    def phases(
        self, given: Sequence[Mapping[str, Any]], game: Game | None, teams: Mapping[str, Any]
    ) -> list[Phase]:
        phases: list[Phase] = []
        for number, table in enumerate(given):
            where = ("phase", number)
            found = self.phase(table, where)
            self.name_of(found, phases, where)
            self.dates(found, where)
            if game is not None and "kind" in found:
                self.fit(found, game, phases, teams, where)
            found["house"] = self.house(found.get("house", ()), game, where)
            self.tiebreaks(found.get("tiebreaks", ()), where)
            fields = {FIELDS.get(key, key): value for key, value in found.items()}
            phases.append(Phase(**{"name": "", "kind": ""} | fields))
        return phases

    def phase(self, table: Mapping[str, Any], where: Where) -> dict[str, Any]:
        """The values of a phase, with the keys that its kind has."""
        kind = table.get("kind")
        if not isinstance(kind, str) or kind not in OF_KIND:
            # Without its kind nobody knows which keys are missing from it.
            return self.keys(
                table, {k: v for k, v in PHASE.items() if k in (*table, "kind")}, where
            )
        own = (*EVERY_PHASE, *OF_KIND[kind])
        rest = dict(table)
        for name in table:
            if name in PHASE and name not in own:
                del rest[name]
                self.no(
                    (*where, name),
                    f"a phase of kind {kind!r} does not have this, only {', '.join(own)}",
                )
        return self.keys(rest, {name: PHASE[name] for name in own}, where)

    def name_of(self, found: Mapping[str, Any], earlier: Sequence[Phase], where: Where) -> None:
        name, source = found.get("name", ""), found.get("from", "")
        before = [phase.name for phase in earlier]
        if name and name.casefold() in [each.casefold() for each in before]:
            self.no((*where, "name"), f"{name!r} is the name of an earlier phase: take another")
        if source and source not in before:
            self.no(
                (*where, "from"),
                f"{source[:60]!r} is no phase before this one. {nearest(source[:60], before)}",
            )

    def dates(self, found: Mapping[str, Any], where: Where) -> None:
        opens, deadline = found.get("opens"), found.get("deadline")
        if opens and deadline and deadline <= opens:
            self.no(
                (*where, "deadline"),
                f"nobody could hand in anything: the deadline {deadline} is not after {opens}, "
                f"when the phase opens",
            )

    def fit(
        self,
        found: Mapping[str, Any],
        game: Game,
        earlier: Sequence[Phase],
        teams: Mapping[str, Any],
        where: Where,
    ) -> None:
        """Can this be held of the game, with so many teams?"""
        sides = len(game.sides)
        sentence = misfit(found["kind"], game)
        if sentence:
            self.no((*where, "kind"), sentence)
        elif found["kind"] == "round-robin" and sides > 2:
            entrants = 0 if teams.get("open", True) else len(teams.get("names", ()))
            if found.get("from"):
                entrants = next((p.top or 0 for p in earlier if p.name == found["from"]), 0)
            tables = groups(entrants, sides)
            if tables > MOST_GROUPS:
                self.no(
                    (*where, "kind"),
                    f"{entrants} teams make {tables:,} tables of {sides}, and 'round-robin' plays "
                    f"at most {MOST_GROUPS:,}: take 'tables'",
                )

    def house(
        self, written: Sequence[str], game: Game | None, where: Where
    ) -> tuple[HouseBot, ...]:
        if not written and (*where, "house") in self.lines:
            self.no((*where, "house"), "a bot of the house is needed here, such as 'greedy'")
        found: list[HouseBot] = []
        earlier: dict[tuple[str, str], str] = {}
        for number, spec in enumerate(written):
            here = (*where, "house", number)
            try:
                bot = house_bot(self.path.parent, spec)
                if game is not None:
                    check_plays(bot, game.name)
            except ArenaError as error:
                self.no(here, str(error))
                continue
            twin = earlier.get((bot.sha256, bot.variant))
            if twin is not None:  # their games would be the same games
                self.no(here, f"{spec!r} is the same bot as {twin!r}: leave one out")
            elif not bot.on_the_clock:
                self.no(here, f"{spec!r} is a person, who cannot play all these games: take a bot")
            earlier[bot.sha256, bot.variant] = spec
            found.append(HouseBot(spec, bot.spec, bot.sha256))
        return tuple(found)

    def tiebreaks(self, words: Sequence[str], where: Where) -> None:
        for number, word in enumerate(words):
            here = (*where, "tiebreaks", number)
            if word not in TIEBREAKS:
                hint = nearest(word[:60], list(TIEBREAKS))
                self.no(here, f"there is no tie-break {word[:60]!r}. {hint}")
            elif word in words[:number]:
                self.no(here, f"{word!r} is there twice: drop one")
            elif word == "lot" and number < len(words) - 1:
                self.no(here, "after the lot nothing is left to decide: put it last")


def _label(where: Where) -> str:
    """A key in the words of the file: "games of phase 2", "options.tie"."""
    of = ""
    if where[:1] == ("phase",) and len(where) > 1 and isinstance(where[1], int):
        of, where = f"phase {where[1] + 1}", where[2:]
    words = [
        part if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", part) else repr(part[:60])
        for part in where
        if isinstance(part, str)
    ]
    return " of ".join(filter(None, [".".join(words), of]))
