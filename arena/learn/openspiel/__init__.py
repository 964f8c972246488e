"""Every game of the arena as a Python game of OpenSpiel. It needs the extra `openspiel`.

import pyspiel
import arena.learn.openspiel

game = pyspiel.load_game("card_arena_brisca")
game = pyspiel.load_game("card_arena_agram(players=2,cards=3)")
game = pyspiel.load_game(arena.learn.openspiel.register_file("mine.rcy"))
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.common.extras import needs_extra

with needs_extra("openspiel", "arena.learn.openspiel"):
    import pyspiel

from arena.common.games import game_of
from arena.learn.openspiel.game import ArenaGame, game_type
from arena.learn.openspiel.options import parameters as parameters
from Game.core.game import Game
from Game.core.options import Option
from Game.registry import GameMaker, find, names

PREFIX = "card_arena_"


@dataclass
class DescribedFile:
    """A file in the RECYCLE language. Call it with options to make its game."""

    path: Path
    name: str
    title: str
    about: str
    options: tuple[Option, ...]

    def __call__(self, **chosen: Any) -> Game:
        return game_of(str(self.path), chosen)


def register(maker: GameMaker) -> str:
    """Make `pyspiel.load_game` find a game. Return the name that it has there."""
    name = PREFIX + maker.name

    # OpenSpiel drops it when Python has ended already. A function would be freed then, which
    # crashes. A class is not.
    class Registered(ArenaGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(name, maker, params or {})

    pyspiel.register_game(game_type(name, maker), Registered)
    return name


def register_file(file: str | Path) -> str:
    """The same for a described game, which is named by its file: `mine.rcy`, `card_arena_mine`."""
    path = Path(file).resolve()
    game = game_of(str(path), {})
    return register(DescribedFile(path, path.stem, game.title, game.about, game.options))


for _name in names():
    register(find(_name))
