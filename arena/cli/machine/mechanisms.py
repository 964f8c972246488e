"""The mechanisms of each isolation level on this machine, in the words of `arena doctor`."""

import os
from importlib.util import find_spec

from arena.sandbox.box_seat import MEMORY
from arena.sandbox.boxes.fork_server import BESIDES
from arena.sandbox.boxes.subprocess_box import is_all_there_is
from arena.sandbox.docker.engine import RUNTIME
from arena.sandbox.host import cgroups
from arena.sandbox.host.cleanup import prefix

FILTER = "a filter (seccomp) lets few of them through"
STOPPED = "a bot that computes between its turns is stopped (SIGSTOP)"
OF_EACH = f"no files written, few open, memory {MEMORY // 2**20} MB"

MADE_OF = {
    "inprocess": {"separated by": "nothing; func_timeout and the arena's own clock end a turn"},
    "process": {
        "namespaces": "none; if there is Landlock, no files can be changed",
        "calls to the kernel": "all but those whose effect outlives the game (seccomp)",
        "limits of a process": OF_EACH,
        "between its turns": STOPPED,
    },
    "reduced": {
        "namespaces": "none; with Landlock, only Python's own files can be read",
        "calls to the kernel": FILTER,
        "limits of a process": f"{OF_EACH}, threads, no capabilities",
        "between its turns": STOPPED,
    },
    "sandbox": {
        "namespaces": "of bubblewrap, and our own: users, processes, network, mounts, names, IPC",
        "files": "Python and the allowed packages, copied into memory for each seat of a side",
        "calls to the kernel": FILTER,
        "limits of a process": f"{OF_EACH}, threads, no capabilities",
        "between its turns": STOPPED,
    },
    "docker": {
        "namespaces": "of a container: processes, mounts, names, IPC, no network",
        "calls to the kernel": FILTER,
        "limits of a process": f"{OF_EACH}, no capabilities",
        "control groups": "of the engine, one for each container: processes, memory",
        "between its turns": STOPPED,
    },
}
CODE = (
    "none can be loaded"
    if find_spec("arena.guest.kernel._kernel")
    else "ctypes, since arena/guest/kernel/_kernel.c is not compiled"
)
APART = ("reduced", "sandbox", "docker")  # levels with a filter of calls to the kernel
GROUPED = ("process", "reduced", "sandbox")  # levels with a control group for each slot


def mechanisms(level: str, groups: str) -> dict[str, str]:
    """The mechanisms of a level: name -> description. `groups` describes the control groups."""
    if level == "process" and is_all_there_is():
        return {"separated by": "a process, which is ended when it is late; no limits"}
    found = MADE_OF[level] | ({"foreign code": CODE} if level in APART else {})
    if level == "docker":
        found |= {"runtime": os.environ.get(RUNTIME) or "the engine's default"}
    return found | ({"control groups": groups} if level in GROUPED else {})


def groups_here() -> str:
    """Try to make control groups for boxes, and say which there are, or why there are none."""
    try:
        found = cgroups.tried(f"{prefix()}tried")
    except cgroups.NoGroups as error:
        return f"none: {error}"
    return (
        f"version {found}, one for each seat: processes, and memory "
        f"{(MEMORY + BESIDES) // 2**20} MB with page tables; all its processes end with it"
    )
