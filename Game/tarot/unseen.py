"""Shares hidden cards among three places at random; every possible way is equally likely.

The places are two hands and the cards aside. Cards that may be in the same places are of one kind.
First the number of cards of each kind that lie aside is drawn. There are few possibilities, and the
weight of each is its number of deals. Then the cards are drawn.
"""

from Game.core.stream import Stream
from Game.tarot.rules.deck import ASIDE

# The kind of a card is a sum: 1 if it may be in the first hand, 2 if it may be in the second, and
# ASIDE if it may lie aside.
ROOM = 80  # places for cards of a kind, more than there are cards

BINOMIAL = [0.0] * 6400  # n * ROOM + k -> the number of ways to choose k of n cards

for _n in range(ROOM):
    BINOMIAL[_n * ROOM] = 1.0
    for _k in range(1, _n + 1):
        BINOMIAL[_n * ROOM + _k] = (
            BINOMIAL[(_n - 1) * ROOM + _k - 1] + BINOMIAL[(_n - 1) * ROOM + _k]
        )


class TarotUnseen:
    """The hidden cards, by kind, and the place that each was given."""

    def __init__(self) -> None:
        self.cards = [0] * 640  # ROOM places for each kind
        self.held = [0] * 8  # how many cards of each kind there are
        self.place = [0] * 80  # card -> the place it was given: 1, 2 or ASIDE

    def add(self, card: int, kind: int) -> None:
        """Add a card of this kind to the hidden cards."""
        self.cards[kind * ROOM + self.held[kind]] = card
        self.held[kind] += 1

    def ways(self, first: int, aside: int, one: int, two: int) -> float:
        """The number of ways to give the first hand `first` cards and put `aside` cards aside.

        Of the cards that lie aside, `one` may be in the first hand but not in the second, and `two`
        may be in the second but not in the first.
        """
        held = self.held
        both = aside - held[4] - one - two
        need = first - held[1] - (held[5] - one)
        pool = held[3] + held[7] - both
        if both < 0 or both > held[7] or need < 0 or need > pool:
            return 0.0
        ways = BINOMIAL[held[5] * ROOM + one] * BINOMIAL[held[6] * ROOM + two]
        return ways * BINOMIAL[held[7] * ROOM + both] * BINOMIAL[pool * ROOM + need]

    def share(self, first: int, aside: int, stream: Stream) -> bool:
        """Give every card a place, and return True; False if that is impossible.

        Called again, it draws again.
        """
        held = self.held
        if held[0]:
            return False  # there is a card without a possible place
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
                if weight > 0.0 and left >= 0.0:  # if rounding leaves a rest, the last one
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
        for i in range(held[3]):  # the cards that are left for the two hands come last
            self.add(self.cards[3 * ROOM + i], 0)
        for i in range(held[7] - both):
            self.add(self.cards[7 * ROOM + i], 0)
        self.give(0, need, 1, 2, stream)
        held[0] = 0
        return True

    def give(self, kind: int, n: int, there: int, rest: int, stream: Stream) -> None:
        """Put `n` random cards of a kind in one place, and the rest in another.

        The rest stay in front of the row.
        """
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
