"""Shares cards that nobody has seen among three places, every way that is possible equally likely.

The places are two hands and what lies aside. Of each card it is known in which of them it may be.
How many ways there are is counted for each number of cards of a kind that may go aside, which are
few; one of these is drawn by its weight, and then the cards.
"""

from Game.core.stream import Stream
from Game.tarot.rules.deck import ASIDE

# The kind of a card is a sum: 1 if it may be in the first hand, 2 if in the second, and ASIDE.
ROOM = 80  # places for cards of a kind, more than there are cards

BINOMIAL = [0.0] * 6400  # (n, k) -> in how many ways k of n can be chosen; ROOM apart

for _n in range(ROOM):
    BINOMIAL[_n * ROOM] = 1.0
    for _k in range(1, _n + 1):
        BINOMIAL[_n * ROOM + _k] = (
            BINOMIAL[(_n - 1) * ROOM + _k - 1] + BINOMIAL[(_n - 1) * ROOM + _k]
        )


class TarotUnseen:
    """The cards to be shared, sorted by where they may be."""

    def __init__(self) -> None:
        self.cards = [0] * 640  # ROOM places for each kind
        self.held = [0] * 8  # how many cards of each kind there are
        self.place = [0] * 80  # card -> the place it was given: 1, 2 or ASIDE

    def clear(self) -> None:
        for kind in range(8):
            self.held[kind] = 0

    def add(self, card: int, kind: int) -> None:
        """Put a card among those to be shared."""
        self.cards[kind * ROOM + self.held[kind]] = card
        self.held[kind] += 1

    def ways(self, first: int, aside: int, one: int, two: int) -> float:
        """In how many ways the first hand gets `first` cards and `aside` of them lie aside.

        So many of the cards that cannot be in the second hand lie aside (`one`), and of those that
        cannot be in the first (`two`).
        """
        held = self.held
        both = aside - held[4] - one - two
        need = first - held[1] - (held[5] - one)
        pool = held[3] + held[7] - both
        if both < 0 or both > held[7] or need < 0 or need > pool:
            return 0.0
        found = BINOMIAL[held[5] * ROOM + one] * BINOMIAL[held[6] * ROOM + two]
        return found * BINOMIAL[held[7] * ROOM + both] * BINOMIAL[pool * ROOM + need]

    def share(self, first: int, aside: int, stream: Stream) -> bool:
        """Give every card a place. False: there is no way to do it. May be asked again."""
        held = self.held
        if held[0]:
            return False  # a card that may be nowhere
        total = 0.0
        for one in range(min(held[5], aside) + 1):
            for two in range(min(held[6], aside) + 1):
                total += self.ways(first, aside, one, two)
        if total == 0.0:
            return False
        left = stream.random() * total
        chosen_one = chosen_two = 0
        for one in range(min(held[5], aside) + 1):
            for two in range(min(held[6], aside) + 1):
                weight = self.ways(first, aside, one, two)
                if weight > 0.0 and left >= 0.0:  # the last one, where rounding leaves a rest
                    chosen_one = one
                    chosen_two = two
                    left -= weight
        both = aside - held[4] - chosen_one - chosen_two
        need = first - held[1] - (held[5] - chosen_one)
        self.give(1, held[1], 1, 1, stream)
        self.give(2, held[2], 2, 2, stream)
        self.give(4, held[4], ASIDE, ASIDE, stream)
        self.give(5, chosen_one, ASIDE, 1, stream)
        self.give(6, chosen_two, ASIDE, 2, stream)
        self.give(7, both, ASIDE, 0, stream)
        for i in range(held[3]):  # what may be in either hand, and not aside, is shared last
            self.add(self.cards[3 * ROOM + i], 0)
        for i in range(held[7] - both):
            self.add(self.cards[7 * ROOM + i], 0)
        self.give(0, need, 1, 2, stream)
        held[0] = 0
        return True

    def give(self, kind: int, n: int, there: int, rest: int, stream: Stream) -> None:
        """Draw `n` cards of a kind for one place; the rest, which stay in front, go to another."""
        start = kind * ROOM
        left = self.held[kind]
        while n > 0:
            i = start + (left if left == n else stream.below(left) + 1) - 1
            left -= 1
            n -= 1
            card = self.cards[i]
            self.cards[i] = self.cards[start + left]
            self.cards[start + left] = card
            self.place[card] = there
        for i in range(start, start + left):
            self.place[self.cards[i]] = rest
