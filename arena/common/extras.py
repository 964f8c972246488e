"""The error for a package that is missing because an extra of Card Arena is not installed."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from arena.common.compiled_modules import ROOT
from arena.common.errors import ArenaError


class MissingPackage(ArenaError, ModuleNotFoundError):
    """A package of this extra is missing. `user` is the part of Card Arena that needs it."""

    def __init__(self, package: str | None, extra: str, user: str) -> None:
        sentence = f"{package} is not installed, and {user} needs it"
        super().__init__(f"{sentence}: {installation(extra)}", name=package)


def installation(extra: str) -> str:
    """How to install an extra. Card Arena is on no package index, so pip needs its source."""
    if (ROOT / "pyproject.toml").exists():  # we run from a clone
        source = shlex.quote(f"{ROOT}[{extra}]")
        return f"{shlex.quote(sys.executable)} -m pip install -e {source}"
    return f"in the folder with the source of Card Arena run pip install '.[{extra}]'"


@contextmanager
def needs_extra(extra: str, user: str) -> Iterator[None]:
    """If a package is missing in this block, say which extra has it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingPackage(error.name, extra, user) from error
