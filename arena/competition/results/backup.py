"""A backup of a competition in one file, made while it runs, and a competition made from it.

First the database is copied, as of one moment. Then the files are read. Files of records only grow,
and submissions never change. So the files have everything that the database knows, and perhaps more
games, which are entered at the restore as after a crash.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, open_competition
from arena.competition.config.move_database import write_address
from arena.competition.config.paths import (
    ADMISSION_LOCK,
    DATABASE,
    ENGINE_LOCK,
    FILE,
    INDEX_LOCK,
    LOCK,
    NEW,
    OUT,
    PUBLIC,
)
from arena.competition.config.seed import PLACE as SEED
from arena.competition.play.playing import enter_written_games
from arena.replay.files import UNFINISHED, make_folder, unwritable
from arena.store.snapshot import snapshot

PRIVATE = 0o600  # the backup has the seed
CHUNK = 1 << 20
TRIES = 5  # at a folder that is published anew while it is read
WITHOUT = ("live", "desk", NEW)  # in Out: what is made again
LOCKS = (LOCK, ADMISSION_LOCK, ENGINE_LOCK, INDEX_LOCK)


def back_up(competition: Competition, file: Path) -> int:
    """Write everything of the competition into this new file; returns its number of files."""
    new = file.with_name(file.name + ".new")
    try:
        if file.exists():
            raise FileExistsError(file)
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
        with os.fdopen(fd, "wb") as stream:
            with ZipFile(stream, "w", ZIP_DEFLATED, compresslevel=1) as archive:
                number = _write(competition, archive, file.parent)
            stream.flush()
            os.fsync(fd)
        new.replace(file)
    except OSError as error:
        raise unwritable(file, error) from None
    finally:
        new.unlink(missing_ok=True)
    return number


def restore_backup(file: Path, folder: Path) -> Competition:
    """Make a competition in this new folder from the backup; returns it, closed."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArenaError(f"{folder} is not empty: name a new folder, and nothing is overwritten")
    new = folder.with_name(folder.name + ".new")
    if new.exists():
        raise ArenaError(f"{new} is there, from a restore that was interrupted: delete it first")
    make_folder(new)
    try:
        _unpack(file, new)
        write_address(new, "")
        with open_competition(new, alone=True) as competition:
            enter_written_games(competition)
        if folder.exists():
            folder.rmdir()
        new.rename(folder)
    except OSError as error:
        raise unwritable(folder, error) from None
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return competition


def _write(competition: Competition, archive: ZipFile, beside: Path) -> int:
    with TemporaryDirectory(dir=beside, prefix=".backup-") as work:
        copied = Path(work, DATABASE)
        snapshot(competition.store.database, copied)
        add_file(archive, copied, f"{OUT}/{DATABASE}")
    number = 1
    published = competition.out / PUBLIC
    for path in files_of(competition.path):
        if not path.is_relative_to(published):
            add_file(archive, path, path.relative_to(competition.path).as_posix())
            number += 1
    return number + _add_published(competition, archive)


def files_of(folder: Path) -> Iterator[Path]:
    """All files of the competition, except those of the database, and what is made again."""
    out = folder / OUT
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_symlink() or not path.is_file():
            continue
        if path.parent == out and (path.name.startswith((DATABASE, *LOCKS))):
            continue
        if inside.parts[:1] == (OUT,) and len(inside.parts) > 1 and inside.parts[1] in WITHOUT:
            continue
        if not any(part.endswith(UNFINISHED) for part in inside.parts):
            yield path


def _add_published(competition: Competition, archive: ZipFile) -> int:
    """Add what is published: each folder as it was at one moment."""
    public = competition.out / PUBLIC
    number = 0
    for each in sorted(public.iterdir()) if public.is_dir() else []:
        if each.name.endswith(UNFINISHED):
            continue
        content = _read_whole(each)
        for path, data in content.items():
            info = ZipInfo(path.relative_to(competition.path).as_posix())
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, data)
        number += len(content)
    return number


def _read_whole(place: Path) -> dict[Path, bytes]:
    """The files in this folder, or this file. If it was replaced meanwhile, it is read again."""
    for _ in range(TRIES):
        try:
            before = place.stat().st_ino
            paths = [place] if place.is_file() else sorted(place.rglob("*"))
            content = {path: path.read_bytes() for path in paths if path.is_file()}
            if place.stat().st_ino == before:
                return content
        except FileNotFoundError:
            continue
    raise ArenaError(f"{place} changes all the time: run arena backup again when it is published")


def add_file(archive: ZipFile, path: Path, name: str) -> None:
    """Add a file up to its present length; it may grow meanwhile."""
    with path.open("rb") as source:
        left = os.fstat(source.fileno()).st_size
        info = ZipInfo(name)
        info.compress_type = ZIP_DEFLATED
        with archive.open(info, "w", force_zip64=left > 1 << 30) as target:
            while left > 0 and (chunk := source.read(min(CHUNK, left))):
                target.write(chunk)
                left -= len(chunk)


def _unpack(file: Path, folder: Path) -> None:
    try:
        with ZipFile(file) as archive:
            names = archive.namelist()
            if not {FILE, SEED.as_posix(), f"{OUT}/{DATABASE}"} <= set(names):
                raise ArenaError(f"{file} is not a backup of a competition: arena backup makes one")
            for name in names:
                inside = PurePosixPath(name)
                if inside.is_absolute() or ".." in inside.parts or "\\" in name or ":" in name:
                    raise ArenaError(f"{file} has a file outside of the competition: {name!r:.80}")
                place = folder / inside
                make_folder(place.parent)
                mode = PRIVATE if inside == PurePosixPath(SEED.as_posix()) else 0o666
                fd = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
                with archive.open(name) as source, os.fdopen(fd, "wb") as target:
                    shutil.copyfileobj(source, target, CHUNK)
    except (BadZipFile, EOFError) as error:
        raise ArenaError(f"{file} is damaged or no backup: {error}. Take another one") from None
    except FileNotFoundError:
        raise ArenaError(f"{file} cannot be read: there is no such file") from None
