"""Makes texts of bots fit to show to people: short, and without control characters."""

import os
import traceback
from pathlib import Path

HERE = str(Path(__file__).parents[2]) + os.sep  # the folder `arena`
FRAMES = 20  # of a traceback, at each end
CAUSES = 3  # how far back "the direct cause of" is followed
LONGEST = 8000  # characters of a traceback


def printable(line: str) -> str:
    """The line with a space in place of each character that is not printable."""
    return "".join(c if c.isprintable() else " " for c in line)


def plain(text: str) -> str:
    """The text on one line, without unprintable characters."""
    return " ".join(printable(text).split())


def plain_lines(text: str) -> str:
    """The lines of the text, without unprintable characters."""
    return "\n".join(map(printable, text.splitlines()))


def duration(seconds: float) -> str:
    """A time in a suitable unit."""
    if seconds >= 0.1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} µs"


def describe(error: BaseException) -> str:
    """The exception's name and message, on one line."""
    try:
        message = plain(str(error))
    except BaseException:  # the exception may be a class of the bot
        message = "(its message cannot be shown)"
    return f"{type(error).__name__}: {message:.200}" if message else type(error).__name__


def line_in(error: BaseException, path: Path) -> int | None:
    """The line of this file in which the error was raised; None if it was not in this file."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((each.lineno for each in reversed(frames) if each.filename == str(path)), None)


def place_of(error: BaseException, path: Path, folder: str = "") -> str:
    """The line of this file, or of a file in the folder, in which the error was raised."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == str(path) or (folder and frame.filename.startswith(folder)):
            return f"{frame.filename}, line {frame.lineno}"
    return str(path)


def own_traceback(error: BaseException) -> str:
    """The traceback without the frames of the arena. Empty if no others are left."""
    told = traceback.TracebackException.from_exception(error)
    link: traceback.TracebackException | None = told
    for _ in range(CAUSES):
        if link is not None:
            link.stack = _theirs(link.stack)
            link = link.__cause__ or link.__context__
    if link is not None:
        link.__cause__ = link.__context__ = None
    *lines, _ = "".join(told.format()).splitlines() or [""]
    if not lines:
        return ""
    lines = [printable(line)[:200] for line in lines]
    return "\n".join(lines)[: LONGEST - 300] + "\n" + describe(error)


def _theirs(stack: traceback.StackSummary) -> traceback.StackSummary:
    frames = [
        frame
        for frame in stack
        if not frame.filename.startswith((HERE, "<frozen importlib"))
        and "func_timeout" not in frame.filename
    ]
    if len(frames) > 2 * FRAMES:
        frames[FRAMES:-FRAMES] = []
    return traceback.StackSummary.from_list(frames)
