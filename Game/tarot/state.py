"""French Tarot as a state that plays on: what each seat knows, worlds that agree with it, playouts.

Not here: the rules (`rules.py`), and how cards are shared among the places where they may be
(`unseen.py`).
"""

from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.tarot.deck import ASIDE, GROUPS, KING, NOBODY, PLAY, SEATS, SUIT, TRUMPS
from Game.tarot.habits import TarotHabits
from Game.tarot.masks import bit_of, cards_in, count, group_of, nth
from Game.tarot.unseen import TarotUnseen
from Game.tarot.view import TarotView

LOW_HALF = 0xFFFFFFFF  # of a random word
THE_EXCUSE = 1 << 21  # in the mask of the trumps
MOST_TRIES = 10_000  # at a deal in which no hand has the petit alone: most have none
PLAIN = (1 << SUIT) - 1 - (1 << KING)  # in the mask of a suit


class TarotState(TarotHabits):
    """A position, for games of the house."""

    def clone(self) -> "TarotState":
        other = TarotState()
        other.copy_from(self)
        return other

    # Playing at random

    def playout(self, stream: Stream) -> None:
        self.chance = stream
        while self.turn != OVER:
            if self.phase == PLAY:
                self.race(stream)
            else:
                self.speak_by_habit()

    def race(self, stream: Stream) -> None:
        """Random cards to the end of the deal. What they show of the hands is not noted."""
        luck = [0] * 40
        left = SEATS * self.size - self.laid
        stream.fill(luck, (left + 1) // 2)
        for i in range(left):
            chosen = luck[i >> 1] >> ((i & 1) << 5) & LOW_HALF
            self.put(self.any_card(chosen))

    # Knowing

    def sees_aside(self, seat: int) -> bool:
        """Does the seat know all that lies aside? At the end it is counted in the open."""
        return (seat == self.taker and self.has_dog()) or (
            self.turn == OVER and self.taker != NOBODY
        )

    def view(self, seat: int) -> TarotView:
        laid = []
        if self.sees_aside(seat):
            laid = self.cards_aside()
        elif self.has_dog():
            laid = cards_in(self.aside[TRUMPS], TRUMPS)
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
            bytes([self.bids[i] for i in range(self.spoken)]),
            self.taker,
            self.contract,
            self.slam == 1,
            bytes(dog),
            self.count_aside(),
            bytes(laid),
            (
                bytes(cards_in(self.shown[0], TRUMPS)),
                bytes(cards_in(self.shown[1], TRUMPS)),
                bytes(cards_in(self.shown[2], TRUMPS)),
            ),
            self.owing(),
            self.leader,
            bytes(self.hand_of(seat)),
            bytes(self.cards_played()),
        )

    def imagine(self, view: TarotView, stream: Stream) -> None:
        """Become a state that agrees with the view: the known cards, and the rest at random."""
        self.deal = self.deals - 1  # so that no deal follows while this one is played again
        self.dealer = view.dealer
        self.begin()
        self.spoken = len(view.bids)
        for i in range(self.spoken):
            self.bids[i] = view.bids[i]
        self.taker = view.taker
        self.contract = view.contract
        self.slam = 1 if view.slam else 0
        self.phase = view.phase
        for card in view.dog:
            self.dog[group_of(card)] |= bit_of(card)
        self.set_aside(view.laid)
        if self.has_dog() and self.aside[TRUMPS]:
            for group in range(TRUMPS):
                self.barred[self.taker * GROUPS + group] |= PLAIN
        for seat in range(SEATS):
            self.set_hand(seat, view.hand if seat == view.seat else b"")
            shown = 0
            for card in view.handfuls[seat]:
                shown |= bit_of(card)
            if shown:
                self.note_handful(seat, shown)
        self.turn = self.leader = self.first_leader()
        for card in view.played:
            self.lay(card)
        self.deal = view.deal
        self.score[:] = view.scores
        self.phase = view.phase
        self.turn = view.turn
        self.leader = view.leader
        self.imagine_rest(view.seat, view.aside, stream)

    def imagine_rest(self, seat: int, aside: int, stream: Stream) -> None:
        """Deal the cards that are nowhere yet; so many lie aside in all."""
        rest = [0] * 5
        for group in range(GROUPS):
            mask = self.hand[seat * GROUPS + group] | self.aside[group]
            rest[group] = self.pack[group] & ~mask
        rooms = [self.size, self.size, self.size]
        if self.has_dog():
            rooms[self.taker] += self.spare - aside
        for i in range(self.laid):
            card = self.played[i]
            rest[group_of(card)] &= ~bit_of(card)
        for i in range(SEATS):
            rooms[(self.leader + i) % SEATS] -= (self.laid + SEATS - 1 - i) // SEATS
        self.deal_out(seat, rest, rooms, aside - self.count_aside(), stream)

    def redeal(self, seat: int, stream: Stream) -> None:
        if seat == OVER:
            return
        rest = [0] * 5
        rooms = [0] * 3
        room_aside = 0
        knows = self.sees_aside(seat)
        for group in range(GROUPS):
            for other in range(SEATS):
                mask = self.hand[other * GROUPS + group]
                rooms[other] += count(mask)
                if other != seat:
                    rest[group] |= mask
                    self.hand[other * GROUPS + group] = 0
            if not knows:
                mask = self.aside[group]
                if group == TRUMPS and self.has_dog():
                    mask = 0  # trumps laid away were shown
                rest[group] |= mask
                room_aside += count(mask)
                self.aside[group] &= ~mask
        self.deal_out(seat, rest, rooms, room_aside, stream)

    def deal_out(
        self, seat: int, rest: list[int], rooms: list[int], aside: int, stream: Stream
    ) -> None:
        """Deal the rest to the two other hands and aside, where these may be."""
        one = (seat + 1) % SEATS
        two = (seat + 2) % SEATS
        unseen = TarotUnseen()
        for group in range(GROUPS):
            in_one = ~self.barred[one * GROUPS + group]
            in_two = ~self.barred[two * GROUPS + group]
            in_aside = -1
            if self.has_dog():
                in_aside = PLAIN if group != TRUMPS else 0
                if one == self.taker:
                    in_two &= ~self.dog[group]
                if two == self.taker:
                    in_one &= ~self.dog[group]
            if group == TRUMPS:
                in_one = (in_one | self.shown[one]) & ~self.shown[two]
                in_two = (in_two | self.shown[two]) & ~self.shown[one]
                in_aside &= ~(self.shown[one] | self.shown[two])
            mask = rest[group]
            for i in range(count(mask)):
                place = nth(mask, i)
                kind = (in_one >> place & 1) + (in_two >> place & 1) * 2
                if aside:
                    kind += (in_aside >> place & 1) * ASIDE
                unseen.add(group * SUIT + place, kind)
        for tries in range(MOST_TRIES):
            if not unseen.share(rooms[one], aside, stream):
                raise ValueError("no deal agrees with this view: some cards can be nowhere")
            for group in range(GROUPS):
                self.hand[one * GROUPS + group] &= ~rest[group]
                self.hand[two * GROUPS + group] &= ~rest[group]
                self.aside[group] &= ~rest[group]
                mask = rest[group]
                for i in range(count(mask)):
                    place = nth(mask, i)
                    where = unseen.place[group * SUIT + place]
                    if where == ASIDE:
                        self.aside[group] |= 1 << place
                    elif where == 1:
                        self.hand[one * GROUPS + group] |= 1 << place
                    else:
                        self.hand[two * GROUPS + group] |= 1 << place
            if not self.is_petit_alone():
                return
        raise ValueError("no deal agrees with this view: a hand has the petit as its only trump")
