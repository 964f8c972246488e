"""The games that the suite tests: every registered game and a toy, with all their options.

A game needs nothing here. It may bring `worlds/<game>.py` with `another_world(game, state, seat,
dice)`, which deals again the cards that the seat cannot know: a check that does not rest on the
game's own `redeal`. It may also be among `OPEN`, if there is nothing to hide in it.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from support.games import copy_of, variant_name, variants
from support.paths import ROOT
from toys.nearest import Nearest

from Game import registry
from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream

ENDINGS = (".gdl", ".rcy")  # of described games
OPEN = {"onemore"}  # games in which every seat sees the same
FEW_WORLDS = {"kuhn": 2}  # games in which a seat holds so few deals possible
MANY, FEW = 3, 2  # random games: the machine of described games is one for all

World = Callable[[Game, State, int, random.Random], State]


@dataclass(frozen=True)
class Subject:
    game: Game
    another_world: World
    has_secrets: bool = True
    least_worlds: int = 11  # that 20 drawings must find
    variant: int = 0  # 0: as it is played without options

    @property
    def seeds(self) -> Sequence[int]:
        """Several games without options, and one with each choice, because the code is the same.

        Laws that look at some of the positions take others with another seed.
        """
        many = FEW if self.game.name in registry.DESCRIBED else MANY
        return range(many) if self.variant == 0 else [self.variant % many]

    def __str__(self) -> str:
        return variant_name(self.game)


def redealt(game: Game, state: State, seat: int, dice: random.Random) -> State:
    """Another world by the game's own redeal, for games without `worlds/<game>.py`."""
    world = copy_of(state, dice.getrandbits(64))
    world.redeal(seat, Stream(dice.getrandbits(64)))
    return world


def world_maker(name: str) -> World:
    module = f"conformance.worlds.{name}"
    if find_spec(module) is None:
        return redealt
    result: World = import_module(module).another_world
    return result


def registered() -> list[Subject]:
    return [
        Subject(
            game,
            world_maker(name),
            name not in OPEN,
            FEW_WORLDS.get(name, 11),
            variant,
        )
        for name in registry.names()
        for variant, game in enumerate(variants(registry.find(name)))
    ]


def toys() -> list[Subject]:
    return [Subject(game, world_maker("nearest")) for game in variants(Nearest)]


def many_seats() -> list[Subject]:
    """A described game for more players than any other: 9, and the most that the language has."""
    text = (Path(__file__).parent / "many_seats.gdl").read_text("utf-8")
    kind = registry.find(registry.USER_GAME)
    return [
        Subject(
            kind(file="many_seats.gdl", text=text, players=str(seats)), redealt, variant=variant
        )
        for variant, seats in enumerate((9, 20), start=1)
    ]


def other_files() -> list[Subject]:
    """All described games of the project that are not registered, for the laws of inference."""
    kind = registry.find(registry.USER_GAME)
    folders = ROOT / "tests", ROOT / "bench"
    files = [
        file for folder in folders for ending in ENDINGS for file in folder.rglob(f"*{ending}")
    ]
    return [
        Subject(kind(file=file.name, text=file.read_text("utf-8")), redealt, variant=1)
        for file in sorted(files)
    ]


SUBJECTS = [*registered(), *toys(), *many_seats()]
