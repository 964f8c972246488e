"""BoerenBridge: the rules, and the position that they play on.

Cards. Four seats, each for itself. A game is a schedule of rounds. In a round of n cards the pack
is the top n ranks of the four suits, and all of it is dealt. With the option `deck=full` all 52
cards are in the pack, and those that are not dealt stay hidden. The trump suit is drawn separately.

Bids. The seat on the dealer's left bids first, the dealer last. A bid is a number of tricks, 0 to
n. If the four bids add up to n, the dealer must change the last bid by one, up or down (with
`rebid=any`, to any other number).

Tricks. The seat that bid first leads first. A seat follows the suit led if it can; otherwise it
plays any card. A card is worth its rank, 13 more if it is of the suit led, 26 more if it is a
trump. The card that is worth most takes the trick, and its player leads the next.

Points. A bid that is met scores 10, and 2 for each trick. In a round of six cards or more, a bid of
0 that is met scores 20. A bid that is missed costs 2 for each trick of difference. The dealer moves
one seat to the left for the next round (with `opener=last-trick-winner`, the seat that took the
last trick opens it). The most points win.

Elsewhere: who takes a trick (`tricks.py`), options and written deals (`game.py`), random play
(`playout.py`), hidden cards and the moves that searches try (`state.py`), sets of cards
as bits (`masks.py`).
"""

from collections.abc import Sequence

from Game.boerenbridge.deck import BIDS, CARDS, LANE, MOST, RANKS, SEATS, SUITS, worths
from Game.boerenbridge.masks import cards_of, mask_of, top_ranks
from Game.boerenbridge.unseen import Pack
from Game.boerenbridge.view import Past
from Game.core.seats import check_seat
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

NEAR = 3  # in the last round, a lead of 3 points is half as good as a lead that is safe
NEARER = 6  # this number is larger by 6 for each round that is left
FIVE = 5  # bids in a round at most: four, and the dealer's change

BIT = [0] * 52  # card -> its bit
SUIT_OF = [0] * 52
OF_SUIT = [0] * 4  # suit -> the mask of its cards
WORTH = [0] * 1300  # (trump, suit led, card) -> what the card is worth in the trick
CALLS = [BIDS + bid for bid in range(MOST + 1)]  # the bids, as actions

for _card in range(CARDS):
    BIT[_card] = 1 << _card
    SUIT_OF[_card] = _card // RANKS
for _suit in range(SUITS):
    OF_SUIT[_suit] = LANE << (_suit * RANKS)
for _place, _worth in enumerate(worths()):
    WORTH[_place] = _worth


def seat_after(seat: int, places: int) -> int:
    """The seat that sits this many places to the left."""
    return (seat + places) & 3  # `% SEATS`, but faster


def suit_led_in(position: "BoerenBridgeRules") -> int:
    """The suit led in this trick; -1 before the first card.

    A function and not a method, because C code calls it faster. The rules call it for each card.
    """
    place = position.played_count & 3  # `% SEATS`, but faster
    return SUIT_OF[position.played[position.played_count - place]] if place else -1


def best_place_in(position: "BoerenBridgeRules", first: int) -> int:
    """The place of the card that wins so far, in the trick whose first card is at `first`."""
    row = (position.trump * (SUITS + 1) + SUIT_OF[position.played[first]]) * CARDS
    best = 3  # the worth of a card, and in the last two bits its place, counted from the last
    for i in range(first, min(first + SEATS, position.played_count)):
        best = max(best, WORTH[row + position.played[i]] << 2 | 3 - (i - first))
    return 3 - (best & 3)


