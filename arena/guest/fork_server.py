"""The fork server of all boxes: imports everything that a bot may need, and forks slots.

`start.py` is its script, and says how it is started.

It runs no code of a bot: only boxes do, which the slots fork. For each slot, the arena sends the
slot's control socket over the fork server's control socket. The fork server forks the slot and
sends back a descriptor of its process. In a container, the fork server itself is the only slot.
"""

import os
import signal
import socket
import sys
from importlib import import_module
from pathlib import Path

from arena.guest.kernel import confine, foreign, landlock, memory
from arena.guest.protocol.levels import LEVELS, IsolationLevel, Landlock
from arena.guest.serve import serve
from arena.guest.slot import BoxTask, Slot

# Modules that bots often import. They are imported here once, instead of in every box.
LIKED = """
    collections copy dataclasses enum functools heapq itertools json math operator random
    statistics time traceback typing Game.ForwardModel Game.Heuristic Game.Observation
    Players.search.flat
"""
CONTROL = 3  # the descriptor of a slot's control socket


def start(name: str, control: socket.socket, *folders: str) -> None:
    """Be a fork server at this isolation level, or a slot of it, or a box of a slot."""
    try:
        task = _run(LEVELS[name], control, folders)
        if task is not None:
            serve(*task)
    except BaseException as error:
        os.write(2, f"fork server: {type(error).__name__}: {error}\n".encode())
        os._exit(1)
    os._exit(0)


def control_socket(control: str) -> socket.socket:
    """The socket with this number, or a connection to the one at this path."""
    if control.isdigit():
        return socket.socket(fileno=int(control))
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.connect(control)
    os.dup2(connection.fileno(), 2)
    return connection


def _run(level: IsolationLevel, control: socket.socket, folders: tuple[str, ...]) -> BoxTask | None:
    """Make slots until the arena hangs up. Then return None.

    In each box of a slot it returns what to serve (see `Slot.run`).
    """
    slot = _fork_slots(level, control, folders)
    return None if slot is None else slot.run()


def _fork_slots(
    level: IsolationLevel, control: socket.socket, folders: tuple[str, ...]
) -> Slot | None:
    """Fork a slot for each request, until the arena hangs up. Then return None.

    In each slot's process it returns the slot.
    """
    if level.has_container:
        confine.require_process_descriptors()
    else:  # a container ends with us anyway, because we are its first process
        confine.die_with_parent()
    if level.sees_fork_server:
        confine.hide_memory()
    readable = _readable(level, folders)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so ended children leave no zombies
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena handles Ctrl-C
    if level.filters_calls:
        confine.hide_machine_memory()
        foreign.refuse_ctypes()
        foreign.load_python()
        foreign.load_ours(Path(folders[0]))
    for name in LIKED.split():
        import_module(name)
    memory.leave_room()
    control.send(b"ready")
    if level.has_container:
        return Slot(level, control, readable)
    while True:
        asked, descriptors, _, _ = socket.recv_fds(control, 64, 1)
        if not asked:
            return None
        (slot,) = descriptors
        if os.fork() == 0:
            control.detach()
            return _slot(level, slot, readable)
        os.close(slot)


def _readable(level: IsolationLevel, folders: tuple[str, ...]) -> list[Path]:
    """The paths that Landlock lets boxes read. Empty if the level works without Landlock.

    In a container Landlock closes /proc, because partners could talk through the kernel's counters
    there.
    """
    if level.landlock is Landlock.READS_PYTHON:
        landlock.require()
    elif level.landlock is not Landlock.READS_PYTHON_IF_AVAILABLE or not landlock.is_available():
        return []
    box, packages = map(Path, folders)
    return landlock.readable_paths(box, packages, Path(sys.base_prefix))


def _slot(level: IsolationLevel, descriptor: int, readable: list[Path]) -> Slot | None:
    """In the forked process: send the arena our process descriptor, and be the slot of one seat."""
    control = socket.socket(fileno=os.dup2(descriptor, CONTROL))
    os.closerange(CONTROL + 1, 1024)
    confine.die_with_parent()
    us = os.pidfd_open(os.getpid())
    socket.send_fds(control, [b"slot"], [us])
    os.close(us)
    if not control.recv(16):  # it comes when our control group is set; empty: the arena hung up
        return None
    return Slot(level, control, readable)
