"""What a deal of French Tarot comes to: which cards count for whom, and what is paid for them.

The rules in prose stand on top of `rules.py`, which says how the cards are played.
"""

from Game.tarot.deck import (
    BASE,
    BOUTS,
    CARDS,
    CONTRACTS,
    EXCUSE,
    GROUPS,
    HANDFULS,
    NEEDED,
    NOBODY,
    PETIT,
    PETIT_AT_THE_END,
    SEATS,
    SLAM,
    SUIT,
    half_points_of,
)
from Game.tarot.masks import count, nth
from Game.tarot.position import TarotPosition

# A lead of so much is half of one that is safe: at the end, and more for each deal before it.
NEAR, NEARER = 100, 50

COUNTS = [0] * 78  # card -> what it counts, in half points
IS_BOUT = [0] * 78
TIMES = [0] * 5  # contract -> what the deal is multiplied by
DOG_COUNTS = [0] * 5  # contract -> the camp that the dog counts for
NEEDS = [0] * 4  # bouts -> half points that the taker needs
SHOWN_POINTS = [0] * 3  # handful -> what it is worth

for _card in range(CARDS):
    COUNTS[_card] = half_points_of(_card)
    IS_BOUT[_card] = _card in BOUTS
for _n in range(5):
    TIMES[_n] = CONTRACTS[_n].times
    DOG_COUNTS[_n] = CONTRACTS[_n].dog_counts
for _n in range(4):
    NEEDS[_n] = NEEDED[_n]
for _n in range(3):
    SHOWN_POINTS[_n] = HANDFULS[_n].points


class TarotScore(TarotPosition):
    """A position in which cards are won and deals are paid."""

    # While the deal is played

    def gain(self, camp: int, card: int) -> None:
        """A card counts for a camp."""
        self.won[camp] += COUNTS[card]
        self.bouts[camp] += IS_BOUT[card]
        self.small[camp] += COUNTS[card] == 1

    def camp(self, seat: int) -> int:
        """0 for the taker, 1 for the defence."""
        return 0 if seat == self.taker else 1

    def tricks_of(self, camp: int) -> int:
        """How many tricks a camp has taken."""
        taker = self.taken[self.taker]
        return taker if camp == 0 else self.taken[0] + self.taken[1] + self.taken[2] - taker

    def half_points(self, camp: int) -> int:
        """Half points in the tricks of the taker (0) or the defence (1), as everybody can count."""
        if self.debt != NOBODY and self.owing() == NOBODY:
            return self.won[camp] + (-1 if camp == self.camp(self.debt) else 1)
        return self.won[camp]

    def owing(self) -> int:
        """The seat that still owes a card for the excuse: its side has won none of half a point."""
        if self.debt == NOBODY or self.small[self.camp(self.debt)]:
            return NOBODY
        return self.debt

    # When it is over

    def count_deal(self, is_excuse_best: bool) -> None:
        """The last card is played: what the deal came to is scored."""
        for group in range(GROUPS):
            for i in range(count(self.aside[group])):
                card = group * SUIT + nth(self.aside[group], i)
                self.gain(DOG_COUNTS[self.contract], card)
        self.settle_debt()
        pay = self.pay(is_excuse_best)
        for seat in range(SEATS):
            self.score[seat] += 2 * pay if seat == self.taker else -pay

    def settle_debt(self) -> None:
        """A card of half a point is given for the excuse; without one the excuse itself."""
        if self.debt == NOBODY:
            return
        camp = self.camp(self.debt)
        given = COUNTS[EXCUSE]
        if self.small[camp]:
            given = 1
        else:
            self.bouts[camp] -= 1
            self.bouts[1 - camp] += 1
        self.won[camp] -= given
        self.won[1 - camp] += given
        self.debt = NOBODY

    def pay(self, is_excuse_best: bool) -> int:
        """What each of the defence pays the taker, or is paid when it is below zero."""
        over = self.won[0] - NEEDS[self.bouts[0]]
        winner = 0 if over >= 0 else 1
        sign = 1 - 2 * winner
        worth = BASE + (over * sign + 1) // 2
        last = self.camp_of_petit(is_excuse_best)
        if last != NOBODY:
            worth += PETIT_AT_THE_END if last == winner else -PETIT_AT_THE_END
        worth *= TIMES[self.contract]
        for seat in range(SEATS):
            for n in range(3):
                if self.shown[seat] and count(self.shown[seat]) == self.enough[n]:
                    worth += SHOWN_POINTS[n]
        pay = worth * sign
        tricks = self.taken[self.taker]
        if tricks == self.size:
            pay += 2 * SLAM if self.slam else SLAM
        elif self.slam:
            pay -= SLAM
        if tricks == 0:
            pay -= SLAM
        return pay

    def camp_of_petit(self, is_excuse_best: bool) -> int:
        """The camp that took the petit in the last trick, NOBODY if it was not there.

        If the excuse took that one, the petit may have been in the one before.
        """
        first = self.laid - SEATS
        if is_excuse_best and first > 0:
            first -= SEATS
        for i in range(first, self.laid):
            if self.played[i] == PETIT:
                return self.camp(self.leader)
        return NOBODY

    # What the game comes to

    def points(self, seat: int) -> int:
        return self.score[seat]

    def value(self, side: int) -> float:
        worth = 0.0
        for other in range(SEATS):
            if other != side:
                if self.score[side] > self.score[other]:
                    worth += 0.5
                elif self.score[side] == self.score[other]:
                    worth += 0.25
        return worth

    def prospect(self, side: int) -> float:
        """The value, with how far ahead of each other it is: a lead tells less before the end."""
        total = 0.0
        near = NEAR + NEARER * self.later
        for other in range(SEATS):
            if other != side:
                ahead = self.score[side] - self.score[other]
                total += 0.5 + 0.5 * ahead / (near + (ahead if ahead > 0 else -ahead))
        return total / 2.0
