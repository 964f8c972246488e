"""Card Arena: competitions of card-game bots."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Import `arena.replay` when it is first used. It is a package that can be called."""
    if name == "replay":
        return import_module("arena.replay")
    if name == "__version__":  # late: boxes have this file, but not the module with the version
        return import_module("arena.common.version").__version__
    raise AttributeError(f"module 'arena' has no attribute {name!r}")


def load(path: str) -> Any:
    """Saved games, or a competition, as pandas DataFrames: see `arena.notebook`.

    `path` is the folder of a competition, a folder of records, one file of records, or the name of
    a saved run, such as r12. The result is a `Cup` or `Games`: its repr lists its methods, such as
    `standings()`.
    """
    return import_module("arena.notebook").load(path)  # late: it imports pandas, which is slow
