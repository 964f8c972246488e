"""Reads and writes a bot's package as a zip archive.

The archive may come from a stranger. So nothing is written to the disk, and no name in it is used
as a path. The sizes that it claims are not trusted: the bytes are counted as they are unpacked.
"""

import stat
import struct
import zlib
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo, is_zipfile

from arena.bots.tree import Files, check_number, checked_name, is_ignored, too_large, usable_files
from arena.common.errors import BotError
from arena.common.input_files import describe_kind, read_input

# The date of all files in our archives, so that the same files give the same bytes.
MIDNIGHT = (1980, 1, 1, 0, 0, 0)
IS_ENCRYPTED, IS_UTF8 = 0x1, 0x800  # bits of an entry
BROKEN = (
    BadZipFile, EOFError, NotImplementedError, OverflowError, OSError, RuntimeError,
    UnicodeDecodeError, ValueError, struct.error, zlib.error,
)  # fmt: skip


def read_archive(path: Path, most: int, *, follow: bool = True) -> dict[str, bytes]:
    """The files of the package in this archive. Raises `BotError` if it is not acceptable."""
    content = read_input(path, "the archive of a bot", follow=follow, most=2 * most)
    try:
        with ZipFile(BytesIO(content)) as archive:
            return usable_files(_unpack(archive, str(path), most), str(path))
    except BROKEN as error:
        if not is_zipfile(BytesIO(content)):
            raise BotError(
                f"{path} is not a zip archive, or only a part of one. `arena bundle BOT.py` makes "
                f"one"
            ) from None
        raise BotError(
            f"{path} cannot be unpacked, because it is damaged ({type(error).__name__}). Make the "
            f"archive again, for example with `arena bundle`"
        ) from None


def _unpack(archive: ZipFile, where: str, most: int) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    left = most
    for entry in archive.infolist():
        name = checked_name(_name_of(entry, where), where)
        if is_ignored(name):
            continue
        _check_kind(entry, name, where)
        if entry.is_dir():
            continue
        if name in files:
            raise BotError(f"{where} has the file {name} twice. Make the archive again")
        check_number(len(files) + 1, where)
        with archive.open(entry) as file:
            content = file.read(left + 1)
        left -= len(content)
        if left < 0:
            raise too_large(where, most)
        files[name] = content
    return files


def _name_of(entry: ZipInfo, where: str) -> str:
    name = entry.orig_filename
    if not name.isascii() and not entry.flag_bits & IS_UTF8:
        raise BotError(
            f"{where}: the name {ascii(name)[:80]} is not marked as UTF-8. Give the file a name of "
            f"plain letters, or make the archive with `arena bundle`"
        )
    return name.removesuffix("/")


def _check_kind(entry: ZipInfo, name: str, where: str) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise BotError(
            f"{where}: {name} {describe_kind(kind)}. A package has only files and folders"
        )
    if entry.flag_bits & IS_ENCRYPTED:
        raise BotError(f"{where}: {name} is encrypted. Make the archive without a password")
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BotError(f"{where}: {name} is packed in an unusual way. Use ordinary zip compression")


def archive_of(files: Files) -> bytes:
    """The files as an archive. The same files always give the same bytes."""
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name, MIDNIGHT)
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, content, ZIP_DEFLATED)
    return target.getvalue()
