"""What a bot tries to reach in an examination: files, the network, other programs.

The kernel reports the calls of the box to us, and each call waits until we have decided. So a bot
can neither hide a call nor change what we noted. Only the name of a file may be wrong, if another
thread of the bot exchanges it while we read it.

In games no calls are reported, because that makes a bot slower.
"""

import contextlib
import fcntl
import os
import platform
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from arena.guest.kernel.landlock import SYSTEM
from arena.guest.kernel.seccomp import EPERM, MACHINES
from arena.guest.protocol.safe_text import plain, shorten
from arena.sandbox.host.packages import FOLDER

# A report: the number of the report, the thread, the call's number, its arguments. And our decision
# about it: the number of the report, the result, the error, and whether the call goes on.
REPORT, DECISION = struct.Struct("=QII iIQ 6Q"), struct.Struct("=QqiI")
READ, DECIDE, GO_ON = 0xC0502100, 0xC0182101, 1
NETWORK, PROGRAMS, PROCESSES = "the network", "other programs", "other processes"
CHANGES = "changes to files"
KINDS = {
    "x86_64": dict.fromkeys((41, 53), NETWORK)
    | dict.fromkeys((59, 322), PROGRAMS)
    | dict.fromkeys((22, 56, 57, 58, 62, 101, 293, 310, 311, 424), PROCESSES)
    | dict.fromkeys((76, *range(82, 89), 258, *range(263, 267), 316, 437), CHANGES),
    "aarch64": dict.fromkeys((198, 199), NETWORK)
    | dict.fromkeys((221, 281), PROGRAMS)
    | dict.fromkeys((59, 117, 129, 220, 270, 271, 424), PROCESSES)
    | dict.fromkeys((*range(34, 39), 45, 276, 437), CHANGES),
}  # by number: socket and its like; execve; pipe, clone, kill, ptrace; mkdir, rename, unlink
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
# Python, packages and our own code are here; the C library opens the others by itself.
READABLE = (
    "/box/",
    "/packages/",
    f"{sys.base_prefix}/",
    f"{FOLDER.resolve()}/",
    "/dev/",
    "/etc/ld.so.",
    "/etc/localtime",
    "/proc/",
    "/sys/devices/system/",
)
MOST, LONGEST_NAME = 10, 60
LONGEST_PATH = 4096  # bytes


class Reports:
    """The reports about one box."""

    def __init__(self, descriptor: int, readable: Iterable[str]) -> None:
        self.descriptor = descriptor
        self.touched: list[str] = []
        self.shows_names = True  # could we read the name of every file that the bot opened?
        self._readable = (*READABLE, *SYSTEM, *readable)
        machine = platform.machine()
        self._kinds, numbers = KINDS[machine], MACHINES[machine][1]
        # The calls that open a file, with the place of its name among the arguments.
        self._opening = {numbers["openat"]: 1} | ({numbers["open"]: 0} if "open" in numbers else {})

    def answer(self) -> None:
        """Note what one waiting call would do, and refuse it if it does more than open a file."""
        report = bytearray(REPORT.size)
        try:
            fcntl.ioctl(self.descriptor, READ, report)
        except OSError:  # the call was interrupted, or the bot has ended
            return
        number, thread, _, call, _, _, *arguments = REPORT.unpack(report)
        if call in self._opening:
            self._note_file(thread, *arguments[self._opening[call] :][:2])
            decision = DECISION.pack(number, 0, 0, GO_ON)
        else:
            if call in self._kinds:
                self._note(self._kinds[call])
            decision = DECISION.pack(number, 0, -EPERM, 0)
        with contextlib.suppress(OSError):
            fcntl.ioctl(self.descriptor, DECIDE, decision)

    def close(self) -> None:
        os.close(self.descriptor)

    def _note_file(self, thread: int, address: int, flags: int) -> None:
        if flags & os.O_DIRECTORY:
            return
        path = _path_at(thread, address)
        shown = shorten(plain(path), LONGEST_NAME)
        if flags & WRITING:
            if not path.startswith("/dev/"):
                self._note(f"a file to write ({shown})" if path else "a file to write")
        elif not path:
            self.shows_names = False
        elif not path.startswith(self._readable):
            self._note(f"a file to read ({shown})")

    def _note(self, what: str) -> None:
        if what not in self.touched and len(self.touched) < MOST:
            self.touched.append(what)


def _path_at(thread: int, address: int) -> str:
    """The name of a file at this address in the memory of a thread; empty if we may not read it."""
    try:
        with Path(f"/proc/{thread}/mem").open("rb", buffering=0) as memory:
            memory.seek(address)
            data = memory.read(min(LONGEST_PATH, -address % 4096 or 4096))
            if b"\0" not in data:  # it goes on in the next page
                data += memory.read(LONGEST_PATH)
    except (OSError, OverflowError):
        return ""
    return os.path.normpath(os.fsdecode(data.partition(b"\0")[0]))
