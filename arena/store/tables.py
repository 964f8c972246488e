"""The tables of the database. The migrations make them; a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

VERSION = "0002"  # the version of the tables: the number of the last migration
SCHEMA = "schema"  # the table, with one row, that says which version a database has

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

team = Table(
    "team",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False),  # the name without case and accents: unique
    Column("name", Text, nullable=False),
    Column("members", Text, nullable=False, server_default="[]"),  # JSON: their names
    Column("contact", Text, nullable=False, server_default=text("''")),  # private
    Column("university", Boolean),  # do members belong to it? NULL: the team has not said
    UniqueConstraint("key"),
)

version = Table(  # a version of a team's bot: every file that it handed in
    "version",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("team_id", Integer, ForeignKey("team.id"), nullable=False),
    Column("number", Integer, nullable=False),  # 1, 2, ... of this team
    Column("sha256", String(64), nullable=False),
    Column("file", Text, nullable=False),
    Column("received_at", String(32), nullable=False),  # ISO 8601, with its zone
    Column("phase", Text, nullable=False),  # for which it was handed in
    Column("status", Text, nullable=False),  # nothing, "admitted" or "refused"
    Column("report", Text, nullable=False),  # JSON: what admission found
    UniqueConstraint("team_id", "number"),
)

file = Table(  # a file of records
    "file",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("phase", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("indexed", BigInteger, nullable=False),  # all lines before this byte are known
    UniqueConstraint("phase", "name"),
)

game = Table(  # stored in the order of its key, because the standings read it so
    "game",
    metadata,
    Column("phase", Text, primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("match", Text, nullable=False),
    Column("file_id", Integer, ForeignKey("file.id"), nullable=False),
    Column("start", BigInteger, nullable=False),
    Column("length", Integer, nullable=False),
    Column("result", Text, nullable=False),  # JSON: what the standings need
    sqlite_with_rowid=False,
)

note = Table(  # other facts: settings, lots, how far a phase is
    "note",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
)
