"""Finds the line in which a late bot called C code that does not return."""

import re
from collections.abc import Sequence

from arena.guest.bot.loading import NAME_LENGTH
from arena.guest.bot.tracebacks import place_text
from arena.guest.protocol.safe_text import shorten
from arena.sandbox.boxes.box import Box
from arena.sandbox.timing.budgets import DUMPING


def place_in_c(box: Box, folders: Sequence[str]) -> str:
    """The innermost line of a file in these folders of the box; empty if it stays unknown.

    Python's `faulthandler` writes the lines. The bot may have faked some, so they are shortened and
    cleaned.
    """
    inside = "|".join(map(re.escape, folders))
    line = rf'^  File "(?:{inside})([^"\n]+)", line (\d{{1,7}}) in (\S+)\n'
    match = box.dump_lines(re.compile(line, re.MULTILINE), DUMPING)
    if match is None:
        return ""
    file, number, function = (shorten(each, NAME_LENGTH) for each in match.groups())
    return place_text(file, int(number), function)
