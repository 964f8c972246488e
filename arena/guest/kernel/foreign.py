"""Loads compiled code before boxes are forked: a box cannot load any, and does not get ctypes.

A bot with its own machine code can measure precisely which pages of a library its partner has used.
So the filter of a box forbids new executable pages: that is the fence. All shared objects that an
honest bot may need are loaded before a box is forked. The fork server loads most of Python's own
and the arena's. The slot loads those of the game and of the allowed packages, and the rare ones of
Python that the bot's file names. Each one makes a fork slower.

That ctypes is missing is only a hurdle. With numpy, a bot can write to any address of its process,
and so call any C function that is there.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType

CTYPES = ("ctypes", "_ctypes")
MOST = 64 * 1024 * 1024  # bytes of shared objects of a package that are loaded for it
# Python's own that no bot needs: terminals, databases, Asian encodings, devices, tests.
UNNEEDED = (
    "_codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _crypt _ctypes "
    "_ctypes_test _curses _curses_panel _dbm _gdbm _multibytecodec _posixshmem _testbuffer "
    "_testcapi _testclinic _testimportmultiple _testinternalcapi _testmultiphase "
    "_testsinglephase _tkinter _xxsubinterpreters _xxtestfuzz audioop nis ossaudiodev "
    "readline xxlimited xxlimited_35"
).split()
# Python's own that few bots need, each with the module that a bot imports to get it.
RARE = {
    "_asyncio": "asyncio",
    "_bz2": "bz2",
    "_contextvars": "contextvars",
    "_hashlib": "hashlib",
    "_lsprof": "cProfile",
    "_lzma": "lzma",
    "_multiprocessing": "multiprocessing",
    "_queue": "queue",
    "_sqlite3": "sqlite3",
    "_ssl": "ssl",
    "_uuid": "uuid",
    "_zoneinfo": "zoneinfo",
    "mmap": "mmap",
    "resource": "resource",
    "termios": "termios",
}
# Modules of Python that import rare ones, and that a bot may name instead.
IMPORTERS = ("concurrent.futures", "tarfile", "unittest", "zipfile")
# The rare ones that Python and msgspec import if they can. They have a replacement for each.
POSTPONED = ("_bz2", "_hashlib", "_lzma", "_uuid")


class NoCtypes:  # a MetaPathFinder: `importlib.abc` would import much more
    """Refuses to import ctypes."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name in CTYPES:
            raise ModuleNotFoundError(
                f"No module named {name!r} here: bots may not call foreign code", name=name
            )
        return None


class Postponed:
    """Refuses to import the rare shared objects for which there are replacements."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name in POSTPONED:
            raise ModuleNotFoundError(f"No module named {name!r} yet", name=name)
        return None


def postpone_rare() -> None:
    """Load no rare shared objects until a slot needs them."""
    sys.meta_path.insert(0, Postponed())


def allow_rare() -> None:
    """Undo `postpone_rare`."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Postponed)]


def forget_replacement(name: str) -> None:
    """Let the next import of this module load its rare shared object."""
    if name in RARE.values():
        sys.modules.pop(name, None)


def refuse_ctypes() -> None:
    """Let nobody import ctypes from now on. `calls_by_ctypes` keeps the module that it has."""
    for name in [each for each in sys.modules if each.partition(".")[0] in CTYPES]:
        del sys.modules[name]
    sys.meta_path.insert(0, NoCtypes())


def allow_ctypes() -> None:
    """Undo `refuse_ctypes`, for a package that needs ctypes."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, NoCtypes)]


def load_python() -> None:
    """Load the shared objects of Python that bots may need."""
    folder = next((Path(path) for path in sys.path if path.endswith("lib-dynload")), None)
    if folder is not None:
        _load(name for name in shared_objects(folder) if name not in UNNEEDED and name not in RARE)


def load_ours(folder: Path) -> None:
    """Load the compiled modules that all games share."""
    for room in ("Game/core", "Players/search"):
        names = shared_objects(folder / room)
        _load(f"{room.replace('/', '.')}.{name}" for name in names)


def load_package(name: str) -> bool:
    """Load an allowed package, or one of ours, with all its shared objects.

    Returns False if the boxes must load it themselves: it needs ctypes, or it is so large that it
    would leave a bot no memory.
    """
    try:
        package = import_module(name)
    except ImportError as error:
        for half_loaded in [each for each in sys.modules if f"{each}.".startswith(f"{name}.")]:
            del sys.modules[half_loaded]
        return not _wants_ctypes(error)
    except Exception:  # the bot gets the error when it imports it
        return True
    folders = [Path(folder).resolve() for folder in getattr(package, "__path__", ())]
    if sum(path.stat().st_size for each in folders for path in each.rglob("*.so")) > MOST:
        return False
    for folder in folders:
        _load(f"{name}.{each}" for each in shared_objects(folder) if "test" not in each)
    return True


def _wants_ctypes(error: BaseException | None) -> bool:
    """Did the import fail because ctypes is missing? A package may raise an error of its own."""
    while error is not None:
        if getattr(error, "name", None) in CTYPES:
            return True
        error = error.__cause__ or error.__context__
    return False


def shared_objects(folder: Path) -> Iterator[str]:
    """The names of the modules in a folder that are shared objects."""
    folder = folder.resolve()  # it may be a symbolic link
    for path in sorted(folder.rglob("*.so")):
        suffix = next((end for end in EXTENSION_SUFFIXES if path.name.endswith(end)), "")
        if suffix:
            yield ".".join(path.relative_to(folder).parts)[: -len(suffix)]


def _load(names: Iterator[str]) -> None:
    for name in names:
        with suppress(Exception):  # it is for another system, or a library is missing
            import_module(name)
