"""Copies a database while others write to it: the copy is as of one moment."""

import sqlite3
from contextlib import closing
from pathlib import Path

from arena.common.errors import ArenaError
from arena.replay.files import unwritable
from arena.store.database import Database
from arena.store.moving import copy
from arena.store.store import Store


def snapshot(database: Database, file: Path) -> None:
    """Write everything in the database into a new SQLite file."""
    if database.is_sqlite:
        _vacuum(Path(database.name), file)
        return
    with Store.open(file, file.parent) as target:
        copy(database, target.database, lambda done, total: None)


def _vacuum(source: Path, file: Path) -> None:
    try:
        with closing(sqlite3.connect(source)) as connection:
            connection.execute("VACUUM INTO ?", (str(file),))
    except sqlite3.Error as error:
        raise ArenaError(
            f"{source} cannot be copied to {file.parent}: {error}. Is there room on the disk?"
        ) from None
    except OSError as error:
        raise unwritable(file, error) from None
