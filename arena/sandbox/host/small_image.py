"""The files of a sandbox: Python, what it links to, the allowed packages, and what is ours.

Every fork server has a copy of its own, in memory. Partners have different fork servers
(`arena/sandbox/isolation.py`), so they share no file: which pages of a library are in the cache of
the processor, and which names somebody looked for, tells a bot about itself alone.

The copy is made in a view of the files that only the sandbox has (`copying.py`), so nothing of it
is seen outside, and nothing is left when the sandbox has ended.
"""

import sys
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from arena.guest.kernel.foreign import UNNEEDED
from arena.sandbox.host.elf import libraries
from arena.sandbox.host.packages import parts

OURS = ("msgspec", "lark")  # what our own code needs of others
# Python's own packages that no bot needs. They are a third of it.
LEFT_OUT = (
    "test tests idlelib idle_test lib2to3 tkinter turtledemo ensurepip distutils pydoc_data "
    "curses dbm venv site-packages dist-packages"
).split()
WITHOUT_CTYPES = {"numpy"}  # packages that are known to work without it
COPIES = ("/dev/shm", "/mnt")  # what the copy is laid over, in a view of the sandbox's own


class Image(NamedTuple):
    """What is copied (a file or a folder, and its place), and which names are left out."""

    copies: list[tuple[str, str]]
    left_out: list[str]

    @property
    def tops(self) -> list[str]:
        """The folders at the root in which it all is."""
        return sorted({place.split("/")[1] for _, place in self.copies})

    @property
    def over(self) -> str:
        """A folder of the host in which none of this lies."""
        taken = [Path(source) for source, _ in self.copies]
        for folder in COPIES:
            if Path(folder).is_dir() and not any(path.is_relative_to(folder) for path in taken):
                return folder
        return "/media"


def image(packages: Sequence[str], files: Sequence[tuple[Path, str]]) -> Image:
    """The files of a sandbox with these packages of others, and these of ours in /box."""
    python = Path(sys.executable).resolve()
    library = Path(sysconfig.get_path("stdlib")).resolve()
    others = [part for name in (*OURS, *packages) for part in parts(name)]
    copies = [(python, str(python)), (library, str(library))]
    copies += [(part.resolve(), f"/packages/{part.name}") for part in others]
    copies += [(source.resolve(), f"/box/{place}") for source, place in files]
    # A package that does not work without ctypes may be among those that we do not know.
    unneeded = set(UNNEEDED) - (set() if set(packages) <= WITHOUT_CTYPES else {"_ctypes"})
    needed = _libraries((python, library, *others), frozenset(unneeded))
    copies += [(source, str(place)) for place, source in needed.items()]
    left_out = [
        *LEFT_OUT,
        *(f"{name}.*" for name in sorted(unneeded)),
        "config-*",
        "*.opt-?.pyc",
        "*.pyi",
        "*.a",
        "*.h",
    ]
    return Image([(str(source), place) for source, place in copies], left_out)


@cache
def _libraries(paths: tuple[Path, ...], unneeded: frozenset[str]) -> dict[Path, Path]:
    """The shared libraries that these files, and those in these folders, need."""
    found = libraries(file for path in paths for file in _programs(path, unneeded))
    inside = [path.resolve() for path in paths if path.is_dir()]
    return {
        place: source
        for place, source in found.items()
        if not any(source.is_relative_to(folder) for folder in inside)
    }


def _programs(path: Path, unneeded: frozenset[str]) -> Iterator[Path]:
    if path.is_dir():
        names = (name for name in path.rglob("*.so*") if name.is_file())
        yield from (name for name in names if name.name.partition(".")[0] not in unneeded)
    else:
        yield path
