"""The fork server of all boxes: imports everything that a bot may need, and forks slots.

    python -s -P -B nursery.py LEVEL CONTROL FOLDER...

It runs none of the bots' code. Over the control socket comes a descriptor for each slot, the slot's
own control socket; back goes a descriptor of the slot's process. In a container there is one slot,
and it is this process itself.
"""

import sys

if __name__ == "__main__":
    sys.path[:0] = sys.argv[3:]

import os
import signal
import socket
from importlib import import_module
from pathlib import Path

from arena.guest import confine, foreign, kernel, landlock
from arena.guest.slot import Slot

# What bots like to import; here once, instead of in every box.
LIKED = """
    collections copy dataclasses enum functools heapq itertools json math operator random
    statistics time traceback typing Game.ForwardModel Game.Heuristic Game.Observation
    Players.search.flat
"""
CONTROL = 3  # the descriptor of a slot's control socket


def main(level: str, control: socket.socket, folders: list[str]) -> None:
    """Fork a slot whenever we are asked to, until the arena hangs up."""
    readable: list[Path] = []
    if level == "docker":  # we are the first process there: everything ends with us
        confine.hide_memory()
    else:
        confine.die_with_parent()
    if level == "reduced":  # our boxes have the same /proc and the same user as we
        confine.hide_memory()
        landlock.require()
    if level == "reduced" or (level == "docker" and landlock.is_there()):
        # In a container it is /proc that is closed by it: partners could talk through its gauges.
        box, packages = map(Path, folders)
        readable = landlock.readable(box, packages, Path(sys.base_prefix))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries our children
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the arena's to handle
    if level != "process":
        if kernel.COMPILED:
            sys.meta_path.insert(0, foreign.NoCtypes())
        foreign.load_python()
        foreign.load_ours(Path(folders[0]))
    for name in LIKED.split():
        import_module(name)
    control.send(b"ready")
    if level == "docker":
        Slot(level, control, readable).run()
        return
    while True:
        asked, descriptors, _, _ = socket.recv_fds(control, 64, 1)
        if not asked:
            break
        (slot,) = descriptors
        if os.fork() == 0:
            try:
                _be_slot(level, control, slot, readable)
            except BaseException as error:
                os.write(2, f"nursery: {type(error).__name__}: {error}\n".encode())
            os._exit(1)
        os.close(slot)


def _be_slot(level: str, server: socket.socket, descriptor: int, readable: list[Path]) -> None:
    """In a fork: tell the arena which process we are, and serve one seat."""
    server.detach()
    control = socket.socket(fileno=os.dup2(descriptor, CONTROL))
    os.closerange(CONTROL + 1, 1024)
    confine.die_with_parent()
    if level == "process":
        confine.adopt()
    us = os.pidfd_open(os.getpid())
    socket.send_fds(control, [b"slot"], [us])
    os.close(us)
    if not control.recv(16):  # the arena has put us into our control group, or has hung up
        return
    Slot(level, control, readable).run()
    os._exit(0)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[2])) as _control:
        main(sys.argv[1], _control, sys.argv[3:])
