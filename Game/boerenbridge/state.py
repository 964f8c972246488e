"""BoerenBridge: the rules, as a state that plays on.

Four seats, each for itself. A game is a schedule of rounds. In a round with n cards the pack is
the top n ranks of the four suits, so that all of it is dealt; or the whole pack, of which the rest
stays hidden. A suit drawn apart is trump. The seat on the dealer's left bids first and leads
first; the dealer bids last. A bid is a number of tricks, 0 to n. If the four bids add up to n, the
dealer must change his by one, up or down (or to any other number, as the options say). Follow the
suit led if you can, else play any card. A card is worth its rank, 13 more if of the suit led, 26
more if trump; the highest takes the trick and its player leads the next. A bid that is met scores
10 and 2 a trick (in a round of six cards or more a bid of none scores 20); a bid that is missed
costs 2 for each trick of difference. The dealer moves one seat to the left for the next round, or
its opener is who took the last trick. The most points win.

Not here: options and written deals (`game.py`), how unseen cards are dealt (`unseen.py`).
"""

from collections.abc import Sequence

from Game.boerenbridge.deck import (
    BIDS,
    CARDS,
    HOW_MANY,
    LANE,
    MOST,
    OF_THE_SUIT_LED,
    OF_TRUMP,
    RANKS,
    SEATS,
    SUITS,
    THE_LOWEST,
    cards_in_play,
)
from Game.boerenbridge.unseen import Pack, Unseen
from Game.boerenbridge.view import BoerenBridgeView, Past
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

NEAR, NEARER = 3, 6  # a lead of so much is half of one that is safe: at the end, and a round before
FIVE = 5  # bids in a round at most: four, and the dealer's change

BIT = [0] * 52  # card -> its bit in a mask of cards
COUNT = [0] * 8192  # the tables of the deck, in C
LOWEST = [0] * 8192
SUIT_OF = [0] * 52
RANK_OF = [0] * 52
CALLS = [BIDS + bid for bid in range(MOST + 1)]  # the bids, as actions
WHOLE_PACK = list(range(CARDS))

for _card in range(CARDS):
    BIT[_card] = 1 << _card
    SUIT_OF[_card] = _card // RANKS
    RANK_OF[_card] = _card % RANKS
for _bits in range(8192):
    COUNT[_bits] = HOW_MANY[_bits]
    LOWEST[_bits] = THE_LOWEST[_bits]


def check_seat(seat: int) -> None:
    """Refuse a seat that is none: in compiled code it would read what lies beside the hands."""
    if not 0 <= seat < SEATS:
        raise ValueError(f"there is no seat {seat}: the seats are 0 to 3")


def mask_of(cards: Sequence[int]) -> int:
    """These cards as a mask: a bit for each."""
    mask = 0
    for card in cards:
        if not 0 <= card < CARDS:
            raise ValueError(f"there is no card {card}: they are numbered 0 to 51")
        mask |= BIT[card]
    return mask


def every_suit(lane: int) -> int:
    """The same ranks of all four suits, as a mask."""
    return lane | lane << RANKS | lane << (2 * RANKS) | lane << (3 * RANKS)


def cards_of(mask: int) -> list[int]:
    """The cards of a mask, in order."""
    cards = WHOLE_PACK[: count_of(mask)]  # as long as it will be: growing a list takes time
    i = 0
    for suit in range(SUITS):
        lane = mask >> (suit * RANKS) & LANE
        while lane:
            cards[i] = WHOLE_PACK[suit * RANKS + LOWEST[lane]]
            i += 1
            lane &= lane - 1
    return cards


def count_of(mask: int) -> int:
    """How many cards a mask has."""
    one = COUNT[mask & LANE] + COUNT[mask >> RANKS & LANE]
    return one + COUNT[mask >> (2 * RANKS) & LANE] + COUNT[mask >> (3 * RANKS) & LANE]


