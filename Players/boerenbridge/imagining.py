"""Imagines worlds, lets the agents play them to the end of the round, and sees what it scores.

Each action of a seat is tried in the same worlds, with FullKripke playing on in every seat. What a
player knows shows in which worlds it draws, and that is the only thing in which the layers differ:

NONE        the unseen cards are dealt to hands of the right size, whatever was announced.
PER_CARD    each card goes to one of its possible holders who has room, as its own model says:
            nothing is counted.
COUNTING    every deal that agrees with all announcements and hand sizes is equally likely.
KNOWING     of such deals, those are preferred in which the others, who know their own hands, would
            have bid and played as they did: what they know is read from what they did.

`Imagining` looks at no clock: who calls it decides how many worlds there are.
"""

from Game.boerenbridge.deck import CARDS, RANKS, SEATS
from Game.boerenbridge.state import BoerenBridgeState
from Game.boerenbridge.tricks import players
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.agents import choose, guess
from Players.boerenbridge.numbers import COUNTING, FULL_KRIPKE, KNOWING, PER_CARD

TRIES = 12  # worlds looked at, at most, to find one in which the others would do as they did
ODD_BID = 0.05  # how credible it is that somebody bids otherwise than we think
ODD_CARD = 0.4  # and that he plays another card

BIT = [0] * 52  # card -> its bit in a mask of cards
for _card in range(CARDS):
    BIT[_card] = 1 << _card


class Imagining:
    """A seat's choice, tried in imagined worlds. `root` is a state that the seat holds possible."""

    def __init__(self, root: BoerenBridgeState, seat: int, layer: int, stream: Stream) -> None:
        self.seat = seat
        self.layer = layer
        self.stream = stream
        self.root = BoerenBridgeState()
        self.root.copy_from(root)
        self.root.schedule = root.schedule[: root.round + 1]  # this round is the last
        self.root.past = ()
        self.actions = root.legal()
        self.worlds = 0
        self.total = [0.0] * 16  # of each action: points scored in the round
        self.squares = [0.0] * 16
        self.met = [0.0] * 16  # worlds in which the bid is met
        self.world = BoerenBridgeState()
        self.scratch = BoerenBridgeState()
        self.order = [0] * 52
        self.players = [0] * 52  # who played the cards of this round
        seats = players(root.cards_played(), root.opener, root.trump)
        for i in range(root.laid):
            self.players[i] = seats[i]

    def run(self, worlds: int) -> None:
        """Try all actions in so many more worlds."""
        for _ in range(worlds):
            self.draw()
            for i in range(len(self.actions)):
                self.scratch.copy_from(self.world)
                self.scratch.step(self.actions[i], self.stream)
                while self.scratch.turn != OVER:
                    self.scratch.step(choose(FULL_KRIPKE, self.scratch, self.stream), self.stream)
                points = self.scratch.score[self.seat] - self.root.score[self.seat]
                self.total[i] += points
                self.squares[i] += points * points
                if points >= 10:
                    self.met[i] += 1
        self.worlds += worlds

    def points(self, place: int) -> float:
        """The mean score of an action, by its place in `actions`."""
        return self.total[place] / self.worlds

    def spread(self, place: int) -> float:
        """The standard error of that mean."""
        mean = self.points(place)
        variance = self.squares[place] / self.worlds - mean * mean
        if variance <= 0.0:
            return 0.0
        return (variance / self.worlds) ** 0.5

    def chance(self, place: int) -> float:
        """In how large a part of the worlds the bid is met after an action."""
        return self.met[place] / self.worlds

    def interval(self, place: int) -> tuple[float, float, float]:
        """That, and the interval in which it lies with 95 %."""
        share = self.chance(place)
        reach = 1.96 * (share * (1.0 - share) / self.worlds) ** 0.5
        return share, max(0.0, share - reach), min(1.0, share + reach)

    def best(self) -> int:
        """The place of the action that scores most on average."""
        found = 0
        for i in range(1, len(self.actions)):
            if self.total[i] > self.total[found]:
                found = i
        return found

    # Drawing a world

    def draw(self) -> None:
        """Deal the other hands afresh, as far as the layer knows."""
        self.world.copy_from(self.root)
        if self.layer == PER_CARD:
            for _ in range(TRIES):
                if self.deal_one_by_one(True):
                    return
        if self.layer < COUNTING:
            self.deal_one_by_one(False)
            return
        self.world.redeal(self.seat, self.stream)
        if self.layer == KNOWING:
            for _ in range(TRIES - 1):
                if self.stream.random() < self.credible():
                    return
                self.world.redeal(self.seat, self.stream)

    def deal_one_by_one(self, careful: bool) -> bool:
        """Give each unseen card to somebody who has room; if careful, to one who may hold it.

        Who is careful may end with a card that nobody can take: then it is False, and no deal.
        """
        self.world.copy_from(self.root)
        world = self.world
        seat = self.seat
        rooms = [0] * 4
        left = 0
        for card in range(CARDS):
            for other in range(SEATS):
                # What lies aside takes the place of the seat's own hand.
                cards = world.hand[other]
                if other == seat:
                    cards = world.aside if world.full else 0
                if cards & BIT[card]:
                    rooms[other] += 1
                    self.order[left] = card
                    left += 1
        for other in range(SEATS):
            if other != seat:
                world.hand[other] = 0
        if world.full:
            world.aside = 0
        while left:
            place = self.stream.below(left)
            card = self.order[place]
            left -= 1
            self.order[place] = self.order[left]
            holder = self.holder_for(rooms, card, careful)
            if holder < 0:
                return False
            rooms[holder] -= 1
            if holder == seat:
                world.aside |= BIT[card]
            else:
                world.hand[holder] |= BIT[card]
        return True

    def holder_for(self, rooms: list[int], card: int, careful: bool) -> int:
        """Somebody with room, each as likely, who may hold the card if careful; -1 is nobody."""
        found = -1
        seen = 0
        for holder in range(SEATS):
            if not rooms[holder]:
                continue
            if careful and holder != self.seat and self.world.voids[holder] >> card // RANKS & 1:
                continue
            seen += 1
            if seen == 1 or self.stream.below(seen) == 0:
                found = holder
        return found

    def credible(self) -> float:
        """How likely it is that the others did what they did, had this world been dealt."""
        world = self.world
        past = self.scratch
        past.copy_from(world)
        for i in range(world.laid):  # everybody takes his cards back
            past.hand[self.players[i]] |= BIT[world.played[i]]
        weight = 1.0
        for place in range(min(world.asked, SEATS)):
            other = (world.opener + place) & 3
            if other != self.seat and guess(past, other) != world.said[place]:
                weight *= ODD_BID
        if not world.laid:
            return weight
        past.laid = 0
        past.leader = past.turn = past.opener
        for other in range(SEATS):
            past.won[other] = 0
            past.voids[other] = 0
        for i in range(world.laid):
            forced = past.playable(past.turn) == BIT[world.played[i]]
            if past.turn != self.seat and not forced:
                expected = choose(FULL_KRIPKE, past, self.stream)
                if expected != world.played[i]:
                    weight *= ODD_CARD
            past.step(world.played[i], self.stream)
        return weight
