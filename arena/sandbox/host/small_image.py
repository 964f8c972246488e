"""The files of a sandbox: Python, its libraries, the allowed packages, and our own.

Every fork server has its own copy in memory. Partners have different fork servers
(`arena/sandbox/isolation.py`), so they share no file. From the processor's cache, a bot can learn
which pages of a library were used. But these pages belong only to its own copy.

The copy is made in a view of the files that only the sandbox has (`copying.py`). So it is invisible
from outside, and nothing is left when the sandbox ends.
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

OURS = ("msgspec", "lark")  # packages that our own code needs
# Python's own packages that no bot needs. They are a third of its files.
LEFT_OUT = (
    "test tests idlelib idle_test lib2to3 tkinter turtledemo ensurepip distutils pydoc_data "
    "curses dbm venv site-packages dist-packages"
).split()
WITHOUT_CTYPES = {"numpy"}  # packages that work without ctypes
COPIES = ("/dev/shm", "/mnt")  # folders over which the copy may be mounted


class Image(NamedTuple):
    """The files and folders to copy, with their places, and the names to leave out."""

    copies: list[tuple[str, str]]
    left_out: list[str]
    beside: Path  # a folder of the host that must stay visible

    @property
    def tops(self) -> list[str]:
        """The top-level folders of the image."""
        return sorted({place.split("/")[1] for _, place in self.copies})

    @property
    def over(self) -> str:
        """A folder of the host that contains none of these files."""
        taken = [self.beside, *(Path(source) for source, _ in self.copies)]
        for folder in COPIES:
            if Path(folder).is_dir() and not any(path.is_relative_to(folder) for path in taken):
                return folder
        return "/media"


def sandbox_image(
    packages: Sequence[str], files: Sequence[tuple[Path, str]], beside: Path
) -> Image:
    """The files of a sandbox with these installed packages, and with our files in /box."""
    from arena.guest.kernel.calls import COMPILED  # only Linux has it

    python = Path(sys.executable).resolve()
    library = Path(sysconfig.get_path("stdlib")).resolve()
    others = [part for name in (*OURS, *packages) for part in parts(name)]
    copies = [(python, str(python)), (library, str(library))]
    copies += [(part.resolve(), f"/packages/{part.name}") for part in others]
    copies += [(source.resolve(), f"/box/{place}") for source, place in files]
    # A package that we do not know may need ctypes. Our calls to the kernel need it if they are not
    # compiled.
    without_ctypes = COMPILED and set(packages) <= WITHOUT_CTYPES
    unneeded = set(UNNEEDED) - (set() if without_ctypes else {"_ctypes"})
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
    return Image([(str(source), place) for source, place in copies], left_out, beside)


@cache
def _libraries(paths: tuple[Path, ...], unneeded: frozenset[str]) -> dict[Path, Path]:
    """The shared libraries that these files, and those in these folders, need."""
    linked = libraries(file for path in paths for file in _programs(path, unneeded))
    inside = [path.resolve() for path in paths if path.is_dir()]
    return {
        place: source
        for place, source in linked.items()
        if not any(source.is_relative_to(folder) for folder in inside)
    }


def _programs(path: Path, unneeded: frozenset[str]) -> Iterator[Path]:
    if path.is_dir():
        names = (name for name in path.rglob("*.so*") if name.is_file())
        yield from (name for name in names if name.name.partition(".")[0] not in unneeded)
    else:
        yield path
