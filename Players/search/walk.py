"""Tree search over imagined worlds: each simulation deals a world, walks down the tree, plays out.

The tree is that of one observer: it knows the actions that were played, and no hands. In each
world other actions are possible, and the search chooses from these only. A node is expanded after
`RIPE` visits per action. Before that, the search runs a playout: one try of every reply would say
less about a move than usual replies do. The search counts and never reads a clock. It serves every
game, because it uses nothing of a state but the contract. A policy says what each seat wants
(`policies.py`). The tree itself is in `tree.py`.
"""

from typing import Any

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.search.bounds import AGAINST_US, DEEPEST, MOST_NODES, NEW, RIPE, WIDEST
from Players.search.policies import Policy
from Players.search.tree import Tree


class TreeSearch:
    """The search for the next action of whose turn it is, from a state that it holds possible."""

    def __init__(
        self,
        root: State,
        seats: int,
        policy: Policy,
        c: float,
        stream: Stream,
        most_nodes: int = MOST_NODES,
    ) -> None:
        if not 1 <= seats <= WIDEST:
            raise ValueError(f"a search for {seats} seats has no room: give those of the game")
        self.root = root.clone()
        self.root.stop_after_deal()
        self.seat = root.turn
        self.seats = seats
        self.stream = stream
        self.c = c
        self.against_us = policy.against_us
        self.whole = policy.whole
        self.one_replies = policy.one_replies
        self.tree = Tree(most_nodes)
        self.world = self.root.clone()
        self.root.chance = self.world.chance = stream
        self.side = self.root.side(self.seat)
        self.count = 0  # simulations so far
        self.squares = [0.0] * 1024  # of the results of the root's children, added up
        # The walk of one simulation
        self.path = [0] * 512
        self.sides = [0] * 512  # whom each of its actions is to serve
        self.depth = 0
        self.replier = -1  # the opponent who replies to our last move
        self.offered = [0] * 1024
        self.labels = [0] * 1024
        # The actions of games whose numbers mean something else in every world
        self.is_labelled = self.root.labels() is not None
        self.numbers: dict[Any, int] = {}  # what an action does -> its number in the tree

    def run(self, simulations: int) -> None:
        """Walk so many times more."""
        for _ in range(simulations):
            self.world.copy_from(self.root)
            self.world.redeal(self.seat, self.stream)
            self.walk()
            if self.depth == 0:  # a world that no game leads to: take the one that we were given
                self.world.copy_from(self.root)
                self.walk()
            if self.world.turn != OVER:
                self.world.finish(self.stream)
            self.learn()
        self.count += simulations

    def walk(self) -> None:
        """Follow the tree to a place it does not know, and add that."""
        node = 0
        self.depth = 0
        self.replier = -1
        while self.world.turn != OVER and self.depth < DEEPEST - 1:
            mover = self.world.turn
            ours = self.against_us and self.world.team(mover) == self.world.team(self.seat)
            if ours:
                self.replier = -1
            elif self.one_replies and self.replier < 0:
                node = self.choose_replier(node)
                if node == NEW:
                    return
            count = self.world.offer(self.offered, WIDEST)
            if count == 0 or (count > 1 and node and self.tree.visits[node] < RIPE * count):
                return
            labels = self.offered
            if self.is_labelled:
                self.look_up(count)
                labels = self.labels
            if self.one_replies and not ours and mover != self.replier:
                place = self.stream.below(count)
                child = self.tree.child_of(node, labels[place])
            else:
                child = self.tree.pick(node, labels, count, self.c, self.whole, self.stream)
                place = self.tree.place
            if child == NEW:
                child = self.tree.add(node, labels[place], count)
                if child == NEW:
                    return
            if not self.against_us:
                self.step(child, self.world.side(mover))
            else:
                self.step(child, self.side if ours else AGAINST_US)
            before = self.stream.word
            self.world.play(self.offered[place])
            node = child
            if self.tree.visits[node] == 0 or self.stream.word != before:
                return  # what chance has dealt does not come again

    def statistics(self) -> dict[Any, tuple[int, float, float]]:
        """Of each action of the root that was tried: its visits, and its results and their squares
        added up. The keys are the actions' numbers, or what `labels` says of them."""
        told = {number: label for label, number in self.numbers.items()}
        found = {}
        for child, label, visits, _, worth in self.tree.children(0):
            place = child - self.tree.first_of(0)
            if place < WIDEST:
                found[told.get(label, label)] = (visits, worth, self.squares[place])
        return found

    def step(self, node: int, side: int) -> None:
        """The walk comes to a node, chosen for this side."""
        self.path[self.depth] = node
        self.sides[self.depth] = side
        self.depth += 1

    def choose_replier(self, node: int) -> int:
        """The opponents settle who of them replies: to the node that says so, NEW if it is none."""
        count = 0
        ours = self.world.team(self.seat)
        for seat in range(self.seats):
            if self.world.team(seat) != ours:
                self.labels[count] = seat
                count += 1
        child = self.tree.pick(node, self.labels, count, self.c, self.whole, self.stream)
        self.replier = self.labels[self.tree.place]
        if child == NEW:
            child = self.tree.add(node, self.replier, count)
            if child == NEW:
                return NEW
        self.step(child, AGAINST_US)
        return child

    def look_up(self, count: int) -> None:
        """Number what the offered actions do."""
        labels = self.world.labels()
        for i in range(count):
            number = self.numbers.setdefault(labels[i], len(self.numbers))
            self.labels[i] = number

    def learn(self) -> None:
        """Tell every node of the walk how it ended."""
        is_over = self.world.turn == OVER
        ours = self.world.prospect(self.side) if is_over else 0.5
        self.tree.credit(0, ours)
        if self.depth:
            place = self.path[0] - self.tree.first_of(0)
            if place < WIDEST:
                self.squares[place] += ours * ours
        last_side = self.side
        last = ours
        for i in range(self.depth):
            side = self.sides[i]
            if side == AGAINST_US:
                self.tree.credit(self.path[i], 1.0 - ours)
            elif side == self.side:
                self.tree.credit(self.path[i], ours)
            else:
                if side != last_side:
                    last_side = side
                    last = self.world.prospect(side) if is_over else 0.5
                self.tree.credit(self.path[i], last)
