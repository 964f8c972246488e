"""The rules of the games, and the names that bots import.

The hot modules may be compiled (see `setup.py`). With `ARENA_INTERPRETED=1` in the environment,
Python ignores the compiled files and runs the sources beside them. This is slower, but gives the
same results. `Game.core.build` says which of the two is running.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class _SourcesOnly:
    """Finds the Python sources of `Game` and `Players`, and ignores compiled modules."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in ("Game", "Players"):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


if os.environ.get("ARENA_INTERPRETED", "0") not in ("", "0"):
    sys.meta_path.insert(0, _SourcesOnly())
