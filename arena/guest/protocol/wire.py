"""The messages between the arena and a bot: small frames of plain data.

A frame is a length in four bytes and a msgpack message. The length is checked before any memory is
allocated: a bot may send at most 4 KB, the arena at most 64 KB. Both sides use this module.

A bot may forge every message from its box. `read_from_bot` is the one place where its texts enter
the arena. It makes them safe to print: see `_clean`. No other module needs to do so again.
"""

import struct
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from arena.guest.protocol.safe_text import plain, plain_lines, shorten
from arena.guest.protocol.thoughts import Row

FROM_BOT = 4 * 1024
TO_BOT = 64 * 1024
HEADER = struct.Struct(">I")
M = TypeVar("M", bound=Struct)  # the type of a message
V = TypeVar("V")  # the type of a game's views, or of a view that is still encoded
LONGEST_INT = 2**63  # msgspec reads integers of any length; an action is small
LONGEST_LINE = 600  # characters of a text of one line from a bot
LONGEST_TEXT = 4000  # characters of a text of several lines
LONGEST_LIST = 32  # texts in a list
SEVERAL_LINES = frozenset(["traceback"])  # the fields that may have several lines


class ProtocolError(Exception):
    """The other side sent an unexpected message."""


# To the bot


class Load(Struct, tag="load", array_like=True):
    """The bot and its game, for all its games: see `arena/guest/template.py`."""

    path: str  # the name of the file in tracebacks
    cls: str | None
    arguments: str  # "(worlds=10)" or ""
    house: str  # the module of a house bot, which has no source here
    packages: tuple[str, ...]  # that it may import besides Python's own modules
    game: str
    options: dict[str, str]
    folder: str = ""  # where the files of a package are; empty: the bot is one file
    files: tuple[str, ...] = ()  # of the package, by their paths in the folder
    draws: bool = True  # does the bot use Python's global random numbers?


class Start(Struct, tag="start", array_like=True):
    """A game begins: run the bot's code and make its player. More data may follow as pieces."""

    seed: int
    size: int = 0  # of the source; 0 if the file is in the folder of a package
    code: int = 0  # size of the compiled source; 0: compile it, and send it to the arena
    data: bytes = b""  # the source and then the code, or the beginning of both
    named: bool = False  # send its name back
    watched: bool = False  # note what it tries to reach, because the kernel does not report it


class Piece(Struct, tag="piece", array_like=True):
    """A piece of the bot's source or code, in either direction."""

    data: bytes


class More(Struct, tag="more", array_like=True):
    """Asks for the next piece of the compiled code. After the last piece: go on."""


class Act(Struct, Generic[V], tag="act", array_like=True):
    """It is the bot's turn."""

    seq: int
    budget: float
    view: V


class Examine(Struct, tag="examine", array_like=True):
    """Asks how the bot behaved, in an examination."""


# From the bot. Texts in these messages have one line, unless `SEVERAL_LINES` names their field.


class Compiled(Struct, tag="compiled", array_like=True):
    """The size of the compiled code in bytes. None of it has run yet."""

    size: int


class Ready(Struct, tag="ready", array_like=True):
    """The bot is loaded, and its player exists."""

    name: str


class Moved(Struct, tag="move", array_like=True):
    """The bot's action, and its thoughts about it."""

    seq: int
    action: int
    thoughts: tuple[Row, ...] = ()


class Failed(Struct, tag="failed", array_like=True):
    """The bot failed: a verdict, a reason and a traceback, for its author."""

    seq: int
    verdict: str
    reason: str
    traceback: str


class Examined(Struct, tag="examined", array_like=True):
    """How the bot behaved in an examination."""

    copying_error: str  # why a player cannot be copied; empty if it can
    touched: list[str]  # what it tried to reach, if it was watched


ToBot = Load | Start | Piece | More | Act[Raw] | Examine
FromBot = Compiled | Piece | Ready | Moved | Failed | Examined
ANSWERS = Moved, Failed
PIECE_TO_BOT, PIECE_FROM_BOT = TO_BOT // 2, FROM_BOT // 2

# Looked up once, because these functions run for every move.
_unpack = HEADER.unpack_from
_encode = msgspec.msgpack.Encoder().encode
_to_bot = msgspec.msgpack.Decoder(ToBot)
_from_bot = msgspec.msgpack.Decoder(FromBot)
_BROKEN = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError)


def question(seq: int, budget: float, view: Any) -> bytes:
    """The frame of an `Act`. The view is encoded together with it."""
    return frame(Act(seq, budget, view), TO_BOT)


def encode(message: Struct, limit: int) -> bytes:
    """The message as bytes."""
    data = _encode(message)
    if len(data) > limit:
        raise ProtocolError(f"a message of {len(data)} bytes, but at most {limit} are allowed")
    return data


def frame(message: Struct, limit: int) -> bytes:
    """The message as bytes, with its length in front."""
    return with_length(encode(message, limit))


def with_length(data: bytes) -> bytes:
    """A frame of an encoded message."""
    return HEADER.pack(len(data)) + data


def end_of_frame(data: bytes | memoryview, limit: int) -> int:
    """The position where the first frame of this data ends; 0 if its length has not arrived yet."""
    try:
        length: int = _unpack(data)[0]
    except struct.error:
        return 0
    if 0 < length <= limit:
        return length + HEADER.size
    raise ProtocolError(f"a frame of {length} bytes, but 1 to {limit} are allowed")


def read_to_bot(data: bytes | memoryview) -> ToBot:
    """Decode a message from the arena."""
    message: ToBot = _to_bot.decode(data)
    return message


def question_reader(view: type[V]) -> Callable[[bytes | memoryview], Act[V] | Examine]:
    """A function that decodes the messages of a running game with this type of views."""
    return msgspec.msgpack.Decoder(Act[view] | Examine).decode  # type: ignore[valid-type]


def read_from_bot(data: bytes) -> FromBot:
    """The message in a frame that came from a bot. Everything in it is checked or made safe."""
    try:
        message: FromBot = _from_bot.decode(data)
    except _BROKEN as error:  # the error may quote the message
        raise ProtocolError(_clean(f"the message cannot be decoded: {error}")) from None
    if type(message) is not Moved:  # a move has only numbers, and its time counts
        return _clean_fields(message)
    if not -LONGEST_INT < message.action < LONGEST_INT:
        raise ProtocolError("a number that is not the number of an action")
    return message


def _clean_fields(message: M) -> M:
    """The message with all its texts made safe."""
    names = type(message).__struct_fields__
    return type(message)(*[_clean(getattr(message, name), name in SEVERAL_LINES) for name in names])


def _clean(value: Any, has_lines: bool = False) -> Any:
    """A value from a bot with safe texts: short, without control characters, escape sequences or
    marks that change the direction of writing, and without line breaks unless it `has_lines`."""
    if isinstance(value, str) and has_lines:
        return shorten(plain_lines(value), LONGEST_TEXT)
    if isinstance(value, str):
        return shorten(plain(value), LONGEST_LINE)
    if isinstance(value, list | tuple):
        return type(value)([_clean(each, has_lines) for each in value[:LONGEST_LIST]])
    return value


def check_answer(message: FromBot, seq: int) -> Moved | Failed:
    """The message, if it answers the question with this number."""
    if type(message) not in ANSWERS or message.seq != seq:  # type: ignore[union-attr]
        raise ProtocolError("it sent an unexpected message")
    return message  # type: ignore[return-value]
