# cython: auto_pickle=False
"""A search tree as arrays of numbers: which actions were tried, how often, and their results.

A node is an index into the arrays. Its children have neighbouring indices; when they are too many
for their place, they move to the end. The tree does not know what an action is, which seat chooses
it, or which result is good.
"""

from array import array
from math import log, sqrt
from typing import Any

from Game.core.stream import Stream
from Players.search.limits import HIGHEST, NEW

SMALLEST = 64  # length of the arrays at first

# Roots and logarithms come from tables: this is fast, and the same on every machine. Counts beyond
# the tables are halved until they fit.
FINE = 4096
HALF = 2048  # of FINE: a halved count is at least this
ROOT_OF_LOG = [0.0] * 43008  # (halvings, n) -> the root of the logarithm, HALF apart
INVERSE_ROOT = [1.0] * 4096  # n -> 1 / its root

for _n in range(1, FINE):
    INVERSE_ROOT[_n] = round(1 / sqrt(_n), 12)
    ROOT_OF_LOG[_n] = round(sqrt(log(_n)), 12)
for _halvings in range(1, 20):
    for _n in range(HALF, FINE):
        ROOT_OF_LOG[_halvings * HALF + _n] = round(sqrt(log(_n) + _halvings * log(2)), 12)


def root_of_log(n: int) -> float:
    """The root of the logarithm of a count."""
    halvings = 0
    while n >= FINE:
        n >>= 1
        halvings += 1
    return ROOT_OF_LOG[halvings * HALF + n]


def inverse_root(n: int) -> float:
    """One divided by the root of a count."""
    scale = 1.0
    while n >= FINE:
        n >>= 2
        scale *= 0.5
    return INVERSE_ROOT[n] * scale


