"""Chooses the box that a bot needs: its limits, and the modules to import before the box is closed.

A box cannot load compiled code after it is closed. So modules that may import compiled ones are
imported before, if the bot's file names them.
"""

from collections.abc import Iterable
from pathlib import Path

import Players
from arena.bots.bot import Bot
from arena.guest.kernel.foreign import IMPORTERS, RARE
from arena.guest.protocol.limits import Limits, Order
from Game.core.game import Game
from Game.registry import DESCRIBED, USER_GAME, packages

MEMORY = 256 * 1024 * 1024
# Our modules that may import compiled modules, besides those of the bot's game.
COMPILED = (*packages(), "Players.boerenbridge", *map(Players.module_of, Players.HOUSE))

# Python's modules that use the global random numbers. Seeding them takes a quarter of the time of a
# turn. For a bot that names none of them, they are seeded only at the start of each game.
DRAWING = ("random", "statistics", "uuid", "email")


def order_of(bot: Bot, game: Game, allowed: Iterable[str]) -> Order:
    """The kind of box for this bot. `allowed` are the installed packages that it may import."""
    room = type(game).__module__.rpartition(".")[0]
    if bot.is_file:
        ours = (each for each in COMPILED if each != room)
        wanted = (*allowed, *RARE.values(), *IMPORTERS, *ours)
        named = [name for name in wanted if bot.code.mentions(name)]
    else:
        named = [Players.module_of(bot.path.stem)]
    imports = (room, *named, *_modules_for_game(named, game.name))
    package = bot.sha256 if bot.code.is_package else ""
    return Order(Limits(MEMORY), game.name, game.chosen, imports, package)


def draws(bot: Bot, packages: Iterable[str]) -> bool:
    """Does the bot's code name the global random numbers, or a package that may use them?

    House bots use their own dice.
    """
    return bot.is_file and any(map(bot.code.mentions, (*DRAWING, *packages)))


def _modules_for_game(named: Iterable[str], game: str) -> list[str]:
    """The modules that house bots import when they learn which game they play.

    The module for a game is in a folder with the bot's name: `Players/greedy/brisca.py`. All games
    in the RECYCLE language have one module: `Players/greedy/described.py`.
    """
    game = "described" if game in (*DESCRIBED, USER_GAME) else game
    names = [name.removeprefix("Players.").removesuffix("Player").lower() for name in named]
    folder = Path(Players.__file__).parent
    return [f"Players.{name}.{game}" for name in names if (folder / name / f"{game}.py").exists()]
