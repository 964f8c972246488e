"""How a position is drawn: which cards lie where, who sees them, and what everybody knows.

A game describes its positions with these words, as plain data, and anything that can draw zones
of cards can draw the game. Where the zones are on a screen, and what they look like, is not here.
"""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct

from Game.core.game import Game
from Game.core.state import State
from Game.core.words import Texts

NOBODY = -1  # in place of a seat

# What a zone looks like.
HAND = "hand"  # cards that a seat holds
TRICK = "trick"  # one card of each seat, from the leader on
PILE = "pile"  # cards put aside in a heap, the newest on top
STOCK = "stock"  # cards to be drawn, the next one first
SPREAD = "spread"  # a few cards side by side
ROW = "row"  # cards that lie open before a seat

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
    values: tuple[int | float | str, ...] = ()
    seat: int = NOBODY


class Line(Struct, frozen=True, array_like=True):
    """A round of the game in the table of its rounds; the points come from the scores."""

    key: str  # what it is called: a sentence of the game's words, with its values
    values: tuple[int | str, ...]
    cells: tuple[tuple[int | None, ...], ...]  # of each seat, as `Picture.columns` name them


class PicturePosition(Struct, frozen=True):
    """A position, ready to be drawn."""

    cards: tuple[tuple[str, ...], ...]  # of each zone
    leader: int  # who led the trick, or leads the next
    trick: int  # its number in the game, from 0
    facts: tuple[Fact, ...] = ()
    known: tuple[str, ...] = ()  # cards that everybody knows, wherever they lie
    known_to: tuple[tuple[str, ...], ...] = ()  # the same of single seats: the cards of each
    taker: int = NOBODY  # who took the last trick that is over
    best: int = -1  # the place in the trick of the card that wins so far
    part: Fact | None = None  # what this part of the game is called, where there are several
    labels: tuple[str | Fact, ...] = ()  # what stands beside each seat: a word, a fact, or nothing
    messages: tuple[Fact, ...] = ()  # what is announced as it comes about
    rounds: tuple[Line, ...] = ()  # all that were begun; the last is being played, or the last
    # Possible worlds: the cards that were dealt, and for each the seats that may hold it as far as
    # everybody knows, a bit each (who has played it is the one). The bit above all seats: nobody.
    pack: tuple[str, ...] = ()
    holders: tuple[int, ...] = ()


class Picture:
    """What a game says of itself to be drawn. It is made for one game that is looked at, with its
    options, and is shown the positions of that game in order."""

    deck: str = ""  # spanish, french or tarot; without one cards are drawn as their text
    anticlockwise: ClassVar[bool] = False  # the next seat sits on the right
    places: ClassVar[tuple[str, ...]] = ()  # what the seats are called, keys of the words
    called: ClassVar[str] = "seat"  # what a seat without such a name is called, before its number
    foot: ClassVar[int] = 0  # who sits in front at first
    counts_openly: ClassVar[bool] = True  # does everybody know the scores at any time?
    columns: ClassVar[tuple[str, ...]] = ()  # of the table of rounds, keys of the words

    def __init__(self, game: Game) -> None:
        self.game = game
        self.zones: tuple[Zone, ...] = ()
        self.source = ""  # the text that the game is played from, where it is described in one

    def position(self, state: State) -> PicturePosition:
        """The position that the state is in."""
        raise NotImplementedError

    def reward(self, state: State, action: int) -> float | None:
        """What the game's own heuristic says of the move, where the game has one."""
        return None

    def forms(self, state: State, action: int) -> tuple[int, ...]:
        """Where in the source the choice stands, and where the option that is taken, each from
        one character to another; nothing for a game without a source."""
        return ()


def sentence(words: Texts, fact: Fact, names: Sequence[str]) -> str:
    """The fact as a sentence. The names of the seats are keys of the words, or plain names."""

    def said(value: int | float | str) -> str:
        if isinstance(value, float):
            return f"{value:g}"
        return words.get(value, value) if isinstance(value, str) else str(value)

    seat = said(names[fact.seat]) if fact.seat != NOBODY else ""
    return words[fact.key].format(*map(said, fact.values), seat=seat)
