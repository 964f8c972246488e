# expect: fine
# levels: sandbox docker
"""Opens sockets of many families."""

import socket

from Players.Player import Player


def denied(attempt, *arguments):
    """It must not work."""
    try:
        got = attempt(*arguments)
    except (OSError, MemoryError, RuntimeError):
        return
    raise AssertionError(f"{attempt} worked: {got!r:.80}")


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            for family in range(46):
                for kind in (
                    socket.SOCK_STREAM,
                    socket.SOCK_DGRAM,
                    socket.SOCK_SEQPACKET,
                    socket.SOCK_RAW,
                ):
                    denied(socket.socket, family, kind)
            denied(socket.socketpair)
            channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=3)
            denied(channel.send, b"x")
            denied(socket.send_fds, channel, [b"x"], [0])
            channel.detach()
        return observation.get_list_actions()[0]
