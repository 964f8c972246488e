"""The warm parent of all boxes: has everything imported that a bot may need, and forks.

    python -s -P -B nursery.py LEVEL CONTROL FOLDER...

It runs none of the bots' code. Over the control socket come two descriptors for each box, the
channel and the bot's output; back goes a descriptor of the new process, with which the arena
stops, wakes and ends it.
"""

import sys

if __name__ == "__main__":
    sys.path[:0] = sys.argv[3:]

import contextlib
import gc
import os
import signal
import socket
import time
from collections.abc import Set
from functools import partial
from importlib import import_module
from pathlib import Path

import msgspec

from arena.guest import confine, landlock, serve
from arena.guest.channel import Channel
from arena.guest.limits import Limits

# What bots like to import; here once, instead of in every box.
LIKED = """
    collections copy dataclasses enum functools heapq itertools json math operator random
    statistics time traceback typing Game.ForwardModel Game.Heuristic Game.Observation
    Players.search.flat
"""
ROUNDS = 500  # of killing; who forks faster than that gets away, as he would without us
CHANNEL = 3  # where the channel is in a box


def main(level: str, control: socket.socket, folders: list[str]) -> None:
    """Fork whenever we are asked to, until the arena hangs up."""
    readable: list[Path] = []
    if level == "process":
        confine.adopt()
    elif level == "docker":  # we are the first process there: everything ends with us
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
    for name in LIKED.split():
        import_module(name)
    gc.collect()
    gc.freeze()
    if level == "docker":  # the engine bounds a container
        control.send(b"ready")
    else:
        us = os.pidfd_open(os.getpid())
        socket.send_fds(control, [b"ready"], [us])
        os.close(us)
    boxes: set[int] = set()
    while True:
        asked, descriptors, _, _ = socket.recv_fds(control, 4096, 2)
        if not asked:
            break
        limits = msgspec.json.decode(asked, type=Limits)
        child = _fork(boxes)
        boxes.add(child)
        if child == 0:
            try:
                _raise_child(level, control, descriptors, limits, readable)
            except BaseException as error:
                os.write(2, f"nursery: {type(error).__name__}: {error}\n".encode())
            os._exit(1)
        for descriptor in descriptors:
            os.close(descriptor)
    if level == "process":
        _end_all()


def _fork(boxes: Set[int]) -> int:
    """Fork. If we are already as many as we may be, it is at the cost of what bots have forked."""
    for _ in range(ROUNDS):
        with contextlib.suppress(BlockingIOError):
            return os.fork()
        _kill(_descendants() - boxes)
        time.sleep(0.001)
    return os.fork()


def _end_all() -> None:
    """Kill whoever comes from us, until nobody is left whom we could inherit."""
    for _ in range(ROUNDS):
        _kill(_descendants())
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        time.sleep(0.001)


def _kill(processes: Set[int]) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _descendants() -> set[int]:
    """Our children and theirs; also those that lost their parents, for these have become ours."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found: set[int] = set()
    todo = [os.getpid()]
    while todo:
        below = children.get(todo.pop(), [])
        found.update(below)
        todo += below
    return found


def _raise_child(
    level: str,
    control: socket.socket,
    descriptors: list[int],
    limits: Limits,
    readable: list[Path],
) -> None:
    """In a fork: become the box, or, where the box has processes of its own, its keeper."""
    channel, output = descriptors
    if level == "sandbox":
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        confine.new_namespaces()
        child = os.fork()
        if child:
            socket.send_fds(control, [b"born"], [os.pidfd_open(child)])
            os.closerange(0, 64)
            os.waitpid(child, 0)
            os._exit(0)
    else:
        socket.send_fds(control, [b"born"], [os.pidfd_open(os.getpid())])
    confine.die_with_parent()
    os.setsid()
    nothing = os.open("/dev/null", os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.dup2(channel, CHANNEL)
    os.closerange(CHANNEL + 1, 1024)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    printed = open(1, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.stdout = sys.stderr = printed
    others = None
    if level == "sandbox":
        others = 0
    elif level == "reduced":
        others = confine.threads_of_our_user()
    confine.limit(limits, others)
    if level != "process":
        confine.drop_rights()
    if readable:
        landlock.read_only(readable)
    if level != "process":
        confine.few_calls()
    serve.serve(Channel(partial(os.read, CHANNEL), partial(os.write, CHANNEL)))
    os._exit(0)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[2])) as _control:
        main(sys.argv[1], _control, sys.argv[3:])
