"""The record of a game: everything needed to play it again without bots and without chance.

A record is one line of JSON. Cards and actions are text, times are whole microseconds.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from arena.guest.protocol.thoughts import NamedRow

FORMAT = "card-arena-record-1"


class BotEntry(Struct, frozen=True):
    name: str
    spec: str = ""
    sha256: str = ""  # of its source
    variant: str = ""  # which class of the file, with which arguments
    isolation: str = ""  # the level it played at


class Move(Struct, omit_defaults=True, gc=False):
    seat: int
    play: str
    us: int = 0  # thinking time on the wall, in microseconds
    cpu: int = 0  # on the processor, if it was measured
    fault: str = ""  # the verdict, when `play` is a random action in place of the bot's
    chance: tuple[int, ...] = ()  # what chance decided during this move
    thoughts: tuple[NamedRow, ...] = ()  # what the bot reported about its choice
    waited: int = 0  # microseconds of `us` in which the bot wanted a core and others had it


class FaultEntry(Struct, omit_defaults=True):
    """One fault, with the details that its author needs to find it."""

    ply: int
    seat: int
    verdict: str
    reason: str
    traceback: str = ""
    output: str = ""  # what the bot had printed in this game


class RecordPlace(Struct, frozen=True, omit_defaults=True):
    """The place of a game in its competition."""

    phase: str
    match: str = ""
    deal: int = 0  # its number: games of a phase with the same number are played on the same deal


class SpoiledAttempt(Struct, frozen=True):
    """An attempt at the game that does not count, because the machine was too busy."""

    bot: str  # the bot that got no core
    reason: str


class Head(Struct):
    """The start of a record, in every version of the format."""

    format: str


class Record(Struct, omit_defaults=True):
    format: str
    id: str  # hash of game, options, deal, seats and bots
    game: str
    options: dict[str, str]
    deal: dict[str, Any]
    bots: list[BotEntry]
    seats: list[int]  # the number of the bot in each seat
    sides: list[list[int]]  # the seats of each side; they win or lose together
    moves: list[Move]
    scores: list[float]  # of each seat
    ranks: list[int]  # of each side, 0 is first; empty while the game goes on
    isolation: str = ""
    budget: float | None = None  # seconds a move; None: the clock was off
    versions: dict[str, str] = {}
    names_line: str = ""  # of an imported text that does not say which bot had which seat
    notes: list[str] = []  # remarks on the bots' behaviour, for the organiser
    seeds: list[int] = []  # the random seed of the bot in each seat
    faults: list[FaultEntry] = []
    fixture: RecordPlace | None = None
    replays: list[SpoiledAttempt] = []  # the attempts before this one
    host: str = ""  # the machine of a cluster that played it; empty: the arena's own machine

    def name(self, seat: int) -> str:
        return self.bots[self.seats[seat]].name

    def __repr__(self) -> str:
        scores = [
            f"{self.name(seats[0])!r} {sum(self.scores[seat] for seat in seats):g}"
            for seats in self.sides
        ]
        return (
            f"<Record {self.id!r}: {self.game}, {', '.join(scores)}, {len(self.moves)} moves, "
            f"{len(self.faults)} faults>"
        )


def game_id(game: str, options: Mapping[str, str], deal: object, seated: Sequence[BotEntry]) -> str:
    """The identity of a game. It does not depend on the time or the machine."""
    return id_of_parts(dealt_part(game, options, deal), seated_part(seated))


def dealt_part(game: str, options: Mapping[str, str], deal: object) -> bytes:
    """The part of the identity that all games on a deal share."""
    return msgspec.json.encode((game, sorted(options.items()), deal))[:-1]


def seated_part(seated: Sequence[BotEntry]) -> bytes:
    """The part that all games of these bots in these seats share."""
    return msgspec.json.encode([(bot.name, bot.sha256, bot.variant) for bot in seated])


def id_of_parts(dealt: bytes, seated: bytes) -> str:
    """The identity of the game on this deal between these bots."""
    return blake2b(dealt + b"," + seated + b"]", digest_size=8).hexdigest()
