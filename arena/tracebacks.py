"""Exceptions of bots, told to their authors: in one line, and as a traceback of their own code."""

import traceback
from pathlib import Path

HERE = str(Path(__file__).parent)


def describe(error: BaseException) -> str:
    """The exception's name and message, on one line."""
    try:
        message = " ".join(str(error).split())
    except Exception:
        message = "(its message cannot be shown)"
    return f"{type(error).__name__}: {message:.200}" if message else type(error).__name__


def own_traceback(error: BaseException) -> str:
    """The traceback without the arena's frames and the packages that it calls the bot through."""
    told = traceback.TracebackException.from_exception(error)
    theirs = [
        frame
        for frame in told.stack
        if not frame.filename.startswith((HERE, "<frozen importlib"))
        and "func_timeout" not in frame.filename
    ]
    told.stack = traceback.StackSummary.from_list(theirs)
    told.__cause__ = told.__context__ = None
    return "".join(told.format()).rstrip()
