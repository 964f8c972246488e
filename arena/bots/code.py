"""The code of a bot that is named by a path: one file, or a package in a folder or an archive."""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from arena.bots.archive import archive_of, read_archive
from arena.bots.folder import read_folder
from arena.bots.tree import MOST_BYTES, Files, entry_of, importable, tree_hash
from arena.common.errors import ArenaError, BotError
from arena.common.input_files import MOST, read_input
from arena.guest.protocol.safe_text import plain

ARCHIVE = ".zip"
T = TypeVar("T")


@dataclass(frozen=True)
class BotCode:
    """The files of a bot, as they were when they were read."""

    files: Files = field(repr=False, hash=False)  # one file, or those of a package
    entry: str  # the file that has the Player
    is_package: bool

    @cached_property
    def sha256(self) -> str:
        """The hash of the one file, or of the package's tree."""
        return tree_hash(self.files) if self.is_package else sha256(self.source).hexdigest()

    @property
    def source(self) -> bytes:
        """The source of the file that has the Player."""
        return self.files[self.entry]

    def mentions(self, name: str) -> bool:
        """Does the name occur anywhere in the bot's Python files?"""
        word = name.encode()
        return any(word in code for file, code in self.files.items() if file.endswith(".py"))

    def as_one_file(self) -> tuple[str, bytes]:
        """The suffix and the content of one file with all of the bot."""
        return (ARCHIVE, archive_of(self.files)) if self.is_package else (".py", self.source)

    def check_packages(self, packages: tuple[str, ...], where: Path) -> None:
        """Refuse a package with a module that hides one of these installed packages."""
        if not self.is_package:
            return
        tops = importable(self.files) | {
            name.partition("/")[0] for name in self.files if "/" in name
        }
        for name in packages:
            if name in tops:
                raise BotError(
                    f"{where}: {name} is the name of an installed package that bots may import, "
                    f"and would hide it. Rename it"
                )


def read_code(path: Path, most: int = MOST_BYTES, *, follow: bool = True) -> BotCode:
    """The code at this path. Raises `BotError` if it is not acceptable.

    The files have at most `most` bytes together. With `follow=False` a symbolic link is refused.
    """
    if _readable(path, path.is_dir):
        return _package(read_folder(path, most, follow=follow), path)
    if path.suffix.lower() == ARCHIVE:
        return _package(_readable(path, lambda: read_archive(path, most, follow=follow)), path)
    most = min(most, MOST)
    source = _readable(path, lambda: read_input(path, "a bot", follow=follow, most=most))
    return BotCode({path.name: source}, path.name, is_package=False)


def player_classes(tree: ast.Module) -> list[ast.ClassDef]:
    """The classes at the top of a module that extend a Player, by their names. Nothing is run."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base).endswith("Player") for base in node.bases)
    ]


def check_suffix(path: Path) -> None:
    """Refuse a path that is neither a Python file nor a package, by its name."""
    if path.suffix != ".py" and path.suffix.lower() != ARCHIVE and not path.is_dir():
        raise BotError(
            f"{path}: a bot is a Python file (its name ends in .py), or a package: a folder, or a "
            f"zip archive (its name ends in .zip)"
        )


def _package(files: Files, path: Path) -> BotCode:
    return BotCode(files, entry_of(files, str(path)), is_package=True)


def _readable(path: Path, read: Callable[[], T]) -> T:
    """What `read` returns, or a `BotError` that says why the file cannot be read."""
    try:
        return read()
    except BotError:
        raise
    except ArenaError as error:
        raise BotError(str(error)) from None
    except FileNotFoundError:
        raise BotError(
            f"{path}: there is no such file. Is the path right, seen from {here()}?"
        ) from None
    except OSError as error:  # its name is too long, or a folder above it is closed
        raise BotError(
            f"{plain(str(path))!r:.80} is not the path of a file: {error.strerror}"
        ) from None


def here() -> str:
    """The current folder, for a sentence."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return "a folder that was removed"
