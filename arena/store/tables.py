"""The tables of the database. The migrations make them; a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

VERSION = "0007"  # the version of the tables: the number of the last migration
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
    Column("status", Text, nullable=False),  # nothing, "admitted", "refused" or "withdrawn"
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
    # When it came to be, in milliseconds since 1970: it ascends in the order of the commits.
    Column("at", BigInteger, nullable=False, server_default="0"),
    Index("ix_game_at", "phase", "at"),
    sqlite_with_rowid=False,
)

log = Table(  # everything that somebody decides, or that changes a phase: rows are only added
    "log",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),  # ISO 8601, in UTC: the competition's time
    Column("kind", Text, nullable=False),  # of event, as `arena/competition/log.py` names it
    Column("body", Text, nullable=False),  # JSON
    Column("hash", String(64), nullable=False),  # of this row and all before it
    Index("ix_log_kind", "kind"),
)

note = Table(  # other facts: the owner of the database, what a server is doing
    "note",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
)

# The live site (decision 48)

code = Table(  # a code with which a team or an organiser signs in
    "code",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("role", Text, nullable=False),
    Column("team_id", Integer, ForeignKey("team.id")),  # NULL for roles that are no team
    Column("prefix", Text, nullable=False),  # its first group
    Column("salt", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("made_at", String(32), nullable=False),
    Column("name", Text, nullable=False, server_default=text("''")),  # of the organiser
    UniqueConstraint("prefix"),
)

session = Table(
    "session",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String(64), nullable=False),  # of the token in the cookie
    Column("code_id", Integer, ForeignKey("code.id", ondelete="CASCADE"), nullable=False),
    Column("started_at", String(32), nullable=False),
    Column("ends_at", String(32), nullable=False),
    UniqueConstraint("hash"),
)

failure = Table(  # a code that was refused
    "failure",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),  # "address" or "prefix"
    Column("source", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Index("ix_failure_source", "kind", "source"),
)

upload = Table(  # a file that a team has sent over the network
    "upload",
    metadata,
    Column("id", Integer, primary_key=True),  # the order in which they came
    Column("receipt", Text, nullable=False),  # its name for the team
    Column("team_id", Integer, ForeignKey("team.id"), nullable=False),
    Column("sha256", String(64), nullable=False),  # of the file as it came
    Column("size", Integer, nullable=False),
    Column("file", Text, nullable=False),  # its place in the competition's folder
    Column("received_at", String(32), nullable=False),
    Column("status", Text, nullable=False),  # "waiting", "taken" or "refused"
    Column("version_id", Integer, ForeignKey("version.id")),  # what became of it
    UniqueConstraint("receipt"),
)

step = Table(  # one step of the examination of an upload, as it is done
    "step",
    metadata,
    Column("upload_id", Integer, ForeignKey("upload.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("ok", Boolean, nullable=False),
    Column("said", Text, nullable=False),
    Column("advice", Text, nullable=False),
)

practice = Table(  # a practice match that a team has asked for
    "practice",
    metadata,
    Column("id", Integer, primary_key=True),  # the order in which they were asked for
    Column("name", Text, nullable=False),  # of its files, and in addresses
    Column("team_id", Integer, ForeignKey("team.id"), nullable=False),
    Column("version_id", Integer, ForeignKey("version.id"), nullable=False),
    Column("opponent", Text, nullable=False),  # a house bot
    Column("asked_at", String(32), nullable=False),
    Column("report", Text, nullable=False),  # JSON: its result; empty: it is to be played
    UniqueConstraint("name"),
)

news = Table(  # something that happened, for those who are watching: old rows are deleted
    "news",
    metadata,
    Column("id", Integer, primary_key=True),  # ascends in the order of the commits
    Column("at", String(32), nullable=False),
    Column("kind", Text, nullable=False),  # of thing, as `visible` knows it
    Column("phase", Text, nullable=False),
    Column("teams", Text, nullable=False),  # JSON: the keys of its teams
    Column("data", Text, nullable=False),  # JSON
    sqlite_autoincrement=True,
)

action = Table(  # what an organiser has done, or wants the engine to do: the audit log
    "action",
    metadata,
    Column("id", Integer, primary_key=True),  # the order in which they were asked for
    Column("at", String(32), nullable=False),
    Column("organiser", Text, nullable=False),
    Column("door", Text, nullable=False),  # "desk" or "command"
    Column("what", Text, nullable=False),
    Column("request", Text, nullable=False),  # JSON: its phase, team, reason and others
    Column("status", Text, nullable=False),  # "waiting", "begun", "done" or "refused"
    Column("answer", Text, nullable=False),  # JSON: sentences
    Index("ix_action_status", "status"),
    sqlite_autoincrement=True,
)

heartbeat = Table(  # the last sign of life of a service
    "heartbeat",
    metadata,
    Column("service", Text, primary_key=True),
    Column("at", String(32), nullable=False),
    Column("process", Text, nullable=False),
    Column("doing", Text, nullable=False),
)
