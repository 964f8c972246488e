"""The games of one team in a phase, from the list of games in the database."""

from typing import NamedTuple

import msgspec
from sqlalchemy import select

from arena.replay.result import Result
from arena.store import tables
from arena.store.database import Database

_result = msgspec.json.Decoder(Result)


class OwnGame(NamedTuple):
    id: str
    match: str  # its label
    result: Result


def own_games(database: Database, phase: str, name: str) -> list[OwnGame]:
    """All games that the team with this name has played."""
    table = tables.game.c
    query = select(table.id, table.match, table.result).where(table.phase == phase)
    # The database only looks for the name in the text, which is much quicker than reading all.
    query = query.where(table.result.contains(msgspec.json.encode(name).decode(), autoescape=True))
    with database.reading() as connection:
        rows = connection.execute(query.order_by(table.id)).all()
    games = (OwnGame(row.id, row.match, _result.decode(row.result)) for row in rows)
    return [game for game in games if name in game.result.who]
