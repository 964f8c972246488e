"""Finds the line of a bot's file that takes most of the time while the file is loaded.

The file is loaded once more in a box, statement by statement. Every game loads a bot again, so a
slow import costs its time in each of them.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from arena.bots.bot import Bot
from arena.bots.code import BotCode
from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain, shorten
from arena.sandbox.box_seat import BoxedSeat
from arena.sandbox.timing.budgets import TOO_LONG

LONG = 0.5  # seconds of loading, after which the slowest line is looked for
NOTABLE = 0.25  # seconds of processor time, after which a line is named
LINE = 80  # characters of the line that are shown
MARK = re.compile(r"^@line ([0-9]{1,7}) ([0-9.]{1,20})$", re.MULTILINE)

# Runs the source of a bot in its place, and prints when each statement begins.
PROGRAM = """\
import __future__
import ast as _ast
import time as _time

_source = {source!r}
_flags = 0
for _node in _ast.parse(_source, __file__).body:
    _lines = [_node.lineno, *[_each.lineno for _each in getattr(_node, "decorator_list", [])]]
    print("@line", min(_lines), _time.process_time(), flush=True)
    if isinstance(_node, _ast.ImportFrom) and _node.module == "__future__":
        for _each in _node.names:
            _flags |= getattr(__future__, _each.name).compiler_flag
    exec(compile(_ast.Module([_node], []), __file__, "exec", _flags, True))
print("@line", 0, _time.process_time(), flush=True)
"""


def slowest_line(bot: Bot, make_seat: Callable[[Bot], BoxedSeat]) -> str:
    """The line of the bot's file that takes most of the processor time; or, if loading does not
    end in time, the line that it has reached.

    As a part of a sentence; empty if no line stands out.
    """
    entry = bot.code.entry
    source = PROGRAM.format(source=bot.code.source).encode()
    files = {**bot.code.files, entry: source}
    code = BotCode(files, entry, bot.code.is_package)
    seat = make_seat(replace(bot, code=code, sha256=code.sha256))
    is_late = False
    try:
        seat.name()
    except ArenaError as error:
        is_late = TOO_LONG in str(error)
    finally:
        seat.close()
    marks = [(int(line), float(time)) for line, time in MARK.findall(seat.output())]
    if is_late and marks:
        line = marks[-1][0]
        return f"{_line_text(bot, line) if line else 'the constructor'} did not end in time"
    times = [(after - before, line) for (line, before), (_, after) in pairwise(marks)]
    seconds, line = max(times, default=(0.0, 0))
    if seconds < NOTABLE or seconds < sum(time for time, _ in times) / 2:
        return ""
    return f"{_line_text(bot, line)} takes {seconds:.2f} s of it"


def _line_text(bot: Bot, line: int) -> str:
    lines = bot.code.source.decode(errors="replace").split("\n")
    text = shorten(plain(lines[line - 1].strip()), LINE) if line <= len(lines) else ""
    return f"line {line} of {bot.file.name}, `{text}`,"
