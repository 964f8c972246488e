# cython: auto_pickle=False
"""Tree search over imagined worlds: each simulation deals a world, walks down the tree, plays out.

The tree is that of one observer: it knows the actions that were played, and no hands. The possible
actions differ between worlds, and the search chooses only from those of the current world. A node
is expanded after `RIPE` visits per action. Before that, the search runs a playout, because usual
replies say more about a move than one try of every reply. The search counts and never reads a
clock. It serves every game, because it uses nothing of a state but the contract. A policy says what
each seat wants (`policies.py`). The tree itself is in `tree.py`.
"""

from typing import Any

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.search.limits import AGAINST_US, DEEPEST, MOST_NODES, NEW, RIPE, WIDEST
from Players.search.policies import Policy
from Players.search.tree import Tree


class TreeSearch:
    """The search for the next action of the seat to act, from a state that it holds possible."""

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
            raise ValueError(
                f"A search cannot have {seats} seats: give the number of seats of the game, "
                f"at most {WIDEST}"
            )
        self.root = root.clone()
        self.root.stop_after_deal()
        self.seat = root.turn
        self.seats = seats
        self.stream = stream
        self.c = c
        self.against_us = policy.against_us
        self.by_parent = policy.by_parent
        self.one_replies = policy.one_replies
        self.tree = Tree(most_nodes)
        self.world = self.root.clone()
        self.root.chance = self.world.chance = stream
        self.side = self.root.side(self.seat)
        self.count = 0  # simulations so far
        self.squares = [0.0] * 1024  # of the results of the root's children, added up
        # The path of one simulation
        self.path = [0] * 512  # its nodes
        self.sides = [0] * 512  # the side that each of them was chosen for
        self.depth = 0
        self.replier = -1  # the opponent that replies to our last move
        self.offered = [0] * 1024  # the legal actions
        self.labels = [0] * 1024  # their numbers in the tree, where these differ
        self.chosen = 0  # which of the legal actions is played
        # For games whose action numbers differ between worlds
        self.is_labelled = self.root.labels() is not None
        self.numbers: dict[Any, int] = {}  # what an action does -> its number in the tree

    def run(self, simulations: int) -> None:
        """Run so many more simulations."""
        for _ in range(simulations):
            self.world.copy_from(self.root)
            self.world.redeal(self.seat, self.stream)
            self.descend()
            if self.depth == 0:  # no game leads to that world: use the root instead
                self.world.copy_from(self.root)
                self.descend()
            if self.world.turn != OVER:
                self.world.finish(self.stream)
            self.update()
        self.count += simulations

    def statistics(self) -> dict[Any, tuple[int, float, float]]:
        """Of each action of the root that was tried: visits, sum of results, sum of their squares.

        The keys are the actions' numbers, or their `labels`.
        """
        label_of = {number: label for label, number in self.numbers.items()}
        rows = {}
        for child, number, visits, _, total in self.tree.children(0):
            place = child - self.tree.first_child_of(0)
            if place < WIDEST:
                rows[label_of.get(number, number)] = (visits, total, self.squares[place])
        return rows

    # Down the tree

    def descend(self) -> None:
        """Follow the tree in this world, up to a node that is new or too rarely visited."""
        self.depth = 0
        self.replier = -1
        node = 0
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
            is_random = self.one_replies and not ours and mover != self.replier
            node = self.choose_child(node, count, is_random)
            if node == NEW:
                return
            if not self.against_us:
                self.add_to_path(node, self.world.side(mover))
            else:
                self.add_to_path(node, self.side if ours else AGAINST_US)
            before = self.stream.word
            self.world.play(self.offered[self.chosen])
            if self.tree.visits[node] == 0 or self.stream.word != before:
                return  # the node is new, or chance has dealt cards that will not come again

    def choose_child(self, node: int, count: int, is_random: bool) -> int:
        """Select one of the actions that are `offered`, and expand the node if it is new there.

        Returns the child, NEW if the tree is full. `chosen` tells which action it is.
        """
        labels = self.offered
        if self.is_labelled:
            self.number_actions(count)
            labels = self.labels
        if is_random:
            self.chosen = self.stream.below(count)
            child = self.tree.child_of(node, labels[self.chosen])
        else:
            child = self.tree.select(node, labels, count, self.c, self.by_parent, self.stream)
            self.chosen = self.tree.selected
        if child == NEW:
            child = self.tree.add_child(node, labels[self.chosen], count)
        return child

    def choose_replier(self, node: int) -> int:
        """Choose the opponent that replies. Returns the node of this choice, or NEW: tree full."""
        count = 0
        ours = self.world.team(self.seat)
        for seat in range(self.seats):
            if self.world.team(seat) != ours:
                self.labels[count] = seat
                count += 1
        child = self.tree.select(node, self.labels, count, self.c, self.by_parent, self.stream)
        self.replier = self.labels[self.tree.selected]
        if child == NEW:
            child = self.tree.add_child(node, self.replier, count)
        if child != NEW:
            self.add_to_path(child, AGAINST_US)
        return child

    def number_actions(self, count: int) -> None:
        """Number the offered actions in `labels`. The same action always has the same number."""
        labels = self.world.labels()
        for i in range(count):
            number = self.numbers.setdefault(labels[i], len(self.numbers))
            self.labels[i] = number

    def add_to_path(self, node: int, side: int) -> None:
        """Add a node that was chosen for this side to the path of the simulation."""
        self.path[self.depth] = node
        self.sides[self.depth] = side
        self.depth += 1

    # And back

    def update(self) -> None:
        """Add the result of the simulation to every node of its path."""
        is_over = self.world.turn == OVER
        ours = self.world.prospect(self.side) if is_over else 0.5
        self.tree.add_result(0, ours)
        if self.depth:
            place = self.path[0] - self.tree.first_child_of(0)
            if place < WIDEST:
                self.squares[place] += ours * ours
        last_side = self.side
        last = ours
        for i in range(self.depth):
            side = self.sides[i]
            if side == AGAINST_US:
                self.tree.add_result(self.path[i], 1.0 - ours)
            elif side == self.side:
                self.tree.add_result(self.path[i], ours)
            else:
                if side != last_side:
                    last_side = side
                    last = self.world.prospect(side) if is_over else 0.5
                self.tree.add_result(self.path[i], last)
