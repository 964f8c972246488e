"""A position of French Tarot as data: the places of the cards, the bids and announcements.

The rules are functions of a position, one module for each subject: `phases`, `auction`, `tricks`
and `score`.
"""

from collections.abc import Iterable

from Game.core.state import State
from Game.core.turn import OVER
from Game.tarot.rules.deck import (
    ALL_TRUMPS,
    BID,
    CONTRACTS,
    GROUPS,
    NOBODY,
    SEATS,
    THE_EXCUSE,
    THE_PETIT,
    TRUMPS,
    TarotPack,
)
from Game.tarot.rules.masks import bit_of, cards_in, count, group_of

TAKES_DOG = [0] * 5  # contract -> does the dog go into the taker's hand?

for _n in range(5):
    TAKES_DOG[_n] = CONTRACTS[_n].takes_dog


class TarotPosition(State):
    """Hands are five masks each, one for each group of cards. So are the cards that lie aside."""

    def __init__(self) -> None:
        super().__init__()
        # The game
        self.deals = 1  # how many are played
        self.is_fixed = 0  # seat 0 takes every deal at petite, and the dog stays hidden
        self.has_handfuls = 1
        self.has_slams = 1
        self.size = 24  # cards in a hand
        self.spare = 6  # cards in the dog
        self.enough = [13, 15, 18]  # trumps that make a handful
        self.pack = [0] * 5  # all the cards
        self.score = [0] * 3  # of the deals so far
        self.deal = 0  # which deal this is
        self.later = 0  # deals of the game after the last one that this state plays
        # The deal
        self.phase = BID
        self.dealer = 0
        self.bid_count = 0  # how many have bid
        self.bids = [0] * 3  # in their order
        self.taker = NOBODY
        self.contract = 0
        self.slam = 0  # was a slam announced?
        self.hand = [0] * 15  # GROUPS masks for each seat
        self.aside = [0] * 5  # the dog, and later the discard
        self.dog = [0] * 5  # the dog, once it was shown
        self.shown = [0] * 3  # the handful that a seat has shown
        self.barred = [0] * 15  # cards that a seat has shown not to hold, GROUPS masks for each
        self.spent = [0] * 3  # the trumps that a seat has played
        # The play
        self.played = [0] * 78
        self.played_count = 0  # how many cards have been played
        self.leader = 0
        self.led = NOBODY  # the group that must be followed
        self.high = 0  # the highest trump of the trick, as a bit
        self.power = 0  # the strength of the card that wins so far
        self.best = 0  # the seat that has played it
        self.tricks = [0] * 3  # tricks taken by each seat
        # Half points won by the taker and the defence; the excuse counts for its owner.
        self.won = [0] * 2
        self.bouts = [0] * 2
        self.small = [0] * 2  # cards of half a point that they have won
        self.debt = NOBODY  # the seat that played the excuse to a trick of the other camp

    def copy_from(self, source: State) -> None:
        assert isinstance(source, TarotPosition)
        other = source
        self.turn = other.turn
        self.deals = other.deals
        self.is_fixed = other.is_fixed
        self.has_handfuls = other.has_handfuls
        self.has_slams = other.has_slams
        self.size = other.size
        self.spare = other.spare
        self.enough[:] = other.enough
        self.pack[:] = other.pack
        self.score[:] = other.score
        self.deal = other.deal
        self.later = other.later
        self.phase = other.phase
        self.dealer = other.dealer
        self.bid_count = other.bid_count
        self.bids[:] = other.bids
        self.taker = other.taker
        self.contract = other.contract
        self.slam = other.slam
        self.hand[:] = other.hand
        self.aside[:] = other.aside
        self.dog[:] = other.dog
        self.shown[:] = other.shown
        self.barred[:] = other.barred
        self.spent[:] = other.spent
        self.played[:] = other.played
        self.played_count = other.played_count
        self.leader = other.leader
        self.led = other.led
        self.high = other.high
        self.power = other.power
        self.best = other.best
        self.tricks[:] = other.tricks
        self.won[:] = other.won
        self.bouts[:] = other.bouts
        self.small[:] = other.small
        self.debt = other.debt

    # The cards

    def hand_of(self, seat: int) -> list[int]:
        """The cards in a hand, lowest first, suit by suit."""
        cards = []
        for group in range(GROUPS):
            cards += cards_in(self.hand[seat * GROUPS + group], group)
        return cards

    def cards_aside(self) -> list[int]:
        """The dog, or the discard."""
        cards = []
        for group in range(GROUPS):
            cards += cards_in(self.aside[group], group)
        return cards

    def cards_played(self) -> list[int]:
        """Every card played in this deal, in order."""
        return [self.played[i] for i in range(self.played_count)]

    def on_table(self) -> list[int]:
        """The trick so far."""
        return [
            self.played[i]
            for i in range(self.played_count - self.played_count % SEATS, self.played_count)
        ]

    def set_hand(self, seat: int, cards: Iterable[int]) -> None:
        for group in range(GROUPS):
            self.hand[seat * GROUPS + group] = 0
        for card in cards:
            self.hand[seat * GROUPS + group_of(card)] |= bit_of(card)

    def set_aside(self, cards: Iterable[int]) -> None:
        for group in range(GROUPS):
            self.aside[group] = 0
        for card in cards:
            self.aside[group_of(card)] |= bit_of(card)

    def set_pack(self, pack: TarotPack) -> None:
        """Play with the cards of this pack, and with its sizes of hands, dog and handfuls."""
        self.size = pack.hand
        self.spare = pack.dog
        for i in range(3):
            self.enough[i] = pack.handfuls[i]
        for card in pack.cards:
            self.pack[group_of(card)] |= bit_of(card)

    # Questions about any position

    def camp(self, seat: int) -> int:
        """0 for the taker, 1 for the defence."""
        return 0 if seat == self.taker else 1

    def count_aside(self) -> int:
        """How many cards lie aside."""
        total = 0
        for group in range(GROUPS):
            total += count(self.aside[group])
        return total

    def has_dog(self) -> bool:
        """Has the dog gone into the taker's hand?"""
        return self.phase != BID and not self.is_fixed and TAKES_DOG[self.contract] == 1

    def sees_aside(self, seat: int) -> bool:
        """Does the seat know all cards that lie aside? They are shown when the game is over."""
        return (seat == self.taker and self.has_dog()) or (
            self.turn == OVER and self.taker != NOBODY
        )

    def is_petit_alone(self) -> bool:
        """Was a hand dealt with the petit as its only trump, and no excuse?"""
        for seat in range(SEATS):
            had = self.hand[seat * GROUPS + TRUMPS] | self.spent[seat]
            if seat == self.taker:
                had |= self.aside[TRUMPS] if self.has_dog() else 0
                had &= THE_EXCUSE + ALL_TRUMPS - self.dog[TRUMPS]
            if had == THE_PETIT:
                return True
        return False

    def lacks(self, seat: int) -> list[int]:
        """The cards that the seat has shown not to hold, played or not."""
        cards = []
        for group in range(GROUPS):
            place = seat * GROUPS + group
            cards += cards_in(self.barred[place] & self.pack[group], group)
        return cards

    def allies(self, seat: int) -> list[int]:
        """The seats that play this deal together with a seat, itself among them.

        The taker plays alone. Until there is a taker, every seat does.
        """
        if self.taker == NOBODY or self.phase == BID or seat == self.taker:
            return [seat]
        return [other for other in range(SEATS) if other != self.taker]
