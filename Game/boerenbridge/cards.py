"""Cards and actions as bots see them. They do not change, and compare by what they are."""

from dataclasses import dataclass

from Game.boerenbridge.deck import BIDS, MOST, OF_THE_SUIT_LED, OF_TRUMP, RANKS
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
        """What the card is worth in a trick; the highest takes it."""
        follows = OF_THE_SUIT_LED if self.suit == led else 0
        return self.rank + follows + (OF_TRUMP if self.suit == trump else 0)

    def __str__(self) -> str:
        return FRENCH.text(self.number)


@dataclass(frozen=True, order=True)
class Bid:
    """A bid of so many tricks."""

    wins: int

    @property
    def number(self) -> int:
        return BIDS + self.wins

    def __str__(self) -> str:
        return f"bid {self.wins}"


@dataclass(frozen=True, order=True)
class Play:
    """The playing of a card."""

    card: Card

    @property
    def number(self) -> int:
        return self.card.number

    def __str__(self) -> str:
        return str(self.card)


CARDS = tuple(Card(number) for number in FRENCH)
ACTIONS: tuple[Bid | Play, ...] = (
    *(Play(card) for card in CARDS),
    *(Bid(wins) for wins in range(MOST + 1)),
)
