"""Finds the line of each key in a TOML file, because the standard library's parser does not.

That parser has already accepted the text, so it has no syntax errors. This module only finds the
ends of keys and values. Line ends are newlines, as in that parser.
"""

import re
import tomllib
from collections.abc import Sequence

Where = tuple[str | int, ...]  # ("phase", 1, "games"): of the second [[phase]], its games

SPACE = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
WORD = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
WORDS = re.compile(WORD)
KEY = re.compile(rf"{WORD}(?:[ \t]*\.[ \t]*{WORD})*")
# Up to two quotation marks may stand directly before the three that end a text of several lines.
STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'", re.DOTALL
)
OTHER = re.compile(r"[^,\]}#\n]+")  # numbers, dates, true and false


class TomlLines:
    """The lines of all keys, tables and items of lists in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines: dict[Where, int] = {}
        self._entries: dict[Where, int] = {}  # of each list of [[tables]], the number of the last
        self._read()

    def __contains__(self, where: Where) -> bool:
        return where in self._lines

    def of(self, where: Where) -> int:
        """The line of this key. If the key is missing, the line of the table where it belongs."""
        while where and where not in self._lines:
            where = where[:-1]
        return self._lines.get(where, 1)

    def _read(self) -> None:
        at = self._skip(0)
        table: Where = ()
        while at < len(self._text):
            if self._text[at] == "[":
                at, table = self._header(at)
            else:
                at = self._pair(at, table)
            at = self._skip(at)

    def _header(self, at: int) -> tuple[int, Where]:
        """Read [table] or [[table]]. Returns the position after it, and the path of the table."""
        bracket = "[[" if self._text.startswith("[[", at) else "["
        names, end = self._key(self._skip(at + len(bracket)))
        where: Where = ()
        for depth, name in enumerate(names, start=1):
            where += (name,)
            self._note(where, at)
            if bracket == "[[" and depth == len(names):
                self._entries[where] = self._entries.get(where, -1) + 1
            if where in self._entries:
                where += (self._entries[where],)
        self._note(where, at)
        return self._text.index("]", end) + len(bracket), where

    def _pair(self, at: int, table: Where) -> int:
        """Read key = value. Returns the position after it."""
        names, end = self._key(at)
        for depth in range(len(names)):
            self._note(table + tuple(names[: depth + 1]), at)
        return self._value(self._skip(self._text.index("=", end) + 1), table + tuple(names))

    def _value(self, at: int, where: Where) -> int:
        """Read the value that begins here. Returns the position after it."""
        opening = self._text[at]
        if opening not in "[{":
            match = STRING.match(self._text, at) or OTHER.match(self._text, at)
            assert match is not None
            return match.end()
        at, item = self._skip(at + 1), 0
        while self._text[at] not in "]}":
            if opening == "{":
                at = self._pair(at, where)
            else:
                self._note((*where, item), at)
                at = self._value(at, (*where, item))
            at, item = self._skip(at), item + 1
            if self._text[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _key(self, at: int) -> tuple[Sequence[str], int]:
        """The parts of a key, and the position after it."""
        match = KEY.match(self._text, at)
        assert match is not None
        words = WORDS.findall(match[0])
        return [next(iter(tomllib.loads(f"{word} = 0"))) for word in words], match.end()

    def _note(self, where: Where, at: int) -> None:
        self._lines.setdefault(where, self._text.count("\n", 0, at) + 1)

    def _skip(self, at: int) -> int:
        """The position after spaces, line ends and comments."""
        match = SPACE.match(self._text, at)
        assert match is not None
        return match.end()