class BoerenBridgeRules(State):
    """A position, and the moves in it. Bids and played cards are in the order they came."""

    def __init__(self) -> None:
        State.__init__(self)  # faster than `super()`, and searching is copying
        self.schedule = b""  # how many cards in each round
        self.full = False  # are all 52 cards in the pack? Then the rest stays hidden
        self.winner_opens = False  # does the seat that takes the last trick open the next round?
        self.any_change = False  # may the dealer change his bid to any other?
        self.zero_bonus = True  # does a bid of no trick score more in a long round?
        self.past: tuple[Past, ...] = ()  # the rounds before this one
        self.round = 0
        self.cards = 0  # dealt to each seat
        self.trump = 0  # the suit
        self.opener = 0
        self.leader = 0  # the seat that led this trick, or leads the next
        self.calling = False  # are bids still to be made?
        self.bid_count = 0  # how many bids were made
        self.played_count = 0  # how many cards were played
        self.bids = [0] * 5  # the bids
        self.played = [0] * 52  # the cards
        self.hand = [0] * 4  # masks of cards
        self.aside = 0  # the cards that were not dealt
        self.won = [0] * 4  # tricks
        self.voids = [0] * 4  # a bit for each suit that the seat did not follow
        self.score = [0] * 4
        self.later = 0  # later rounds of the game that this state does not play

    def copy_from(self, source: State) -> None:
        assert isinstance(source, BoerenBridgeRules)
        other = source
        self.turn = other.turn
        self.schedule = other.schedule
        self.full = other.full
        self.winner_opens = other.winner_opens
        self.any_change = other.any_change
        self.zero_bonus = other.zero_bonus
        self.past = other.past
        self.round = other.round
        self.cards = other.cards
        self.trump = other.trump
        self.opener = other.opener
        self.leader = other.leader
        self.calling = other.calling
        self.bid_count = other.bid_count
        self.played_count = other.played_count
        self.bids[:] = other.bids
        self.played[:] = other.played
        self.hand[:] = other.hand
        self.aside = other.aside
        self.won[:] = other.won
        self.voids[:] = other.voids
        self.score[:] = other.score
        self.later = other.later

    # Moves

    def legal(self) -> list[int]:
        if self.turn == OVER:
            return []
        if not self.calling:
            return cards_of(self.playable(self.turn))
        if self.bid_count < SEATS:
            return CALLS[: self.cards + 1]
        first = self.bids[3]
        return [
            BIDS + bid
            for bid in range(self.cards + 1)
            if bid != first and (self.any_change or first - 1 <= bid <= first + 1)
        ]

    def playable(self, seat: int) -> int:
        """The cards that the seat may play, as a mask."""
        hand = self.hand[seat]
        led = suit_led_in(self)
        follows = hand & OF_SUIT[led] if led >= 0 else 0
        return follows or hand

    def suit_led(self) -> int:
        """The suit led in this trick; -1 before the first card."""
        return suit_led_in(self)

    def place_in_trick(self) -> int:
        """How many cards lie in this trick."""
        return self.played_count & 3  # `% SEATS`, but faster

    def play(self, action: int) -> int:
        if self.calling:
            self.call(action - BIDS)
        elif self.lay(action):
            self.finish_round(self.chance)
        return self.turn

    def step(self, action: int, luck: Stream | None) -> None:
        """Play an action, as `play` does. If a round follows, it is dealt with `luck`."""
        if self.calling:
            self.call(action - BIDS)
        elif self.lay(action):
            self.finish_round(luck)

    def call(self, bid: int) -> None:
        """Let the seat to act bid."""
        if not 0 <= bid <= self.cards or self.bid_count == FIVE:
            raise ValueError(f"no bid of {bid} can be made here: it is 0 to {self.cards} tricks")
        self.bids[self.bid_count] = bid
        self.bid_count += 1
        if self.bid_count < SEATS:
            self.turn = seat_after(self.turn, 1)
        elif self.bid_count == FIVE or not self.must_change():
            self.calling = False
            self.turn = self.opener

    def must_change(self) -> bool:
        """Do the four bids add up to the number of tricks?"""
        return self.bids[0] + self.bids[1] + self.bids[2] + self.bids[3] == self.cards

    def lay(self, card: int) -> bool:
        """Let the seat to act play a card. Return whether it was the last one of the round."""
        if not 0 <= card < CARDS or self.played_count == CARDS:
            raise ValueError(f"no card {card} can be played here")
        led = suit_led_in(self)
        if led >= 0:  # nothing else is decided here: the processor would often guess wrong
            self.voids[self.turn] |= (SUIT_OF[card] != led) << led
        self.hand[self.turn] &= ~BIT[card]
        self.played[self.played_count] = card
        self.played_count += 1
        self.turn = seat_after(self.turn, 1)
        if self.played_count & 3:
            return False
        self.leader = seat_after(self.leader, best_place_in(self, self.played_count - SEATS))
        self.turn = self.leader
        self.won[self.leader] += 1
        return not (self.hand[0] | self.hand[1] | self.hand[2] | self.hand[3])

    def best_place(self, first: int) -> int:
        """The place of the card that wins so far, in the trick whose first card is at `first`."""
        return best_place_in(self, first)

    def finish_round(self, luck: Stream | None) -> None:
        """Count the round, and deal the next one if there is one."""
        self.count_round()
        if self.round + 1 == len(self.schedule):
            self.turn = OVER
        elif luck is None:
            raise ValueError(
                "the next round cannot be dealt, because this state has no random stream: "
                "give it one, as in state.chance = Stream()"
            )
        else:
            self.past = (*self.past, self.as_past())
            self.round += 1
            self.begin_round(self.next_opener())
            self.deal_round(luck)

    def next_opener(self) -> int:
        """The seat that opens the next round."""
        return self.leader if self.winner_opens else seat_after(self.opener, 1)

    def count_round(self) -> None:
        """Add the points of the round to the scores."""
        for seat in range(SEATS):
            bid = self.bid_of(seat)
            won = self.won[seat]
            if bid != won:
                self.score[seat] -= 2 * (bid - won if bid > won else won - bid)
            elif bid == 0 and self.zero_bonus and self.cards >= 6:
                self.score[seat] += 20
            else:
                self.score[seat] += 10 + 2 * won

    def as_past(self) -> Past:
        """The round as plain data, for the views of later rounds."""
        return Past(
            self.cards,
            self.trump,
            self.opener,
            bytes([self.bids[i] for i in range(self.bid_count)]),
            bytes([self.played[i] for i in range(self.played_count)]),
            bytes([self.won[seat] for seat in range(SEATS)]),
        )

    # Counting

    def stop_after_deal(self) -> None:
        self.later += len(self.schedule) - self.round - 1
        self.schedule = self.schedule[: self.round + 1]

    def deal_number(self) -> int:
        return self.round

    def side(self, seat: int) -> int:
        return seat

    def points(self, seat: int) -> int:
        return self.score[seat]

    def value(self, side: int) -> float:
        """The share of the other seats that this seat has beaten; a tie counts as half."""
        beaten = 0
        for seat in range(SEATS):
            if seat != side:
                if self.score[seat] < self.score[side]:
                    beaten += 2
                elif self.score[seat] == self.score[side]:
                    beaten += 1
        return beaten / 6.0

    def prospect(self, side: int) -> float:
        """Like the value, but for the size of the leads: a lead counts less before more rounds."""
        total = 0.0
        near = NEAR + NEARER * self.later
        for seat in range(SEATS):
            if seat != side:
                ahead = self.score[side] - self.score[seat]
                total += 0.5 + 0.5 * ahead / (near + (ahead if ahead > 0 else -ahead))
        return total / 3.0

    # Reading and setting

    def hand_of(self, seat: int) -> list[int]:
        check_seat(seat, SEATS)
        return cards_of(self.hand[seat])

    def cards_aside(self) -> list[int]:
        """The cards that nobody holds in this round."""
        return cards_of(self.aside)

    def cards_played(self) -> list[int]:
        """The cards played in this round."""
        return [self.played[i] for i in range(self.played_count)]

    def dealer(self) -> int:
        """The seat that bids last."""
        return seat_after(self.opener, SEATS - 1)

    def bid_of(self, seat: int) -> int:
        """The last bid of a seat; -1 if it has not bid yet."""
        place = seat_after(seat, SEATS - self.opener)
        if place == 3 and self.bid_count == FIVE:
            return self.bids[4]
        return self.bids[place] if place < self.bid_count else -1

    def tricks_of(self, seat: int) -> int:
        """How many tricks the seat has taken in this round."""
        check_seat(seat, SEATS)
        return self.won[seat]

    def set_hands(self, hands: Sequence[Sequence[int]]) -> None:
        """Set the hands of a round. All cards that are neither here nor played lie aside."""
        self.aside = mask_of(range(CARDS)) & ~mask_of(self.cards_played())
        for seat in range(SEATS):
            self.hand[seat] = mask_of(hands[seat])
            self.aside &= ~self.hand[seat]

    def begin_round(self, opener: int) -> None:
        """Start bidding. The cards are dealt by `deal_round`."""
        check_seat(opener, SEATS)
        self.cards = self.schedule[self.round]
        self.opener = opener
        self.leader = opener
        self.turn = opener
        self.calling = True
        self.bid_count = 0
        self.played_count = 0
        for seat in range(SEATS):
            self.won[seat] = 0
            self.voids[seat] = 0

    def deal_round(self, stream: Stream) -> None:
        """Draw trump, shuffle, and deal to each seat."""
        pack = Pack()
        self.aside = top_ranks(RANKS)  # all cards
        pack.fill(self.aside if self.full else top_ranks(self.cards))
        self.trump = stream.below(SUITS)
        for seat in range(SEATS):
            self.hand[seat] = pack.draw(stream, self.cards)
            self.aside &= ~self.hand[seat]
