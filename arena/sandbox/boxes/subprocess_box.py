"""Boxes without a fork server, for macOS and Windows: level `process`, without limits.

A bot's process (`arena/guest/subprocess_main.py`) is an ordinary new process. It connects to a
port that only this machine can reach. The arena ends it when it is late, and it ends when the arena
does. It can use all files, the whole network and all memory of the user who plays.
"""

import contextlib
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import IO

from msgspec.structs import replace

from arena.common.errors import Unavailable
from arena.guest.protocol import wire
from arena.guest.protocol.levels import PROCESS
from arena.guest.protocol.limits import Order
from arena.sandbox.boxes.box import PIECE, Box, CoreUse
from arena.sandbox.boxes.channels import SocketChannel
from arena.sandbox.boxes.commands import ENVIRONMENT, subprocess_command
from arena.sandbox.boxes.fork_server import START, last_line
from arena.sandbox.boxes.slots import NO_FILES
from arena.sandbox.host.bot_folders import BotFolders

ENDING = 5.0  # seconds for a killed process to end
NEEDED = ("SYSTEMROOT", "TEMP")  # variables that Python needs on Windows
KINDS = b"co"  # the channel and the output, as the guest names them
NO_DESCRIPTOR = -1  # these systems have no descriptors of processes
GLANCE = 0.1  # seconds between two checks that the process still runs


class SubprocessBoxes:
    """Starts a new process for each box."""

    level = PROCESS.name

    def __init__(self) -> None:
        self.compiled: dict[tuple[str, str], bytes] = {}
        self._folders = BotFolders()

    def box(self, order: Order, load: wire.Load, files: Mapping[str, bytes] = NO_FILES) -> Box:
        """A new process. The limits in the order are ignored: they exist only on Linux."""
        word = secrets.token_hex(16)
        needed = {name: os.environ[name] for name in NEEDED if name in os.environ}
        with (
            tempfile.TemporaryFile() as errors,
            socket.create_server(("127.0.0.1", 0)) as listener,
        ):
            process = subprocess.Popen(
                subprocess_command(),
                env=ENVIRONMENT | needed,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                # On Windows, this keeps Ctrl-C from the bot. The arena handles it.
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
            assert process.stdin is not None
            try:
                place = f"{listener.getsockname()[1]} {word}\n".encode()
                with contextlib.suppress(OSError):  # it has ended already: `_connections` says why
                    os.write(process.stdin.fileno(), place)
                channel, output = _connections(process, listener, word.encode(), errors)
            except BaseException:
                _end(process)
                raise
        box = SubprocessBox(channel, output, process)
        if files:
            folder = self._folders.add(files)
            box.folder = str(folder)
            box.when_closed = lambda _: shutil.rmtree(folder, ignore_errors=True)
        load = replace(load, folder=box.folder)
        box.send_all(wire.frame(load, wire.TO_BOT), time.perf_counter_ns() + int(START * 1e9))
        return box

    def close(self) -> None:
        self._folders.remove()


class SubprocessBox(Box):
    """A child process. Its processor time is unknown, and it is not stopped between its turns."""

    def __init__(
        self,
        channel: socket.socket,
        output: socket.socket,
        child: "subprocess.Popen[bytes]",
    ) -> None:
        output.setblocking(False)
        self._output = output
        self._child = child
        super().__init__(SocketChannel(channel), output.fileno(), process=NO_DESCRIPTOR)
        self.when_closed = lambda _: None  # there is no descriptor to close

    def _prepare(self) -> None:
        """There is nothing to look up here."""

    def _read_piece(self) -> bytes:
        return self._output.recv(PIECE)

    def cpu(self) -> int:
        return 0

    def core_use(self) -> CoreUse:
        return CoreUse(0, 0, False)

    def memory(self) -> int:
        return 0

    def interrupt(self) -> None:
        if hasattr(signal, "SIGUSR1"):
            self.signal(signal.SIGUSR1)

    def dump_lines(self, wanted: re.Pattern[str], seconds: float) -> re.Match[str] | None:
        """Not possible here: `faulthandler` cannot write to a socket, and Windows has no signal."""
        return None

    def signal(self, number: int) -> None:
        self._child.send_signal(number)

    def close(self) -> None:
        _end(self._child)
        self.channel.close()
        self._output.close()
        self.when_closed(NO_DESCRIPTOR)


def _connections(
    process: "subprocess.Popen[bytes]", listener: socket.socket, word: bytes, errors: IO[bytes]
) -> list[socket.socket]:
    """The two connections of the process, in the order of KINDS.

    Other programs on this machine may find the port too. They do not know the word and are refused.
    """
    by_kind: dict[bytes, socket.socket] = {}
    until = time.monotonic() + START
    listener.settimeout(GLANCE)
    try:
        while len(by_kind) < len(KINDS):
            if process.poll() is not None or time.monotonic() > until:
                raise Unavailable(f"No process could be started for a bot: {last_line(errors)}")
            with contextlib.suppress(TimeoutError):
                connection, _ = listener.accept()
                kind = _read_greeting(connection, word)
                if kind and kind not in by_kind:
                    by_kind[kind] = connection
                else:
                    connection.close()
    except BaseException:
        for connection in by_kind.values():
            connection.close()
        raise
    return [by_kind[bytes([kind])] for kind in KINDS]


def _read_greeting(connection: socket.socket, word: bytes) -> bytes:
    """Which connection this is; empty if it does not come from the process."""
    connection.settimeout(GLANCE)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    greeting = b""
    with contextlib.suppress(OSError):
        while len(greeting) <= len(word) and (
            piece := connection.recv(len(word) + 1 - len(greeting))
        ):
            greeting += piece
    kind = greeting[-1:]
    return kind if secrets.compare_digest(greeting[:-1], word) and kind in KINDS else b""


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the process, and its process group where the system has process groups."""
    with contextlib.suppress(ProcessLookupError, PermissionError):  # it has ended already
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait(ENDING)
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()


def lacks_fork_servers() -> bool:
    """Does this system lack descriptors of processes? A fork server needs them."""
    return not (sys.platform.startswith("linux") and hasattr(os, "pidfd_open"))
