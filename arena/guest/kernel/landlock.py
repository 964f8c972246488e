"""Closes the file system to a process, except for some paths, with the kernel's Landlock.

It needs no rights and no namespaces, so it works where these are forbidden. It hides neither the
existence nor the size of a file.
"""

import os
import struct
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from arena.guest.kernel.calls import kernel

ENOUGH = 3  # older versions let a process empty a file that it may only read
EXECUTE, WRITE, READ, LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
CHANGING = ((1 << 15) - 1) & ~(EXECUTE | READ | LIST)
# The rights that each version added. If a ruleset names a right, only its rules can allow it.
FILE_RIGHTS = {3: (1 << 15) - 1, 5: 1 << 15}
NETWORK_RIGHTS = {4: 0b11}  # listen and connect
SCOPES = {6: 0b11}  # abstract sockets and signals: only inside the box

DEVICES = ("null", "zero", "full", "random", "urandom")
SYSTEM = ("/usr", "/lib", "/lib64")  # where Python's own modules and the C library are


def require() -> int:
    """The version of this kernel's Landlock. Raises OSError if it is missing or too old."""
    try:
        version = kernel.landlock_version()
    except OSError as error:
        raise OSError(
            f"the kernel has no Landlock ({error.strerror}); it needs Linux 6.2 or newer, started "
            f"with landlock in its list lsm="
        ) from None
    if version < ENOUGH:
        raise OSError(f"the kernel's Landlock is version {version}; Linux 6.2 has {ENOUGH}")
    return version


def is_available() -> bool:
    """Does it work on this machine?"""
    try:
        require()
    except OSError:
        return False
    return True


def read_only_rules(paths: Iterable[Path]) -> int:
    """Rules that let a process read these paths and everything below them, and nothing else.

    Returns a descriptor. A process that restricts itself with it obeys the rules until it ends.
    """
    version = require()
    rules = [_known_rights(version, kind) for kind in (FILE_RIGHTS, NETWORK_RIGHTS, SCOPES)]
    allowed = {path: READ | LIST if path.is_dir() else READ for path in paths}
    return _rules(rules, allowed, READ | WRITE)


def no_change_rules() -> int:
    """Rules that let a process read all files, and create, change and remove none."""
    version = require()
    rules = [_known_rights(version, FILE_RIGHTS) & CHANGING, 0, _known_rights(version, SCOPES)]
    return _rules(rules, {}, WRITE)


def _rules(rules: Sequence[int], allowed: Mapping[Path, int], devices: int) -> int:
    # Older kernels know fewer of the fields, and accept the others if they are 0.
    ruleset = kernel.landlock_rules(struct.pack("=QQQ", *rules))
    for path, rights in allowed.items():
        _allow(ruleset, path, rights)
    for name in DEVICES:
        _allow(ruleset, Path("/dev", name), devices)
    return ruleset


def readable_paths(box: Path, packages: Path, base: Path) -> list[Path]:
    """The paths that a bot must read: Python, packages, and the targets of the links in a box."""
    linked = [path.resolve(strict=True) for path in box.rglob("*") if path.is_symlink()]
    system = [Path(place) for place in SYSTEM if Path(place).is_dir()]
    return [*system, base, packages, box, *linked]


def _known_rights(version: int, rights: dict[int, int]) -> int:
    return sum(added for since, added in rights.items() if since <= version)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        kernel.landlock_allow(ruleset, struct.pack("=Qi", rights, descriptor))
    except OSError as error:
        reason = f"Landlock, a rule for {path}: {error.strerror}"
        raise OSError(error.errno, reason) from None
    finally:
        os.close(descriptor)
