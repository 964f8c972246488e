"""Limits what a bot can import, and explains why a module is missing."""

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from arena.guest.bot.loading import BUNDLE
from arena.guest.bot.package import is_reserved


class AllowedOnly(MetaPathFinder):
    """Lets a bot import Python's own modules, ours, and the allowed packages."""

    def __init__(self, packages: Sequence[str]) -> None:
        self._packages = packages

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        top = name.partition(".")[0]
        if path is None and not is_reserved(top) and top not in self._packages:
            raise missing_module(top, self._packages)
        return None


class NoHelper(MetaPathFinder):
    """Explains why `Players.Name` is missing. It comes after all other finders.

    It ignores modules in folders of the house, because a house bot may try to import one.
    """

    def __init__(self, packages: Sequence[str]) -> None:
        self._packages = packages

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.startswith("Players.") and name.count(".") == 1:
            raise missing_module(name, self._packages)
        return None


def missing_module(name: str, packages: Sequence[str]) -> ModuleNotFoundError:
    """The error for a module that a bot cannot import, with advice."""
    allowed = ", ".join(packages) or "none"
    return ModuleNotFoundError(
        f"No module named {name!r} here. {BUNDLE}. "
        f"Of the installed packages, bots may import: {allowed}. --package allows others",
        name=name,
    )
