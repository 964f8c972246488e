"""What each level of isolation is made of on this machine, as the doctor tells it."""

import os
from importlib.util import find_spec

from arena.sandbox.box_seat import MEMORY
from arena.sandbox.boxes.fork_server import BESIDES
from arena.sandbox.boxes.subprocess_box import is_all_there_is
from arena.sandbox.docker.engine import RUNTIME
from arena.sandbox.host import cgroups
from arena.sandbox.host.cleanup import prefix

FILTER = "a filter (seccomp) lets few of them through"
STOPPED = "a bot that computes in them is stopped (SIGSTOP)"
OF_EACH = f"no files written, few open, memory {MEMORY // 2**20} MB"

MADE_OF = {
    "inprocess": {"apart by": "nothing; func_timeout and the arena's own clock end a turn"},
    "process": {
        "namespaces": "none; where there is Landlock, no files can be changed",
        "calls to the kernel": "all but those whose effect outlives the game (seccomp)",
        "limits of a process": OF_EACH,
        "between its turns": STOPPED,
    },
    "reduced": {
        "namespaces": "none; Landlock leaves no files but Python's to be read",
        "calls to the kernel": FILTER,
        "limits of a process": f"{OF_EACH}, threads, no capabilities",
        "between its turns": STOPPED,
    },
    "sandbox": {
        "namespaces": "bubblewrap's, and its own: users, processes, network, mounts, names, IPC",
        "files": "Python and the allowed packages, copied into memory for each side's partners",
        "calls to the kernel": FILTER,
        "limits of a process": f"{OF_EACH}, threads, no capabilities",
        "between its turns": STOPPED,
    },
    "docker": {
        "namespaces": "a container's: processes, mounts, names, IPC, no network",
        "calls to the kernel": FILTER,
        "limits of a process": f"{OF_EACH}, no capabilities",
        "control groups": "the engine's, one for each container: processes, memory",
        "between its turns": STOPPED,
    },
}
CODE = (
    "none can be loaded"
    if find_spec("arena.guest.kernel._kernel")
    else "ctypes, since arena/guest/kernel/_kernel.c is not compiled"
)
APART = ("reduced", "sandbox", "docker")  # where bots cannot call the kernel as they like
GROUPED = ("process", "reduced", "sandbox")  # where each slot has a control group


def mechanisms(level: str, groups: str) -> dict[str, str]:
    """What a level is made of, with what is known of control groups here."""
    if level == "process" and is_all_there_is():
        return {"apart by": "a process, ended when it is late; no limits"}
    found = MADE_OF[level] | ({"foreign code": CODE} if level in APART else {})
    if level == "docker":
        found |= {"runtime": os.environ.get(RUNTIME) or "the engine's own"}
    return found | ({"control groups": groups} if level in GROUPED else {})


def groups_here() -> str:
    """Which control groups there are for boxes, tried; or why none."""
    try:
        found = cgroups.tried(f"{prefix()}tried")
    except cgroups.NoGroups as error:
        return f"none: {error}"
    return (
        f"version {found}, one for each seat: processes, and memory "
        f"{(MEMORY + BESIDES) // 2**20} MB with page tables; all that is in it ends with it"
    )
