"""Closes the file system to a process, but for what it is given: the kernel's Landlock.

It needs no rights and no namespaces, so it is there where these are forbidden. It does not hide
that a file exists, nor how large it is.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

CREATE, ADD, RESTRICT = 444, 445, 446  # the numbers of its calls, on all machines
VERSION = 1  # a flag of CREATE: ask for the version
ENOUGH = 3  # before it, a file that may be read could be cut short
BENEATH = 1  # a rule for a path and all that is below it
WRITE, READ, LIST = 1 << 1, 1 << 2, 1 << 3
# What each version added to the rights that it knows. What is asked for is refused unless allowed.
FILE_RIGHTS = {3: (1 << 15) - 1, 5: 1 << 15}
NETWORK_RIGHTS = {4: 0b11}  # listen and connect
SCOPES = {6: 0b11}  # sockets without a file, and signals: not to anybody outside

DEVICES = ("null", "zero", "full", "random", "urandom")
SYSTEM = ("/usr", "/lib", "/lib64")  # where Python's own modules and the C library are

libc = ctypes.CDLL(None, use_errno=True)


class _Rules(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    )


class _Below(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("rights", ctypes.c_uint64), ("descriptor", ctypes.c_int32))


def require() -> int:
    """The version of this kernel's Landlock. Refuses where it is not enough."""
    version: int = libc.syscall(CREATE, None, 0, VERSION)
    if version < 0:
        why = os.strerror(ctypes.get_errno())
        raise OSError(
            f"the kernel has no Landlock ({why}); it takes Linux 6.2 or newer, started with "
            f"landlock in its list lsm="
        )
    if version < ENOUGH:
        raise OSError(f"the kernel's Landlock is version {version}; Linux 6.2 has {ENOUGH}")
    return version


def is_there() -> bool:
    """Would it work on this machine?"""
    try:
        require()
    except OSError:
        return False
    return True


def read_only(paths: Iterable[Path]) -> None:
    """From now on this process reads these paths and what is below them, and no other files."""
    version = require()
    rules = _Rules(*(_known(version, kind) for kind in (FILE_RIGHTS, NETWORK_RIGHTS, SCOPES)))
    # Older kernels know fewer of the fields, and take the rest if it is nought.
    ruleset = libc.syscall(CREATE, ctypes.byref(rules), ctypes.sizeof(rules), 0)
    if ruleset < 0:
        raise _failed("making rules")
    try:
        for path in paths:
            _allow(ruleset, path, READ | LIST if path.is_dir() else READ)
        for name in DEVICES:
            _allow(ruleset, Path("/dev", name), READ | WRITE)
        if libc.syscall(RESTRICT, ruleset, 0):
            raise _failed("keeping to the rules")
    finally:
        os.close(ruleset)


def readable(box: Path, packages: Path, base: Path) -> list[Path]:
    """What a bot must be able to read: Python, packages, and what the links in a box lead to."""
    linked = [path.resolve(strict=True) for path in box.rglob("*") if path.is_symlink()]
    system = [Path(place) for place in SYSTEM if Path(place).is_dir()]
    return [*system, base, packages, box, *linked]


def _known(version: int, rights: dict[int, int]) -> int:
    return sum(added for since, added in rights.items() if since <= version)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _Below(rights, descriptor)
        if libc.syscall(ADD, ruleset, BENEATH, ctypes.byref(rule), 0):
            raise _failed(f"a rule for {path}")
    finally:
        os.close(descriptor)


def _failed(what: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, f"Landlock, {what}: {os.strerror(number)}")
