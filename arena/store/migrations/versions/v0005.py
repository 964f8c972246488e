"""Practice matches, which teams ask for on the live site."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "practice",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("team_id", sa.Integer, nullable=False),
        sa.Column("version_id", sa.Integer, nullable=False),
        sa.Column("opponent", sa.Text, nullable=False),
        sa.Column("asked_at", sa.String(32), nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_practice"),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name="fk_practice_team_id"),
        sa.ForeignKeyConstraint(["version_id"], ["version.id"], name="fk_practice_version_id"),
        sa.UniqueConstraint("name", name="uq_practice_name"),
    )
