"""The bot's side of the wire, played by the test instead of a box."""

import os
import socket
import subprocess
import threading
import time
from contextlib import ExitStack, suppress

import msgspec

from arena.guest.protocol import wire
from arena.sandbox.boxes.box import Box
from arena.sandbox.boxes.channels import SocketChannel
from Game.core.stream import Stream
from Game.registry import find

BUDGET = 0.1
VIEW = find("brisca")().deal(Stream(1)).view(0)
LOAD = wire.Load("/bot/mine.py", None, "", "", (), "brisca", {})


def soon(seconds: float = BUDGET) -> int:
    return time.perf_counter_ns() + int(seconds * 1e9)


def frame(message: object) -> bytes:
    data = message if isinstance(message, bytes) else msgspec.msgpack.encode(message)
    return len(data).to_bytes(4, "big") + data


class Mock:
    """A source of boxes in which the test is the bot: `play(peer)` runs in a thread."""

    level = "mock"

    def __init__(self, play) -> None:
        self.play = play
        self.compiled: dict[tuple[str, str], bytes] = {}
        self._left = ExitStack()

    def box(self, *order) -> Box:
        channel, inside = socket.socketpair()
        output, printed = os.pipe()
        process = subprocess.Popen(["/bin/sleep", "60"])
        peer = Peer(inside, printed)
        thread = threading.Thread(target=self._run, args=(peer,))
        thread.start()
        self._left.callback(peer.close)
        self._left.callback(thread.join)
        self._left.callback(process.wait)
        self._left.callback(process.kill)
        self._left.callback(inside.shutdown, socket.SHUT_RDWR)
        return Box(SocketChannel(channel), output, os.pidfd_open(process.pid))

    def _run(self, peer: "Peer") -> None:
        with suppress(OSError):  # the arena has hung up
            self.play(peer)

    def close(self) -> None:
        self._left.close()


class Peer:
    def __init__(self, channel: socket.socket, output: int) -> None:
        self.channel = channel
        self.output = output

    def close(self) -> None:
        self.channel.close()
        os.close(self.output)

    def hear(self) -> list:
        """The next message from the arena; an OSError at the end."""
        data = b""
        while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
            piece = self.channel.recv(
                4 - len(data) if len(data) < 4 else 4 + int.from_bytes(data[:4], "big") - len(data)
            )
            if not piece:
                raise ConnectionError
            data += piece
        return msgspec.msgpack.decode(data[4:])

    def say(self, message: object) -> None:
        self.channel.sendall(frame(message))

    def be_loaded(self) -> None:
        """Answer until the first question."""
        self.hear()
        self.say(["ready", "Mock"])
