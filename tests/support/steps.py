"""Stops a command before each change of a file, to see what it has done so far, or to end it."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "shutil.rmtree", "open")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT

Step = Callable[[str, str], None]  # called with what is about to happen, and the path

_watching: list[tuple[str, Step]] = []


class Killed(BaseException):
    """The command was killed: it changes nothing any more, also not to clean up."""


def _hear(event: str, given: tuple[Any, ...]) -> None:
    if not _watching or event not in CHANGES:
        return
    if event == "open" and not (isinstance(given[2], int) and given[2] & WRITES):
        return
    (folder, step), path = _watching[-1], given[0]
    if isinstance(path, str | os.PathLike) and str(path).startswith(folder):
        kept = _watching[:]
        _watching.clear()  # the step may change files, too
        try:
            step(event, str(path))
        finally:
            _watching.extend(kept)


@contextmanager
def each_step(folder: Path, step: Step) -> Iterator[None]:
    """Call `step` before each change of a file or a folder in this folder, in this process."""
    if _hear not in _installed:
        sys.addaudithook(_hear)
        _installed.append(_hear)
    _watching.append((f"{folder}{os.sep}", step))
    try:
        yield
    finally:
        _watching.clear()


_installed: list[Any] = []  # an audit hook cannot be removed
