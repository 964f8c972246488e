# expect: fine
# levels: sandbox docker
"""Writes to any address of its process with numpy, and finds that the kernel still refuses."""

import os
import socket

import numpy as np

from Players.Player import Player


def memory_at(address, size):
    """An array that is the memory at this address."""
    place = {"data": (address, False), "shape": (size,), "typestr": "|u1", "version": 3}
    return np.array(type("Place", (), {"__array_interface__": place})(), copy=False)


def denied(attempt, *arguments):
    """It must not work."""
    try:
        got = attempt(*arguments)
    except OSError:
        return
    raise AssertionError(f"{attempt} worked: {got!r:.80}")


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            constant = b"constant" * 4
            memory_at(id(constant) + bytes.__basicsize__ - 1, 4)[:] = np.frombuffer(b"CHAN", "u1")
            assert constant.startswith(b"CHANtant"), "numpy does not write anywhere any more"
            denied(socket.socket)
            denied(os.fork)
            denied(open, "/tmp/hostile-numpy", "w")
        return observation.get_list_actions()[0]
