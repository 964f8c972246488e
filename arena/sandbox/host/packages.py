"""The installed packages that a competition allows its bots, and where they are."""

import sys
from collections.abc import Sequence
from importlib.machinery import PathFinder
from pathlib import Path

import msgspec

from arena.common.errors import ArenaError

ALLOWED = ("numpy",)  # the default
FOLDER = Path(msgspec.__file__).parents[1]  # the folder of installed packages


def installed_packages(names: Sequence[str]) -> tuple[str, ...]:
    """The list without repetitions. Refuses a package that is not installed here."""
    for name in names:
        if name in sys.stdlib_module_names:
            raise ArenaError(f"The package {name!r} comes with Python: bots may import it anyway")
        if not name.isidentifier():
            raise ArenaError(
                f"The package {name!r:.80} cannot be imported: give the name that a bot writes "
                f"after import, such as numpy"
            )
        if not parts(name):
            raise ArenaError(
                f"The package {name!r} is not installed in {FOLDER}: install it there, "
                f"or remove it from the list of allowed packages"
            )
    return tuple(dict.fromkeys(names))


def parts(name: str) -> list[Path]:
    """The files and folders of a package; none if it is not installed."""
    spec = PathFinder.find_spec(name, [str(FOLDER)])
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [Path(spec.origin)] if spec.origin else []
    beside = FOLDER / f"{name}.libs"  # its C libraries, as numpy has
    return [Path(spec.submodule_search_locations[0]), *([beside] if beside.is_dir() else [])]
