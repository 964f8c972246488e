"""The request of an analysis: a game, numbers of players, and an option to try in several values.

`--sweep` names that option. We say that the option is swept.
"""

import re
from collections.abc import Sequence

from arena.common.errors import ArenaError
from arena.experiments.analysis.arms import BLOCK, KINDS, plan, variants
from arena.experiments.analysis.games import play_block
from arena.experiments.analysis.report import fold
from arena.experiments.experiment import Experiment, Setting
from Game.core.game import Game
from Game.core.options import Option, nearest
from Game.registry import find

SEATS = "players"  # the option of a game that says how many play
MOST = 64  # values in a range
RANGE = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")


def analysis(name: str = "analysis") -> Experiment:
    """The experiment that analyses a game. Its setting names the game."""
    return Experiment(
        name, "What a game is like.", 1000, max(BLOCK.values()), play_block, fold, plan
    )


def new_setting(
    game: Game, games: int, seed: str, players: str | None = None, sweep: str | None = None
) -> Setting:
    """The setting of an analysis. If it cannot be played, raise an `ArenaError` or a `Refusal`."""
    seats = next((option for option in game.options if option.name == SEATS), None)
    counts = _players(game, seats, players)
    name, values = _sweep(game, sweep) if sweep is not None else ("", [])
    options = {key: value for key, value in game.chosen.items() if key not in (SEATS, name)}
    if name:  # the game itself, beside the sweep, has the chosen value or its default
        options[name] = game.chosen[name]
    parameters = {
        "game": game.name,
        "title": game.title,
        "shown": {key: value for key, value in game.variant.items() if key != SEATS},
        "options": options,
        "seated": seats is not None,
        "players": counts,
        "main": game.seats if game.seats in counts else counts[0],
        "sweep": name,
        "values": values,
        "swept_players": counts,
        "kinds": KINDS,
        "swept_kinds": KINDS,
    }
    for variant in variants(parameters):
        find(game.name)(**variant.options)  # raises a `Refusal` if it cannot be played
    return Setting(games, seed, parameters)


def numbers(text: str) -> list[int] | None:
    """The whole numbers of a range such as 2..5, 6..1 or 4; None if the text is no range."""
    match = RANGE.fullmatch(text.strip())
    if match is None:
        return None
    first, last = int(match[1]), int(match[2] or match[1])
    if abs(first - last) >= MOST:
        return None
    return list(range(first, last + 1) if first <= last else range(first, last - 1, -1))


def _players(game: Game, seats: Option | None, text: str | None) -> list[int]:
    if text is None:
        choices = seats.choices if seats is not None else (str(game.seats),)
        return sorted(map(int, choices))
    counts = numbers(text)
    if counts is None:
        raise ArenaError(f"--players {text} is not a number or a range: write 4, or 2..5")
    if seats is None and counts != [game.seats]:
        raise ArenaError(f"{game.title} is always for {game.seats} players: leave out --players")
    return sorted(set(counts))


def _sweep(game: Game, word: str) -> tuple[str, list[str]]:
    name, equals, text = word.partition("=")
    name = name.strip().lower()
    values: Sequence[str] = [value.strip() for value in text.split(",") if value.strip()]
    if not equals or not values:
        raise ArenaError(f"--sweep {word} has no values: write NAME=6..1, or NAME=one,other")
    if name == SEATS:
        raise ArenaError("--sweep cannot change the number of players: write --players 2..5")
    options = [option.name for option in game.options if option.name not in (SEATS, "text", "file")]
    if name not in options:
        raise ArenaError(f"{game.title} has no option {name!r}. " + nearest(name, options))
    if ".." in text and (whole := numbers(text)):
        values = list(map(str, whole))
    return name, list(dict.fromkeys(values))
