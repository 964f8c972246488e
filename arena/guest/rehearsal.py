"""Plays the first move of a game in the slot, so that each of its boxes has less to do.

When Python runs a function for the first times, it fills caches and allocates memory. A box that is
forked afterwards already has all that. Without the rehearsal it writes to a seventh more pages of
memory, and the kernel must copy each of them.
"""

import contextlib
import sys
from io import BytesIO

from arena.guest.bot.loading import BotFile
from arena.guest.protocol import wire
from arena.guest.protocol.channel import Channel
from arena.guest.protocol.limits import Order
from arena.guest.serve import prepare, serve
from Game.core.stream import Stream

TIMES = 3  # after the first times, Python specialises the code
PATH = "/rehearsal.py"
BOT = b"""
from Players.Player import Player

class Rehearsal(Player):
    def think(self, observation, budget):
        observation.messages()  # reads the words of the game
        return observation.get_list_actions()[0]
"""


def rehearse(order: Order) -> None:
    """Let a bot of ours play one move in this process, then remove the bot."""
    file, finders = BotFile(PATH, BOT), list(sys.meta_path)
    with contextlib.suppress(Exception):  # if the game is broken, the bots will report it
        frames = _conversation(order, file.compile())
        for _ in range(TIMES):
            serve(Channel(BytesIO(frames).readinto, len))
            sys.meta_path[:] = finders
    sys.modules.pop(file.name, None)
    sys.meta_path[:] = finders


def _conversation(order: Order, code: bytes) -> bytes:
    """The messages of the arena to a box: the bot to load, and one question."""
    load = wire.Load(
        path=PATH,
        size=len(BOT),
        code=len(code),
        cls=None,
        arguments="",
        house="",
        packages=(),
        game=order.game,
        options=order.options,
        seed=0,
        draws=False,
    )
    state = prepare(order.game, order.options).game.deal(Stream())
    first = (load, wire.Piece(BOT), wire.Piece(code))
    frames = [wire.frame(message, wire.TO_BOT) for message in first]
    return b"".join((*frames, wire.question(0, 1.0, state.view(state.turn))))
