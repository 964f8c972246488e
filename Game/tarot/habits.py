"""How imagined games of French Tarot are played on by those who do not think: by habit.

A search learns little from a game in which somebody bids garde contre on nothing, lays his queens
away at random, and plays a king under a trump. So here hands are bid by what they are worth
(`estimate.py`), short suits are laid away, nothing is announced or shown, and most cards are played
as anybody would. One card in eight is any card, so that everything is seen sometimes.

Not here: random playouts (`state.py`), and bots that think (`Players`).
"""

from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.tarot.deck import (
    ANNOUNCE,
    BID,
    BIDS,
    CONTRACTS,
    DISCARD,
    EXCUSE,
    GROUPS,
    KING,
    NO_HANDFUL,
    NO_SLAM,
    NOBODY,
    PETIT,
    PLAY,
    SEATS,
    SUIT,
    TRUMPS,
)
from Game.tarot.estimate import HIGH, LEAST, LONG, NOTHING, WORTHS
from Game.tarot.masks import count, nth
from Game.tarot.rules import TarotRules

ALL_TRUMPS = (1 << 21) - 1  # in the mask of the trumps
THE_PETIT = 1
THE_21 = 1 << 20
THE_EXCUSE = 1 << 21
HIGH_TRUMPS = ALL_TRUMPS - ((1 << (HIGH - 1)) - 1)
PLAIN = (1 << SUIT) - 1 - (1 << KING)  # in the mask of a suit
LOW_HALF = 0xFFFFFFFF  # of a random word
COURT = 10  # the place of the valet in its suit; what is above counts
PLENTY = 8  # trumps with which the taker hunts the petit
LATE = 3  # with so few cards left the excuse must find its trick

# The table of `estimate.py` in quarters of a point, by their places there.
IN_QUARTERS = [0] * 9
BASE_WORTH = round(4 * NOTHING)
LEAST_WORTH = [0] * 5  # contract -> what a hand must be worth for it

for _n, _name in enumerate(WORTHS):
    IN_QUARTERS[_n] = round(4 * WORTHS[_name])
for _n in range(1, 5):
    LEAST_WORTH[_n] = round(4 * LEAST[CONTRACTS[_n].text])


