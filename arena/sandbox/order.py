"""What a box must have for a bot, found from the names in the bot's files. None of them is run."""

from collections.abc import Sequence

from arena.bots.bot import Bot
from arena.guest.kernel.foreign import RARE
from arena.guest.protocol.limits import Limits, Order
from Game.core.game import Game
from Game.registry import packages as game_packages
from Players import HOUSE

MEMORY = 256 * 1024 * 1024
# Our modules that may import compiled modules, besides those of the bot's game. They are imported
# before the box is closed if the bot's file names them. Afterwards it cannot load compiled code.
COMPILED = (*game_packages(), "Players.boerenbridge", *(f"Players.{name}" for name in HOUSE))
GREEDY = "Players.GreedyPlayer"  # it imports its rules of the game when it first thinks
# Python's modules that use the global random numbers. Seeding them takes a quarter of the time of a
# turn. For bots that name none of them it is done only at the start of each game.
DRAWING = ("random", "statistics", "uuid", "email")


def order_for(bot: Bot, game: Game, packages: Sequence[str]) -> Order:
    """The kind of box that the bot needs, with the modules to import before it is closed."""
    room = type(game).__module__.rpartition(".")[0]
    if bot.is_file:
        wanted = (*packages, *RARE.values(), *(each for each in COMPILED if each != room))
        named = [name for name in wanted if bot.code.mentions(name)]
    else:
        named = [f"Players.{bot.path.stem}"]
    if GREEDY in named:
        named.append(f"Players.greedy.{game.name}")
    package = bot.sha256 if bot.code.is_package else ""
    return Order(Limits(MEMORY), game.name, game.chosen, (room, *named), package)


def draws(bot: Bot, packages: Sequence[str]) -> bool:
    """Does the bot's code name the global random numbers, or a package that may use them?

    House bots use their own dice.
    """
    return bot.is_file and any(map(bot.code.mentions, (*DRAWING, *packages)))
