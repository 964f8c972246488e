"""Brings a database's tables up to date when it is opened, or refuses a newer version."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from arena.common.errors import ArenaError
from arena.store.database import Database
from arena.store.tables import SCHEMA, VERSION

MIGRATIONS = Path(__file__).parent / "migrations"


def bring_up_to_date(database: Database) -> None:
    """Run the migrations that this database does not have yet, in one transaction."""
    with database.reading() as connection:
        if _version(connection) == VERSION:
            return
    with database.writing() as connection:
        version = _version(connection)
        if version > VERSION:
            raise ArenaError(
                f"The database {database.name} was written by a newer Card Arena: its tables are "
                f"of version {version}, and this Card Arena knows them up to {VERSION}. "
                f"Use the newer Card Arena: in its folder, git pull and make setup; or pip install "
                f"with the file of the newer wheel"
            )
        if version < VERSION:
            _migrate(connection)


def _version(connection: Connection) -> str:
    """The version of its tables; empty if it has no tables."""
    if not inspect(connection).has_table(SCHEMA):
        return ""
    return connection.scalar(text(f"SELECT version_num FROM {SCHEMA}")) or ""


def _migrate(connection: Connection) -> None:
    from alembic import command  # late: it is needed once in a database's life
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")
