"""How a position is drawn: which cards lie where, who sees them, and what everybody knows.

A game describes its positions with these words, as plain data, and anything that can draw zones
of cards can draw the game. Where the zones are on a screen, and what they look like, is not here.
"""

from typing import ClassVar

from msgspec import Struct

from Game.core.game import Game
from Game.core.state import State

NOBODY = -1  # in place of a seat

# What a zone looks like.
HAND = "hand"  # cards that a seat holds
TRICK = "trick"  # one card of each seat, from the leader on
PILE = "pile"  # cards put aside in a heap, the newest on top
STOCK = "stock"  # cards to be drawn, the next one first

# Who sees the cards of a zone.
ALL = "all"  # they lie open
TOLD = "told"  # they lie face down, but everybody has seen them, and bots are told
OWN = "own"  # only the seat whose zone it is
NONE = "none"  # nobody


class Zone(Struct, frozen=True):
    """A place for cards. A game has the same zones, in the same order, in all its positions."""

    name: str  # a key of the game's words
    kind: str
    seen: str
    seat: int = NOBODY


class Fact(Struct, frozen=True, array_like=True):
    """Something that everybody knows: a sentence of the game's words, and what goes into it.

    A number goes in as it is; a text that is a key of the words is translated; `seat` is the seat
    whose name goes in.
    """

    key: str
    values: tuple[int | str, ...] = ()
    seat: int = NOBODY


class Position(Struct, frozen=True):
    """A position, ready to be drawn."""

    cards: tuple[tuple[str, ...], ...]  # of each zone
    leader: int  # who led the trick, or leads the next
    trick: int  # its number in the game, from 0
    facts: tuple[Fact, ...] = ()
    known: tuple[str, ...] = ()  # cards that everybody knows, wherever they lie
    taker: int = NOBODY  # who took the last trick that is over
    best: int = -1  # the place in the trick of the card that wins so far


class Picture:
    """What a game says of itself to be drawn. It is made for a game with its options."""

    deck: str = ""  # spanish, french or tarot; without one cards are drawn as their text
    anticlockwise: ClassVar[bool] = False  # the next seat sits on the right
    # key -> language -> what is said; {0}, {1} are the values of a fact, {seat} is a bot's name
    words: ClassVar[dict[str, dict[str, str]]] = {}

    def __init__(self, game: Game) -> None:
        self.game = game
        self.zones: tuple[Zone, ...] = ()

    def position(self, state: State) -> Position:
        """The position that the state is in."""
        raise NotImplementedError

    def reward(self, state: State, action: int) -> float | None:
        """What the game's own heuristic says of the move, where the game has one."""
        return None
