"""Says which kind of box a bot needs: its limits, and the modules to import before it is closed.

A box cannot load compiled code after it is closed. So modules that may import compiled ones are
imported before, if the bot's file names them.
"""

from collections.abc import Iterable
from pathlib import Path

import Players
from arena.bots.bot import Bot
from arena.guest.kernel.foreign import RARE
from arena.guest.protocol.limits import Limits, Order
from Game.core.game import Game
from Game.registry import packages

MEMORY = 256 * 1024 * 1024
# Our modules that may import compiled modules, besides those of the bot's game.
COMPILED = (*packages(), "Players.boerenbridge", *(f"Players.{name}" for name in Players.HOUSE))


def order_of(bot: Bot, game: Game, allowed: Iterable[str]) -> Order:
    """The kind of box for this bot. `allowed` are the installed packages that it may import."""
    room = type(game).__module__.rpartition(".")[0]
    if bot.is_file:
        wanted = (*allowed, *RARE.values(), *(each for each in COMPILED if each != room))
        named = [name for name in wanted if name.encode() in bot.source]
    else:
        named = [f"Players.{bot.path.stem}"]
    imports = (room, *named, *_modules_for_game(named, game.name))
    return Order(Limits(MEMORY), game.name, game.chosen, imports)


def _modules_for_game(named: Iterable[str], game: str) -> list[str]:
    """The modules that house bots import when they learn which game they play.

    The module for a game is in a folder with the bot's name: `Players/greedy/brisca.py`.
    """
    names = [name.removeprefix("Players.").removesuffix("Player").lower() for name in named]
    folder = Path(Players.__file__).parent
    return [f"Players.{name}.{game}" for name in names if (folder / name / f"{game}.py").exists()]