class BoerenBridgeState(State):
    """A position. Hands are masks of cards; bids and cards played are in the order they came."""

    def __init__(self) -> None:
        super().__init__()
        self.schedule = b""  # how many cards in each round
        self.full = False  # is the whole pack dealt from, and the rest of it hidden?
        self.winner_opens = False  # does who takes the last trick open the next round?
        self.any_change = False  # may the dealer change his bid to any other?
        self.zero_bonus = True  # does a bid of none score more in a long round?
        self.past: tuple[Past, ...] = ()  # the rounds before this one
        self.round = 0
        self.cards = 0  # dealt to each seat
        self.trump = 0  # the suit
        self.opener = 0
        self.leader = 0  # of the trick
        self.calling = False  # are bids to be made?
        self.asked = 0  # how many were made
        self.laid = 0  # how many cards were played
        self.said = [0] * 5
        self.played = [0] * 52
        self.hand = [0] * 4
        self.aside = 0  # the cards that were not dealt
        self.won = [0] * 4  # tricks
        self.voids = [0] * 4  # a bit for every suit that the seat did not follow
        self.score = [0] * 4
        self.later = 0  # rounds that the game has left, and this state does not play

    def copy_from(self, source: State) -> None:
        assert isinstance(source, BoerenBridgeState)
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
        self.asked = other.asked
        self.laid = other.laid
        self.said[:] = other.said
        self.played[:] = other.played
        self.hand[:] = other.hand
        self.aside = other.aside
        self.won[:] = other.won
        self.voids[:] = other.voids
        self.score[:] = other.score
        self.later = other.later

    def clone(self) -> "BoerenBridgeState":
        other = BoerenBridgeState()
        other.copy_from(self)
        return other

    # What there is to be read, and to be laid out

    def hand_of(self, seat: int) -> list[int]:
        check_seat(seat)
        return cards_of(self.hand[seat])

    def put_aside(self) -> list[int]:
        """The cards that nobody holds in this round."""
        return cards_of(self.aside)

    def played_so_far(self) -> list[int]:
        """The cards played in this round."""
        return [self.played[i] for i in range(self.laid)]

    def dealer(self) -> int:
        """The seat that bids last."""
        return (self.opener + 3) & 3

    def bid_of(self, seat: int) -> int:
        """The bid of a seat, a change made; -1 while it has none."""
        place = (seat - self.opener) & 3
        if place == 3 and self.asked == FIVE:
            return self.said[4]
        return self.said[place] if place < self.asked else -1

    def tricks_of(self, seat: int) -> int:
        """How many tricks the seat has taken in this round."""
        check_seat(seat)
        return self.won[seat]

    def set_hands(self, hands: Sequence[Sequence[int]]) -> None:
        """The hands of a round; the other cards lie aside, but for those that were played."""
        self.aside = mask_of(range(CARDS)) & ~mask_of(self.played_so_far())
        for seat in range(SEATS):
            self.hand[seat] = mask_of(hands[seat])
            self.aside &= ~self.hand[seat]

    def begin_round(self, opener: int) -> None:
        """Nothing is said or played yet."""
        check_seat(opener)
        self.cards = self.schedule[self.round]
        self.opener = opener
        self.leader = opener
        self.turn = opener
        self.calling = True
        self.asked = 0
        self.laid = 0
        for seat in range(SEATS):
            self.won[seat] = 0
            self.voids[seat] = 0

    def deal_round(self, stream: Stream) -> None:
        """Draw trump, shuffle, and deal to each seat."""
        pack = Pack()
        self.aside = every_suit(LANE)
        in_play = self.aside
        if not self.full:
            lowest = RANKS - self.cards
            in_play = every_suit(LANE >> lowest << lowest)
        pack.fill(in_play)
        self.trump = stream.below(SUITS)
        for seat in range(SEATS):
            self.hand[seat] = pack.draw(stream, self.cards)
            self.aside &= ~self.hand[seat]

    # Playing

    def legal(self) -> list[int]:
        if self.turn == OVER:
            return []
        if not self.calling:
            return cards_of(self.playable(self.turn))
        if self.asked < SEATS:
            return CALLS[: self.cards + 1]
        first = self.said[3]
        return [
            BIDS + bid
            for bid in range(self.cards + 1)
            if bid != first and (self.any_change or first - 1 <= bid <= first + 1)
        ]

    def offer(self, out: list[int], room: int) -> int:
        if self.turn == OVER or self.calling:
            return State.offer(self, out, room)
        playable = self.playable(self.turn)
        count = 0
        for suit in range(SUITS):
            lane = playable >> (suit * RANKS) & LANE
            while lane and count < room:
                out[count] = suit * RANKS + LOWEST[lane]
                count += 1
                lane &= lane - 1
        return count

    def playable(self, seat: int) -> int:
        """The cards that the seat may play, as a mask."""
        hand = self.hand[seat]
        if self.laid & 3:
            led = SUIT_OF[self.played[self.laid & ~3]]
            follows = hand >> (led * RANKS) & LANE
            if follows:
                return follows << (led * RANKS)
        return hand

    def play(self, action: int) -> int:
        self.step(action, self.chance)
        return self.turn

    def step(self, action: int, luck: Stream | None) -> None:
        """Play on; the next round is dealt from `luck`."""
        if self.calling:
            self.call(action - BIDS)
        else:
            self.lay(action, luck)

    def call(self, bid: int) -> None:
        """The seat to act bids."""
        if not 0 <= bid <= self.cards or self.asked == FIVE:
            raise ValueError(f"no bid of {bid} can be made here: it is 0 to {self.cards} tricks")
        self.said[self.asked] = bid
        self.asked += 1
        if self.asked < SEATS:
            self.turn = (self.turn + 1) & 3
        elif self.asked == FIVE or not self.must_change():
            self.calling = False
            self.turn = self.opener

    def must_change(self) -> bool:
        """Do the four bids add up to the number of tricks?"""
        return self.said[0] + self.said[1] + self.said[2] + self.said[3] == self.cards

    def lay(self, card: int, luck: Stream | None) -> None:
        """The seat to act plays a card."""
        if not 0 <= card < CARDS or self.laid == CARDS:
            raise ValueError(f"no card {card} can be played here")
        if self.laid & 3:
            led = SUIT_OF[self.played[self.laid & ~3]]
            if SUIT_OF[card] != led:
                self.voids[self.turn] |= 1 << led
        self.hand[self.turn] &= ~BIT[card]
        self.played[self.laid] = card
        self.laid += 1
        self.turn = (self.turn + 1) & 3
        if self.laid & 3 == 0:
            self.leader = self.turn = (self.leader + self.best_place(self.laid - SEATS)) & 3
            self.won[self.leader] += 1
            if not (self.hand[0] | self.hand[1] | self.hand[2] | self.hand[3]):
                self.finish_round(luck)

    def best_place(self, first: int) -> int:
        """Which card of the trick that begins there wins so far, counted from the one led."""
        led = SUIT_OF[self.played[first]]
        best = 0
        highest = -1
        for i in range(first, min(first + SEATS, self.laid)):
            suit = SUIT_OF[self.played[i]]
            value = RANK_OF[self.played[i]]
            if suit == led:
                value += OF_THE_SUIT_LED
            if suit == self.trump:
                value += OF_TRUMP
            if value > highest:
                highest = value
                best = i - first
        return best

    def finish_round(self, luck: Stream | None) -> None:
        """Count, and deal the next round, if there is one."""
        self.count_round()
        if self.round + 1 == len(self.schedule):
            self.turn = OVER
        elif luck is None:
            raise ValueError(
                "the next round cannot be dealt: this state has no chance; "
                "give it a stream, as in state.chance = Stream()"
            )
        else:
            self.past = (*self.past, self.as_past())
            self.round += 1
            self.begin_round(self.next_opener())
            self.deal_round(luck)

    def next_opener(self) -> int:
        """Who opens the next round."""
        return self.leader if self.winner_opens else (self.opener + 1) & 3

    def count_round(self) -> None:
        """Add what the round scores."""
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
        """The round, as it will be remembered."""
        return Past(
            self.cards,
            self.trump,
            self.opener,
            bytes([self.said[i] for i in range(self.asked)]),
            bytes([self.played[i] for i in range(self.laid)]),
            bytes([self.won[seat] for seat in range(SEATS)]),
        )

    # Playing at random

    def playout(self, stream: Stream) -> None:
        """Random play to the end. Afterwards only the result may be read: turn and score."""
        while self.turn != OVER and self.laid & 3:
            playable = self.playable(self.turn)
            if not playable:
                return
            self.step(self.pick(playable, stream), stream)
        while self.turn != OVER:
            if not self.is_even():  # what no deal leads to, and a bot may imagine
                self.chance = stream
                State.playout(self, stream)
                return
            while self.calling:
                self.call(self.random_bid(stream))
            self.race(stream)
            self.count_round()
            self.round += 1
            if self.round < len(self.schedule):
                self.begin_round(self.next_opener())
                self.deal_round(stream)
            else:
                self.turn = OVER

    def pick(self, mask: int, stream: Stream) -> int:
        """One of these cards."""
        count = count_of(mask)
        chosen = stream.below(count) if count > 1 else 0
        suit = 0
        while chosen >= COUNT[mask >> (suit * RANKS) & LANE]:
            chosen -= COUNT[mask >> (suit * RANKS) & LANE]
            suit += 1
        lane = mask >> (suit * RANKS) & LANE
        while chosen:
            lane &= lane - 1
            chosen -= 1
        return suit * RANKS + LOWEST[lane]

    def is_even(self) -> bool:
        """Is a trick about to start, and have all as many cards to play?"""
        held = count_of(self.hand[0])
        for seat in range(1, SEATS):
            if count_of(self.hand[seat]) != held:
                return False
        return held > 0 and self.laid + SEATS * held <= CARDS

    def random_bid(self, stream: Stream) -> int:
        """Any bid that the seat to act may make."""
        if self.asked < SEATS:
            return stream.below(self.cards + 1)
        first = self.said[3]
        if self.any_change:
            bid = stream.below(self.cards)
            return bid if bid < first else bid + 1
        if first == 0:
            return 1
        if first == self.cards:
            return first - 1
        return first - 1 if stream.below(2) == 0 else first + 1

    def race(self, stream: Stream) -> None:
        """Play the round to its last trick, with nothing but numbers at hand.

        Each hand is four lanes of bits, one for each suit.
        """
        lanes = [0] * 16
        for i in range(16):
            lanes[i] = self.hand[i >> 2] >> ((i & 3) * RANKS) & LANE
        left = count_of(self.hand[0])
        leader = self.leader
        trump = self.trump
        while left:
            led = -1
            highest = -1
            winner = 0
            for i in range(SEATS):
                seat = (leader + i) & 3
                here = seat << 2
                suit = led
                if led >= 0 and lanes[here + led]:
                    choices = COUNT[lanes[here + led]]
                    chosen = stream.below(choices) if choices > 1 else 0
                else:
                    chosen = stream.below(left) if left > 1 else 0
                    suit = 0
                    while chosen >= COUNT[lanes[here + suit]]:
                        chosen -= COUNT[lanes[here + suit]]
                        suit += 1
                    if i == 0:
                        led = suit
                lane = lanes[here + suit]
                while chosen:
                    lane &= lane - 1
                    chosen -= 1
                value = LOWEST[lane]
                lanes[here + suit] ^= lane & -lane
                if suit == led:
                    value += OF_THE_SUIT_LED
                if suit == trump:
                    value += OF_TRUMP
                if value > highest:
                    highest = value
                    winner = seat
            self.won[winner] += 1
            leader = winner
            left -= 1
        self.leader = leader
        for seat in range(SEATS):
            self.hand[seat] = 0

    # Knowing

    def view(self, seat: int) -> BoerenBridgeView:
        check_seat(seat)
        return BoerenBridgeView(
            seat,
            self.turn,
            self.round,
            self.cards,
            self.trump,
            self.opener,
            self.leader,
            bool(self.calling),
            bytes([self.said[i] for i in range(self.asked)]),
            bytes([self.played[i] for i in range(self.laid)]),
            bytes([count_of(self.hand[other]) for other in range(SEATS)]),
            bytes([self.won[other] for other in range(SEATS)]),
            bytes([self.voids[other] for other in range(SEATS)]),
            bytes(cards_of(self.hand[seat])),
            (self.score[0], self.score[1], self.score[2], self.score[3]),
            self.past,
        )

    def imagine(self, view: BoerenBridgeView, stream: Stream) -> None:
        """Become a state that agrees with the view: the known cards, and the rest at random."""
        self.turn = view.turn
        self.round = view.round
        self.cards = view.cards
        self.trump = view.trump
        self.opener = view.opener
        self.leader = view.leader
        self.calling = view.calling
        self.asked = len(view.said)
        for i in range(self.asked):
            self.said[i] = view.said[i]
        self.laid = len(view.played)
        for i in range(self.laid):
            self.played[i] = view.played[i]
        for seat in range(SEATS):
            self.won[seat] = view.won[seat]
            self.voids[seat] = view.voids[seat]
            self.score[seat] = view.scores[seat]
        self.past = view.past
        # First the unseen cards are laid out in order, then dealt again.
        hidden = cards_in_play(self.cards, self.full)
        hidden = [card for card in hidden if card not in view.hand and card not in view.played]
        hands = [view.hand] * SEATS
        for seat in range(SEATS):
            if seat != view.seat:
                hands[seat] = bytes(hidden[: view.held[seat]])
                hidden = hidden[view.held[seat] :]
        self.set_hands(hands)
        self.redeal(view.seat, stream)

    def redeal(self, seat: int, stream: Stream) -> None:
        """Deal the other hands, and what lies hidden, afresh.

        A seat that did not follow a suit has no card of it.
        """
        if seat == OVER:
            return
        check_seat(seat)
        unseen = Unseen()
        for other in range(SEATS):
            if other != seat:
                unseen.pool |= self.hand[other]
                unseen.set_holder(other, count_of(self.hand[other]), self.voids[other])
        if self.full:  # the cards that were not dealt take the place of the seat's own
            unseen.pool |= self.aside
            unseen.set_holder(seat, count_of(self.aside), 0)
        if not unseen.pool:
            return
        unseen.deal(stream)
        for other in range(SEATS):
            if other != seat:
                self.hand[other] = unseen.hand[other]
        if self.full:
            self.aside = unseen.hand[seat]

    # Counting

    def stop_after_deal(self) -> None:
        self.later += len(self.schedule) - self.round - 1
        self.schedule = self.schedule[: self.round + 1]

    def side(self, seat: int) -> int:
        return seat

    def points(self, seat: int) -> int:
        return self.score[seat]

    def value(self, side: int) -> float:
        """The part of the others that the seat has beaten; who ties is half beaten."""
        beaten = 0
        for seat in range(SEATS):
            if seat != side:
                if self.score[seat] < self.score[side]:
                    beaten += 2
                elif self.score[seat] == self.score[side]:
                    beaten += 1
        return beaten / 6.0

    def prospect(self, side: int) -> float:
        """The value, with how far ahead of each other it is: a lead tells less before the end."""
        total = 0.0
        near = NEAR + NEARER * self.later
        for seat in range(SEATS):
            if seat != side:
                ahead = self.score[side] - self.score[seat]
                total += 0.5 + 0.5 * ahead / (near + (ahead if ahead > 0 else -ahead))
        return total / 3.0
