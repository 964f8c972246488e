"""What bots raise and say, told to people: short, and without anything a terminal would obey."""

import os
import traceback
from pathlib import Path

HERE = str(Path(__file__).parents[2]) + os.sep  # the arena
FRAMES = 20  # of a traceback, at each end
CAUSES = 3  # how far back "the direct cause of" is followed
LONGEST = 8000  # characters of a traceback


def printable(line: str) -> str:
    """The line with a space for everything that a terminal would obey instead of showing."""
    return "".join(c if c.isprintable() else " " for c in line)


def plain(text: str) -> str:
    """The text on one line, and without what cannot be printed."""
    return " ".join(printable(text).split())


def several(text: str) -> str:
    """The text with its lines kept, each without what cannot be printed."""
    return "\n".join(map(printable, text.splitlines()))


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds >= 0.1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} µs"


def describe(error: BaseException) -> str:
    """The exception's name and message, on one line."""
    try:
        message = plain(str(error))
    except BaseException:  # whatever a bot's own exception does when it is asked
        message = "(its message cannot be shown)"
    return f"{type(error).__name__}: {message:.200}" if message else type(error).__name__


def line_in(error: BaseException, path: Path) -> int | None:
    """The line of this file that was at work when the error was raised; None if none was."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((each.lineno for each in reversed(frames) if each.filename == str(path)), None)


def own_traceback(error: BaseException) -> str:
    """The traceback without the frames of the arena and of what it calls the bot through.

    Nothing, where none are left.
    """
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
