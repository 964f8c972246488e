"""Brisca: the rules, and the position that they play on.

Four seats, seats 0 and 2 against 1 and 3; forty Spanish cards, three in each hand. The last card
of the deck is turned up and its suit is trump; it is the last card that is drawn. A player may
always play any card. The highest trump takes the trick. Without a trump, the highest card of the
led suit takes it, in the order 1 3 12 11 10 7 6 5 4 2. While the deck lasts, the winner draws a
card, and then the others in turn. The winner leads the next trick. After ten tricks each side
counts its cards: 1 = 11, 3 = 10, 12 = 4, 11 = 3, 10 = 2. The side with more points wins. If the
points are equal, the side with more cards wins.

Elsewhere: dealing and options (`game.py`), random play (`playout.py`), hidden cards (`state.py`).
"""

from collections.abc import Sequence

from Game.brisca.deck import CARDS, HAND, NUMBERS, ROOM, SEATS, points_of, powers
from Game.core.seats import check_seat
from Game.core.state import State
from Game.core.turn import OVER

POINTS = [0] * 40  # card -> its points
POWERS = [0] * 640  # (trump suit, led suit, card) -> its strength

for _card in range(CARDS):
    POINTS[_card] = points_of(NUMBERS[_card])
for _place, _power in enumerate(powers()):
    POWERS[_place] = _power


def check_room(cards: Sequence[int], room: int, place: str) -> None:
    """Refuse more cards than a place has room for: a bot can imagine any number of them."""
    if len(cards) > room:
        raise ValueError(f"{len(cards)} cards do not fit in {place}: there is room for {room}")


