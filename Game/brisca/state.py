"""Brisca: the rules, as a state that plays on.

Four seats, seats 0 and 2 against 1 and 3; forty Spanish cards, three in each hand. The last card
of the deck is turned up and its suit is trump; it stays the last card to be drawn. A player may
always play any card. The highest trump takes the trick, else the highest card of the suit that
was led, in the order 1 3 12 11 10 7 6 5 4 2. The winner draws a card, then the others in turn,
as long as there is a deck; then the winner leads. After ten tricks each side counts its cards:
1 = 11, 3 = 10, 12 = 4, 11 = 3, 10 = 2. Most points win; on equal points, most cards.

Not here: dealing and options (`game.py`), what bots see (`Game/Observation.py`).
"""

from collections.abc import Sequence
from typing import Any

from Game.brisca.deck import CARDS, HAND, NUMBERS, SEATS, points_of, power
from Game.brisca.view import BriscaView
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

ROOM = 40  # places for cards in a hand: a bot may imagine a fuller hand than the rules deal

A_TRUMP = 6  # points that a trump is worth to who keeps it, by rule of thumb
BY_CHANCE = 32  # moves of 256 that follow no rule

POINTS = [0] * 40  # card -> what it counts
POWERS = [0] * 640  # (trump suit, led suit, card) -> its strength
MARKS = [0] * 16384  # (trump suit, card led, card), 64 apart -> strength and points in one number

LOW_HALF = 0xFFFFFFFF  # of a random word

# The ways in which four hands of as many cards can each give one: their number, and for each way
# three masks, of which the i-th covers the seats that give their i-th card. See `race`.
WAYS = [0, 1, 16, 81]
WAYS_FROM = [0, 0, 3, 51]  # where in MASKS the ways for so many cards begin
MASKS = [0] * 294

for _held in range(1, 4):
    for _way in range(WAYS[_held]):
        for _seat in range(4):
            _card = _way // _held**_seat % _held
            MASKS[WAYS_FROM[_held] + _way * 3 + _card] |= 0xFF << _seat * 8

for _card in range(CARDS):
    POINTS[_card] = points_of(NUMBERS[_card])
    for _suits in range(16):
        POWERS[_suits * 40 + _card] = power(
            _card // 10, NUMBERS[_card], trump=_suits // 4, led=_suits % 4
        )
        for _led in range(_suits % 4 * 10, _suits % 4 * 10 + 10):
            MARKS[_suits // 4 * 4096 + _led * 64 + _card] = (
                POWERS[_suits * 40 + _card] << 10 | POINTS[_card]
            )


def check_room(cards: Sequence[int], room: int, place: str) -> None:
    """Refuse more cards than a place has room for: a bot can imagine any number of them."""
    if len(cards) > room:
        raise ValueError(f"{len(cards)} cards do not fit in {place}: there is room for {room}")


def check_seat(seat: int) -> None:
    """Refuse a seat that is none: a bot can say that it is anyone's turn."""
    if not 0 <= seat < SEATS:
        raise ValueError(f"there is no seat {seat}: the seats are 0 to 3")


def row(cards: bytes | list[int]) -> bytes:
    """A row of cards for a view. In the compiled rules a slice of numbers is one already."""
    return cards if type(cards) is bytes else bytes(cards)


def draw(cards: list[int], count: int, stream: Stream) -> int:
    """Take one of the first `count` cards at random: it is put last, and one fewer is left."""
    place = stream.below(count)
    count -= 1
    card = cards[place]
    cards[place] = cards[count]
    cards[count] = card
    return count


