"""A bot's process where there is no fork server: started for one bot, on any system.

    python -s -P -B subprocess_main.py FOLDER...

On its standard input comes where the arena listens, and a word that shows who knocks. The channel
and the bot's output are two connections to there. It gives nothing up: it has all the rights of
whoever started it.
"""

import sys

if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:]

import os
import socket
import threading
from io import TextIOWrapper

from arena.guest.protocol.channel import Channel
from arena.guest.serve import serve

CHANNEL, OUTPUT = b"c", b"o"  # which of the two connections it is


def main() -> None:
    port, word = sys.stdin.readline().split()
    arena = os.dup(0)
    threading.Thread(target=_end_with_the_arena, args=(arena,), daemon=True).start()
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):  # what goes past Python is not kept
        os.dup2(nothing, standard)
    channel, output = (_connected(int(port), word.encode() + kind) for kind in (CHANNEL, OUTPUT))
    sys.stdout = sys.stderr = TextIOWrapper(
        output.makefile("wb"), "utf-8", "backslashreplace", line_buffering=True
    )
    serve(Channel(channel.recv_into, channel.send))
    os._exit(0)


def _connected(port: int, greeting: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(greeting)
    return connection


def _end_with_the_arena(descriptor: int) -> None:
    """However it goes, its end of the pipe is closed."""
    while os.read(descriptor, 64):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