class BriscaRules(State):
    """A position, and the moves in it. All rows of cards are in the order they came."""

    def __init__(self) -> None:
        State.__init__(self)  # faster than `super()`, and searching is copying
        self.leader = 0  # the seat that led this trick, or leads the next
        self.trump = 0  # the card turned up
        self.tie = -1  # the side that wins if points and cards are equal; -1: it is a draw
        self.hand = [0] * 160  # ROOM places for each seat
        self.hand_size = [0] * 4  # how many cards each seat holds
        self.deck = [0] * 40
        self.top = 0  # the next card to be drawn
        self.bottom = 0  # just behind the last card
        self.table = [0] * 4  # the trick so far, in playing order
        self.table_size = 0  # how many cards lie there
        self.won = [0] * 160  # the cards won: ROOM places for each seat
        self.pile_size = [0] * 4  # how many cards each seat has won
        self.score = [0] * 4  # the points of these cards

    def copy_from(self, source: State) -> None:
        assert isinstance(source, BriscaRules)
        other = source
        self.turn = other.turn
        self.leader = other.leader
        self.trump = other.trump
        self.tie = other.tie
        self.hand[:] = other.hand
        self.hand_size[:] = other.hand_size
        self.deck[:] = other.deck
        self.top = other.top
        self.bottom = other.bottom
        self.table[:] = other.table
        self.table_size = other.table_size
        self.won[:] = other.won
        self.pile_size[:] = other.pile_size
        self.score[:] = other.score

    # Moves

    def legal(self) -> list[int]:
        if self.turn == OVER:
            return []
        i = self.turn * ROOM
        if self.hand_size[self.turn] == HAND:  # the usual case, made fast
            return [self.hand[i], self.hand[i + 1], self.hand[i + 2]]
        return self.hand_of(self.turn)

    def offer(self, out: list[int], room: int) -> int:
        if self.turn == OVER:
            return 0
        start = self.turn * ROOM
        count = min(self.hand_size[self.turn], room)
        for i in range(count):
            out[i] = self.hand[start + i]
        return count

    def play(self, action: int) -> int:
        self.lay(action)
        return self.move_on()

    def lay(self, card: int) -> int:
        """The first half of a move: the card leaves the hand and joins the table."""
        if self.table_size == SEATS:
            raise ValueError("no fifth card fits on the table: the trick has four already")
        start = self.turn * ROOM
        last = start + self.hand_size[self.turn] - 1
        i = start
        while self.hand[i] != card and i < last:
            i += 1
        while i < last:
            self.hand[i] = self.hand[i + 1]
            i += 1
        self.hand_size[self.turn] -= 1
        self.table[self.table_size] = card
        self.table_size += 1
        return self.table_size

    def move_on(self) -> int:
        """The second half: the next seat's turn or, after the fourth card, the winner's."""
        if self.table_size < SEATS:
            self.turn = (self.turn + 1) & 3 if self.is_anyone_left() else OVER
        else:
            self.turn = self.take_trick()
        return self.turn

    def take_trick(self) -> int:
        """The winner takes the cards, and all draw. Return the next leader, or OVER."""
        winner = (self.leader + self.best_place()) & 3
        if self.pile_size[winner] + SEATS > ROOM:
            raise ValueError(f"there is no room for a trick in the pile of seat {winner}")
        for i in range(SEATS):
            card = self.table[i]
            self.won[winner * ROOM + self.pile_size[winner]] = card
            self.pile_size[winner] += 1
            self.score[winner] += POINTS[card]
        self.table_size = 0
        for i in range(SEATS):
            if self.top < self.bottom:
                seat = (winner + i) & 3
                if self.hand_size[seat] == ROOM:
                    raise ValueError(f"there is no room for a card in the hand of seat {seat}")
                self.hand[seat * ROOM + self.hand_size[seat]] = self.deck[self.top]
                self.hand_size[seat] += 1
                self.top += 1
        self.leader = winner
        return winner if self.is_anyone_left() else OVER

    def best_place(self) -> int:
        """The place on the table of the card that wins so far; the card that was led is at 0."""
        row = (self.trump // 10 * 4 + self.table[0] // 10) * 40
        best = 0
        for i in range(1, self.table_size):
            if POWERS[row + self.table[i]] > POWERS[row + self.table[best]]:
                best = i
        return best

    def is_anyone_left(self) -> bool:
        """Does anybody hold a card?"""
        return self.hand_size[0] + self.hand_size[1] + self.hand_size[2] + self.hand_size[3] > 0

    # Counting

    def side(self, seat: int) -> int:
        return seat & 1

    def points(self, seat: int) -> int:
        return self.score[seat]

    def margin(self) -> int:
        """How many points side 0 is ahead of side 1."""
        return self.score[0] + self.score[2] - self.score[1] - self.score[3]

    def winner(self) -> int:
        """The side that is ahead, by points and then by cards; -1 if neither is."""
        margin = self.margin()
        if margin == 0:
            margin = self.pile_size[0] + self.pile_size[2] - self.pile_size[1] - self.pile_size[3]
        if margin == 0:
            return self.tie
        return 0 if margin > 0 else 1

    def value(self, side: int) -> float:
        winner = self.winner()
        return 0.5 if winner < 0 else 1.0 if winner == side else 0.0

    def prospect(self, side: int) -> float:
        """Half the value, half the margin: a search learns more from a margin than from a win."""
        margin = self.margin()
        if side == 1:
            margin = -margin
        return 0.5 * self.value(side) + 0.5 * (0.5 + margin / 240.0)

    # Reading and setting the rows of cards

    def hand_of(self, seat: int) -> list[int]:
        check_seat(seat, SEATS)
        start = seat * ROOM
        return [self.hand[i] for i in range(start, start + self.hand_size[seat])]

    def deck_left(self) -> list[int]:
        return [self.deck[i] for i in range(self.top, self.bottom)]

    def on_table(self) -> list[int]:
        return [self.table[i] for i in range(self.table_size)]

    def pile_of(self, seat: int) -> list[int]:
        start = seat * ROOM
        return [self.won[i] for i in range(start, start + self.pile_size[seat])]

    def set_hand(self, seat: int, cards: Sequence[int]) -> None:
        check_room(cards, ROOM, "a hand")
        self.hand_size[seat] = len(cards)
        for i in range(len(cards)):
            self.hand[seat * ROOM + i] = cards[i]

    def set_deck(self, cards: Sequence[int]) -> None:
        check_room(cards, CARDS, "the deck")
        self.top = 0
        self.bottom = len(cards)
        for i in range(len(cards)):
            self.deck[i] = cards[i]

    def set_table(self, cards: Sequence[int]) -> None:
        check_room(cards, SEATS, "the table")
        self.table_size = len(cards)
        for i in range(len(cards)):
            self.table[i] = cards[i]

    def set_piles(self, piles: Sequence[Sequence[int]]) -> None:
        for seat in range(SEATS):
            check_room(piles[seat], ROOM, "a pile of cards won")
            self.pile_size[seat] = len(piles[seat])
            self.score[seat] = 0
            i = seat * ROOM
            for card in piles[seat]:
                self.won[i] = card
                self.score[seat] += POINTS[card]
                i += 1

    def take_seat(self, seat: int) -> None:
        """Make it this seat's turn, unless nobody has a card left to play."""
        check_seat(seat, SEATS)
        self.leader = (seat - self.table_size) & 3
        self.turn = seat if self.is_anyone_left() else OVER
