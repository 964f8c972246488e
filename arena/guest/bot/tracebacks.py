"""Describes exceptions and timeouts of a bot for its author: a message, and the bot's own lines."""

import linecache
import os
import re
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from arena.guest.protocol.safe_text import CUT, plain, printable, shorten
from Game.core.options import closest

CALLERS = ("arena", "func_timeout", "bdb", "pdb")  # packages that call bots
OURS = (*CALLERS, "Game", "Players")
INSTALLED = re.compile(r"/packages/|.*/(site|dist)-packages/")  # paths of installed packages
UNKNOWN = re.compile(r"cannot import name '(\w+)'")  # a name that its module does not have
RUNNER = "arena.guest.bot.runner"  # the module that calls the bot
FRAMES = 20  # of a traceback, at each end
CAUSES = 3  # how far back "the direct cause of" is followed
MESSAGE = 200  # characters of an exception's message
LINE = 200  # characters of a line in a traceback
SOURCE = 80  # characters of the line in which a late bot was
LONGEST = 8000  # characters of a traceback
# Errors that an object of the bot may raise when we look at it. `TooLate` is not among them.
OF_THE_BOT = (Exception, SystemExit, GeneratorExit)


def describe(error: BaseException) -> str:
    """The exception's name and message on one line, with the suggested name if there is one."""
    try:
        message = plain(str(error))
    except BaseException:  # the exception may be a class of the bot
        message = "(its message cannot be shown)"
    name = shorten(plain(type(error).__name__), MESSAGE)
    return f"{name}: {shorten(message, MESSAGE)}{_suggested_name(error)}" if message else name


def line_in(error: BaseException, path: str) -> int | None:
    """The line of this file in which the error was raised; None if it was not in this file."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((each.lineno for each in reversed(frames) if each.filename == path), None)


def place_of(error: BaseException, path: str, folder: str = "") -> str:
    """The line of this file, or of a file in the folder, in which the error was raised."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == path or (folder and frame.filename.startswith(folder)):
            return f"{frame.filename}, line {frame.lineno}"
    return path


def own_traceback(error: BaseException) -> str:
    """The traceback without our frames. Empty if no others are left."""
    try:
        return _own_traceback(error)
    except OF_THE_BOT:  # the exception may be of a class of the bot, with attributes that raise
        return ""


def _own_traceback(error: BaseException) -> str:
    last = describe(error)
    hidden = OURS if _has_own_frames(error) else CALLERS  # a house bot has only frames of ours
    trace = link = traceback.TracebackException.from_exception(error)
    link.stack = _without(hidden, link.stack, error)
    for _ in range(CAUSES):
        above, cause = link.__cause__ or link.__context__, error.__cause__ or error.__context__
        if above is None or cause is None or not _has_own_frames(cause):
            break
        above.stack = _without(hidden, above.stack, cause)
        link, error = above, cause
    link.__cause__ = link.__context__ = None
    if not trace.stack:
        return ""
    *lines, _ = "".join(trace.format()).splitlines()
    lines = [shorten(printable(line), LINE) for line in lines]
    return "\n".join([*first_and_last(lines, LONGEST), last])


def first_and_last(lines: list[str], most: int) -> list[str]:
    """The first and the last of these lines, with at most so many characters together."""
    room, first = most // 3, 0
    while first < len(lines) and (room := room - len(lines[first]) - 1) >= 0:
        first += 1
    room, last = room + most - most // 3, len(lines)
    while last > first and (room := room - len(lines[last - 1]) - 1) >= 0:
        last -= 1
    return lines if last <= first else [*lines[:first], f"  {CUT}", *lines[last:]]


def no_answer(budget: float, frame: FrameType | None = None) -> str:
    """The reason of a timeout. It names the bot's line, if the bot runs this frame."""
    reason = f"no answer within {budget:g} s"
    try:
        place = _own_line(frame)
    except Exception:  # the bot may have changed everything here
        place = ""
    return f"{reason}; {place}" if place else reason


def place_text(file: str, line: int, function: str, source: str = "") -> str:
    """Where the bot was when its time was up."""
    code = f": {source}" if source else ""
    return plain(f"the bot was in line {line} of {Path(file).name}, in {function}{code}")


def _own_line(frame: FrameType | None) -> str:
    """The innermost line of the bot itself, below the call of `think`; empty if there is none."""
    while frame is not None and frame.f_globals.get("__name__") != RUNNER:
        if _is_the_bots(frame):
            file, line = frame.f_code.co_filename, frame.f_lineno
            source = linecache.getline(file, line, frame.f_globals).strip()
            return place_text(file, line, frame.f_code.co_name, shorten(source, SOURCE))
        frame = frame.f_back
    return ""


def _is_the_bots(frame: FrameType) -> bool:
    """Is this code of the bot, and not ours, Python's own, or an installed package's?"""
    file = frame.f_code.co_filename
    top = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    generated = file.startswith("<")  # as the methods of a named tuple are
    of_others = top in sys.stdlib_module_names or INSTALLED.match(file.replace(os.sep, "/"))
    return not (generated or of_others or _is_in(OURS, frame))


def _is_in(packages: Sequence[str], frame: FrameType) -> bool:
    """Is this code of one of these packages of ours, or of the import system?

    A module of the bot may be called `Players.Name` too. Its file has another path.
    """
    file = frame.f_code.co_filename.replace(os.sep, "/")
    name = str(frame.f_globals.get("__name__", ""))
    path = name.replace(".", "/")
    return file.startswith("<frozen importlib") or (
        name.partition(".")[0] in packages
        and (file.startswith("<") or file.endswith((f"{path}.py", f"{path}/__init__.py")))
    )


def _has_own_frames(error: BaseException) -> bool:
    """Has the error passed through code that is not ours?"""
    return not all(_is_in(OURS, frame) for frame, _ in traceback.walk_tb(error.__traceback__))


def _without(
    packages: Sequence[str], stack: traceback.StackSummary, error: BaseException
) -> traceback.StackSummary:
    """The first and the last frames of the error's stack that are not in these packages."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    kept = [each for each, frame in zip(stack, frames, strict=False) if not _is_in(packages, frame)]
    if len(kept) > 2 * FRAMES:
        kept[FRAMES:-FRAMES] = []
    return traceback.StackSummary.from_list(kept)


def _suggested_name(error: BaseException) -> str:
    """The name that Python suggests in its own tracebacks, as in "Did you mean"."""
    try:
        if isinstance(error, AttributeError) and error.name:
            meant = closest(error.name, _names_of(error.obj))
        elif isinstance(error, NameError) and error.name:
            *_, (frame, _) = traceback.walk_tb(error.__traceback__)
            seen = {**frame.f_builtins, **frame.f_globals, **frame.f_locals}
            meant = closest(error.name, [str(name) for name in seen])
        elif isinstance(error, ImportError) and (match := UNKNOWN.match(str(error))):
            meant = closest(match[1], _names_of(sys.modules[error.name or ""]))
        else:
            return ""
    except OF_THE_BOT:  # looking at an object may run the bot's own code
        return ""
    return f". Did you mean {meant!r}?" if meant else ""


def _names_of(thing: object) -> list[str]:
    """The names of an object's attributes, without the private ones."""
    annotated = (getattr(kind, "__annotations__", {}) for kind in type(thing).__mro__)
    names = {*dir(thing), *(name for each in annotated for name in each)}
    return sorted(name for name in names if not name.startswith("_"))
