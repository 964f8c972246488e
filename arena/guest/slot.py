"""Forks a fresh box for every game of one seat, and runs no bot itself.

A slot is a process between the fork server and the boxes. It lives for many games, so the expensive
work is done once: its namespaces, its control group, the imports that its bot needs, and the filter
for calls to the kernel. A box lives for one game. Where the kernel allows it, each box is the first
process of its own process namespace. When the box ends, everything that was started in it ends, and
the numbers of its threads say nothing about earlier games.
"""

import contextlib
import gc
import os
import signal
import socket
import time
from collections.abc import Set
from importlib import import_module
from io import FileIO
from pathlib import Path

import msgspec

from arena.guest import serve
from arena.guest.kernel import confine, foreign
from arena.guest.protocol.channel import Channel
from arena.guest.protocol.levels import BOT, IsolationLevel, Namespaces
from arena.guest.protocol.limits import Order
from arena.guest.rehearsal import rehearse

CLEAN = b"clean"  # the arena's request after a game in which a bot may have started processes
FULL = b"full"  # the kernel module's answer when there is no room for another process
CHANNEL = 3  # the descriptor of the channel in a box
ROUNDS = 500  # of killing; after them, only a control group can end a bot that forks so fast


class Slot:
    """A slot's process: prepares its boxes, and forks them in a loop."""

    def __init__(self, level: IsolationLevel, control: socket.socket, readable: list[Path]) -> None:
        self._level = level
        self._control = control
        self._order = order = msgspec.json.decode(control.recv(4096), type=Order)
        own_numbers = self._enter_namespaces()
        if level.mounts_bot:
            confine.show_only(order.folder, BOT)
        elif readable and order.folder:
            readable = [*readable, Path(order.folder)]
        self._confinement = confine.Confinement(
            level, order.limits, readable, own_numbers=own_numbers
        )
        for name in order.imports:
            if not level.filters_calls or not foreign.load_package(name):
                foreign.allow_ctypes()
                self._confinement.allow_code()
                with contextlib.suppress(Exception):  # the bot gets the error at its own import
                    import_module(name)
        serve.prepare(order.game, order.options)

    def run(self) -> Channel | None:
        """Fork a box for each request, until the arena hangs up. Then return None.

        In each box it returns the channel to serve. So no frame of the slot is on the bot's call
        stack, and the bot cannot reach the slot's objects through it.
        """
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        serve.print_to(1)
        rehearse(self._order)
        gc.collect()
        gc.freeze()
        ours = 0  # the newest box: our only child that is alive when `fork_boxes` returns
        rounds = 0  # of killing to make room for one box
        while rounds < ROUNDS:
            found = self._confinement.fork_boxes(self._control.fileno())
            if found is None:
                self._control.detach()  # its number is the channel's now
                channel = FileIO(CHANNEL, "r+", closefd=False)
                return Channel(channel.readinto, channel.write)
            said, newest = found
            ours = newest or ours
            rounds = rounds + 1 if said == FULL else 0
            if said == FULL:  # kill processes of a bot to make room for ours
                _kill(descendants() - {ours})
                time.sleep(0.001)
            elif said == CLEAN:  # the last box has ended, and the newest has not run a bot yet
                self._end_strangers(ours)
                self._control.send(CLEAN)
            else:  # the arena has hung up
                if self._level.starts_processes:
                    self._end_strangers()
                return None
        raise BlockingIOError("there is no room for another process")

    def _enter_namespaces(self) -> bool:
        """Make the namespaces of the level. Returns whether each box can have a process namespace.

        A kernel may forbid it. Then only the levels that need all namespaces refuse to start.
        """
        wanted = self._level.namespaces
        if wanted is Namespaces.NONE:
            return False
        try:
            confine.new_namespaces(everything=wanted is Namespaces.ALL)
        except OSError:
            if wanted is Namespaces.ALL:
                raise
            return False
        child = os.fork()
        if child:  # this process, the keeper, stays outside and ends when the slot ends
            os.closerange(0, 64)
            with contextlib.suppress(ChildProcessError):  # it has ended, and leaves no zombie
                os.waitpid(child, 0)
            os._exit(0)
        confine.die_with_parent()
        return True

    def _end_strangers(self, ours: int = 0) -> None:
        """Kill every process that a bot left behind. They have become our children."""
        for _ in range(ROUNDS):
            if not has_strangers(ours):
                return
            _kill(descendants() - {ours})
            time.sleep(0.001)
        raise OSError("a bot starts processes faster than they can be ended")


def has_strangers(ours: int) -> bool:
    """Is a process that a bot started our child? The box `ours` does not count.

    Linux lists our children one by one, the oldest first. The first child is always listed, and so
    is the one after `ours`, because `ours` does not end meanwhile. So if there are such processes,
    we see one, however fast they start and end.
    """
    try:
        listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    except OSError:  # this Linux has no such list
        return bool(descendants() - {ours})
    return any(int(child) != ours for child in listed.split())


def descendants() -> set[int]:
    """The process numbers of our children, and of theirs.

    Processes whose parent has ended are among them, because they have become our children.
    """
    children: dict[int, list[int]] = {}
    for path in Path("/proc").iterdir():
        if not path.name.isdigit():
            continue
        with contextlib.suppress(OSError):  # it has just ended
            state, parent = (path / "stat").read_text().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                children.setdefault(int(parent), []).append(int(path.name))
    found: set[int] = set()
    todo = [os.getpid()]
    while todo:
        below = children.get(todo.pop(), [])
        found.update(below)
        todo += below
    return found


def _kill(processes: Set[int]) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
