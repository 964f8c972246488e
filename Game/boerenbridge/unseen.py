"""Deals the cards that a seat cannot see. All deals that it holds possible are equally likely.

Each of four holders has room for some cards, and is barred from the suits that it did not follow.
For each suit, the number of cards of each holder is drawn first. The weight of such a split is its
number of deals. Then the cards themselves are drawn. No draw is ever rejected, so the rarest deals
take as long as the most common ones. This module does not know which seats the holders are.
"""

from Game.boerenbridge.deck import CARDS, HOW_MANY, LANE, RANKS, SUITS, THE_LOWEST
from Game.core.stream import Stream

HOLDERS = 4

BIT = [0] * 52  # card -> its bit in a mask of cards
COUNT = [0] * 8192  # the tables of the deck, in C
LOWEST = [0] * 8192
MOST_STATES = 1331  # of the three holders with least room: each has 0 to 10 places
INVERSE = [1.0] * 53  # k -> 1 / k!

for _card in range(CARDS):
    BIT[_card] = 1 << _card
for _bits in range(8192):
    COUNT[_bits] = HOW_MANY[_bits]
    LOWEST[_bits] = THE_LOWEST[_bits]
for _k in range(1, 53):
    INVERSE[_k] = INVERSE[_k - 1] / _k


class Pack:
    """Cards to draw from. Each card is as likely as the others."""

    def __init__(self) -> None:
        self.cards = [0] * 52
        self.count = 0

    def fill(self, mask: int) -> None:
        """Replace the cards by those of a mask."""
        self.count = 0
        for suit in range(SUITS):
            lane = mask >> (suit * RANKS) & LANE
            while lane:
                self.cards[self.count] = suit * RANKS + LOWEST[lane]
                self.count += 1
                lane &= lane - 1

    def draw(self, stream: Stream, number: int) -> int:
        """Take out this number of cards. Return their mask."""
        drawn = 0
        for _ in range(number):
            place = stream.below(self.count) if self.count > 1 else 0
            self.count -= 1
            drawn |= BIT[self.cards[place]]
            self.cards[place] = self.cards[self.count]
        return drawn


class CountTable:
    """Weights for `Unseen`. It is large, so it is only made if two suits or more are tied."""

    def __init__(self) -> None:
        self.weight = [0.0] * 3993  # MOST_STATES for each of three suits


