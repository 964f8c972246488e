"""Imports the modules of a bot that is a package: a folder with an entry, helpers and data.

A helper is imported by its name, as in `import helper`. Bots from RoboBrisca's folder import it as
`Players.helper`. That works too, unless the house has a module of that name.

In a box there is one bot, and its modules stay importable. In the arena's process there may be
several bots, each with a module `helper`. There a bot's modules are in `sys.modules` only while
this bot runs (`active`), and every player gets modules of its own.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib import import_module
from importlib.abc import FileLoader, Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, NamespaceLoader
from importlib.util import decode_source, spec_from_file_location
from marshal import dumps, loads
from pathlib import Path, PurePosixPath
from types import CodeType, ModuleType
from typing import Any

import msgspec

import Players
from arena.guest.bot.loading import (
    LoadError,
    compile_source,
    error_of_import,
    maker,
)

PREFIX = "Players."
OURS = ("Game", "Players", "arena", "lark", "msgspec")  # modules that no bot may replace
BUILT = "_sysconfigdata"  # the start of the name of the module with Python's build options
INIT = "__init__.py"


class PackageFinder(MetaPathFinder):
    """Finds the modules of one package."""

    def __init__(
        self,
        folder: Path,
        shown: Path,
        entry: str,
        files: Iterable[str],
        read: Callable[[str], bytes],
    ) -> None:
        self.path = str(shown / entry)  # as tracebacks name it
        self._folder = folder  # the files are here, and the bot opens its data here
        self._shown = shown
        self._read = read
        self._entry = entry
        self._files = _importable(files)  # the file or the folder of each module
        aliases = (f"{PREFIX}{name}" for name in self._files if not is_house_module(name))
        self.names = frozenset((*self._files, *aliases))  # of all modules of this bot
        self._code: dict[str, CodeType] = {}

    # Code

    def compile(self) -> bytes:
        """The compiled modules as bytes, for `use` in another process. It runs none of them.

        A helper that cannot be compiled is left out. The bot gets the error if it imports it.
        """
        self._code[self._entry] = compile_source(self._read(self._entry), self.path)
        for file in self._files.values():
            if file.endswith(".py"):
                with suppress(LoadError):
                    self.code(file)
        return msgspec.msgpack.encode({file: dumps(code) for file, code in self._code.items()})

    def use(self, code: bytes) -> None:
        """Run this code, which `compile` made from the same files, instead of compiling them."""
        compiled = msgspec.msgpack.decode(code, type=dict[str, bytes])
        self._code = {file: loads(each) for file, each in compiled.items()}

    def code(self, file: str) -> CodeType:
        if file not in self._code:
            self._code[file] = compile_source(self._read(file), str(self._shown / file))
        return self._code[file]

    def source(self, file: str) -> str:
        return decode_source(self._read(file))

    # Running

    def run(self) -> ModuleType:
        """Import the entry and all helpers as new modules."""
        _take(self.names)
        try:
            return import_module(PurePosixPath(self._entry).stem)
        except BaseException as error:
            raise error_of_import(error, self.path, f"{self._shown}{os.sep}") from None

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self.names:
            return None
        if name.startswith(PREFIX):
            return ModuleSpec(name, _Alias(name.removeprefix(PREFIX)))
        file = self._files[name]
        place = str(self._folder / file)
        if not file.endswith(".py"):  # a folder without __init__.py
            spec = ModuleSpec(
                name, NamespaceLoader(name, [place], lambda *_: None), is_package=True
            )
            spec.submodule_search_locations = [place]
            return spec
        folders = [str(Path(place).parent)] if file.endswith(INIT) else None
        loader = _ModuleLoader(name, place, self, file)
        return spec_from_file_location(
            name, place, loader=loader, submodule_search_locations=folders
        )


class _ModuleLoader(FileLoader):
    """Loads one module. Its folder is on the disk, so `importlib.resources` finds the data."""

    def __init__(self, name: str, place: str, finder: PackageFinder, file: str) -> None:
        super().__init__(name, place)
        self._finder = finder
        self._file = file

    def get_source(self, fullname: str) -> str:
        return self._finder.source(self._file)

    def get_code(self, fullname: str) -> CodeType:
        return self._finder.code(self._file)

    def is_package(self, fullname: str) -> bool:
        return self._file.endswith(INIT)


class _Alias(Loader):
    """Gives the module `helper` a second name, `Players.helper`. It is the same module."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # importlib has just replaced it


class PackageMaker:
    """Makes players of a package in the arena's process."""

    def __init__(self, finder: PackageFinder, cls: str | None, arguments: str) -> None:
        self._finder = finder
        self._make = maker(finder, cls, arguments)
        self._modules: dict[str, ModuleType] = {}  # of the last player

    def __call__(self, seed: int) -> Any:
        with self.active():
            return self._make(seed)

    @contextmanager
    def active(self) -> Iterator[None]:
        """In this block, the modules of the last player are importable, and no other bot's."""
        others = _take(self._finder.names)
        _put(self._modules)
        sys.meta_path.insert(0, self._finder)
        try:
            yield
        finally:
            with suppress(ValueError):  # the bot has removed it
                sys.meta_path.remove(self._finder)
            self._modules = _take(self._finder.names)
            _put(others)


def active(make: Callable[[int], Any]) -> AbstractContextManager[None]:
    """In this block, the player that was made last can import the modules of its bot."""
    return make.active() if isinstance(make, PackageMaker) else nullcontext()


def _importable(files: Iterable[str]) -> dict[str, str]:
    """The modules in these files, each with its file, or with its folder if it has no code."""
    places: dict[str, str] = {}
    for file in files:
        path = PurePosixPath(file)
        for folder in list(path.parents)[:-1]:
            places.setdefault(".".join(folder.parts), folder.as_posix())
        if path.suffix == ".py":
            *folders, _ = path.parts
            stem = [] if path.name == INIT else [path.stem]
            places[".".join((*folders, *stem))] = file
    return {
        name: file
        for name, file in places.items()
        if all(part.isidentifier() for part in name.split("."))
        and not is_reserved(name.partition(".")[0])
    }


def is_reserved(top: str) -> bool:
    """Is it the name of a module of Python or of the arena?"""
    return top in OURS or top in sys.stdlib_module_names or top.startswith(BUILT)


def is_house_module(name: str) -> bool:
    """Does the house have a module of this name in `Players`?"""
    return name.partition(".")[0] in (*Players.KIT, *Players.HOUSE, *Players.ROOMS)


def _take(names: Iterable[str]) -> dict[str, ModuleType]:
    """Remove these modules from `sys.modules`. Returns those that were there."""
    taken = {name: module for name in names if (module := sys.modules.pop(name, None))}
    for name in taken:
        if name.startswith(PREFIX):
            vars(Players).pop(name.removeprefix(PREFIX), None)
    return taken


def _put(modules: dict[str, ModuleType]) -> None:
    sys.modules.update(modules)
    for name, module in modules.items():
        if name.startswith(PREFIX) and name.count(".") == 1:
            setattr(Players, name.removeprefix(PREFIX), module)
