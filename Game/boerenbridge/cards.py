"""Cards and actions as bots see them. They never change. Equal cards compare as equal."""

from dataclasses import dataclass

from Game.boerenbridge.deck import BIDS, MOST, RANKS, worth
from Game.core.cards import FRENCH


@dataclass(frozen=True, order=True)
class Card:
    """A card: `suit` is C, D, H or S; `rank` is 0 for a two up to 12 for an ace."""

    number: int

    @property
    def suit(self) -> str:
        return FRENCH.suits[self.number // RANKS].letter

    @property
    def rank(self) -> int:
        return self.number % RANKS

    def value(self, trump: str, led: str | None = None) -> int:
        """The worth of the card in a trick. The card with the highest worth takes the trick."""
        return worth(self.suit, self.rank, trump, led)

    def __str__(self) -> str:
        return FRENCH.text(self.number)

    def __repr__(self) -> str:
        return f"<Card {self}>"


@dataclass(frozen=True, order=True)
class Bid:
    """A bid: a number of tricks."""

    wins: int

    @property
    def number(self) -> int:
        return BIDS + self.wins

    def __str__(self) -> str:
        return f"bid {self.wins}"


@dataclass(frozen=True, order=True)
class Play:
    """A card that is played."""

    card: Card

    @property
    def number(self) -> int:
        return self.card.number

    def __str__(self) -> str:
        return str(self.card)

    def __repr__(self) -> str:
        return f"<Play {self}>"


CARDS = tuple(Card(number) for number in FRENCH)
ACTIONS: tuple[Bid | Play, ...] = (
    *(Play(card) for card in CARDS),
    *(Bid(wins) for wins in range(MOST + 1)),
)
