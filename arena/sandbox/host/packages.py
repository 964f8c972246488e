"""Which packages of others a competition allows its bots, and where on this machine they are."""

import sys
from collections.abc import Sequence
from importlib.machinery import PathFinder
from pathlib import Path

import msgspec

from arena.common.errors import ArenaError

ALLOWED = ("numpy",)  # where nobody says otherwise
FOLDER = Path(msgspec.__file__).parents[1]  # where packages are installed, and mounted from


def allowed(names: Sequence[str]) -> tuple[str, ...]:
    """The list, when all of it can be had here. A competition is not held without its packages."""
    for name in names:
        if name in sys.stdlib_module_names:
            raise ArenaError(
                f"The package {name!r} comes with Python: bots may import it without being told"
            )
        if not name.isidentifier():
            raise ArenaError(
                f"The package {name!r:.80} cannot be imported: give the word that stands behind "
                f"import in a bot, such as numpy"
            )
        if not parts(name):
            raise ArenaError(
                f"The package {name!r} is not installed in {FOLDER}: install it there, "
                f"or take it off the list of what bots may import"
            )
    return tuple(dict.fromkeys(names))


def parts(name: str) -> list[Path]:
    """The files and folders of a package; none if it is not installed."""
    spec = PathFinder.find_spec(name, [str(FOLDER)])
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [Path(spec.origin)] if spec.origin else []
    beside = FOLDER / f"{name}.libs"  # what it brings of C, as numpy does
    return [Path(spec.submodule_search_locations[0]), *([beside] if beside.is_dir() else [])]