class Tree:
    """Node 0 is the root. Every other node is also the action that leads to it."""

    def __init__(self, most: int) -> None:
        self.most = max(most, 2)  # nodes it may have
        self.size = 1
        places = min(SMALLEST, self.most)
        self.label = array("i", bytes(4 * places))  # the action that leads here
        self.visits = array("i", bytes(4 * places))  # simulations that came by
        self.available = array("i", bytes(4 * places))  # ... and that could have
        self.total = array("d", bytes(8 * places))  # their results, added up
        self.first_child = array("i", bytes(4 * places))  # where the children begin
        self.child_count = array("i", bytes(4 * places))  # how many children there are
        self.child_room = array("i", bytes(4 * places))  # how many have a place
        self.capacity = places
        self.mark = array(
            "i", bytes(4 * SMALLEST)
        )  # label -> 1 + its place among the offered actions
        self.mark_count = SMALLEST
        self.candidates = [0] * 1024  # the children that can be selected now
        self.offer_of = [0] * 1024  # ... and the place of the action of each
        self.selected = 0  # the place of the action that was selected

    def select(
        self, node: int, labels: list[int], count: int, c: float, by_parent: bool, stream: Stream
    ) -> int:
        """The child to visit when these actions are offered; `selected` is the place of its action.

        An action that was never tried goes first: then the result is NEW. Otherwise it is the child
        with the highest mean + c * sqrt(ln(n) / visits). There n is how often the child was
        available, or with `by_parent` how often the node was visited.
        """
        matches = self.match_children(node, labels, count)
        if matches < count and self.select_untried(labels, count, stream):
            return NEW
        best = 0
        highest = -1.0
        seen = self.visits[node]
        reach = c * root_of_log(seen)
        for i in range(matches):
            child = self.candidates[i]
            if not by_parent and self.available[child] != seen:
                seen = self.available[child]
                reach = c * root_of_log(seen)
            visits = self.visits[child]
            score = self.total[child] / visits + reach * inverse_root(visits)
            if score > highest:
                highest = score
                best = i
        self.selected = self.offer_of[best]
        return self.candidates[best]

    def select_untried(self, labels: list[int], count: int, stream: Stream) -> bool:
        """Select one of the actions that are still marked, at random, and clear the marks."""
        left = 0
        for i in range(count):
            if self.mark[labels[i]]:
                left += 1
        if left == 0:
            return False
        left = stream.below(left) + 1 if left > 1 else 1
        for i in range(count):
            if self.mark[labels[i]]:
                self.mark[labels[i]] = 0
                left -= 1
                if left == 0:
                    self.selected = i
        return True

    def match_children(self, node: int, labels: list[int], count: int) -> int:
        """Find the children of these actions, the `candidates`; the other actions stay marked."""
        for i in range(count):
            if labels[i] < 0 or labels[i] >= self.mark_count:
                self.widen_marks(labels[i])
            self.mark[labels[i]] = i + 1
        matches = 0
        first = self.first_child[node]
        for child in range(first, first + self.child_count[node]):
            i = self.mark[self.label[child]]
            if i:
                self.mark[self.label[child]] = 0
                self.available[child] += 1
                self.candidates[matches] = child
                self.offer_of[matches] = i - 1
                matches += 1
        return matches

    def child_of(self, node: int, label: int) -> int:
        """The child of an action, NEW if there is none."""
        first = self.first_child[node]
        for child in range(first, first + self.child_count[node]):
            if self.label[child] == label:
                return child
        return NEW

    def add_child(self, node: int, label: int, expected: int) -> int:
        """A new child, for an action that was not tried before; NEW if the tree is full.

        The first child makes room for `expected` children.
        """
        held = self.child_count[node]
        if held == self.child_room[node]:
            room = 2 * held if held else expected
            if self.size + room > self.most:
                return NEW
            if self.size + room > self.capacity:
                self.grow(self.size + room)
            self.move_children(node, room)
        child = self.first_child[node] + held
        self.child_count[node] = held + 1
        self.label[child] = label
        self.available[child] = 1
        return child

    def move_children(self, node: int, room: int) -> None:
        """Move the children of a node to the end of the arrays, where there is room for more."""
        old = self.first_child[node]
        new = self.size
        for i in range(self.child_count[node]):
            self.label[new + i] = self.label[old + i]
            self.visits[new + i] = self.visits[old + i]
            self.available[new + i] = self.available[old + i]
            self.total[new + i] = self.total[old + i]
            self.first_child[new + i] = self.first_child[old + i]
            self.child_count[new + i] = self.child_count[old + i]
            self.child_room[new + i] = self.child_room[old + i]
        self.first_child[node] = new
        self.child_room[node] = room
        self.size = new + room

    def add_result(self, node: int, result: float) -> None:
        """Count a simulation that came by, and its result."""
        self.visits[node] += 1
        self.total[node] += result

    def grow(self, places: int) -> None:
        """Make the arrays longer."""
        self.capacity = min(max(places, 2 * self.capacity), self.most)
        self.label = longer(self.label, "i", self.capacity)
        self.visits = longer(self.visits, "i", self.capacity)
        self.available = longer(self.available, "i", self.capacity)
        self.total = longer(self.total, "d", self.capacity)
        self.first_child = longer(self.first_child, "i", self.capacity)
        self.child_count = longer(self.child_count, "i", self.capacity)
        self.child_room = longer(self.child_room, "i", self.capacity)

    def widen_marks(self, label: int) -> None:
        """Make the marks long enough for this label."""
        if not 0 <= label < HIGHEST:
            raise ValueError(
                f"A search cannot use action {label}: the numbers of actions must be from 0 to "
                f"{HIGHEST - 1:,}"
            )
        self.mark_count = max(label + 1, 2 * self.mark_count)
        self.mark = longer(self.mark, "i", self.mark_count)

    # For readers

    def children(self, node: int) -> list[tuple[int, int, int, int, float]]:
        """Of each child: its node, label, visits, how often it was available, sum of results."""
        first = self.first_child[node]
        return [
            (i, self.label[i], self.visits[i], self.available[i], self.total[i])
            for i in range(first, first + self.child_count[node])
        ]

    def first_child_of(self, node: int) -> int:
        """Where the children of a node begin."""
        return self.first_child[node]


def longer(row: Any, kind: str, places: int) -> Any:
    """A copy of an array with more places, the new ones 0."""
    copy = array(kind, bytes(array(kind).itemsize * places))
    memoryview(copy)[: len(row)] = memoryview(row)
    return copy
