"""Parameters of OpenSpiel's games: the options of the game, its features, and its utility.

OpenSpiel writes a game as text, such as `card_arena_agram(players=2,cards=3)`. There a comma begins
the next parameter, and a value that looks like a number is one. So lists are written with strokes:
`rounds=3/2`, and `rounds=3/` for a list of one.
"""

from collections.abc import Mapping
from typing import Any

from Game.core import Refusal
from Game.core.game import Game
from Game.core.options import Option, nearest
from Game.registry import GameMaker

UTILITIES = ("value", "points")


def specification(maker: GameMaker) -> dict[str, Any]:
    """The default of every parameter. Its type is the one that OpenSpiel accepts."""
    options = {one.name: default_of(one) for one in maker.options}
    return {**options, "features": "raw", "utility": UTILITIES[0]}


def default_of(option: Option) -> int | str:
    is_number = all(choice.isdigit() for choice in (option.default, *option.choices))
    return written(option.default, 0 if is_number else "")


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of OpenSpiel that stand for the options of a game."""
    kinds = {one.name: default_of(one) for one in game.options}
    return {name: written(one, kinds[name]) for name, one in game.chosen.items() if name in kinds}


def written(text: str, kind: int | str) -> int | str:
    """The value of an option as OpenSpiel writes it. `kind` is its default."""
    if isinstance(kind, int):
        return int(text)
    return text.replace(",", "/") + ("/" if text.isdigit() else "")


def chosen_options(maker: GameMaker, params: Mapping[str, Any]) -> tuple[dict[str, str], str, bool]:
    """The options of the game, the set of features, and whether points are the utility."""
    given = {**specification(maker), **params}
    features, utility = given.pop("features"), given.pop("utility")
    if utility not in UTILITIES:
        raise Refusal(f"There is no utility {utility!r}. " + nearest(utility, list(UTILITIES)))
    options = {name: str(one).replace("/", ",").rstrip(",") for name, one in given.items()}
    return options, features, utility == "points"
