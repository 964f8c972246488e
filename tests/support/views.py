"""A view on its way to a bot: as bytes, and back."""

from functools import cache
from typing import Any

import msgspec

from arena.guest.protocol import wire
from Game.core.game import Game

_reader = cache(wire.question_reader)


def encode_view(view: Any) -> bytes:
    """A view as bytes. Equal knowledge gives equal bytes."""
    return msgspec.msgpack.encode(view)


def decode_view(game: Game, data: bytes) -> Any:
    """The view that a bot gets, when these bytes come in a question of the arena."""
    question = wire.Act(0, 1.0, msgspec.Raw(data))
    return _reader(game.view_type)(wire.encode(question, wire.TO_BOT)).view
