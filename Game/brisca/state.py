"""A position of Brisca that bots can imagine: the rules, the hidden cards, and play to the end."""

from collections.abc import Sequence
from typing import Any

from Game.brisca.deck import ROOM, SEATS
from Game.brisca.habit import habitual_card
from Game.brisca.playout import is_even, race
from Game.brisca.rules import BriscaRules
from Game.brisca.view import BriscaView
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

BY_CHANCE = 32  # moves of 256 that follow no habit
LOW_HALF = 0xFFFFFFFF  # of a random word


def row(cards: bytes | list[int]) -> bytes:
    """A row of cards for a view. In compiled code a slice of numbers is `bytes` already."""
    return cards if type(cards) is bytes else bytes(cards)


class BriscaState(BriscaRules):
    def clone(self) -> "BriscaState":
        other = BriscaState()
        other.copy_from(self)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: some bots copy positions with it."""
        hands = [self.hand_of(seat) for seat in range(SEATS)]
        won = [self.pile_of(seat) for seat in range(SEATS)]
        rows = (hands, self.deck_left(), self.on_table(), won)
        return rebuild, (self.turn, self.leader, self.trump, self.tie, *rows)

    def rows(self) -> tuple[bytes, ...]:
        """All cards, in their order: the four hands, the trick, the four piles, and the deck."""
        return (
            row(self.hand[0 : self.hand_size[0]]),
            row(self.hand[ROOM : ROOM + self.hand_size[1]]),
            row(self.hand[2 * ROOM : 2 * ROOM + self.hand_size[2]]),
            row(self.hand[3 * ROOM : 3 * ROOM + self.hand_size[3]]),
            row(self.table[0 : self.table_size]),
            row(self.won[0 : self.pile_size[0]]),
            row(self.won[ROOM : ROOM + self.pile_size[1]]),
            row(self.won[2 * ROOM : 2 * ROOM + self.pile_size[2]]),
            row(self.won[3 * ROOM : 3 * ROOM + self.pile_size[3]]),
            row(self.deck[self.top : self.bottom]),
        )

    # Hidden cards

    def view(self, seat: int) -> BriscaView:
        holder = OVER
        if self.top == self.bottom:
            for other in range(SEATS):
                for i in range(other * ROOM, other * ROOM + self.hand_size[other]):
                    if self.hand[i] == self.trump:
                        holder = other
        start = seat * ROOM
        return BriscaView(
            seat,
            self.turn,
            self.leader,
            self.trump,
            holder,
            self.bottom - self.top,
            row(self.hand_size[0:SEATS]),
            row(self.hand[start : start + self.hand_size[seat]]),
            row(self.table[0 : self.table_size]),
            (
                row(self.won[0 : self.pile_size[0]]),
                row(self.won[ROOM : ROOM + self.pile_size[1]]),
                row(self.won[2 * ROOM : 2 * ROOM + self.pile_size[2]]),
                row(self.won[3 * ROOM : 3 * ROOM + self.pile_size[3]]),
            ),
        )

    def imagine(self, view: BriscaView, stream: Stream) -> None:
        """Become a state that agrees with the view: the known cards, and the rest at random."""
        self.turn = view.turn
        self.leader = view.leader
        self.trump = view.trump
        one = 1  # in C as wide as `known`
        known = one << view.trump
        for card in view.hand + view.table + b"".join(view.won):
            known |= one << card
        # First put the unseen cards into the places in order, then deal them again.
        card = 0
        for seat in range(SEATS):
            self.hand_size[seat] = view.hand_sizes[seat]
            for i in range(seat * ROOM, seat * ROOM + self.hand_size[seat]):
                if seat == view.holder and i == seat * ROOM + self.hand_size[seat] - 1:
                    self.hand[i] = view.trump  # nothing was drawn after it
                elif seat != view.seat:
                    while known >> card & 1:
                        card += 1
                    self.hand[i] = card
                    card += 1
        self.set_hand(view.seat, view.hand)
        self.top = 0
        self.bottom = view.deck
        for i in range(self.bottom - 1):
            while known >> card & 1:
                card += 1
            self.deck[i] = card
            card += 1
        if self.bottom:
            self.deck[self.bottom - 1] = view.trump
        self.set_table(view.table)
        self.set_piles(view.won)
        self.redeal(view.seat, stream)

    def redeal(self, seat: int, stream: Stream) -> None:
        """Shuffle the other hands and the deck together, and fill the same places again.

        The turned-up card does not move. Everybody saw it go under the deck, and later into the
        hand that drew it.
        """
        if seat == OVER:
            return
        unseen = [0] * 200
        places = [0] * 200
        count = self.gather_unseen(seat, unseen)
        stream.fill_falling(places, count, count)
        left = count
        for i in range(count):
            left -= 1
            place = places[i]
            card = unseen[place]
            unseen[place] = unseen[left]
            unseen[left] = card
        self.fill_again(seat, unseen, count)

    def gather_unseen(self, seat: int, unseen: list[int]) -> int:
        """Write the cards that the seat cannot see into `unseen`; return how many they are."""
        count = 0
        for other in range(SEATS):
            if other != seat:
                for i in range(other * ROOM, other * ROOM + self.hand_size[other]):
                    if self.hand[i] != self.trump:
                        unseen[count] = self.hand[i]
                        count += 1
        for i in range(self.top, self.bottom):
            if self.deck[i] != self.trump:
                unseen[count] = self.deck[i]
                count += 1
        return count

    def fill_again(self, seat: int, unseen: list[int], count: int) -> None:
        """Put these cards, the last one first, into the places that the seat cannot see."""
        for other in range(SEATS):
            if other != seat:
                for i in range(other * ROOM, other * ROOM + self.hand_size[other]):
                    if self.hand[i] != self.trump:
                        count -= 1
                        self.hand[i] = unseen[count]
        for i in range(self.top, self.bottom):
            if self.deck[i] != self.trump:
                count -= 1
                self.deck[i] = unseen[count]

    # Play to the end

    def playout(self, stream: Stream) -> None:
        """Random play to the end. Afterwards only turn, score and taken may be read."""
        while self.table_size and self.turn != OVER and self.hand_size[self.turn]:
            self.play(self.hand[self.turn * ROOM + stream.below(self.hand_size[self.turn])])
        if is_even(self):
            race(self, stream)
        else:
            State.playout(self, stream)

    def finish(self, stream: Stream) -> None:
        while self.turn != OVER and self.hand_size[self.turn]:
            luck = stream.bits()
            if luck >> 56 < BY_CHANCE:
                card = self.hand[self.turn * ROOM + (luck & LOW_HALF) % self.hand_size[self.turn]]
                self.play(card)
            else:
                self.play(habitual_card(self))


def rebuild(
    turn: int,
    leader: int,
    trump: int,
    tie: int,
    hands: Sequence[Sequence[int]],
    deck: Sequence[int],
    table: Sequence[int],
    won: Sequence[Sequence[int]],
) -> BriscaState:
    """The position with these cards."""
    state = BriscaState()
    state.turn = turn
    state.leader = leader
    state.trump = trump
    state.tie = tie
    for seat in range(SEATS):
        state.set_hand(seat, hands[seat])
    state.set_deck(deck)
    state.set_table(table)
    state.set_piles(won)
    return state
