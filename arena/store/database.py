"""The connection to the database: SQLite in a file, or PostgreSQL by its address.

SQLite has a write-ahead log (WAL), so that standings can be read while games are added. It waits
for the disk at every commit (FULL): games are also in their files, but lots and verdicts are only
here. Exceptions of the drivers become sentences without passwords.
"""

import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from arena.common.errors import ArenaError
from arena.common.extras import MissingPackage
from arena.guest.protocol.safe_text import plain
from arena.replay.files import make_folder

POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
EXAMPLE = "postgresql://user:password@host/database"
BUSY = 30  # seconds to wait for another process that writes
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
HOST = 20  # letters of the host's name in our application name; PostgreSQL keeps 63 letters of it
WORKING = 0x63617264  # the number of a PostgreSQL lock: one arena works on this database
WRITING = WORKING + 1  # a transaction writes to it
COPY = "Put a copy back; without one, `arena rebuild` finds the games, but not the teams"
WHAT_TO_DO = {
    "is locked": "Another process uses it: wait until that is done, and run again",
    "is full": "Make room on the disk, and run again: every finished game is saved",
    "readonly": "Make the file and its folder writable",
    "read-only": "Make the file and its folder writable",
    "unable to open": "Make its folder readable and writable",
    "disk i/o": "Check whether the disk is full or damaged",
    "not a database": COPY,
    "malformed": COPY,
    "does not exist": "Make it (for a database: createdb), or name another in competition.toml",
    "already exists": "Use a separate database for each competition",
    "authentication": "Check the user and the password in competition.toml",
    "no password": "Write the password into the address, or into ~/.pgpass",
}
OTHERWISE = "Check that the server runs and accepts connections from this machine"


class DatabaseAway(ArenaError):
    """The database cannot be used now: it does not answer, is locked, or its disk is full."""


class Database:
    """An SQLAlchemy engine, with transactions, locks and errors as the arena needs them."""

    def __init__(self, where: str | Path, patience: float = BUSY) -> None:
        """`patience`: seconds to wait for another process that writes to a file."""
        self._secrets: list[str] = []
        if isinstance(where, str) and "://" in where:
            url = self._address(where)
            self.name = f"{url.host or ''}/{url.database or ''}"
            self._engine = self._postgres(url)
        else:
            path = Path(where)
            self.name = str(path)
            make_folder(path.parent)
            self._engine = _sqlite(path, patience)
        self._writing = self._engine.execution_options(writing=True)

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._errors_as_sentences(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def at_one_moment(self) -> Iterator[Connection]:
        """All that is read in this block is from the same moment, while others write."""
        with self._errors_as_sentences(), self._engine.connect() as connection:
            if not self.is_sqlite:  # SQLite always does this
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: it stores all changes of its block or none. Only one writes at a time."""
        with self._errors_as_sentences(), self._writing.begin() as connection:
            if not self.is_sqlite:  # SQLite itself admits one writer at a time
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": WRITING})
            yield connection

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other arena works on this database in this block, from any folder or machine.

        A file of SQLite needs no lock here: the competition's folder has one.
        """
        if self.is_sqlite:
            yield
            return
        with self._errors_as_sentences(), self._engine.connect() as connection:
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            lock = {"lock": WORKING}
            if not connection.scalar(text("SELECT pg_try_advisory_lock(:lock)"), lock):
                raise ArenaError(
                    f"Another arena works on the database {self.name}: {_holder(connection)}. "
                    f"Wait until it is done, or end that process."
                )
            yield
            connection.execute(text("SELECT pg_advisory_unlock(:lock)"), lock)

    def _address(self, where: str) -> URL:
        scheme, _, rest = where.partition("://")
        if scheme not in POSTGRES:
            raise ArenaError(
                f"{plain(scheme)}:// is not a database that we know. Write {EXAMPLE}, "
                f"or leave it empty for a file in the competition's folder."
            )
        if rest.partition("?")[0].count("@") > 1:
            raise ArenaError(
                "The database's address has more than one @: in a user's name or password, "
                "write %40 for it."
            )
        try:
            url = make_url(where).set(drivername="postgresql+psycopg")
        except (ArgumentError, ValueError):
            raise ArenaError(
                f"The database's address cannot be read. Write it like {EXAMPLE}; in a user's "
                f"name or password, write %2F for / and %3A for :."
            ) from None
        query = url.query.get("password") or ()
        self._secrets = [url.password or "", *([query] if isinstance(query, str) else query)]
        return url

    def _postgres(self, url: URL) -> Engine:
        us = f"arena, process {os.getpid()} on {socket.gethostname()[:HOST]}"
        try:
            return create_engine(
                url,
                pool_pre_ping=True,
                connect_args={"connect_timeout": 10, "application_name": us},
            )
        except ModuleNotFoundError as error:
            user = f"the PostgreSQL database {self.name}"
            raise MissingPackage(error.name, "postgresql", user) from None

    @contextmanager
    def _errors_as_sentences(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise DatabaseAway(self._sentence(error)) from None

    def _sentence(self, error: SQLAlchemyError) -> str:
        message = str(error.orig if isinstance(error, DBAPIError) else error)
        why = plain(message.strip().splitlines()[0] if message.strip() else type(error).__name__)
        for secret in filter(None, self._secrets):
            why = why.replace(secret, "***")
        advice = next((do for word, do in WHAT_TO_DO.items() if word in why.lower()), OTHERWISE)
        return f"The database {self.name} reports an error: {why}. {advice}."


def _sqlite(path: Path, patience: float) -> Engine:
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, connect_args={"timeout": patience})

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, also for new tables
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _holder(connection: Connection) -> str:
    row = connection.execute(
        text(
            "SELECT application_name, client_addr FROM pg_stat_activity JOIN pg_locks USING (pid) "
            "WHERE locktype = 'advisory' AND objid = :lock AND granted "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        ),
        {"lock": WORKING},
    ).first()
    if row is None:
        return "it has just ended, try again"
    return plain(row[0]) + (f" ({row[1]})" if row[1] else "")
