"""Bazas: the rules, as a state that plays on.

Three seats, each for itself, and twelve cards: jack, queen, king and ace of clubs, diamonds and
hearts. Each seat gets four cards. Seat 0 leads the first trick. Follow the suit led if you can,
else play any card. The highest card of the suit led takes the trick, and its player leads the next.
There is no trump. The seat with the most tricks wins; seats with equally many share the win.
"""

from collections.abc import Iterator, Sequence

from Game.core.cards import FRENCH
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from tenth_game.view import BazasView

SEATS = 3
HAND = 4
RANKS = len(FRENCH.suits[0].ranks)
PACK = [FRENCH.parse(rank + suit) for suit in "CDH" for rank in "JQKA"]


def suit_of(card: int) -> int:
    return card // RANKS


def winning_place(trick: Sequence[int]) -> int:
    """The place in the trick of the card that wins so far."""
    following = [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return trick.index(max(following))


def moves(played: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The seat, the card, and the card that led the trick, of each move so far."""
    leader = 0
    for start in range(0, len(played), SEATS):
        trick = played[start : start + SEATS]
        for place, card in enumerate(trick):
            yield (leader + place) % SEATS, card, trick[0]
        leader = (leader + winning_place(trick)) % SEATS


class BazasState(State):
    def __init__(self) -> None:
        super().__init__()
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]  # sorted
        self.played: list[int] = []
        self.tricks = [0] * SEATS
        self.leader = 0

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BazasState)
        self.turn = other.turn
        self.hands = [list(hand) for hand in other.hands]
        self.played = list(other.played)
        self.tricks = list(other.tricks)
        self.leader = other.leader

    def trick(self) -> list[int]:
        """The cards on the table."""
        return self.played[len(self.played) // SEATS * SEATS :]

    def legal(self) -> list[int]:
        if self.turn == OVER:
            return []
        hand, trick = self.hands[self.turn], self.trick()
        following = [card for card in hand if trick and suit_of(card) == suit_of(trick[0])]
        return following or list(hand)

    def play(self, action: int) -> int:
        self.hands[self.turn].remove(action)
        trick = [*self.trick(), action]
        self.played.append(action)
        if len(trick) < SEATS:
            self.turn = (self.turn + 1) % SEATS
        else:
            self.leader = (self.leader + winning_place(trick)) % SEATS
            self.tricks[self.leader] += 1
            self.turn = self.leader if len(self.played) < len(PACK) else OVER
        return self.turn

    def view(self, seat: int) -> BazasView:
        return BazasView(
            seat,
            self.turn,
            self.leader,
            tuple(self.hands[seat]),
            tuple(self.played),
            tuple(self.tricks),
        )

    def voids(self) -> list[set[int]]:
        """The suits of which each seat has shown that it has none."""
        found: list[set[int]] = [set() for _ in range(SEATS)]
        for seat, card, led in moves(self.played):
            if suit_of(card) != suit_of(led):
                found[seat].add(suit_of(led))
        return found

    def redeal(self, seat: int, stream: Stream) -> None:
        if seat == OVER:
            return
        others = [other for other in range(SEATS) if other != seat]
        hidden = [card for other in others for card in self.hands[other]]
        voids = self.voids()
        while True:  # the real deal agrees with what was shown, so some deal does
            stream.shuffle(hidden)
            cards = iter(hidden)
            dealt = {other: [next(cards) for _ in self.hands[other]] for other in others}
            if not any(suit_of(card) in voids[other] for other in others for card in dealt[other]):
                break
        for other in others:
            self.hands[other] = sorted(dealt[other])

    def side(self, seat: int) -> int:
        return seat

    def points(self, seat: int) -> int:
        return self.tricks[seat]

    def value(self, side: int) -> float:
        best = max(self.tricks)
        return 1 / self.tricks.count(best) if self.tricks[side] == best else 0.0
