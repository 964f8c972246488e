"""Copies the files of a sandbox into memory, and then becomes the program that uses them.

    python -I -S copying.py FOLDER IMAGE PROGRAM...

Bubblewrap runs it in a view of the files that only this sandbox has. IMAGE is JSON: the files to
copy with their places, and the names to leave out (`arena/sandbox/host/small_image.py`).
"""

import json
import os
import sys
from fnmatch import translate
from re import compile


def main(folder: str, image: str, program: list[str]) -> None:
    copies, left_out = json.loads(image)
    unwanted = compile("|".join(map(translate, left_out))).match
    for source, place in copies:
        _copy(source, folder + place, unwanted)
    os.execv(program[0], program)


def _copy(source: str, place: str, unwanted) -> None:  # type: ignore[no-untyped-def]  # a pattern
    """Copy a file, or a folder without the unwanted names."""
    os.makedirs(os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120  # pathlib is slow
    if not os.path.isdir(source):  # noqa: PTH112
        _copy_file(source, place)
        return
    os.makedirs(place, exist_ok=True)  # noqa: PTH103
    for entry in os.scandir(source):
        if not unwanted(entry.name):
            if entry.is_dir():
                _copy(entry.path, f"{place}/{entry.name}", unwanted)
            elif entry.is_file():
                _copy_file(entry.path, f"{place}/{entry.name}")


def _copy_file(source: str, place: str) -> None:
    read = os.open(source, os.O_RDONLY)
    status = os.fstat(read)
    write = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, status.st_mode & 0o555 | 0o200)
    try:
        while os.sendfile(write, read, None, 1 << 24):
            pass
        os.utime(write, ns=(status.st_atime_ns, status.st_mtime_ns))
    finally:
        os.close(read)
        os.close(write)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
