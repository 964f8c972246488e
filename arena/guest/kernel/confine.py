"""Confines a box: new namespaces, fewer rights, limits, fewer calls to the kernel.

A box does this to itself after it is forked and before it loads the bot. Nothing in the box can
undo it.
"""

import contextlib
import errno
import os
import posix
import signal
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from arena.guest.kernel import landlock, seccomp
from arena.guest.kernel.calls import kernel
from arena.guest.protocol.levels import IsolationLevel
from arena.guest.protocol.limits import Limits

NEW_MOUNTS, NEW_CGROUPS, NEW_NAMES, NEW_IPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
NEW_USERS, NEW_PROCESSES, NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000
EVERYTHING_NEW = (
    NEW_MOUNTS | NEW_CGROUPS | NEW_NAMES | NEW_IPC | NEW_USERS | NEW_PROCESSES | NEW_NETWORK
)
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
CAPABILITIES = 64
CAP_DAC_READ_SEARCH = 2
NONE = -1  # no descriptor
OTHER_PROCESSES = 4  # besides those of the bot: the slot, its keeper, a spare box, one that ends
# Limits on Linux. Python's module for them is a shared object, which boxes rarely need.
LIMIT_FILE_SIZE, LIMIT_CORE, LIMIT_PROCESSES, LIMIT_FILES = 1, 4, 6, 7
LIMIT_LOCKED_MEMORY, LIMIT_MEMORY, LIMIT_QUEUES = 8, 9, 12
MACHINE_MEMORY = ("SC_PHYS_PAGES", "SC_AVPHYS_PAGES")
SET_TO_ZERO = (LIMIT_CORE, LIMIT_FILE_SIZE, LIMIT_LOCKED_MEMORY, LIMIT_QUEUES)


def _do(what: str, call: Callable[..., int], *arguments: int | str) -> None:
    try:
        call(*arguments)
    except OSError as error:
        raise OSError(error.errno, f"{what}: {error.strerror}") from None


def new_namespaces(everything: bool) -> None:
    """Give this process, and those that it forks, new namespaces.

    Either everything is new, or users, processes and mounts.
    """
    kinds = EVERYTHING_NEW if everything else NEW_USERS | NEW_PROCESSES | NEW_MOUNTS
    _do("namespaces", kernel.unshare_namespaces, kinds)


def hide_counters() -> None:
    """Hide what a bot could change for its next game although it may write no file.

    Needs a mount namespace of our own. Without /proc nobody sees the number that the machine gives
    to the next thread. If files are read-only, the kernel stores no access times.
    """
    with contextlib.suppress(OSError):  # AppArmor may forbid it
        kernel.cover_folder("/proc")
        kernel.make_mounts_read_only()


def show_only(folder: str, place: str) -> None:
    """Mount this folder at a place, for this process and those that it forks."""
    _do("the bot's folder", kernel.bind_folder, folder, place)


def require_process_descriptors() -> None:
    """Refuse a kernel that has no descriptors of processes, such as gVisor's.

    The arena stops, interrupts and kills a box through its descriptor.
    """
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError as error:
        raise OSError(
            f"its kernel has no pidfd_open ({error.strerror}), which the arena needs for every "
            f"box. gVisor has none. Use Docker's usual runtime, or the level sandbox"
        ) from None


def die_with_parent() -> None:
    """End this process when its parent ends."""
    _do("dying with the parent", kernel.process_control, PR_SET_PDEATHSIG, signal.SIGKILL)


def hide_memory() -> None:
    """Keep other processes of our user from our memory in /proc. Forked processes inherit this."""
    _do("hiding the memory", kernel.process_control, PR_SET_DUMPABLE, 0)


def hide_machine_memory() -> None:
    """Let `os.sysconf` refuse to say how much memory the machine has.

    The kernel refuses it in a box. But the C library ignores that, and returns a random number.
    """
    really = os.sysconf
    refused = {*MACHINE_MEMORY, *(os.sysconf_names[name] for name in MACHINE_MEMORY)}

    def sysconf(name: str | int) -> int:
        if name in refused:
            raise PermissionError(errno.EPERM, f"{name}: a bot may not ask about the machine")
        return really(name)

    for module in (os, posix):
        vars(module)["sysconf"] = sysconf