class Unseen:
    """The unseen cards, and which holders may have them. `deal` gives each holder a hand."""

    def __init__(self) -> None:
        self.pool = 0  # the cards, as a mask
        self.room = [0] * 4  # how many each holder gets
        self.barred = [0] * 4  # a bit for every suit that the holder has none of
        self.hand = [0] * 4  # the mask of cards that each holder got
        self.order = [0] * 4  # the holders; the one with most room is last
        self.counts = [0] * 4  # how many cards of each tied suit
        self.suits = [0] * 4  # the tied suits: those from which a holder is barred
        self.tied = 0  # how many suits are tied
        self.give = [0] * 4  # how many cards of a suit each holder gets, in order
        self.free = [0] * 4  # the room that is left, in order
        self.pack = Pack()

    def set_holder(self, holder: int, room: int, barred: int) -> None:
        self.room[holder] = room
        self.barred[holder] = barred

    def deal(self, stream: Stream) -> None:
        """Deal the pool. Afterwards `hand` has a mask of cards for each holder."""
        self.tie()
        for holder in range(HOLDERS):
            self.hand[holder] = 0
        if self.tied:
            self.deal_tied(stream)
        rest = self.pool
        for holder in range(HOLDERS):
            rest &= ~self.hand[holder]
        self.spread(rest, stream)

    def tie(self) -> None:
        """Find the tied suits, and put the holder with most room last."""
        total = 0
        last = 0
        for holder in range(HOLDERS):
            total += self.room[holder]
            if self.room[holder] > self.room[last]:
                last = holder
        place = 0
        for holder in range(HOLDERS):
            if holder != last:
                self.order[place] = holder
                place += 1
        self.order[3] = last
        for place in range(HOLDERS):
            self.free[place] = self.room[self.order[place]]
        self.tied = 0
        for suit in range(SUITS):
            here = COUNT[self.pool >> (suit * RANKS) & LANE]
            total -= here
            for holder in range(HOLDERS):
                if here and self.room[holder] and self.barred[holder] >> suit & 1:
                    self.suits[self.tied] = suit
                    self.counts[self.tied] = here
                    self.tied += 1
                    break
        states = (self.free[0] + 1) * (self.free[1] + 1) * (self.free[2] + 1)
        if total != 0 or states > MOST_STATES:
            raise ValueError(
                "nobody can have dealt these hands: a card is in them twice, or a hand is too large"
            )

    def deal_tied(self, stream: Stream) -> None:
        """Deal the tied suits, one after another."""
        pack = self.pack
        if self.tied > 1:
            self.weigh_all()
        for level in range(self.tied):
            total = self.weigh(level, -1.0)
            if total <= 0.0:
                raise ValueError("no deal of the unseen cards agrees with what was shown")
            self.weigh(level, stream.random() * total)
            start = self.suits[level] * RANKS
            lane = self.pool >> start & LANE
            pack.fill(lane << start)
            for place in range(HOLDERS):
                self.free[place] -= self.give[place]
                self.hand[self.order[place]] |= pack.draw(stream, self.give[place])

    def spread(self, rest: int, stream: Stream) -> None:
        """Deal cards that every holder may have into the room that is left."""
        pack = self.pack
        pack.fill(rest)
        for place in range(HOLDERS - 1):
            drawn = pack.draw(stream, self.free[place])
            self.hand[self.order[place]] |= drawn
            rest &= ~drawn
        self.hand[self.order[3]] |= rest  # the last holder gets the rest

    def weigh_all(self) -> None:
        """Fill the table, from the last of the tied suits to the second.

        For each suit and each room that may be left, it has the weight of all ways to deal this
        suit and the suits after it.
        """
        self.table = CountTable()
        first = self.free[0]
        second = self.free[1]
        third = self.free[2]
        fourth = self.free[3]
        for level in range(self.tied - 1, 0, -1):
            left = first + second + third + fourth
            for i in range(level):
                left -= self.counts[i]
            for a in range(first + 1):
                for b in range(second + 1):
                    for c in range(third + 1):
                        weight = 0.0
                        if 0 <= left - a - b - c <= fourth:
                            self.free[0] = a
                            self.free[1] = b
                            self.free[2] = c
                            self.free[3] = left - a - b - c
                            weight = self.weigh(level, -1.0)
                        self.table.weight[self.place_of(level, a, b, c)] = weight
            self.free[0] = first
            self.free[1] = second
            self.free[2] = third
            self.free[3] = fourth

    def place_of(self, level: int, a: int, b: int, c: int) -> int:
        """The place in the table for this level with this room left."""
        second = self.room[self.order[1]] + 1
        third = self.room[self.order[2]] + 1
        return (level - 1) * MOST_STATES + (a * second + b) * third + c

    def most(self, place: int, level: int, count: int) -> int:
        """How many of `count` cards of this level's tied suit the holder can take."""
        if self.barred[self.order[place]] >> self.suits[level] & 1:
            return 0
        return count if count < self.free[place] else self.free[place]

    def weigh(self, level: int, goal: float) -> float:
        """The weight of all ways to deal this level's tied suit and the suits after it.

        With a goal of 0 or more, stop at the way at which the sum passes the goal, and leave that
        way in `give`. If rounding keeps the sum below the goal, the last way stays there.
        """
        total = 0.0
        count = self.counts[level]
        for a in range(self.most(0, level, count) + 1):
            for b in range(self.most(1, level, count - a) + 1):
                for c in range(self.most(2, level, count - a - b) + 1):
                    d = count - a - b - c
                    if d <= self.most(3, level, d):
                        weight = INVERSE[a] * INVERSE[b] * INVERSE[c] * INVERSE[d]
                        weight *= self.after(level + 1, a, b, c, d)
                        if weight > 0.0:
                            total += weight
                            if goal >= 0.0:
                                self.give[0] = a
                                self.give[1] = b
                                self.give[2] = c
                                self.give[3] = d
                                if total > goal:
                                    return total
        return total

    def after(self, level: int, a: int, b: int, c: int, d: int) -> float:
        """The weight of all ways to deal the levels from this one on, after this split."""
        if level < self.tied:
            return self.table.weight[
                self.place_of(level, self.free[0] - a, self.free[1] - b, self.free[2] - c)
            ]
        weight = INVERSE[self.free[0] - a] * INVERSE[self.free[1] - b]
        return weight * INVERSE[self.free[2] - c] * INVERSE[self.free[3] - d]
