"""The chance of each unseen card to be in each hand, if all possible deals are equally likely.

Each of five holders (four seats and the cards aside) has room for some cards, and has none of the
suits that it did not follow. The unseen cards of one suit are alike, so one number for each holder
and suit is enough. It is the share of deals that give one card of the suit to this holder:

    chance = deals(one card of the suit and one place of the holder less) / deals

Deals are counted suit by suit. Suits that no holder is barred from come last, all at once, because
any card of theirs may go to any free place.
"""

from Game.boerenbridge.deck import HOW_MANY, LANE, RANKS, SUITS

HOLDERS = 5
FACTORIAL = [1.0] * 53  # as floats: 52! is too large for a number of C
COUNT = [0] * 8192  # the table of the deck, in C

for _k in range(1, 53):
    FACTORIAL[_k] = FACTORIAL[_k - 1] * _k
for _bits in range(8192):
    COUNT[_bits] = HOW_MANY[_bits]


class Marginals:
    """Set every holder and then the pool. Then ask for chances."""

    def __init__(self) -> None:
        self.room = [0] * 5  # how many cards each holder has
        self.barred = [0] * 5  # a bit for every suit that the holder has none of
        self.cards = [0] * 4  # the unseen cards of each suit
        self.known = [-1.0] * 20  # the chances that were computed: holder and suit
        self.total = 0.0  # the number of deals

    def begin(self) -> None:
        """Forget the holders."""
        for holder in range(HOLDERS):
            self.room[holder] = 0
            self.barred[holder] = 0

    def set_holder(self, holder: int, room: int, barred: int) -> None:
        self.room[holder] = room
        self.barred[holder] = barred

    def set_pool(self, mask: int) -> None:
        """The unseen cards. They fill the rooms of the holders exactly."""
        for suit in range(SUITS):
            self.cards[suit] = COUNT[mask >> (suit * RANKS) & LANE]
        for i in range(HOLDERS * SUITS):
            self.known[i] = -1.0
        self.total = self.deals(0, 0)

    def chance(self, holder: int, suit: int) -> float:
        """The chance of an unseen card of this suit to be in this hand."""
        place = holder * SUITS + suit
        if self.known[place] < 0:
            self.known[place] = self.count(holder, suit) / self.total
        return self.known[place]

    def count(self, holder: int, suit: int) -> float:
        """The deals in which the holder has one certain card of this suit."""
        if not self.room[holder] or not self.cards[suit] or self.barred[holder] >> suit & 1:
            return 0.0
        self.room[holder] -= 1
        self.cards[suit] -= 1
        number = self.deals(0, 0)
        self.room[holder] += 1
        self.cards[suit] += 1
        return number

    def is_tied(self, suit: int) -> bool:
        """Is a holder that has room barred from this suit?"""
        for holder in range(HOLDERS):
            if self.room[holder] and self.barred[holder] >> suit & 1:
                return True
        return False

    def deals(self, suit: int, free: int) -> float:
        """The deals of this suit and those after it. `free` are the cards of earlier free suits."""
        if suit == SUITS:
            number = FACTORIAL[free]
            for holder in range(HOLDERS):
                number /= FACTORIAL[self.room[holder]]
            return number
        if not self.is_tied(suit):
            return self.deals(suit + 1, free + self.cards[suit])
        return FACTORIAL[self.cards[suit]] * self.split(suit, 0, self.cards[suit], free)

    def split(self, suit: int, holder: int, left: int, free: int) -> float:
        """The ways to give `left` cards of a suit to the holders from this one on, in any order of
        the cards in a hand, each with the deals of the suits after it."""
        if holder == HOLDERS:
            return self.deals(suit + 1, free) if left == 0 else 0.0
        most = 0 if self.barred[holder] >> suit & 1 else min(left, self.room[holder])
        number = 0.0
        for given in range(most + 1):
            self.room[holder] -= given
            number += self.split(suit, holder + 1, left - given, free) / FACTORIAL[given]
            self.room[holder] += given
        return number