def threads_of_our_user() -> int:
    """The number of threads of our user, in all processes that we can see."""
    count, us = 0, str(os.getuid())
    for path in Path("/proc").iterdir():
        if not path.name.isdigit():
            continue
        with contextlib.suppress(OSError):  # the process has just ended
            status = (path / "status").read_text()
            fields = dict(line.split(":", 1) for line in status.splitlines())
            if fields["Uid"].split()[0] == us:
                count += int(fields["Threads"])
    return count


class Confinement:
    """The limits of a slot's boxes. The slot prepares them once, and the kernel module's
    `fork_boxes` applies them.

    The slow work is done here. The kernel module does the rest in each box.
    """

    def __init__(
        self,
        level: IsolationLevel,
        limits: Limits,
        readable: Sequence[Path],
        *,
        own_numbers: bool,
        reports: bool,
    ) -> None:
        self._limits = limits
        self._own_numbers = own_numbers  # has each box a process namespace?
        self._counts_others = level.limits_threads and not own_numbers
        self._space = os.pidfd_open(os.getpid()) if own_numbers else NONE
        self._filters = level.filters_calls
        self._capabilities = 0
        self._ruleset = NONE
        _do("no new privileges", kernel.process_control, PR_SET_NO_NEW_PRIVS, 1)
        # Are the calls of the boxes reported to the arena? Older kernels cannot do that.
        self.reports = reports and self._filters and _can_report()
        if self._filters:
            for capability in range(CAPABILITIES):
                with contextlib.suppress(OSError):  # this kernel has fewer
                    kernel.process_control(PR_CAPBSET_DROP, capability)
            self._filter = seccomp.box_program(reports=self.reports)
            if readable:
                self._ruleset = landlock.read_only_rules(readable)
        else:
            self._filter = seccomp.no_lasting_calls()
            if landlock.is_available():
                self._ruleset = landlock.no_change_rules()
            if os.geteuid() == 0:  # root's bots may read what root may read, and no more
                self._capabilities = 1 << CAP_DAC_READ_SEARCH

    def allow_code(self) -> None:
        """Let the boxes load shared objects, for a package that loads them late."""
        if self._filters:
            self._filter = seccomp.box_program(loads_code=True, reports=self.reports)

    def filter_slot(self) -> None:
        """Limit this process to what making boxes needs. A box then has less to forbid.

        Not in an examination, because the kernel reports no call that an older filter refuses.
        """
        if self._filters and not self.reports:
            kernel.set_filter(seccomp.slot_program())

    def of_boxes(self) -> tuple[int, int, int, bool, bytes, bytes, bytes]:
        """The arguments of `fork_boxes`, after the control socket."""
        limits = b"".join(struct.pack("=qq", kind, most) for kind, most in self._resource_limits())
        return (
            self._space,
            self._ruleset,
            self._capabilities,
            self._counts_others,
            limits,
            seccomp.reporting_program() if self.reports else b"",
            self._filter,
        )

    def _resource_limits(self) -> Iterator[tuple[int, int]]:
        """The limits of a box, and their values. A box cannot raise them again."""
        yield LIMIT_MEMORY, self._limits.memory
        yield LIMIT_FILES, self._limits.files
        for kind in SET_TO_ZERO:
            yield kind, 0
        # The kernel counts the threads of a user, not of a process.
        if self._own_numbers:
            yield LIMIT_PROCESSES, OTHER_PROCESSES + self._limits.threads
        elif self._counts_others:  # for each box, because the number changes
            yield LIMIT_PROCESSES, threads_of_our_user() + self._limits.threads


def _can_report() -> bool:
    """Can the kernel report calls? Not before Linux 5.5, or if another program gets our reports.

    A process cannot undo this, so another one tries it.
    """
    ours, theirs = os.pipe()
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            kernel.set_reporting_filter(seccomp.reporting_program())
            os.write(theirs, b"yes")
        os._exit(0)
    os.close(theirs)
    answer = os.read(ours, 3)
    os.close(ours)
    return bool(answer)
