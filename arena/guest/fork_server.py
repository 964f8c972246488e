"""The fork server of all boxes: imports everything that a bot may need, and forks slots.

    python -s -P -B fork_server.py LEVEL CONTROL FOLDER...

It runs none of the bots' code: only the boxes do, which its slots fork. Over the control socket
comes a descriptor for each slot, the slot's own control socket; back goes a descriptor of the
slot's process. In a container there is one slot, and it is this process itself.
"""

import sys

if __name__ == "__main__":
    sys.path[:0] = sys.argv[3:]

import os
import signal
import socket
from importlib import import_module
from pathlib import Path

from arena.guest.kernel import confine, foreign, landlock
from arena.guest.kernel.calls import COMPILED
from arena.guest.protocol.channel import Channel
from arena.guest.protocol.levels import LEVELS, Landlock, Level
from arena.guest.serve import serve
from arena.guest.slot import Slot

# What bots like to import; here once, instead of in every box.
LIKED = """
    collections copy dataclasses enum functools heapq itertools json math operator random
    statistics time traceback typing Game.ForwardModel Game.Heuristic Game.Observation
    Players.search.flat
"""
CONTROL = 3  # the descriptor of a slot's control socket


def main(level: Level, control: socket.socket, folders: list[str]) -> Channel | None:
    """Fork a slot whenever we are asked to, until the arena hangs up; then return None.

    In each box it returns the channel to serve (see `Slot.run`).
    """
    if not level.has_container:  # in a container we are the first process: all ends with us
        confine.die_with_parent()
    if level.sees_fork_server:
        confine.hide_memory()
    readable = _readable(level, folders)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries our children
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the arena's to handle
    if level.filters_calls:
        if COMPILED:
            sys.meta_path.insert(0, foreign.NoCtypes())
        foreign.load_python()
        foreign.load_ours(Path(folders[0]))
    for name in LIKED.split():
        import_module(name)
    control.send(b"ready")
    if level.has_container:
        return Slot(level, control, readable).run()
    while True:
        asked, descriptors, _, _ = socket.recv_fds(control, 64, 1)
        if not asked:
            return None
        (slot,) = descriptors
        if os.fork() == 0:
            control.detach()
            return _slot(level, slot, readable)
        os.close(slot)


def _readable(level: Level, folders: list[str]) -> list[Path]:
    """What Landlock lets boxes read; nothing where the level does without it.

    In a container it closes /proc: partners could talk through what the kernel counts there.
    """
    if level.landlock is Landlock.READS_PYTHON:
        landlock.require()
    elif level.landlock is not Landlock.READS_PYTHON_IF_AVAILABLE or not landlock.is_there():
        return []
    box, packages = map(Path, folders)
    return landlock.readable(box, packages, Path(sys.base_prefix))


def _slot(level: Level, descriptor: int, readable: list[Path]) -> Channel | None:
    """In a fork: tell the arena which process we are, and serve one seat."""
    control = socket.socket(fileno=os.dup2(descriptor, CONTROL))
    os.closerange(CONTROL + 1, 1024)
    confine.die_with_parent()
    if level.starts_processes:
        confine.adopt()
    us = os.pidfd_open(os.getpid())
    socket.send_fds(control, [b"slot"], [us])
    os.close(us)
    if not control.recv(16):  # the arena has put us into our control group, or has hung up
        return None
    return Slot(level, control, readable).run()


if __name__ == "__main__":
    try:
        _channel = main(LEVELS[sys.argv[1]], socket.socket(fileno=int(sys.argv[2])), sys.argv[3:])
        if _channel is not None:
            serve(_channel)
    except BaseException as error:
        os.write(2, f"fork server: {type(error).__name__}: {error}\n".encode())
        os._exit(1)
    os._exit(0)
