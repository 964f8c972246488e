"""Gives up everything that a bot does not need: namespaces of its own, no rights, few calls.

All of it is done by the process to itself, between being forked and loading the bot. After it
nobody in the box can undo it.
"""

import contextlib
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

from arena.guest import kernel, landlock, seccomp
from arena.guest.limits import Limits

NEW_MOUNTS, NEW_CGROUPS, NEW_NAMES, NEW_IPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
NEW_USERS, NEW_PROCESSES, NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000
EVERYTHING_NEW = (
    NEW_MOUNTS | NEW_CGROUPS | NEW_NAMES | NEW_IPC | NEW_USERS | NEW_PROCESSES | NEW_NETWORK
)
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 24, 36, 38
CAPABILITIES = 64


def _do(what: str, call: Callable[..., int], *arguments: int) -> None:
    try:
        call(*arguments)
    except OSError as error:
        raise OSError(error.errno, f"{what}: {error.strerror}") from None


def new_namespaces(everything: bool) -> None:
    """Processes forked from now on have users and numbers of their own, or everything."""
    kinds = EVERYTHING_NEW if everything else NEW_USERS | NEW_PROCESSES
    _do("namespaces", kernel.unshare_namespaces, kinds)


class ProcessNamespace:
    """The process namespace that we are in. Each child can have a new one below it."""

    def __init__(self) -> None:
        self._us = os.pidfd_open(os.getpid())

    def fork(self) -> int:
        """Fork a child that is the first process of a new namespace."""
        _do("a process namespace", kernel.unshare_namespaces, NEW_PROCESSES)
        child = -1
        try:
            child = os.fork()
            return child
        finally:
            if child != 0:  # without this we could not ask for another one
                _do("our own process namespace", kernel.enter_namespaces, self._us, NEW_PROCESSES)


def die_with_parent() -> None:
    """Whoever started us does not leave us behind."""
    _do("dying with the parent", kernel.process_control, PR_SET_PDEATHSIG, signal.SIGKILL)


def hide_memory() -> None:
    """Others of our user cannot look into us, or write, through /proc; nor into what we fork."""
    _do("hiding the memory", kernel.process_control, PR_SET_DUMPABLE, 0)


def adopt() -> None:
    """What our children leave behind is ours."""
    _do("adopting", kernel.process_control, PR_SET_CHILD_SUBREAPER, 1)


def limit(limits: Limits, others: int | None) -> None:
    """No more than this, for good.

    The kernel counts the threads of a user, not of a process: `others` are those that it had
    before. None: it cannot be told how many they will be, and threads are not limited.
    """
    for kind, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_NOFILE, limits.files),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    if others is not None:
        threads = others + limits.threads
        resource.setrlimit(resource.RLIMIT_NPROC, (threads, threads))


def threads_of_our_user() -> int:
    """How many threads there are of the user that we are, in all processes that we can see."""
    found, us = 0, str(os.getuid())
    for path in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):  # it has just ended
            told = dict(line.split(":", 1) for line in path.read_text().splitlines())
            if told["Uid"].split()[0] == us:
                found += int(told["Threads"])
    return found


class Rights:
    """What a box gives up, prepared once in its slot: capabilities and calls to the kernel."""

    def __init__(self) -> None:
        for capability in range(CAPABILITIES):
            with contextlib.suppress(OSError):  # the kernel does not know so many
                kernel.process_control(PR_CAPBSET_DROP, capability)
        _do("no new privileges", kernel.process_control, PR_SET_NO_NEW_PRIVS, 1)
        self._closed, self._open = seccomp.program(), seccomp.program(loads_code=True)

    def drop_capabilities(self) -> None:
        """No capability, now or through any program."""
        _do("dropping capabilities", kernel.drop_capabilities)

    def allow_few_calls(self, *, loads_code: bool) -> None:
        """From now on only what a bot needs of the kernel."""
        _filter(self._open if loads_code else self._closed)


def leave_nothing_behind() -> None:
    """At level `process`: change no files, and make nothing in the kernel that outlives us.

    As far as this kernel can: it takes Landlock for the files.
    """
    _do("no new privileges", kernel.process_control, PR_SET_NO_NEW_PRIVS, 1)
    if landlock.is_there():
        landlock.change_nothing()
    program = seccomp.forgetful()
    if program:
        _filter(program)


def _filter(program: bytes) -> None:
    try:
        kernel.set_filter(program)
    except OSError as error:
        reason = f"the filter for calls to the kernel was refused: {error.strerror}"
        raise OSError(error.errno, reason) from None
