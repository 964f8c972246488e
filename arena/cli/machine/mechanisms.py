"""The mechanisms of each isolation level on this machine, as `arena doctor` shows them."""

import os
from importlib.util import find_spec

from arena.guest.protocol.levels import IsolationLevel
from arena.sandbox.box_order import MEMORY
from arena.sandbox.boxes.fork_server import BESIDES
from arena.sandbox.boxes.subprocess_box import lacks_fork_servers
from arena.sandbox.docker.docker_engine import RUNTIME
from arena.sandbox.host import cgroups
from arena.sandbox.host.cleanup import prefix
from arena.sandbox.timing.cores import shared_core_text

SEPARATE_CORES = "different ones, with two cores for each worker; they share the last cache"
STOPPED = "a bot that computes in them is stopped (SIGSTOP)"
OF_EACH = f"no files written, few open, memory {MEMORY // 2**20} MB"

# A bot controls its whole process: numpy reads and writes any address. So the filter is the fence.
COMPILED_CODE = "no new one; what is in its process, the bot can call: the filter is the fence"
if not find_spec("arena.guest.kernel._kernel"):
    COMPILED_CODE += ". It can find ctypes, since arena/guest/kernel/_kernel.c is not compiled"


def mechanisms(level: IsolationLevel, groups: str) -> dict[str, str]:
    """The mechanisms of a level, by name. `groups` says which control groups there are here."""
    if not level.is_boxed:
        return {"isolated by": "nothing; a timer or func_timeout ends a turn"}
    if lacks_fork_servers():
        return {"isolated by": "a process, ended when it is late; no limits"}
    limits = [OF_EACH]
    if level.limits_threads:
        limits.append("threads")
    if level.filters_calls:
        limits.append("no capabilities")
    named = {
        "namespaces": "; ".join(filter(None, (level.namespaces.value, level.landlock.value))),
        "files": level.files.value,
        "calls to the kernel": f"{level.calls.value} (a seccomp filter)",
        "limits of a process": ", ".join(limits),
        "between its turns": STOPPED,
    }
    if level.separates_partners:
        named["partners"] = "their boxes come from different fork servers"
    if level.filters_calls:
        named["cores of partners"] = shared_core_text(workers=1) or SEPARATE_CORES
    if level.filters_calls:
        named["compiled code"] = COMPILED_CODE
    if level.has_container:
        named["runtime"] = os.environ.get(RUNTIME) or "the engine's own"
        named["control groups"] = "the engine's, one for each container: processes, memory"
    if level.has_control_group:
        named["control groups"] = groups
    return named


def groups_here() -> str:
    """The control groups for boxes, after a test; or the reason why there are none."""
    try:
        works = cgroups.working_version(f"{prefix()}tried")
    except cgroups.NoGroups as error:
        return f"none: {error}"
    return (
        f"version {works}, one for each seat: processes, and memory "
        f"{(MEMORY + BESIDES) // 2**20} MB with page tables; its processes end with it"
    )
