"""Closes the file system to a process, but for what it is given: the kernel's Landlock.

It needs no rights and no namespaces, so it is there where these are forbidden. It does not hide
that a file exists, nor how large it is.
"""

import os
import struct
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from arena.guest.kernel.calls import kernel

ENOUGH = 3  # before it, a file that may be read could be cut short
EXECUTE, WRITE, READ, LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
CHANGING = ((1 << 15) - 1) & ~(EXECUTE | READ | LIST)
# What each version added to the rights that it knows. What is asked for is refused unless allowed.
FILE_RIGHTS = {3: (1 << 15) - 1, 5: 1 << 15}
NETWORK_RIGHTS = {4: 0b11}  # listen and connect
SCOPES = {6: 0b11}  # sockets without a file, and signals: not to anybody outside

DEVICES = ("null", "zero", "full", "random", "urandom")
SYSTEM = ("/usr", "/lib", "/lib64")  # where Python's own modules and the C library are


def require() -> int:
    """The version of this kernel's Landlock. Refuses where it is not enough."""
    try:
        version = kernel.landlock_version()
    except OSError as error:
        raise OSError(
            f"the kernel has no Landlock ({error.strerror}); it takes Linux 6.2 or newer, started "
            f"with landlock in its list lsm="
        ) from None
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


def only_reading(paths: Iterable[Path]) -> int:
    """Rules to read these paths and what is below them, and no other files.

    It is a descriptor: who restricts itself by it keeps to the rules from then on.
    """
    version = require()
    rules = [_known(version, kind) for kind in (FILE_RIGHTS, NETWORK_RIGHTS, SCOPES)]
    allowed = {path: READ | LIST if path.is_dir() else READ for path in paths}
    return _rules(rules, allowed, READ | WRITE)


def changing_nothing() -> int:
    """Rules to read all files, and to make, change and remove none."""
    version = require()
    rules = [_known(version, FILE_RIGHTS) & CHANGING, 0, _known(version, SCOPES)]
    return _rules(rules, {}, WRITE)


def _rules(rules: Sequence[int], allowed: Mapping[Path, int], devices: int) -> int:
    # Older kernels know fewer of the fields, and take the rest if it is nought.
    ruleset = kernel.landlock_rules(struct.pack("=QQQ", *rules))
    for path, rights in allowed.items():
        _allow(ruleset, path, rights)
    for name in DEVICES:
        _allow(ruleset, Path("/dev", name), devices)
    return ruleset


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
        kernel.landlock_allow(ruleset, struct.pack("=Qi", rights, descriptor))
    except OSError as error:
        reason = f"Landlock, a rule for {path}: {error.strerror}"
        raise OSError(error.errno, reason) from None
    finally:
        os.close(descriptor)
