"""The first tables: teams and their versions, games and the files they are in, notes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "team",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_team"),
        sa.UniqueConstraint("key", name="uq_team_key"),
    )
    op.create_table(
        "version",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("team_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("received_at", sa.String(32), nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_version"),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name="fk_version_team_id"),
        sa.UniqueConstraint("team_id", "number", name="uq_version_team_id_number"),
    )
    op.create_table(
        "file",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("indexed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_file"),
        sa.UniqueConstraint("phase", "name", name="uq_file_phase_name"),
    )
    op.create_table(
        "game",
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("file_id", sa.Integer, nullable=False),
        sa.Column("start", sa.BigInteger, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("phase", "id", name="pk_game"),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name="fk_game_file_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "note",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_note"),
    )
