"""The data of teams: members, an address, and whether they belong to the university."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("team", sa.Column("members", sa.Text, nullable=False, server_default="[]"))
    op.add_column(
        "team", sa.Column("contact", sa.Text, nullable=False, server_default=sa.text("''"))
    )
    op.add_column("team", sa.Column("university", sa.Boolean, nullable=True))