class BriscaState(State):
    """A position. Hands, deck, table and the cards won are all in the order they came."""

    def __init__(self) -> None:
        super().__init__()
        self.leader = 0  # who led, or leads, this trick
        self.trump = 0  # the card turned up
        self.tie = -1  # the side that wins a complete tie; -1: it is a draw
        self.hand = [0] * 160  # ROOM places for each seat
        self.held = [0] * 4  # how many cards each seat holds
        self.deck = [0] * 40
        self.top = 0  # the next card to be drawn
        self.bottom = 0  # just behind the last card
        self.table = [0] * 4  # the trick so far, in playing order
        self.laid = 0  # how many cards lie there
        self.won = [0] * 160  # the cards won: ROOM places for each seat
        self.taken = [0] * 4  # how many
        self.score = [0] * 4  # what they count

    def copy_from(self, source: State) -> None:
        assert isinstance(source, BriscaState)
        other = source
        self.turn = other.turn
        self.leader = other.leader
        self.trump = other.trump
        self.tie = other.tie
        self.hand[:] = other.hand
        self.held[:] = other.held
        self.deck[:] = other.deck
        self.top = other.top
        self.bottom = other.bottom
        self.table[:] = other.table
        self.laid = other.laid
        self.won[:] = other.won
        self.taken[:] = other.taken
        self.score[:] = other.score

    def clone(self) -> "BriscaState":
        other = BriscaState()
        other.copy_from(self)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`, which bots use to copy what they are given."""
        hands = [self.hand_of(seat) for seat in range(SEATS)]
        won = [self.won_by(seat) for seat in range(SEATS)]
        rows = (hands, self.deck_left(), self.on_table(), won)
        return laid_out, (self.turn, self.leader, self.trump, self.tie, *rows)

    # The rows of cards, to be read and to be laid out

    def hand_of(self, seat: int) -> list[int]:
        check_seat(seat)
        start = seat * ROOM
        return [self.hand[i] for i in range(start, start + self.held[seat])]

    def deck_left(self) -> list[int]:
        return [self.deck[i] for i in range(self.top, self.bottom)]

    def on_table(self) -> list[int]:
        return [self.table[i] for i in range(self.laid)]

    def won_by(self, seat: int) -> list[int]:
        start = seat * ROOM
        return [self.won[i] for i in range(start, start + self.taken[seat])]

    def set_hand(self, seat: int, cards: Sequence[int]) -> None:
        check_room(cards, ROOM, "a hand")
        self.held[seat] = len(cards)
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
        self.laid = len(cards)
        for i in range(len(cards)):
            self.table[i] = cards[i]

    def set_won(self, piles: Sequence[Sequence[int]]) -> None:
        for seat in range(SEATS):
            check_room(piles[seat], ROOM, "a pile of cards won")
            self.taken[seat] = len(piles[seat])
            self.score[seat] = 0
            i = seat * ROOM
            for card in piles[seat]:
                self.won[i] = card
                self.score[seat] += POINTS[card]
                i += 1

    def take_seat(self, seat: int) -> None:
        """It is this seat's turn, unless nobody has a card left to play."""
        check_seat(seat)
        self.leader = (seat - self.laid) & 3
        self.turn = seat if self.is_anyone_left() else OVER

    def is_anyone_left(self) -> bool:
        """Does anybody hold a card?"""
        return self.held[0] + self.held[1] + self.held[2] + self.held[3] > 0

    # Playing

    def legal(self) -> list[int]:
        if self.turn == OVER:
            return []
        i = self.turn * ROOM
        if self.held[self.turn] == HAND:  # nearly always: the list is made in one go
            return [self.hand[i], self.hand[i + 1], self.hand[i + 2]]
        return self.hand_of(self.turn)

    def offer(self, out: list[int], room: int) -> int:
        if self.turn == OVER:
            return 0
        start = self.turn * ROOM
        count = min(self.held[self.turn], room)
        for i in range(count):
            out[i] = self.hand[start + i]
        return count

    def play(self, action: int) -> int:
        self.lay(action)
        return self.move_on()

    def lay(self, card: int) -> int:
        """The first half of a move: the card leaves the hand and joins the table."""
        if self.laid == SEATS:
            raise ValueError("no fifth card fits on the table: the trick has four already")
        start = self.turn * ROOM
        last = start + self.held[self.turn] - 1
        i = start
        while self.hand[i] != card and i < last:
            i += 1
        while i < last:
            self.hand[i] = self.hand[i + 1]
            i += 1
        self.held[self.turn] -= 1
        self.table[self.laid] = card
        self.laid += 1
        return self.laid

    def move_on(self) -> int:
        """The second half: it is the next one's turn, or on the fourth card the winner's."""
        if self.laid < SEATS:
            self.turn = (self.turn + 1) & 3 if self.is_anyone_left() else OVER
        else:
            self.turn = self.take_trick()
        return self.turn

    def take_trick(self) -> int:
        """The winner takes the cards, all draw. Returns who leads the next trick, or OVER."""
        winner = (self.leader + self.best_place()) & 3
        if self.taken[winner] + SEATS > ROOM:
            raise ValueError(f"there is no room for a trick in the pile of seat {winner}")
        for i in range(SEATS):
            card = self.table[i]
            self.won[winner * ROOM + self.taken[winner]] = card
            self.taken[winner] += 1
            self.score[winner] += POINTS[card]
        self.laid = 0
        for i in range(SEATS):
            if self.top < self.bottom:
                seat = (winner + i) & 3
                if self.held[seat] == ROOM:
                    raise ValueError(f"there is no room for a card in the hand of seat {seat}")
                self.hand[seat * ROOM + self.held[seat]] = self.deck[self.top]
                self.held[seat] += 1
                self.top += 1
        self.leader = winner
        return winner if self.is_anyone_left() else OVER

    def best_place(self) -> int:
        """Which of the cards on the table wins so far, counted from the one that was led."""
        row = (self.trump // 10 * 4 + self.table[0] // 10) * 40
        best = 0
        for i in range(1, self.laid):
            if POWERS[row + self.table[i]] > POWERS[row + self.table[best]]:
                best = i
        return best

    def playout(self, stream: Stream) -> None:
        """Random play to the end. Afterwards only the result may be read: turn, score, taken."""
        while self.laid and self.turn != OVER and self.held[self.turn]:
            self.play(self.hand[self.turn * ROOM + stream.below(self.held[self.turn])])
        if self.is_even():
            self.race(stream)
        else:
            State.playout(self, stream)

    def is_even(self) -> bool:
        """Is a trick about to start, with the cards held and left that the rules deal?"""
        if self.laid:
            return False
        for seat in range(SEATS):
            if self.held[seat] != self.held[0] or self.held[seat] > HAND:
                return False
        return (self.bottom - self.top) & 3 == 0

    def race(self, stream: Stream) -> None:
        """A playout from the start of a trick, with nothing but numbers at hand.

        The four hands are three words: byte `seat` of a word is one of that seat's cards. Who
        plays which of his cards is one choice for all four seats, of 81 ways when each holds
        three: a way is three masks, which take a card of each hand out of the words at once and
        put what is drawn in the places. Half a random word chooses the way; the error in its
        probability is below one in fifty million.
        """
        luck = [0] * 7  # enough for ten draws: a bot may imagine a deck of all cards
        score = [0] * 4
        taken = [0] * 4
        first = second = third = 0
        for seat in range(4):
            i = seat * ROOM
            first |= self.hand[i] << (seat << 3)
            second |= self.hand[i + 1] << (seat << 3)
            third |= self.hand[i + 2] << (seat << 3)
            score[seat] = self.score[seat]
            taken[seat] = self.taken[seat]
        held = self.held[0]
        leader = self.leader << 3
        top = self.top
        trump = self.trump // 10 * 4096
        half = 0
        stream.fill(luck, (held + (self.bottom - top) // 4 + 1) // 2)
        while held:
            chosen = luck[half >> 1] >> ((half & 1) << 5) & LOW_HALF
            way = WAYS_FROM[held] + (chosen * WAYS[held] >> 32) * 3
            half += 1
            played = first & MASKS[way] | second & MASKS[way + 1] | third & MASKS[way + 2]

            row = trump + ((played >> leader & 0xFF) << 6)
            mark_0 = MARKS[row + (played & 0xFF)]
            mark_1 = MARKS[row + (played >> 8 & 0xFF)] + (1 << 8)
            mark_2 = MARKS[row + (played >> 16 & 0xFF)] + (2 << 8)
            mark_3 = MARKS[row + (played >> 24)] + (3 << 8)
            best = mark_0 if mark_0 > mark_1 else mark_1
            rest = mark_2 if mark_2 > mark_3 else mark_3
            seat = (best if best > rest else rest) >> 8 & 3
            leader = seat << 3
            score[seat] += mark_0 + mark_1 + mark_2 + mark_3 & 0xFF
            taken[seat] += 4

            if top < self.bottom:
                drawn = self.deck[top] | self.deck[top + 1] << 8
                drawn |= (self.deck[top + 2] | self.deck[top + 3] << 8) << 16
                drawn = (drawn << leader | drawn >> (32 - leader)) & LOW_HALF
                top += 4
            else:  # the last card of each hand takes the place of the one that was played
                drawn = third if held == 3 else second
                held -= 1
            change = played ^ drawn
            first ^= change & MASKS[way]
            second ^= change & MASKS[way + 1]
            third ^= change & MASKS[way + 2]
        for seat in range(4):
            self.score[seat] = score[seat]
            self.taken[seat] = taken[seat]
            self.held[seat] = 0
        self.top = top
        self.leader = leader >> 3
        self.turn = OVER

    # Playing on as people might

    def finish(self, stream: Stream) -> None:
        while self.turn != OVER and self.held[self.turn]:
            luck = stream.bits()
            if luck >> 56 < BY_CHANCE:
                card = self.hand[self.turn * ROOM + (luck & LOW_HALF) % self.held[self.turn]]
                self.play(card)
            else:
                self.play(self.by_rule())

    def by_rule(self) -> int:
        """Take what is worth it with the cheapest card that does, else throw little."""
        start = self.turn * ROOM
        row = best = stake = leading = 0
        if self.laid:
            row = (self.trump // 10 * 4 + self.table[0] // 10) * 40
        for i in range(self.laid):
            stake += POINTS[self.table[i]]
            if POWERS[row + self.table[i]] > best:
                best = POWERS[row + self.table[i]]
                leading = i
        is_last = self.laid == SEATS - 1
        cheapest = richest = taker = self.hand[start]
        least = price = 1000  # what the cheapest card costs, and the cheapest that takes the trick
        most = -1000  # what the richest card brings home
        for i in range(start, start + self.held[self.turn]):
            card = self.hand[i]
            keep = POINTS[card] + (A_TRUMP if card // 10 == self.trump // 10 else 0)
            if keep < least:
                least = keep
                cheapest = card
            if self.laid and POWERS[row + card] > best:
                if keep < price:
                    price = keep
                    taker = card
                if 2 * POINTS[card] - keep > most:
                    most = 2 * POINTS[card] - keep
                    richest = card
        if self.laid > 1 and leading == self.laid - 2:  # the trick is the partner's
            return self.richest_plain(cheapest) if is_last else cheapest
        if price == 1000:
            return cheapest
        if is_last:
            return richest if stake + most > -least else cheapest
        return taker if stake > price else cheapest

    def richest_plain(self, otherwise: int) -> int:
        """The card with the most points that is no trump."""
        most = -1
        for i in range(self.turn * ROOM, self.turn * ROOM + self.held[self.turn]):
            card = self.hand[i]
            if card // 10 != self.trump // 10 and POINTS[card] > most:
                most = POINTS[card]
                otherwise = card
        return otherwise

    # Knowing

    def view(self, seat: int) -> BriscaView:
        holder = OVER
        if self.top == self.bottom:
            for other in range(SEATS):
                for i in range(other * ROOM, other * ROOM + self.held[other]):
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
            row(self.held[0:SEATS]),
            row(self.hand[start : start + self.held[seat]]),
            row(self.table[0 : self.laid]),
            (
                row(self.won[0 : self.taken[0]]),
                row(self.won[ROOM : ROOM + self.taken[1]]),
                row(self.won[2 * ROOM : 2 * ROOM + self.taken[2]]),
                row(self.won[3 * ROOM : 3 * ROOM + self.taken[3]]),
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
        card = 0
        for seat in range(SEATS):
            self.held[seat] = view.held[seat]
            for i in range(seat * ROOM, seat * ROOM + self.held[seat]):
                if seat == view.holder and i == seat * ROOM + self.held[seat] - 1:
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
        self.set_won(view.won)
        self.redeal(view.seat, stream)

    def redeal(self, seat: int, stream: Stream) -> None:
        """Shuffle the other hands and the deck together, and fill the places anew.

        The turned-up card stays where everyone saw it go: under the deck, and from there into
        the hand that drew it.
        """
        if seat == OVER:
            return
        unseen = [0] * 200
        count = 0
        for other in range(SEATS):
            if other != seat:
                for i in range(other * ROOM, other * ROOM + self.held[other]):
                    if self.hand[i] != self.trump:
                        unseen[count] = self.hand[i]
                        count += 1
        for i in range(self.top, self.bottom):
            if self.deck[i] != self.trump:
                unseen[count] = self.deck[i]
                count += 1
        for other in range(SEATS):
            if other != seat:
                for i in range(other * ROOM, other * ROOM + self.held[other]):
                    if self.hand[i] != self.trump:
                        count = draw(unseen, count, stream)
                        self.hand[i] = unseen[count]
        for i in range(self.top, self.bottom):
            if self.deck[i] != self.trump:
                count = draw(unseen, count, stream)
                self.deck[i] = unseen[count]

    # Counting

    def side(self, seat: int) -> int:
        return seat & 1

    def points(self, seat: int) -> int:
        return self.score[seat]

    def winner(self) -> int:
        """The side that is ahead, on points and then on cards; -1 when neither is."""
        margin = self.score[0] + self.score[2] - self.score[1] - self.score[3]
        if margin == 0:
            margin = self.taken[0] + self.taken[2] - self.taken[1] - self.taken[3]
        if margin == 0:
            return self.tie
        return 0 if margin > 0 else 1

    def value(self, side: int) -> float:
        winner = self.winner()
        return 0.5 if winner < 0 else 1.0 if winner == side else 0.0

    def prospect(self, side: int) -> float:
        """Half the value, half the margin: a search learns more from by how much than from who."""
        margin = self.score[0] + self.score[2] - self.score[1] - self.score[3]
        if side == 1:
            margin = -margin
        return 0.5 * self.value(side) + 0.5 * (0.5 + margin / 240.0)


def laid_out(
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
    state.set_won(won)
    return state
