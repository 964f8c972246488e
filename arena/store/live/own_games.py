"""The games of one team in a phase, from the list of games in the database."""

import hmac
import secrets
from typing import NamedTuple

import msgspec
from sqlalchemy import select

from arena.replay.result import Result
from arena.store import tables
from arena.store.store import Store

NAMES = "names of games"  # the note of the key from which the names of games are made

_result = msgspec.json.Decoder(Result)


class OwnGame(NamedTuple):
    id: str
    name: str  # for the team, in addresses
    match: str  # its label
    result: Result


def own_games(store: Store, phase: str, team: str) -> list[OwnGame]:
    """All games that the team with this name has played."""
    table = tables.game.c
    query = select(table.id, table.match, table.result).where(table.phase == phase)
    # The database only looks for the name in the text, which is much quicker than reading all.
    query = query.where(table.result.contains(msgspec.json.encode(team).decode(), autoescape=True))
    with store.database.reading() as connection:
        rows = connection.execute(query.order_by(table.id)).all()
    key = bytes.fromhex(store.claim(NAMES, secrets.token_hex(32)))
    games = (
        OwnGame(row.id, _name(key, phase, row.id), row.match, _result.decode(row.result))
        for row in rows
    )
    return [game for game in games if team in game.result.who]


def _name(key: bytes, phase: str, id: str) -> str:
    """A name that says nothing.

    The id of a game depends on the hashes of its bots. A team that knows the deal and the files of
    the house bots could find out from it which of them it has met.
    """
    return hmac.digest(key, f"{phase} {id}".encode(), "sha256")[:8].hex()
