"""The process of one bot on systems without a fork server, such as macOS and Windows.

    python -s -P -B subprocess_main.py FOLDER...

It reads from its standard input the port at which the arena listens, and a secret word that proves
to the arena which process connects. It makes two connections: the channel and the bot's output. It
has all the rights of the user who started the arena.
"""

import sys

if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:]

import os
import socket
import threading
from io import TextIOWrapper

from arena.guest.protocol import wire
from arena.guest.protocol.channel import Channel
from arena.guest.serve import serve
from arena.guest.template import Template

CHANNEL, OUTPUT = b"c", b"o"  # the byte after the word says which connection it is


def main() -> None:
    port, word = sys.stdin.readline().split()
    arena = os.dup(0)
    threading.Thread(target=_end_with_the_arena, args=(arena,), daemon=True).start()
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):  # output of C code is dropped
        os.dup2(nothing, standard)
    channel, output = (_connect(int(port), word.encode() + kind) for kind in (CHANNEL, OUTPUT))
    sys.stdout = sys.stderr = TextIOWrapper(
        output.makefile("wb"), "utf-8", "backslashreplace", line_buffering=True
    )
    messages = Channel(channel.recv_into, channel.send)
    load = messages.receive()
    if isinstance(load, wire.Load):
        serve(messages, Template(load))
    os._exit(0)


def _connect(port: int, greeting: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(greeting)
    return connection


def _end_with_the_arena(descriptor: int) -> None:
    """End this process when the arena ends. The pipe then closes, even if the arena was killed."""
    while os.read(descriptor, 64):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
