"""Archives that are no bots, and those that attack who unpacks them."""

import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

from arena.bots.tree import MOST_FILES

BOT = "from Players.Player import Player\nclass Mine(Player):\n    pass\n"


def archive(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in entries:
            target.writestr(name, content)
    return path


def entry(name: str, mode: int = 0, *, flags: int = 0) -> zipfile.ZipInfo:
    found = zipfile.ZipInfo(name)
    found.external_attr = mode << 16
    found.flag_bits |= flags
    return found


def encrypted(path: Path) -> Path:
    """An archive whose entries say that they are encrypted."""
    data = bytearray(archive(path, ("bot.py", BOT)).read_bytes())
    data[data.index(b"PK\3\4") + 6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    return path


def lying(path: Path) -> Path:
    """An archive that unpacks to more than it says."""
    data = bytearray(archive(path, ("bot.py", b"x = 1\n" * 10_000)).read_bytes())
    at = data.index(b"PK\1\2") + 24
    data[at : at + 4] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    return path


def not_utf8(path: Path) -> Path:
    data = archive(path, ("bot.py", BOT), ("aaaa", "x")).read_bytes()
    path.write_bytes(data.replace(b"aaaa", b"a\xff\xfea"))
    return path


HOSTILE: dict[str, tuple[object, str]] = {
    "absolute": ([("/etc/passwd", "x")], "absolute path"),
    "a drive": ([("C:/x", "x")], "absolute path"),
    "parent": ([("../../evil.py", "x")], "leads out of the package"),
    "parent, further in": ([("a/../../evil.py", "x")], "leads out of the package"),
    "parent in what is ignored": ([(".git/../../evil.py", "x")], "leads out of the package"),
    "here": ([("./bot.py", "x")], "leads out of the package"),
    "an empty part": ([("a//b", "x")], "leads out of the package"),
    "backslash": ([("..\\evil.py", "x")], "some systems do not allow"),
    "a terminal's escape": ([("\x1b[2J", "x")], "some systems do not allow"),
    "a dot at the end": ([("x", "1"), ("x.", "2")], "ends with a dot or a space"),
    "a space at the end": ([("x /y", "1")], "ends with a dot or a space"),
    "long": ([("a" * 300, "x")], "at most 200 are allowed"),
    "symlink": ([(entry("link", stat.S_IFLNK | 0o777), "/etc/passwd")], "is a symbolic link"),
    "device": ([(entry("null", stat.S_IFCHR | 0o666), "")], "is a device"),
    "pipe": ([(entry("pipe", stat.S_IFIFO | 0o666), "")], "is a pipe"),
    "bomb": ([("zeros", b"\0" * 9_000_000)], "more than 19.53 KiB together"),
    "many small bombs": ([(f"z{i}", b"\0" * 9_000) for i in range(9)], "more than 19.53 KiB"),
    "too many files": ([(f"f{i}", "") for i in range(MOST_FILES)], f"more than {MOST_FILES} files"),
    "a file twice": ([("x", "1"), ("x", "2")], "has the file x twice"),
    "names in two cases": ([("X", "1"), ("x", "2")], "same name on some systems"),
    "an accent in two forms": ([("\xe9", "1"), ("e\u0301", "2")], "same name on some systems"),
    "folders in two cases": ([("A/x", "1"), ("a/y", "2")], "same name on some systems"),
    "a file and a folder": ([("x", "1"), ("x/y", "2")], "same name on some systems"),
    "hides Players": ([("Players.py", "x")], "Players is the name of a module"),
    "hides Game": ([("Game/Card.py", "x")], "Game is the name of a module"),
    "hides the arena": ([("arena/__init__.py", "x")], "arena is the name of a module"),
    "hides what we need": ([("msgspec.py", "x")], "msgspec is the name of a module"),
    "hides Python's own": ([("random.py", "x")], "random is the name of a module"),
    "hides a package of Python's own": ([("json/__init__.py", "x")], "json is the name of"),
    "compiled code": ([("fast.so", "x")], "is compiled code"),
    "a start file": ([("x.pth", "import os")], "changes how Python starts"),
    "another start file": ([("sitecustomize.py", "x")], "changes how Python starts"),
    "a device of Windows": ([("data/Con.txt", "x")], "device on Windows"),
    "encrypted": (encrypted, "is encrypted"),
    "claims to be small": (lying, "is damaged (BadZipFile)"),
    "not UTF-8": (not_utf8, "not marked as UTF-8"),
    "cut off": (lambda path: path.write_bytes(b"PK\3\4 and no more"), "only a part of one"),
    "no archive": (lambda path: path.write_bytes(b""), "is not a zip archive"),
    "only an __init__": (lambda path: archive(path, ("pk/__init__.py", BOT)), "Call it bot.py"),
    "no bot": (lambda path: archive(path, ("a.txt", "x")), "needs a file bot.py"),
    "two bots": (lambda path: archive(path, ("a.py", BOT), ("b.py", BOT)), "(a.py, b.py)"),
}  # fmt: skip


def hostile_archives(path: Path) -> Iterator[tuple[str, str]]:
    """Writes each archive to this path: what it is, and a part of the sentence that refuses it."""
    for name, (made, why) in HOSTILE.items():
        if callable(made):
            made(path)
        else:
            archive(path, ("bot.py", BOT), *made)  # type: ignore[misc]
        yield name, why
