"""The two public announcements of a round, and what each does to the model of a card.

**x plays c** leaves only the world in which x holds c, and c is out of play. **x has no suit S** is
announced each time that x does not follow S. It removes the world "x holds c" for every card c of S
that is still in play. Everybody hears both, so these worlds are removed for everybody.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from Game.boerenbridge.deck import RANKS, SEATS, players
from Game.core.cards import FRENCH
from Players.kripke.worlds import NAMES, CardModel

RANK_NAMES = dict(zip("JQKA", ("Jack", "Queen", "King", "Ace"), strict=True))


@dataclass(frozen=True)
class Plays:
    """A seat plays a card."""

    seat: int
    card: int

    def restrict(self, model: CardModel) -> CardModel:
        return model.only((self.seat,), out=True) if model.card == self.card else model

    def __str__(self) -> str:
        rank = FRENCH.suits[0].ranks[self.card % RANKS]
        suit = FRENCH.suits[self.card // RANKS].name.capitalize()
        return f"Player {NAMES[self.seat]} plays {RANK_NAMES.get(rank, rank)} of {suit}"


@dataclass(frozen=True)
class HasNoSuit:
    """A seat shows that it has no card of a suit."""

    seat: int
    suit: int

    def restrict(self, model: CardModel) -> CardModel:
        if model.out or model.card // RANKS != self.suit:
            return model
        return model.only([world for world in model.worlds if world != self.seat])

    def __str__(self) -> str:
        suit = FRENCH.suits[self.suit].name.capitalize()
        return f"Player {NAMES[self.seat]} does not have suit {suit}"


def announcements_of(
    played: Sequence[int], opener: int, trump: int
) -> tuple[Plays | HasNoSuit, ...]:
    """The announcements that the cards played in a round made, in order."""
    heard: list[Plays | HasNoSuit] = []
    seats = players(played, opener, trump)
    for place, card in enumerate(played):
        heard.append(Plays(seats[place], card))
        led = played[place - place % SEATS] // RANKS
        if card // RANKS != led:
            heard.append(HasNoSuit(seats[place], led))
    return tuple(heard)
