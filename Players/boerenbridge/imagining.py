"""Tries each action of a seat in imagined worlds, and counts the points of the round.

All actions are tried in the same worlds, and FullKripke plays on in every seat. The layers of
knowledge differ only in the worlds that they draw:

NONE        the unseen cards are dealt to hands of the right size. Announcements are ignored.
PER_CARD    each card goes to one of its possible holders that has room. Nothing is counted.
COUNTING    every deal that agrees with all announcements and hand sizes is equally likely.
KNOWING     as COUNTING, but it prefers deals in which the others, who know their own hands, would
            have bid and played as they did.

`Imagining` does not look at the clock. The caller decides how many worlds are drawn.
"""

from Game.boerenbridge.deck import CARDS, RANKS, SEATS, players
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.agents import choose, guess
from Players.boerenbridge.numbers import COUNTING, FULL_KRIPKE, KNOWING, PER_CARD

TRIES = 12  # the most worlds drawn to find one in which the others would act as they did
ODD_BID = 0.05  # the credibility of a bid that we do not expect
ODD_CARD = 0.4  # the credibility of a card that we do not expect

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
        self.players = [0] * 52  # the seat that played each card of this round
        seats = players(root.cards_played(), root.opener, root.trump)
        for i in range(root.played_count):
            self.players[i] = seats[i]

    def run(self, worlds: int) -> None:
        """Try all actions in this number of further worlds."""
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
        """The mean score of the action at this place in `actions`."""
        return self.total[place] / self.worlds

    def spread(self, place: int) -> float:
        """The standard error of that mean."""
        mean = self.points(place)
        variance = self.squares[place] / self.worlds - mean * mean
        if variance <= 0.0:
            return 0.0
        return (variance / self.worlds) ** 0.5

    def chance(self, place: int) -> float:
        """The share of the worlds in which the bid is met after an action."""
        return self.met[place] / self.worlds

    def interval(self, place: int) -> tuple[float, float, float]:
        """The chance, and its 95 % interval."""
        share = self.chance(place)
        reach = 1.96 * (share * (1.0 - share) / self.worlds) ** 0.5
        return share, max(0.0, share - reach), min(1.0, share + reach)

    def best(self) -> int:
        """The place of the action with the highest mean score."""
        best = 0
        for i in range(1, len(self.actions)):
            if self.total[i] > self.total[best]:
                best = i
        return best

    # Drawing a world

    def draw(self) -> None:
        """Draw a world: deal the other hands again, with the knowledge of the layer."""
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
        """Give each unseen card to a holder with room; if careful, to one that may hold it.

        Return False if a card is left that no holder may take. Then the world is incomplete.
        """
        self.world.copy_from(self.root)
        world = self.world
        seat = self.seat
        rooms = [0] * 4
        left = 0
        for card in range(CARDS):
            for other in range(SEATS):
                # The cards aside are the hand of holder `seat`.
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
        """A random holder with room that, if careful, may hold the card; -1 if there is none."""
        choice = -1
        seen = 0
        for holder in range(SEATS):
            if not rooms[holder]:
                continue
            if careful and holder != self.seat and self.world.voids[holder] >> card // RANKS & 1:
                continue
            seen += 1
            if seen == 1 or self.stream.below(seen) == 0:
                choice = holder
        return choice

    def credible(self) -> float:
        """How credible the bids and cards of the others are if this world is the real one."""
        world = self.world
        past = self.scratch
        past.copy_from(world)
        for i in range(world.played_count):  # put the played cards back into the hands
            past.hand[self.players[i]] |= BIT[world.played[i]]
        weight = 1.0
        for place in range(min(world.bid_count, SEATS)):
            other = (world.opener + place) & 3
            if other != self.seat and guess(past, other) != world.bids[place]:
                weight *= ODD_BID
        if not world.played_count:
            return weight
        past.played_count = 0
        past.leader = past.turn = past.opener
        for other in range(SEATS):
            past.won[other] = 0
            past.voids[other] = 0
        for i in range(world.played_count):
            forced = past.playable(past.turn) == BIT[world.played[i]]
            if past.turn != self.seat and not forced:
                expected = choose(FULL_KRIPKE, past, self.stream)
                if expected != world.played[i]:
                    weight *= ODD_CARD
            past.step(world.played[i], self.stream)
        return weight
