"""Makes a package from a bot's file and the modules in the same folder that it imports.

The files are parsed and not run. Bundle your own files only: a parser can need very much memory for
a hostile file.
"""

import ast
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import Players
from arena.bots.code import BotCode, player_classes
from arena.bots.tree import ENTRY, MOST_BYTES, check_number, entry_of, is_ignored, usable_files
from arena.common.errors import ArenaError, BotError
from arena.common.input_files import MOST, read_input
from arena.guest.bot.package import INIT, PREFIX, is_house_module, is_reserved

GENERATED = "from {module} import {cls}  # the bot of this package\n"
IMPORTERS = ("import_module", "__import__")  # functions that take the name of a module


@dataclass
class Bundle:
    """A package, and remarks for its author."""

    code: BotCode
    remarks: list[str]


@dataclass
class _Bundling:
    """The files that were found so far."""

    folder: Path
    files: dict[str, bytes] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)  # all constants in the files, which may name data


def bundle(file: Path, data: Sequence[Path] = ()) -> Bundle:
    """The package of the bot in this file, with these data files and folders.

    They must be in the file's folder, and are at the same place in the package.
    """
    work = _Bundling(file.resolve().parent)
    name = file.name if file.stem.isidentifier() else ENTRY
    tree = _add_python(work, file.resolve(), name)
    for path in data:
        _add_data(work, path)
    where = str(file)
    files = usable_files(work.files, where)
    if name != ENTRY and ENTRY in files:
        raise BotError(f"{file} needs {ENTRY} beside it, and the bot of a package is in {ENTRY}. "
                       f"Rename that file")  # fmt: skip
    if _entry(files) != name:  # several files have a Player
        text = GENERATED.format(module=file.stem, cls=_class_of(tree, file))
        files = usable_files({**files, ENTRY: text.encode()}, where)
    check_number(len(files), where)
    _remark_on_data(work)
    return Bundle(BotCode(files, entry_of(files, where), is_package=True), work.remarks)


def _entry(files: dict[str, bytes]) -> str:
    try:
        return entry_of(files, "")
    except BotError:
        return ""


def _add_python(work: _Bundling, path: Path, name: str) -> ast.Module:
    """Add a Python file under this name, and the files that it imports."""
    source = _read(path, MOST)
    work.files[name] = source
    try:
        tree = ast.parse(source, str(path))
    except (SyntaxError, ValueError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise BotError(f"{path}{line}: {getattr(error, 'msg', error)}") from None
    work.texts |= {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for module in _imported_modules(tree, name):
        _add_module(work, module)
    return tree


def _imported_modules(tree: ast.Module, name: str) -> Iterator[str]:
    """The modules that a file may import. A name in `from x import name` may be one, too."""
    package = PurePosixPath(name).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            yield module
            yield from (f"{module}.{alias.name}".lstrip(".") for alias in node.names)
        elif isinstance(node, ast.Call) and _called_name(node) in IMPORTERS:
            yield from (
                each.value
                for each in node.args[:1]
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def _called_name(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _add_module(work: _Bundling, module: str) -> None:
    """Add a module, and the packages around it, if it is beside the bot."""
    name = module.removeprefix(PREFIX)
    if name != module and is_house_module(name):
        _remark_on_house(work, name)
        return
    if is_reserved(name.partition(".")[0]):
        return
    parts = name.split(".")
    for root in (work.folder, work.folder / "Players"):
        for length in range(1, len(parts) + 1):
            stem = "/".join(parts[:length])
            for file in (f"{stem}.py", f"{stem}/{INIT}"):
                if file not in work.files and (root / file).is_file():
                    _add_python(work, root / file, file)
    if name != module and not _is_there(work, parts[0]):
        remark = (
            f"the bot imports {PREFIX}{parts[0]}, which is no module of the arena, and there is no "
            f"{parts[0]}.py beside the bot. Put it there, and bundle again"
        )
        if remark not in work.remarks:
            work.remarks.append(remark)


def _is_there(work: _Bundling, name: str) -> bool:
    """Is a module or a package of this name in the bundle?"""
    return f"{name}.py" in work.files or any(file.startswith(f"{name}/") for file in work.files)


def _remark_on_house(work: _Bundling, name: str) -> None:
    """Add a remark if the author's own file has the same name as a house module."""
    own = work.folder / f"{name}.py"
    house = [Path(folder, own.name) for folder in Players.__path__]
    remark = (
        f"{PREFIX}{name} is the arena's module, and not your {own.name}. To use yours: "
        f"from {name} import {name}"
    )
    is_other = own.is_file() and all(own.read_bytes() != _content(path) for path in house)
    if is_other and remark not in work.remarks:
        work.remarks.append(remark)


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _add_data(work: _Bundling, path: Path) -> None:
    """Add a data file, or all files in a folder, at the same place."""
    full = path if path.is_absolute() or path.exists() else work.folder / path
    full = full.resolve()
    if not full.is_relative_to(work.folder):
        raise ArenaError(f"{path} is not in {work.folder}: move the data beside the bot")
    for file in [full] if not full.is_dir() else _files_in(full):
        name = file.relative_to(work.folder).as_posix()
        if not is_ignored(name):
            work.files.setdefault(name, _read(file))
            check_number(len(work.files), str(path))


def _files_in(folder: Path) -> Iterable[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not is_ignored(name))
        yield from (Path(place, name) for name in sorted(files))


def _read(path: Path, most: int = MOST_BYTES) -> bytes:
    try:
        return read_input(path, "a file of a bot", most=most)
    except FileNotFoundError:
        raise ArenaError(f"{path}: there is no such file") from None


def _remark_on_data(work: _Bundling) -> None:
    for text in sorted(work.texts):
        if not text or len(text) > 100 or not text.isprintable() or text in work.files:
            continue
        path = (work.folder / text).resolve()
        if path.suffix != ".py" and path.is_file() and path.is_relative_to(work.folder):
            work.remarks.append(
                f"the bot names {text}, which is beside it. To add it: --data {text}"
            )


def _class_of(tree: ast.Module, file: Path) -> str:
    """The class of the bot in its file."""
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.bases]
    alike = [name for name in names if _plain(name) == _plain(file.stem)]
    players = [node.name for node in player_classes(tree)]
    for candidates in (alike, players, names):
        if len(candidates) == 1:
            return candidates[0]
    raise BotError(
        f"{file} has {'several bots' if names else 'no bot'}, and other files have one too. Make a "
        f"file {ENTRY} that imports the class that plays, and bundle that"
    )


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
