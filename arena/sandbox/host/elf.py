"""Finds the shared libraries that a program or shared object needs, by reading the file.

`ldd` would start each file, which takes 10 ms.
"""

import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

MAGIC = (
    b"\x7fELF\x02\x01"  # 64 bits, little-endian: the machines for which we have a seccomp filter
)
LOAD, DYNAMIC, INTERPRETER = 1, 2, 3  # kinds of segments
NEEDED, STRINGS, RPATH, RUNPATH = 1, 5, 15, 29  # kinds of entries of the dynamic segment
USUAL = ("/lib", "/usr/lib", "/lib64", "/usr/lib64")


class Links(NamedTuple):
    """The libraries that a file needs from the loader."""

    interpreter: str
    needed: list[str]
    folders: list[str]  # in which the loader looks first


class _Segment(NamedTuple):
    kind: int
    flags: int
    offset: int
    address: int
    physical: int
    size: int
    in_memory: int
    align: int


def read_links(path: Path) -> Links:
    """Read the libraries that this file needs; none if it is not an ELF file."""
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        return Links("", [], [])
    start = struct.unpack_from("<Q", data, 32)[0]
    size, count = struct.unpack_from("<HH", data, 54)
    segments = [
        _Segment(*struct.unpack_from("<IIQQQQQQ", data, start + n * size)) for n in range(count)
    ]
    entries: list[tuple[int, int]] = []
    interpreter = ""
    for each in segments:
        if each.kind == INTERPRETER:
            interpreter = data[each.offset : each.offset + each.size].rstrip(b"\0").decode()
        if each.kind == DYNAMIC:
            piece = data[each.offset : each.offset + each.size // 16 * 16]
            entries = list(struct.iter_unpack("<qQ", piece))
    strings = next((_at(value, segments) for kind, value in entries if kind == STRINGS), 0)

    def texts(*kinds: int) -> list[str]:
        places = [strings + value for kind, value in entries if kind in kinds]
        return [data[place : data.index(b"\0", place)].decode() for place in places]

    origin = str(path.resolve().parent)
    paths = [part for text in texts(RPATH, RUNPATH) for part in text.split(":") if part]
    folders = [part.replace("$ORIGIN", origin).replace("${ORIGIN}", origin) for part in paths]
    return Links(interpreter, texts(NEEDED), folders)


def _at(address: int, segments: Iterable[_Segment]) -> int:
    """The position in the file of the data that is loaded at this address."""
    for each in segments:
        if each.kind == LOAD and each.address <= address < each.address + each.size:
            return address - each.address + each.offset
    return 0


def libraries(files: Iterable[Path]) -> dict[Path, Path]:
    """All libraries that these files need, directly or not: their places, and the real files.

    A library that is not found is left out, because its user cannot be loaded here either.
    """
    located: dict[Path, Path] = {}
    todo = list(files)
    usual = list(dict.fromkeys([*_in_use(), *map(Path, USUAL)]))
    while todo:
        file = todo.pop()
        asked = read_links(file)
        wanted = [Path(asked.interpreter)] if asked.interpreter else []
        for name in asked.needed:
            folders = [*map(Path, asked.folders), *usual]
            wanted += [folder / name for folder in folders if (folder / name).is_file()][:1]
        for path in wanted:
            place = path.parent.resolve() / path.name
            if place not in located and path.is_file():
                located[place] = path.resolve()
                todo.append(path.resolve())
    return located


def _in_use() -> Iterator[Path]:
    """The folders of the shared libraries that this process uses."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        path = line.partition("/")[2]
        if ".so" in path and not Path("/", path).is_relative_to(sys.prefix):
            yield Path("/", path).parent
