"""What bots raise and say, told to people: short, and without anything a terminal would obey."""

import os
import traceback
from pathlib import Path

HERE = str(Path(__file__).parent) + os.sep
FRAMES = 20  # of a traceback, at each end
LONGEST = 8000  # characters of a traceback


def plain(text: str) -> str:
    """The text on one line, and without what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def describe(error: BaseException) -> str:
    """The exception's name and message, on one line."""
    try:
        message = plain(str(error))
    except BaseException:  # whatever a bot's own exception does when it is asked
        message = "(its message cannot be shown)"
    return f"{type(error).__name__}: {message:.200}" if message else type(error).__name__


def own_traceback(error: BaseException) -> str:
    """The traceback without the frames of the arena and of what it calls the bot through."""
    told = traceback.TracebackException.from_exception(error)
    theirs = [
        frame
        for frame in told.stack
        if not frame.filename.startswith((HERE, "<frozen importlib"))
        and "func_timeout" not in frame.filename
    ]
    if len(theirs) > 2 * FRAMES:
        theirs[FRAMES:-FRAMES] = []
    told.stack = traceback.StackSummary.from_list(theirs)
    told.__cause__ = told.__context__ = None
    *lines, _ = "".join(told.format()).splitlines() or [""]
    lines = ["".join(c if c.isprintable() else " " for c in line)[:200] for line in lines]
    return "\n".join(lines)[: LONGEST - 300] + "\n" + describe(error)
