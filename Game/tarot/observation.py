"""What a bot is handed in French Tarot: its view in words, and a world to think ahead in.

Everything is said of the world as it stands: after `ForwardModel().play` it has moved on. Cards are
texts (`RH`, `A21`, `EX`), points are as on paper.
"""

from typing import Any

from Game.core.observation import GameObservation
from Game.tarot.deck import CONTRACTS, PHASES, SEATS, TEXTS, half_points_of
from Game.tarot.state import TarotState
from Game.tarot.telling import table_text
from Game.tarot.view import TarotView


def texts(cards: Any) -> list[str]:
    return [TEXTS[card] for card in cards]


class TarotObservation(GameObservation):
    def now(self) -> TarotView:
        """What the seat knows, as numbers."""
        found: TarotView = self.position().view(self.seat)
        return found

    def position(self) -> TarotState:
        """The imagined world."""
        world = self.world()
        assert isinstance(world, TarotState)
        return world

    @property
    def phase(self) -> str:
        """What is chosen now: `bid`, `discard`, `slam`, `handful` or `play`."""
        return PHASES[self.position().phase]

    @property
    def hand(self) -> list[str]:
        """The seat's own cards."""
        return texts(self.now().hand)

    @property
    def hands(self) -> list[list[str]]:
        """The cards of all seats; those of the others are imagined."""
        return [texts(self.position().hand_of(seat)) for seat in range(SEATS)]

    @property
    def table(self) -> list[str]:
        """The trick so far; `leader` has played the first of these cards."""
        return texts(self.position().on_table())

    @property
    def leader(self) -> int:
        return self.position().leader

    @property
    def played(self) -> list[str]:
        """Every card played in this deal, in order."""
        return texts(self.now().played)

    @property
    def dealer(self) -> int:
        return self.position().dealer

    @property
    def bids(self) -> list[str]:
        """What was bid, from the seat after the dealer on."""
        return [CONTRACTS[bid].text for bid in self.now().bids]

    @property
    def contract(self) -> str:
        """The highest bid so far."""
        return CONTRACTS[self.position().contract].text

    @property
    def taker(self) -> int:
        """Who has bid most, -1 if nobody has."""
        return self.position().taker

    def allies(self, seat: int) -> list[int]:
        """Who plays this deal together with a seat, itself among them."""
        return self.position().allies(seat)

    @property
    def dog(self) -> list[str]:
        """The dog once it was shown."""
        return texts(self.now().dog)

    @property
    def laid(self) -> list[str]:
        """What was laid away, as far as the seat knows."""
        return texts(self.now().laid)

    @property
    def handfuls(self) -> list[list[str]]:
        """The trumps that each seat has shown."""
        return [texts(row) for row in self.now().handfuls]

    @property
    def slam(self) -> bool:
        """Did the taker announce a slam?"""
        return self.now().slam

    @property
    def scores(self) -> list[int]:
        """What each seat has scored in the deals before."""
        return list(self.now().scores)

    def counted(self) -> tuple[float, float]:
        """The points in the tricks of the taker and of the defence."""
        world = self.position()
        return world.half_points(0) / 2, world.half_points(1) / 2

    def lacks(self, seat: int) -> list[str]:
        """Cards that the seat has shown in play, or in what it laid away, not to hold."""
        return texts(self.position().lacks(seat))

    @staticmethod
    def worth(card: str) -> float:
        """What a card counts."""
        return half_points_of(TEXTS.index(card)) / 2

    def table_text(self) -> str:
        return table_text(self)
