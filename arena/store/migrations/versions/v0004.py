"""The time at which a game was entered. Earlier games get the time of this step."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("game", sa.Column("at", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_game_at", "game", ["phase", "at"])
    now = sa.text("UPDATE game SET at = :now").bindparams(now=time.time_ns() // 1_000_000)
    op.execute(now)
