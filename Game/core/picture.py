"""How a position is drawn: the zones of cards, the seats that see them, and public facts.

A game describes its positions with these classes, as plain data. The replay viewer draws zones of
cards, so it can draw any game. It also chooses the layout on the screen.
"""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct

from Game.core.game import Game
from Game.core.state import State
from Game.core.words import Texts

NOBODY = -1  # in place of a seat

# The kinds of zones
HAND = "hand"  # cards that a seat holds
TRICK = "trick"  # one card of each seat, from the leader on
PILE = "pile"  # cards put aside in a heap, the newest on top
STOCK = "stock"  # cards to be drawn, the next one first
SPREAD = "spread"  # a few cards side by side
ROW = "row"  # cards that lie open before a seat

# The values of `Zone.seen`: which players see the cards of a zone
ALL = "all"  # they lie open
SEEN_BEFORE = "before"  # they lie face down, but everybody has seen them, so bots know them
OWN = "own"  # only the owner of the zone
NONE = "none"  # nobody


class Zone(Struct, frozen=True):
    """A place for cards. A game has the same zones, in the same order, in all its positions."""

    name: str  # a key of the game's words
    kind: str
    seen: str
    seat: int = NOBODY


# Here and below, gc=False: positions are many, and have no cycles.
class Fact(Struct, frozen=True, gc=False, array_like=True):
    """Something that everybody knows: the key of a sentence, and the values that fill it in.

    A text among the values is translated if it is a key of the game's words. `seat` is the seat
    whose name fills in {seat}.
    """

    key: str
    values: tuple[int | float | str, ...] = ()
    seat: int = NOBODY


class Line(Struct, frozen=True, gc=False, array_like=True):
    """A row of the table of rounds. The viewer adds the points, which it takes from the scores."""

    key: str  # the name of the round: a sentence of the game's words
    values: tuple[int | str, ...]  # that fill it in
    cells: tuple[tuple[int | None, ...], ...]  # for each seat, one for each of `Picture.columns`


class PicturePosition(Struct, frozen=True, gc=False):
    """A position, ready to be drawn."""

    cards: tuple[tuple[str, ...], ...]  # for each zone
    leader: int  # the seat that led the trick, or leads the next one
    trick: int  # the number of the trick in the game, from 0
    facts: tuple[Fact, ...] = ()
    known: tuple[str, ...] = ()  # cards that everybody knows, in any place
    known_to: tuple[tuple[str, ...], ...] = ()  # for each seat, other cards that it knows
    taker: int = NOBODY  # the seat that took the last complete trick
    best: int = -1  # the place in the trick of the card that wins so far
    part: Fact | None = None  # the name of this part of the game, in games of several parts
    labels: tuple[str | Fact, ...] = ()  # beside each seat: a word, a fact, or an empty text
    messages: tuple[Fact, ...] = ()  # the announcements that lead to this position
    rounds: tuple[Line, ...] = ()  # the rounds that have begun; the last is the current one
    # Possible worlds: the cards that were dealt, and for each card a mask with a bit for each seat
    # that may hold it, as far as everybody knows. If the card was played, only its player's bit is
    # set. The bit above the bits of the seats means that nobody holds the card.
    pack: tuple[str, ...] = ()
    holders: tuple[int, ...] = ()


class Picture:
    """Draws one replay of a game. The viewer calls `position` with its positions in order."""

    deck: str = ""  # spanish, french, tarot or named; without a deck, cards are drawn as text
    anticlockwise: ClassVar[bool] = False  # the next seat sits on the right
    places: ClassVar[tuple[str, ...]] = ()  # the names of the seats, as keys of the words
    called: ClassVar[str] = "seat"  # stands before the number of a seat that has no name
    foot: ClassVar[int] = 0  # the seat in front when the page opens
    counts_openly: ClassVar[bool] = True  # does everybody always know the scores?
    columns: ClassVar[tuple[str, ...]] = ()  # of the table of rounds, as keys of the words

    def __init__(self, game: Game) -> None:
        self.game = game
        self.zones: tuple[Zone, ...] = ()
        self.source = ""  # the description of the game, if it has one

    def position(self, state: State) -> PicturePosition:
        """The position that the state is in."""
        raise NotImplementedError

    def reward(self, state: State, action: int) -> float | None:
        """The value of the move by the game's own heuristic, if it has one."""
        return None

    def forms(self, state: State, action: int) -> tuple[int, ...]:
        """Where the source has the choice and the chosen option: two ranges of characters, as
        (from, to, from, to). Empty for a game without a source."""
        return ()


def sentence(words: Texts, fact: Fact, names: Sequence[str]) -> str:
    """The fact as a sentence. The names of the seats are keys of the words, or plain names."""

    def text_of(value: int | float | str) -> str:
        if isinstance(value, float):
            return f"{value:g}"
        return words.get(value, value) if isinstance(value, str) else str(value)

    seat = text_of(names[fact.seat]) if fact.seat != NOBODY else ""
    return words[fact.key].format(*map(text_of, fact.values), seat=seat)
