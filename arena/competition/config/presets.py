"""Kinds of competitions to start from: the text of competition.toml for a game.

All begin with `presets/head.toml`, and each other file there adds its phases. The comment
in the first line of a preset says what it is.
"""

import json
from pathlib import Path
from string import Template

from arena.common.errors import ArenaError
from arena.common.games import game_of, is_description
from arena.competition.config import fields
from arena.competition.config.phases import misfit
from Game.core import Refusal
from Game.core.game import Game
from Game.core.options import nearest
from Game.registry import DEFAULT_GAME
from Game.registry import names as games

FOLDER = Path(__file__).parents[1] / "presets"
HEAD = "head"
# The kinds of the phases decide which games a preset is for.
KINDS = {
    "robobrisca": ("qualifying", "knockout"),
    "league": ("round-robin",),
    "swiss": ("swiss",),
    "knockout": ("knockout",),
    "ladder": ("ladder",),
    "open-ladder": ("open-ladder",),
    "tables": ("tables",),
}


def about(preset: str) -> str:
    """A description of a preset, in one line."""
    return _phases(preset).partition("\n")[0].removeprefix("# ")


def preset_text(preset: str, game: str | None, title: str, dialect: str | None = None) -> str:
    """The text of competition.toml. A game from a file is read in this dialect, if one is given."""
    if preset not in KINDS:
        raise ArenaError(f"There is no preset {preset[:60]!r}. {nearest(preset[:60], list(KINDS))}")
    try:
        title = fields.title(title)
    except ArenaError as error:
        raise ArenaError(f"The title (--name): {error}") from None
    chosen = _one_that_fits(preset) if game is None else _game_that_fits(preset, game, dialect)
    head = Template((FOLDER / f"{HEAD}.toml").read_text("utf-8"))
    return head.substitute(
        title=json.dumps(title, ensure_ascii=False),  # TOML writes texts as JSON does
        game=json.dumps(Path(game).name if game and is_description(game) else chosen.name),
        options=_options(chosen),
        phases=_phases(preset).rstrip("\n"),
    )


def _phases(preset: str) -> str:
    return (FOLDER / f"{preset}.toml").read_text("utf-8")


def _one_that_fits(preset: str) -> Game:
    """The first game in the list that fits the preset."""
    for game in sorted(games(), key=lambda name: (name != DEFAULT_GAME, name)):
        try:
            return _game_that_fits(preset, game)
        except ArenaError as error:
            why_not = error
    raise ArenaError(f"No game that is here fits the preset {preset!r}: {why_not}")


def _game_that_fits(preset: str, name: str, dialect: str | None = None) -> Game:
    """The game. If its defaults do not fit the preset, one option is changed."""
    game = game_of(name, {}, dialect=dialect)
    tried = [game]
    for option in game.options:
        for choice in option.choices:
            try:
                tried.append(game_of(name, {option.name: choice}, dialect=dialect))
            except Refusal:  # this value needs other options too
                continue
    for each in tried:
        if not any(misfit(kind, each) for kind in KINDS[preset]):
            return each
    raise ArenaError(next(filter(None, (misfit(kind, game) for kind in KINDS[preset]))))


def _options(game: Game) -> str:
    """The options of the game, one in each line, with their meaning."""
    return "\n".join(
        f"# {option.about} ({', '.join(option.choices)})\n"
        f"{option.name} = {json.dumps(game.chosen[option.name])}"
        for option in game.options
    )
