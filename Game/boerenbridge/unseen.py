"""Deals the cards that a seat cannot see, each way that agrees with what is known equally likely.

Four holders have so much room each, and are barred from the suits they have shown to lack. How
many cards of a suit a holder gets is drawn first, with the number of deals that go with it as its
weight; then which cards these are. Nothing is tried and thrown away, so it takes as long for the
rarest deals as for the commonest. Who the holders are is not known here.
"""

from Game.boerenbridge.deck import CARDS, HOW_MANY, LANE, RANKS, SUITS, THE_LOWEST
from Game.core.stream import Stream

HOLDERS = 4
BIT = [0] * 52  # card -> its bit in a mask of cards
COUNT = [0] * 8192  # the tables of the deck, in C
LOWEST = [0] * 8192
MOST_STATES = 1331  # of three holders who are not the roomiest: at most 10 places and none, each
INVERSE = [1.0] * 53  # k -> 1 / k!

for _card in range(CARDS):
    BIT[_card] = 1 << _card
for _bits in range(8192):
    COUNT[_bits] = HOW_MANY[_bits]
    LOWEST[_bits] = THE_LOWEST[_bits]
for _k in range(1, 53):
    INVERSE[_k] = INVERSE[_k - 1] / _k


class Pack:
    """Cards to be drawn from, each as likely as the others."""

    def __init__(self) -> None:
        self.cards = [0] * 52
        self.count = 0

    def fill(self, mask: int) -> None:
        """Put in the cards of a mask."""
        self.count = 0
        for suit in range(SUITS):
            lane = mask >> (suit * RANKS) & LANE
            while lane:
                self.cards[self.count] = suit * RANKS + LOWEST[lane]
                self.count += 1
                lane &= lane - 1

    def draw(self, stream: Stream, number: int) -> int:
        """Take out so many cards, as a mask."""
        drawn = 0
        for _ in range(number):
            place = stream.below(self.count) if self.count > 1 else 0
            self.count -= 1
            drawn |= BIT[self.cards[place]]
            self.cards[place] = self.cards[self.count]
        return drawn


class CountTable:
    """Weights for `Unseen`. It is large, so it is made only where one suit tells on another."""

    def __init__(self) -> None:
        self.weight = [0.0] * 3993  # MOST_STATES for each of three suits


class Unseen:
    """The unseen cards, and who may hold them. `deal` gives everybody a hand."""

    def __init__(self) -> None:
        self.pool = 0  # the cards, as a mask
        self.room = [0] * 4  # how many each holder gets
        self.barred = [0] * 4  # a bit for every suit that the holder has none of
        self.hand = [0] * 4  # what they got
        self.order = [0] * 4  # the holders, the roomiest last
        self.counts = [0] * 4  # how many cards of each tied suit
        self.suits = [0] * 4  # the tied suits: those that somebody is barred from
        self.tied = 0  # how many
        self.give = [0] * 4  # of a suit to each holder, in order
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
        """Find the tied suits, and put the roomiest holder last."""
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
                "nobody can have dealt these hands: a card is there twice, or a hand is too large"
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
        """Deal cards that anyone may hold into the room that is left."""
        pack = self.pack
        pack.fill(rest)
        for place in range(HOLDERS - 1):
            drawn = pack.draw(stream, self.free[place])
            self.hand[self.order[place]] |= drawn
            rest &= ~drawn
        self.hand[self.order[3]] |= rest  # what is left is the roomiest holder's

    def weigh_all(self) -> None:
        """Fill the table, from the last of the tied suits to the second.

        It has the weight of all that may come from this suit on, for any room that is left then.
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
        """Where the table has the weight of what comes from this level on, with this room left."""
        second = self.room[self.order[1]] + 1
        third = self.room[self.order[2]] + 1
        return (level - 1) * MOST_STATES + (a * second + b) * third + c

    def most(self, place: int, level: int, count: int) -> int:
        """How many of these cards the holder can take, of the tied suit of this level."""
        if self.barred[self.order[place]] >> self.suits[level] & 1:
            return 0
        return count if count < self.free[place] else self.free[place]

    def weigh(self, level: int, goal: float) -> float:
        """The weight of all ways to give out the tied suit of this level and what comes after.

        Stops where the sum passes `goal`, with that way in `give`. (A goal below 0 is never
        passed. Should the sum be rounded to less than the goal, the last way stands.)
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
        """The weight of what comes after so much has been given out."""
        if level < self.tied:
            return self.table.weight[
                self.place_of(level, self.free[0] - a, self.free[1] - b, self.free[2] - c)
            ]
        weight = INVERSE[self.free[0] - a] * INVERSE[self.free[1] - b]
        return weight * INVERSE[self.free[2] - c] * INVERSE[self.free[3] - d]
