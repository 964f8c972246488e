"""What crosses the wall between the arena and a bot: small frames of plain data.

A frame is its length in four bytes and a msgpack message. The length is looked at before anything
is allocated: from a bot come at most 4 KB, to it go at most 64 KB. Both sides use this module, and
nothing else of the arena is in a bot's box.
"""

from collections.abc import Callable
from struct import Struct as Packing
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from arena.guest.protocol.thoughts import Row

FROM_BOT = 4 * 1024
TO_BOT = 64 * 1024
HEADER = Packing(">I")
V = TypeVar("V")  # a view: of a game, or not opened yet
LONGEST_INT = 2**63  # msgspec takes integers of any length; an action is a small one


class ProtocolError(Exception):
    """Something else than the message that was due."""


# To the bot


class Load(Struct, tag="load", array_like=True):
    """Which bot this is, and the game that it plays here. Its source and code follow as pieces."""

    path: str  # what its tracebacks call the file
    size: int  # of the source
    code: int  # size of the compiled source; 0: compile it, and let the arena have it
    cls: str | None
    arguments: str  # "(worlds=10)" or ""
    house: str  # the module of a bot of the house; there is no source then
    packages: tuple[str, ...]  # what it may import besides Python's own
    game: str
    options: dict[str, str]
    seed: int
    named: bool = False  # is its name wanted?
    watched: bool = False  # note what it reaches for, for an examination


class Piece(Struct, tag="piece", array_like=True):
    """A piece of the bot's source or code, either way."""

    data: bytes


class More(Struct, tag="more", array_like=True):
    """The next piece of the compiled code, please; or after the last piece: go on."""


class Act(Struct, Generic[V], tag="act", array_like=True):
    """It is the bot's turn."""

    seq: int
    budget: float
    view: V


class Examine(Struct, tag="examine", array_like=True):
    """Before a competition: what is there to say about how the bot behaved?"""


# From the bot


class Compiled(Struct, tag="compiled", array_like=True):
    """The source is compiled, and none of it has run yet: so many bytes of code."""

    size: int


class Ready(Struct, tag="ready", array_like=True):
    """The bot is loaded, and a player of it is made."""

    name: str


class Moved(Struct, tag="move", array_like=True):
    """The bot's action, and what it says of it."""

    seq: int
    action: int
    thoughts: tuple[Row, ...] = ()


class Failed(Struct, tag="failed", array_like=True):
    """Why there is no action: a verdict, a reason and a traceback, for the author."""

    seq: int
    verdict: str
    reason: str
    traceback: str


class Examined(Struct, tag="examined", array_like=True):
    """What a bot did that it had better not do."""

    uncopied: str  # why a player cannot be copied; nothing if it can
    touched: list[str]  # files, network, programs: what it tried to reach


ToBot = Load | Piece | More | Act[Raw] | Examine
FromBot = Compiled | Piece | Ready | Moved | Failed | Examined
ANSWERS = Moved, Failed
PIECE_TO_BOT, PIECE_FROM_BOT = TO_BOT // 2, FROM_BOT // 2

_encoder = msgspec.msgpack.Encoder()
_to_bot = msgspec.msgpack.Decoder(ToBot)
_from_bot = msgspec.msgpack.Decoder(FromBot)
_BROKEN = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError)


def question(seq: int, budget: float, view: Any) -> bytes:
    """An `Act` with this view, as it is sent."""
    return frame(Act(seq, budget, view), TO_BOT)  # its view is encoded with it, at once


def frame(message: Struct, limit: int) -> bytes:
    """The message as it is sent."""
    data = _encoder.encode(message)
    if len(data) > limit:
        raise ProtocolError(f"a message of {len(data)} bytes, {limit} are the most")
    return HEADER.pack(len(data)) + data


def end_of_frame(data: bytes | memoryview, limit: int) -> int:
    """Where the first frame of this data ends; 0 while its length is not there."""
    if len(data) < HEADER.size:
        return 0
    length: int = HEADER.unpack_from(data)[0]
    if not 0 < length <= limit:
        raise ProtocolError(f"a frame of {length} bytes, 1 to {limit} are allowed")
    return HEADER.size + length


def read_to_bot(data: bytes | memoryview) -> ToBot:
    """The message in a frame that came from the arena."""
    message: ToBot = _to_bot.decode(data)
    return message


def question_reader(view: type[V]) -> Callable[[bytes | memoryview], Act[V] | Examine]:
    """What reads the messages in frames of a game that goes on, whose views are of this type."""
    return msgspec.msgpack.Decoder(Act[view] | Examine).decode  # type: ignore[valid-type]


def read_from_bot(data: bytes) -> FromBot:
    """The message in a frame that came from a bot; nothing about it is believed."""
    try:
        message: FromBot = _from_bot.decode(data)
    except _BROKEN as error:
        raise ProtocolError(f"a message that is none: {error}") from None
    if type(message) is Moved and not -LONGEST_INT < message.action < LONGEST_INT:
        raise ProtocolError("a number that is no number of an action")
    return message


def check_answer(message: FromBot, seq: int) -> Moved | Failed:
    """The message, if it is an answer to the question with this number."""
    if type(message) not in ANSWERS or message.seq != seq:  # type: ignore[union-attr]
        raise ProtocolError("it answered what it was not asked")
    return message  # type: ignore[return-value]
