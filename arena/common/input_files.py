"""Reads a file that a user names, if it is a regular file of a limited size.

The file may come from a stranger. A pipe would block the arena, a device such as `/dev/zero` has no
end, and a symbolic link can point to a file that only the arena may read. The checks are made on
the open file, so that nobody can replace it between the check and the reading.
"""

import errno
import os
import stat
from pathlib import Path

from arena.common.errors import ArenaError

MOST = 1024 * 1024  # bytes of a bot or a description; nobody writes a longer one
LINK = "is a symbolic link: name the file that it points to"


def read_input(path: Path, what: str, *, follow: bool = True, most: int = MOST) -> bytes:
    """The content of the file. Raises `ArenaError` with a sentence if the file is not acceptable.

    A file of more than `most` bytes is refused. `what` names the kind of file, such as "a bot", in
    this error. With `follow=False` a symbolic link is refused. A missing file raises
    FileNotFoundError, because only the caller knows what to advise.
    """
    try:
        if not follow and path.is_symlink():  # for systems without O_NOFOLLOW
            raise ArenaError(f"{path} {LINK}")
        with open(path, "rb", opener=_follows if follow else _follows_not) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise ArenaError(f"{path} {describe_kind(status.st_mode)}: name a regular file")
            content = file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(path) from None
    except IsADirectoryError:
        raise ArenaError(f"{path} is a folder: name a file in it") from None
    except (OSError, ValueError) as error:
        if not follow and getattr(error, "errno", None) == errno.ELOOP:
            raise ArenaError(f"{path} {LINK}") from None
        if getattr(error, "errno", None) == errno.ENXIO:
            raise ArenaError(f"{path} is a socket or a device: name a regular file") from None
        reason = getattr(error, "strerror", None) or error
        raise ArenaError(f"{path} cannot be read: {reason}") from None
    if len(content) > most:
        size = max(status.st_size, len(content))
        raise ArenaError(f"{path} has {size:,} bytes, {what} has at most {most:,}")
    return content


def decode_text(content: bytes, path: Path, advice: str) -> str:
    """The text of a file in UTF-8, as editors on any system write it. `advice` ends the error."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ArenaError(f"{path}, line {line}: this is not UTF-8{advice}") from None


def open_flags(*, follow: bool) -> int:
    """The flags with which a file of a stranger is opened for reading."""
    # O_NONBLOCK: opening a pipe does not wait for a writer.
    # O_NOCTTY: the file does not become the terminal of this process.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    return flags | getattr(os, "O_CLOEXEC", 0) | (0 if follow else getattr(os, "O_NOFOLLOW", 0))


def _follows(path: str, flags: int) -> int:
    return os.open(path, flags | open_flags(follow=True))


def _follows_not(path: str, flags: int) -> int:
    return os.open(path, flags | open_flags(follow=False))


def describe_kind(mode: int) -> str:
    """The kind of a file that is not a regular file."""
    if stat.S_ISLNK(mode):
        return "is a symbolic link"
    if stat.S_ISFIFO(mode):
        return "is a pipe"
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        return "is a device"
    return "is not a regular file"
