"""The state of French Tarot, as the arena, bots and searches use it.

Other modules have the data (`rules/position.py`), the rules (`rules/`), the playouts (`playouts/`),
and the dealing of hidden cards (`worlds.py`).
"""

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.tarot.playouts.bidding import speak_by_habit
from Game.tarot.playouts.habits import play_by_habit
from Game.tarot.playouts.random_cards import play_at_random
from Game.tarot.rules.auction import carry_out, choices
from Game.tarot.rules.deck import BID, GROUPS, NOBODY, PLAY, SEATS, SUIT, THE_EXCUSE, TRUMPS
from Game.tarot.rules.masks import cards_in, count, nth
from Game.tarot.rules.position import TarotPosition
from Game.tarot.rules.score import debtor
from Game.tarot.rules.tricks import allowed_trumps, demanded_group, play_card, playable
from Game.tarot.view import TarotView
from Game.tarot.worlds import deal_again

# In the last deal, a lead of NEAR points counts half-way between a tie and a sure win. Each deal
# that follows adds NEARER points to this number.
NEAR, NEARER = 100, 50

# Cards that count the same as the next lower one: 2 to 10 of a suit, the trumps 3 to 20.
AS_THE_LOWER = (1 << 10) - 2
AS_THE_LOWER_TRUMP = (1 << 20) - 4


class TarotState(TarotPosition):
    """A position that is played on by the rules."""

    def clone(self) -> "TarotState":
        other = TarotState()
        other.copy_from(self)
        return other

    # Playing

    def legal(self) -> list[int]:
        if self.turn == OVER:
            return []
        return playable(self) if self.phase == PLAY else choices(self)

    def offer(self, out: list[int], room: int) -> int:
        """Of neighbouring cards with the same points, offer only the lowest."""
        if self.turn == OVER or self.phase != PLAY:
            return State.offer(self, out, room)
        base = self.turn * GROUPS
        group = demanded_group(self, base)
        excuse = self.hand[base + TRUMPS] & THE_EXCUSE
        if group == TRUMPS:
            return offer_group(out, 0, room, allowed_trumps(self, base) | excuse, TRUMPS)
        n = 0
        if group != NOBODY:
            n = offer_group(out, 0, room, self.hand[base + group], group)
            return offer_group(out, n, room, excuse, TRUMPS)
        for group in range(GROUPS):
            n = offer_group(out, n, room, self.hand[base + group], group)
        return n

    def play(self, action: int) -> int:
        if self.phase == PLAY:
            play_card(self, action)
        else:
            carry_out(self, action)
        return self.turn

    def playout(self, stream: Stream) -> None:
        self.chance = stream
        while self.turn != OVER:
            if self.phase == PLAY:
                play_at_random(self, stream)
            else:
                speak_by_habit(self)

    def finish(self, stream: Stream) -> None:
        self.chance = stream
        while self.turn != OVER:
            if self.phase == PLAY:
                play_by_habit(self, stream)
            else:
                speak_by_habit(self)

    def stop_after_deal(self) -> None:
        self.later += self.deals - self.deal - 1
        self.deals = self.deal + 1

    def deal_number(self) -> int:
        return self.deal

    # Knowing

    def view(self, seat: int) -> TarotView:
        known_aside = []
        if self.sees_aside(seat):
            known_aside = self.cards_aside()
        elif self.has_dog():
            known_aside = cards_in(self.aside[TRUMPS], TRUMPS)
        dog = []
        for group in range(GROUPS):
            dog += cards_in(self.dog[group], group)
        return TarotView(
            seat,
            self.turn,
            self.deal,
            self.dealer,
            self.phase,
            (self.score[0], self.score[1], self.score[2]),
            bytes([self.bids[i] for i in range(self.bid_count)]),
            self.taker,
            self.contract,
            self.slam == 1,
            bytes(dog),
            self.count_aside(),
            bytes(known_aside),
            (
                bytes(cards_in(self.shown[0], TRUMPS)),
                bytes(cards_in(self.shown[1], TRUMPS)),
                bytes(cards_in(self.shown[2], TRUMPS)),
            ),
            debtor(self),
            self.leader,
            bytes(self.hand_of(seat)),
            bytes(self.cards_played()),
        )

    def redeal(self, seat: int, stream: Stream) -> None:
        deal_again(self, seat, stream)

    # The result

    def side(self, seat: int) -> int:
        return seat

    def team(self, seat: int) -> int:
        """Every seat is alone until there is a taker; then the defence is one team."""
        if self.taker == NOBODY or self.phase == BID:
            return seat
        return self.camp(seat)

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
        """How far the side is ahead of each other side: a lead tells less before the last deal."""
        total = 0.0
        near = NEAR + NEARER * self.later
        for other in range(SEATS):
            if other != side:
                ahead = self.score[side] - self.score[other]
                total += 0.5 + 0.5 * ahead / (near + (ahead if ahead > 0 else -ahead))
        return total / 2.0


def offer_group(out: list[int], n: int, room: int, mask: int, group: int) -> int:
    """Offer these cards of a group after the first `n`; return how many there are then."""
    mask &= ~(mask << 1 & (AS_THE_LOWER_TRUMP if group == TRUMPS else AS_THE_LOWER))
    more = min(count(mask), room - n)
    for i in range(more):
        out[n + i] = group * SUIT + nth(mask, i)
    return n + more
