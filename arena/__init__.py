"""Card Arena: competitions of card-game bots."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`arena.replay`, which is a package that can be called, without importing it before."""
    if name == "replay":
        return import_module("arena.replay")
    raise AttributeError(f"module 'arena' has no attribute {name!r}")


def load(path: str) -> Any:
    """Saved games, or a competition, as pandas DataFrames: see `arena.notebook`."""
    return import_module("arena.notebook").load(path)  # late: it brings pandas
