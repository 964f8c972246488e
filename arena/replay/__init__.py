"""Records of games: written, read, verified, converted.

In a notebook `arena.replay("games.jsonl")` shows them. It is this package that is called: a
function of this name in `arena` would be lost as soon as anything here is imported.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Shows(ModuleType):
    """A package that can be called."""

    def __call__(self, path: str, game: str | int | None = None, language: str = "en") -> Any:
        """The games in a file, or one of them by number or id: see `arena.notebook`."""
        return import_module("arena.notebook").Replay(path, game, language)  # late: it is large


sys.modules[__name__].__class__ = _Shows
