"""Records of games: written, read, verified, converted.

arena.replay(path, game=None, language="en") shows saved games in a notebook.

    path: a file of games
    game: only this game, by its number from 1 or by its id; None for all
    language: of the page: en, es or nl

This package itself can be called. A function `replay` in `arena` would not work: Python replaces it
by this package as soon as any module here is imported.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _CallableModule(ModuleType):
    """A package that can be called."""

    def __call__(self, path: str, game: str | int | None = None, language: str = "en") -> Any:
        """The games in a file, or one of them by number or id: see `arena.notebook`."""
        return import_module("arena.notebook").Replay(path, game, language)  # late: it is large


sys.modules[__name__].__class__ = _CallableModule
