"""Moves the data of a competition to another database, and notes it in competition.toml."""

import re
from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.fields import address
from arena.competition.config.folder import Competition, check_owner, open_store, save
from arena.competition.config.paths import FILE
from arena.competition.config.reading import read
from arena.store.moving import MOVED, CopiedSoFar, copy

IN_FOLDER = "sqlite"  # the word for the file in the competition's folder
LINE = re.compile(r"^database[ \t]*=.*$", re.MULTILINE)


def move_database(competition: Competition, database: str, progress: CopiedSoFar) -> int:
    """Copy all rows to this database, compare them, and write its address in competition.toml.

    Returns the number of rows. If it is interrupted, everything stays where it is.
    """
    address(database)
    if database == competition.settings.database:
        raise ArenaError(f"Everything is in {competition.store.database.name} already")
    with open_store(competition.path, database) as target, target.alone():
        if database:
            check_owner(competition, target)
        rows = copy(competition.store.database, target.database, progress)
        write_address(competition.path, database)
        if database:
            check_owner(competition, target)
        competition.store.set_note(MOVED, target.database.name)
    return rows


def write_address(folder: Path, database: str) -> None:
    """Write the address in competition.toml, and leave everything else as it is."""
    path = folder / FILE
    text = path.read_text(encoding="utf-8")
    save(path, with_address(text, database).encode())
    try:
        settings = read(folder)
    except ArenaError:
        settings = None
    if settings is None or settings.database != database:
        save(path, text.encode())
        raise ArenaError(
            f"{path}: write the line {_line(database)} yourself, before the first [table]"
        )


def with_address(text: str, database: str) -> str:
    """The text of competition.toml with this address."""
    line = _line(database)
    top, bracket, rest = text.partition("\n[")
    if LINE.search(top):
        return LINE.sub(lambda _: line, top, count=1) + bracket + rest
    return f"{top.rstrip()}\n{line}\n" + bracket + rest


def _line(database: str) -> str:
    return f'database = "{database}"'
