"""The live site: codes, sessions, uploads and their steps, events, signs of life."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "code",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("team_id", sa.Integer),
        sa.Column("prefix", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("made_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_code"),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name="fk_code_team_id"),
        sa.UniqueConstraint("prefix", name="uq_code_prefix"),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("code_id", sa.Integer, nullable=False),
        sa.Column("started_at", sa.String(32), nullable=False),
        sa.Column("ends_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_session"),
        sa.ForeignKeyConstraint(
            ["code_id"], ["code.id"], name="fk_session_code_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("hash", name="uq_session_hash"),
    )
    op.create_table(
        "failure",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_failure"),
    )
    op.create_index("ix_failure_source", "failure", ["kind", "source"])
    op.create_table(
        "upload",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("receipt", sa.Text, nullable=False),
        sa.Column("team_id", sa.Integer, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("received_at", sa.String(32), nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("version_id", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_upload"),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name="fk_upload_team_id"),
        sa.ForeignKeyConstraint(["version_id"], ["version.id"], name="fk_upload_version_id"),
        sa.UniqueConstraint("receipt", name="uq_upload_receipt"),
    )
    op.create_table(
        "step",
        sa.Column("upload_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ok", sa.Boolean, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("advice", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("upload_id", "number", name="pk_step"),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="fk_step_upload_id"),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("teams", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_event"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "heartbeat",
        sa.Column("service", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("doing", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("service", name="pk_heartbeat"),
    )
