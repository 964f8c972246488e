"""The files of a package in memory: which files it may have, and which of them is the bot.

A package comes from a folder (`folder.py`) or from a zip archive (`archive.py`). Both give the same
files for the same bot, so both have the same hash.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path, PurePosixPath

from arena.common.devices import is_device
from arena.common.errors import BotError
from arena.common.sizes import MIB, size_text
from arena.guest.bot.package import is_reserved
from arena.guest.protocol.safe_text import plain

ENTRY = "bot.py"
MOST_FILES = 64
MOST_BYTES = 64 * MIB  # the arena reads no larger bot; a competition allows less
LONGEST_NAME = 200  # characters of a path in a package
# Files that other programs leave behind. They are not part of the bot.
IGNORED = (".*", "__pycache__", "__MACOSX", "*.pyc", "*~", "Thumbs.db", "desktop.ini")
# Compiled code, and files that Python runs when it starts.
REFUSED = ("*.so", "*.pyd", "*.dll", "*.dylib", "*.pth", "sitecustomize.py", "usercustomize.py")
NOT_IN_NAMES = '<>:"|?*\\'  # Windows does not allow these in names; the last one separates folders
# The first line of a class that inherits from a Player. The file is not parsed: a parser can need
# very much memory for a hostile file.
PLAYER = re.compile(rb"^class[ \t]+[^\s(]+[ \t]*\([^()]*Player[ \t\r\n]*[,)]", re.MULTILINE)

Files = Mapping[str, bytes]  # the content of each file, by its path with /


def checked_name(name: str, where: str) -> str:
    """The path of a file in a package. Refuses one that could reach outside of its folder."""
    shown = f"{where}: the name {plain(ascii(name) if _is_not_text(name) else repr(name))[:80]}"
    if _is_not_text(name):
        raise BotError(f"{shown} is not valid UTF-8. Give the file a name of plain letters")
    if name.startswith("/") or name[1:2] == ":":
        raise BotError(f"{shown} is an absolute path. A package has paths below its own folder")
    if any(character in name for character in NOT_IN_NAMES) or not name.isprintable():
        raise BotError(f"{shown} has a character that some systems do not allow. Rename the file")
    if any(part in ("", ".", "..") for part in name.split("/")):
        raise BotError(f"{shown} leads out of the package. Use names of files and folders only")
    if any(part[-1] in ". " for part in name.split("/")):
        raise BotError(f"{shown} ends with a dot or a space, which Windows leaves out. Rename it")
    if any(is_device(part) for part in name.split("/")):
        raise BotError(f"{shown} is the name of a device on Windows. Rename the file")
    if len(name) > LONGEST_NAME:
        raise BotError(f"{shown} has {len(name)} characters: at most {LONGEST_NAME} are allowed")
    return name


def _is_not_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return True
    return False


def is_ignored(name: str) -> bool:
    """Is it a file, or in a folder, that other programs leave behind?"""
    return any(fnmatchcase(part, each) for part in name.split("/") for each in IGNORED)


def check_number(number: int, where: str) -> None:
    if number > MOST_FILES:
        raise BotError(
            f"{where} has more than {MOST_FILES} files. Put only the bot, its helper modules and "
            f"its data into a package"
        )


def too_large(where: str, most: int) -> BotError:
    return BotError(
        f"{where}: the files have more than {size_text(most)} together, and a bot may not have more"
    )


def usable_files(files: dict[str, bytes], where: str) -> dict[str, bytes]:
    """The files by name, without the one folder around all of them. Refuses misleading names."""
    files = _without_outer_folder(files)
    _check_collisions(files, where)
    for name in files:
        last = name.rpartition("/")[2]
        if any(fnmatchcase(last.lower(), each) for each in REFUSED):
            raise BotError(
                f"{where}: {name} is compiled code, or changes how Python starts. A package may "
                f"have Python files and data"
            )
    for top in sorted(importable(files)):
        if is_reserved(top):
            raise BotError(
                f"{where}: {top} is the name of a module of Python or of the arena, and would hide "
                f"it. Rename it"
            )
    return dict(sorted(files.items()))


def _without_outer_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Many programs put the folder itself into an archive. Then all files are in one folder."""
    tops = {name.partition("/")[0] for name in files}
    while len(tops) == 1 and all("/" in name for name in files):
        files = {name.partition("/")[2]: content for name, content in files.items()}
        tops = {name.partition("/")[0] for name in files}
    return files


def _check_collisions(files: Iterable[str], where: str) -> None:
    """Refuse two names that are equal on some systems, and a name of both a file and a folder."""
    seen: dict[str, str] = {}
    for name in files:
        path = PurePosixPath(name)
        for each in (path, *list(path.parents)[:-1]):
            twin = seen.setdefault(_fold_case(each), f"{each}")
            if twin != f"{each}" or (each is not path and twin in files):
                raise BotError(
                    f"{where}: {twin} and {name} have the same name on some systems. Rename one"
                )


def _fold_case(path: PurePosixPath) -> str:
    return unicodedata.normalize("NFC", path.as_posix()).casefold()


def importable(files: Iterable[str]) -> set[str]:
    """The names of the modules at the top of the package."""
    paths = [PurePosixPath(name) for name in files]
    return {
        path.stem if len(path.parts) == 1 else path.parts[0]
        for path in paths
        if path.suffix == ".py"
    }


def entry_of(files: Files, where: str) -> str:
    """The file that has the Player: `bot.py`, or the only one."""
    top = [name for name in files if name.endswith(".py") and "/" not in name]
    players = [name for name in top if PLAYER.search(files[name])]
    if ENTRY in files:
        entry = ENTRY
    elif len(top) == 1:
        (entry,) = top
    elif len(players) == 1:
        (entry,) = players
    elif not players:
        raise BotError(
            f"{where} has no bot: it needs a file {ENTRY} with a class that inherits "
            f"from Player. `arena new my_bot --package` writes an example"
        )
    else:
        raise BotError(
            f"{where} has several files with a Player ({', '.join(players)}): call the "
            f"one that plays {ENTRY}"
        )
    if entry == "__init__.py" or not entry.removesuffix(".py").isidentifier():
        raise BotError(f"{where}: {entry} cannot be imported under this name. Call it {ENTRY}")
    return entry


def tree_hash(files: Mapping[str, bytes | str]) -> str:
    """The hash of a tree: the sorted lines that `sha256sum` prints for its files, hashed again.

    Instead of a file's content, `files` may have its hash.
    """
    lines = (
        f"{each if isinstance(each, str) else sha256(each).hexdigest()}  {name}\n"
        for name, each in files.items()
    )
    return sha256("".join(sorted(lines)).encode()).hexdigest()


def write_tree(folder: Path, files: Files) -> None:
    """Write the files into a new folder."""
    folder.mkdir()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
