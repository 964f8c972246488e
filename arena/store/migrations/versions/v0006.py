"""The organisers: their codes have names, and their actions are logged."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("code", sa.Column("name", sa.Text, nullable=False, server_default=sa.text("''")))
    op.create_table(
        "action",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("organiser", sa.Text, nullable=False),
        sa.Column("door", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_action"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_action_status", "action", ["status"])
