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
from arena.guest.serve import serve
from arena.guest.template import Template, prepare
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
    finders = list(sys.meta_path)
    with contextlib.suppress(Exception):  # if the game is broken, the bots will report it
        frames = _conversation(order)
        for _ in range(TIMES):
            template = Template(wire.Load(PATH, None, "", "", (), order.game, order.options))
            serve(Channel(BytesIO(frames).readinto, len), template)
            template.remove()
    sys.modules.pop(BotFile(PATH, BOT).name, None)
    sys.meta_path[:] = finders


def _conversation(order: Order) -> bytes:
    """The messages of the arena to a box: the bot's code, and one question."""
    code = BotFile(PATH, BOT).compile()
    start = wire.Start(0, len(BOT), len(code), BOT + code)
    state = prepare(order.game, order.options).game.deal(Stream())
    return wire.frame(start, wire.TO_BOT) + wire.question(0, 1.0, state.view(state.turn))
