"""A position of BoerenBridge that bots can imagine: rules, hidden cards, and random play."""

from Game.boerenbridge.deck import LANE, RANKS, SEATS, SUITS, THE_LOWEST, cards_in_play
from Game.boerenbridge.masks import cards_of, count_of
from Game.boerenbridge.playout import play_rounds
from Game.boerenbridge.rules import BoerenBridgeRules
from Game.boerenbridge.unseen import Unseen
from Game.boerenbridge.view import BoerenBridgeView
from Game.core.seats import check_seat
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

LOWEST = [0] * 8192  # a C copy of the table in deck.py
for _bits in range(8192):
    LOWEST[_bits] = THE_LOWEST[_bits]


class BoerenBridgeState(BoerenBridgeRules):
    def clone(self) -> "BoerenBridgeState":
        other = BoerenBridgeState()
        other.copy_from(self)
        return other

    # Hidden cards

    def view(self, seat: int) -> BoerenBridgeView:
        check_seat(seat, SEATS)
        return BoerenBridgeView(
            seat,
            self.turn,
            self.round,
            self.cards,
            self.trump,
            self.opener,
            self.leader,
            bool(self.calling),
            bytes([self.bids[i] for i in range(self.bid_count)]),
            bytes([self.played[i] for i in range(self.played_count)]),
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
        self.bid_count = len(view.bids)
        for i in range(self.bid_count):
            self.bids[i] = view.bids[i]
        self.played_count = len(view.played)
        for i in range(self.played_count):
            self.played[i] = view.played[i]
        for seat in range(SEATS):
            self.won[seat] = view.won[seat]
            self.voids[seat] = view.voids[seat]
            self.score[seat] = view.scores[seat]
        self.past = view.past
        # First put the unseen cards into the hands in order, then deal them again.
        hidden = cards_in_play(self.cards, self.full)
        hidden = [card for card in hidden if card not in view.hand and card not in view.played]
        hands = [view.hand] * SEATS
        for seat in range(SEATS):
            if seat != view.seat:
                hands[seat] = bytes(hidden[: view.hand_sizes[seat]])
                hidden = hidden[view.hand_sizes[seat] :]
        self.set_hands(hands)
        self.redeal(view.seat, stream)

    def redeal(self, seat: int, stream: Stream) -> None:
        """Deal the other hands, and the cards aside, again at random.

        A seat that did not follow a suit gets no card of it.
        """
        if seat == OVER:
            return
        check_seat(seat, SEATS)
        unseen = Unseen()
        for other in range(SEATS):
            if other != seat:
                unseen.pool |= self.hand[other]
                unseen.set_holder(other, count_of(self.hand[other]), self.voids[other])
        if self.full:  # the cards aside are the hand of holder `seat`
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

    # Searches

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

    # Random play

    def playout(self, stream: Stream) -> None:
        """Random play to the end. Afterwards only the result may be read: turn and score."""
        if not play_rounds(self, stream):
            self.chance = stream
            State.playout(self, stream)
