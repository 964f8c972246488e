"""Reads competition.toml and checks it. All of its mistakes are reported at once."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.games import game_of, is_description
from arena.common.toml.file import parse_toml, text_of
from arena.common.toml.mistakes import Mistakes, read_values
from arena.competition.config import names
from arena.competition.config.fields import COMPETITION, TEAMS
from arena.competition.config.paths import FILE
from arena.competition.config.phases import read_phases
from arena.competition.config.presentation import CERTIFICATE, SITE, Presentation, check_logo
from arena.competition.config.settings import FIELDS, Settings, SettingsError
from arena.sandbox.host.packages import installed_packages
from Game.core import Refusal
from Game.core.game import Game
from Game.core.options import OptionError, settle
from Game.registry import find


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
    mistakes = Mistakes(path, lines)
    values = read_values(mistakes, data, {**COMPETITION, **SITE}, ())
    shown = {key: values.pop(key, "") for key in SITE}
    shown |= read_values(mistakes, values.pop("certificate", {}), CERTIFICATE, ("certificate",))
    check_logo(mistakes, shown["logo"])
    teams = read_values(mistakes, values.pop("teams", {}), TEAMS, ("teams",))
    game = _read_game(mistakes, values)
    _check_packages(mistakes, values.get("packages", ()))
    _check_teams(mistakes, teams)
    phases = read_phases(mistakes, values.pop("phase", []), game, teams)
    if mistakes or game is None:
        raise SettingsError(mistakes.sentences())
    values |= {"game": game.name, "options": game.chosen}
    known = {FIELDS.get(key, key): value for key, value in values.items()}
    return Settings(
        path.parent, **known, **teams, phases=tuple(phases), presentation=Presentation(**shown)
    )


def _read_game(mistakes: Mistakes, values: Mapping[str, Any]) -> Game | None:
    """The game with its options; None after a mistake."""
    if "game" not in values or "options" not in values:
        return None
    if is_description(values["game"]):
        return _read_described_game(mistakes, values["game"], values["options"])
    try:
        cls = find(values["game"])
    except Refusal as error:
        mistakes.add(("game",), str(error))
        return None
    right = True
    for name, value in values["options"].items():
        try:
            settle(cls.name, cls.options, {name: value})
        except Refusal as error:
            mistakes.add(("options", name), str(error))
            right = False
    try:
        return cls(**values["options"]) if right else None
    except Refusal as error:  # of options that do not go together
        mistakes.add(("options",), str(error))
        return None


def _read_described_game(mistakes: Mistakes, file: str, options: Mapping[str, str]) -> Game | None:
    """The game that this file in the competition's folder describes."""
    try:
        return game_of(file, options, mistakes.path.parent)
    except OptionError as error:
        mistakes.add(("options",), str(error))
    except (ArenaError, Refusal) as error:
        mistakes.add(("game",), str(error))
    return None


def _check_packages(mistakes: Mistakes, packages: Sequence[str]) -> None:
    for number, package in enumerate(packages):
        try:
            installed_packages([package])
        except ArenaError as error:
            mistakes.add(("packages", number), str(error))


def _check_teams(mistakes: Mistakes, teams: dict[str, Any]) -> None:
    tidy: dict[str, str] = {}
    for number, name in enumerate(teams.get("names", ())):
        where = ("teams", "names", number)
        try:
            shown = names.checked_name(name)
        except ArenaError as error:
            mistakes.add(where, str(error))
            continue
        twin = tidy.setdefault(names.key(name), shown)
        if twin is not shown:
            mistakes.add(
                where,
                f"{shown!r} and {twin!r} are one name, case and accents aside: each team needs "
                f"a name of its own",
            )
    teams["names"] = tuple(tidy.values())
    if teams.get("open") is False and not tidy and not mistakes:
        mistakes.add(("teams", "open"), "nobody could take part: list the teams, or open = true")