class TarotHabits(TarotRules):
    """A position that is played on by habit."""

    def finish(self, stream: Stream) -> None:
        self.chance = stream
        while self.turn != OVER:
            if self.phase == PLAY:
                self.play_by_habit(stream)
            else:
                self.speak_by_habit()

    def speak_by_habit(self) -> None:
        """Bid, lay away, announce or show, as anybody would."""
        if self.phase == BID:
            self.play(BIDS + self.habitual_bid())
        elif self.phase == DISCARD:
            self.play(self.habitual_discard())
        elif self.phase == ANNOUNCE:
            self.play(NO_SLAM)
        else:
            self.play(NO_HANDFUL)

    # Bidding and laying away

    def worth_of(self, seat: int) -> int:
        """What a hand is worth, in quarters of a point."""
        base = seat * GROUPS
        trumps = self.hand[base + TRUMPS]
        found = BASE_WORTH
        if trumps & THE_PETIT:
            found += IN_QUARTERS[0]
        if trumps & THE_21:
            found += IN_QUARTERS[1]
        if trumps & THE_EXCUSE:
            found += IN_QUARTERS[2]
        found += IN_QUARTERS[3] * count(trumps & ALL_TRUMPS)
        found += IN_QUARTERS[4] * count(trumps & HIGH_TRUMPS)
        for group in range(TRUMPS):
            suit = self.hand[base + group]
            for i in range(3):
                found += IN_QUARTERS[5 + i] * (suit >> (KING - i) & 1)
            found += IN_QUARTERS[8] * max(0, count(suit) + 1 - LONG)
        return found

    def habitual_bid(self) -> int:
        """The highest contract that the hand is worth and that is higher than those before."""
        worth = self.worth_of(self.turn)
        found = 0
        for contract in range(self.contract + 1, 5):
            if worth >= LEAST_WORTH[contract]:
                found = contract
        return found

    def habitual_discard(self) -> int:
        """From the shortest suit, one without its king before others: the richest card.

        Beside a king his queen is the last to go.
        """
        base = self.turn * GROUPS
        best = NOBODY
        least = 1000
        for group in range(TRUMPS):
            suit = self.hand[base + group]
            plain = suit & PLAIN
            if plain:
                length = count(suit)
                if suit != plain:
                    length += 100
                    if plain == 1 << (KING - 1):
                        length += 100
                if length < least:
                    least = length
                    best = group
        if best == NOBODY:
            return self.layable()[0]
        suit = self.hand[base + best]
        plain = suit & PLAIN
        if suit != plain and plain != 1 << (KING - 1):
            plain &= ~(1 << (KING - 1))
        return best * SUIT + nth(plain, count(plain) - 1)

    # Playing

    def play_by_habit(self, stream: Stream) -> None:
        """Cards to the end of the deal. What they show of the hands is not noted."""
        luck = [0] * 40
        left = SEATS * self.size - self.laid
        stream.fill(luck, (left + 1) // 2)
        for i in range(left):
            chosen = luck[i >> 1] >> ((i & 1) << 5) & LOW_HALF
            card = NOBODY
            if chosen & 7:
                if self.led != NOBODY:
                    card = self.habitual_card(chosen)
                else:
                    card = self.habitual_lead(chosen >> 4 & 3)
            self.put(card if card != NOBODY else self.any_card(chosen))

    def any_card(self, chosen: int) -> int:
        """The card that these 32 random bits choose among those that may be played."""
        base = self.turn * GROUPS
        group = self.demanded(base)
        if group == TRUMPS:
            mask = self.allowed_trumps(base) | self.hand[base + TRUMPS] & THE_EXCUSE
            pick = chosen * count(mask) >> 32
        elif group != NOBODY:
            mask = self.hand[base + group]
            n = count(mask)
            excuse = 1 if self.hand[base + TRUMPS] & THE_EXCUSE else 0
            pick = chosen * (n + excuse) >> 32
            if pick == n:
                return EXCUSE
        else:
            pick = chosen * (self.size - self.laid // SEATS) >> 32
            group = 0
            mask = self.hand[base]
            n = count(mask)
            while pick >= n and group < TRUMPS:
                pick -= n
                group += 1
                mask = self.hand[base + group]
                n = count(mask)
        return group * SUIT + nth(mask, pick)

    def habitual_lead(self, first: int) -> int:
        """The card that anybody would lead, suits looked at from this one on; or NOBODY.

        Hands that are imagined are open: who plays by habit has counted what is gone.
        """
        card = NOBODY
        if self.turn == self.taker:
            card = self.hunting_trump()
        if card == NOBODY:
            card = self.master(first)
        return card if card != NOBODY else self.from_length(first)

    def hunting_trump(self) -> int:
        """The taker draws trumps when he has as many as are out, or many, to catch the petit."""
        base = self.turn * GROUPS
        one = (self.turn + 1) % SEATS * GROUPS
        two = (self.turn + 2) % SEATS * GROUPS
        trumps = self.hand[base + TRUMPS] & ALL_TRUMPS & ~THE_PETIT
        out = (self.hand[one + TRUMPS] | self.hand[two + TRUMPS]) & ALL_TRUMPS
        if not trumps or not out:
            return NOBODY
        held = count(trumps)
        catches = out & THE_PETIT and held >= PLENTY and trumps > out
        if held < count(out) and not catches:
            return NOBODY
        return PETIT + nth(trumps, held - 1 if trumps > out else 0)

    def master(self, first: int) -> int:
        """The highest card that no other hand can beat, or trump if it is the other side's."""
        base = self.turn * GROUPS
        one = (self.turn + 1) % SEATS * GROUPS
        two = (self.turn + 2) % SEATS * GROUPS
        found = NOBODY
        highest = COURT - 1
        for i in range(TRUMPS):
            group = (first + i) & 3
            mask = self.hand[base + group]
            if mask:
                place = nth(mask, count(mask) - 1)
                others = self.hand[one + group] | self.hand[two + group]
                if place > highest and others >> place == 0 and not self.is_ruffed(group):
                    found = group * SUIT + place
                    highest = place
        return found

    def from_length(self, first: int) -> int:
        """The lowest of the longest suit; of one that costs the taker a trump before others."""
        base = self.turn * GROUPS
        found = NOBODY
        longest = 0
        for i in range(TRUMPS):
            group = (first + i) & 3
            mask = self.hand[base + group]
            length = count(mask)
            if length and self.turn != self.taker and self.is_ruffed(group):
                length += SUIT
            if length > longest:
                longest = length
                found = group * SUIT + nth(mask, 0)
        return found

    def is_ruffed(self, group: int) -> bool:
        """Would somebody of the other side have to trump this suit?"""
        for other in range(SEATS):
            base = other * GROUPS
            has_to = self.hand[base + group] == 0 and self.hand[base + TRUMPS] & ALL_TRUMPS
            if has_to and self.camp(other) != self.camp(self.turn):
                return True
        return False

    def habitual_card(self, chosen: int) -> int:
        """The card that anybody would put on this trick; random bits settle what is open."""
        base = self.turn * GROUPS
        group = self.demanded(base)
        is_last = self.laid % SEATS == SEATS - 1
        is_ours = is_last and self.camp(self.best) == self.camp(self.turn)
        excuse = self.hand[base + TRUMPS] & THE_EXCUSE
        if excuse and self.size - self.laid // SEATS <= LATE:
            return EXCUSE
        if group == TRUMPS:
            return self.habitual_trump(self.allowed_trumps(base), is_last, is_ours)
        if group != NOBODY:
            mask = self.hand[base + group]
            low = nth(mask, 0)
            high = nth(mask, count(mask) - 1)
            if is_ours:
                return group * SUIT + high
            is_over = self.high == 0 and high + 1 > self.power
            if is_over and (is_last or high == KING or chosen & 8):
                return group * SUIT + high
            if excuse and low >= COURT:
                return EXCUSE
            return group * SUIT + low
        return self.thrown(base, is_ours)

    def habitual_trump(self, mask: int, is_last: bool, is_ours: bool) -> int:
        """The lowest trump that may be played, and the petit only where it comes home."""
        comes_home = is_ours or (is_last and self.high == 0)
        if mask != THE_PETIT and not comes_home:
            mask &= ~THE_PETIT
        return PETIT + nth(mask, 0)

    def thrown(self, base: int, is_ours: bool) -> int:
        """A card that follows nothing: the highest of all if the trick is ours, else the lowest."""
        best = NOBODY
        rank = 0
        for group in range(TRUMPS):
            mask = self.hand[base + group]
            if mask:
                place = nth(mask, count(mask) - 1 if is_ours else 0)
                if best == NOBODY or (place > rank if is_ours else place < rank):
                    best = group
                    rank = place
        return EXCUSE if best == NOBODY else best * SUIT + rank
