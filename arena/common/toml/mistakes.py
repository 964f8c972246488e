"""The mistakes in a file: all of them are collected, each with its line and its key."""

import re
from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.toml.keys import REQUIRED, Key
from arena.common.toml.lines import TomlLines, Where
from Game.core.options import nearest


class Mistakes:
    """Passed through all checks, so that reading continues after a mistake."""

    def __init__(self, path: Path, lines: TomlLines) -> None:
        self.path = path
        self.lines = lines
        self._sentences: list[tuple[int, str]] = []

    def __bool__(self) -> bool:
        return bool(self._sentences)

    def add(self, where: Where, sentence: str) -> None:
        line = self.lines.of(where)
        message = f"{self.path}, line {line}, {_label(where)}: {sentence.rstrip('.')}"
        self._sentences.append((line, message))

    def sentences(self) -> list[str]:
        """All of them, in the order of their lines."""
        return [sentence for _, sentence in sorted(self._sentences, key=itemgetter(0))]


def read_values(
    mistakes: Mistakes, table: Mapping[str, Any], keys: Mapping[str, Key], where: Where
) -> dict[str, Any]:
    """The values of a table of the file, without those that cannot be used."""
    values = {}
    for name in table:
        if name not in keys:
            mistakes.add((*where, name), f"there is no such key. {nearest(name[:60], list(keys))}")
    for name, key in keys.items():
        try:
            if name in table:
                values[name] = key.read(table[name])
            elif key.default is REQUIRED:
                mistakes.add((*where, name), "this is missing and is needed")
            else:
                values[name] = key.default
        except ArenaError as error:
            mistakes.add((*where, name), str(error))
    return values


def _label(where: Where) -> str:
    """A key in the words of the file: "games of phase 2", "options.tie"."""
    of = ""
    if where[:1] == ("phase",) and len(where) > 1 and isinstance(where[1], int):
        of, where = f"phase {where[1] + 1}", where[2:]
    words = [
        part if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", part) else repr(part[:60])
        for part in where
        if isinstance(part, str)
    ]
    return " of ".join(filter(None, [".".join(words), of]))
