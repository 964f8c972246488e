"""Shows texts on the terminal: with colours and suit signs if it has them, and in its width.

A pipe, a file and a terminal that is called "dumb" get the plain text. The environment variable
`NO_COLOR` switches the colours off.
"""

import os
import re
from collections.abc import Iterator
from typing import TextIO

from Players.terminal.cards import Face, Faces

# ANSI colours that can be read on a dark and on a light background.
RED, GREEN, YELLOW, MAGENTA, CYAN = "31", "32", "33", "35", "36"
COLOURS = {
    "oros": YELLOW, "copas": RED, "espadas": CYAN, "bastos": GREEN,
    "diamonds": RED, "hearts": RED, "carreau": RED, "cœur": RED,
    "": MAGENTA,
}  # fmt: skip
SEAT = re.compile(r"\b(seat|player) (\d)", re.IGNORECASE)
ESCAPE = re.compile(r"\033\[\d+m")
SIGNS = "♣♦♥♠─"
GLUE = "\u00a0"  # a space at which no line is broken
INDENT = "    "  # of a line that continues the one above
WIDEST = 100  # characters: longer lines are hard to read
RULE = 60  # characters
ENDLESS = 10**6


class Screen:
    def __init__(self, deck: str, stream: TextIO) -> None:
        """A screen for the cards of a deck (`Picture.deck`)."""
        self.faces = Faces(deck)
        is_terminal = stream.isatty()
        can_draw = is_terminal and os.environ.get("TERM", "") not in ("", "dumb")
        self.has_signs = can_draw and _can_write(stream, SIGNS)
        self.has_colours = can_draw and not os.environ.get("NO_COLOR")
        self.width = _columns(stream) if is_terminal else ENDLESS

    def show(self, text: str) -> str:
        """The text as it appears on this screen. No line is broken within a card."""
        shown = self.faces.replace(text, self._card, lambda words: words.replace(" ", GLUE))
        shown = SEAT.sub(rf"\1{GLUE}\2", shown)
        return "\n".join(map(self._wrap, shown.split("\n"))).replace(GLUE, " ")

    def row(self, items: list[str]) -> str:
        """The items side by side, none of them broken over two lines."""
        shown = [self.show(item).replace(" ", GLUE) for item in items]
        return self._wrap("   ".join(shown)).replace(GLUE, " ")

    def rule(self, title: str = "") -> str:
        """A horizontal line with a title."""
        dash = "─" if self.has_signs else "-"
        return (f"{dash * 3} {title} " if title else "").ljust(min(self.width, RULE), dash)

    def _card(self, face: Face, text: str) -> str:
        shown = (face.sign if self.has_signs else text).replace(" ", GLUE)
        return self._paint(shown, COLOURS.get(face.suit, ""))

    def _paint(self, text: str, colour: str) -> str:
        return f"\033[{colour}m{text}\033[0m" if self.has_colours and colour else text

    def _wrap(self, line: str) -> str:
        return "\n".join(self._rows(line))

    def _rows(self, line: str) -> Iterator[str]:
        row = ""
        for gap, word in re.findall(r"( *)([^ ]+)", line):
            if row and _length(row + gap + word) > self.width:
                yield row
                row = INDENT + word
            else:
                row += gap + word
        yield row


def _length(text: str) -> int:
    return len(ESCAPE.sub("", text))


def _can_write(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _columns(stream: TextIO) -> int:
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except OSError:
        columns = 0
    return min(columns or 80, WIDEST)
