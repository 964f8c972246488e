"""A search tree as rows of numbers: what was tried where, how often, and what came of it.

A node is a place in the rows. Its children stand side by side, and move to a roomier place when
there are too many of them. Not here: what an action is, who chooses it, and what is a good result.
"""

from array import array
from math import log, sqrt
from typing import Any

from Game.core.stream import Stream
from Players.search.bounds import HIGHEST, NEW

SMALLEST = 64  # places, at first

# Roots and logarithms are looked up: they are asked for millions of times, and so they are the same
# on every machine. Counts beyond the tables are halved until they fit.
FINE = 4096
ROOT_OF_LOG = [0.0] * 81920  # (halvings, n) -> the root of the logarithm, FINE apart
INVERSE_ROOT = [1.0] * 4096  # n -> 1 / its root

for _n in range(1, FINE):
    INVERSE_ROOT[_n] = round(1 / sqrt(_n), 12)
    ROOT_OF_LOG[_n] = round(sqrt(log(_n)), 12)
for _halvings in range(1, 20):
    for _n in range(FINE // 2, FINE):
        ROOT_OF_LOG[_halvings * FINE + _n] = round(sqrt(log(_n) + _halvings * log(2)), 12)


def root_of_log(n: int) -> float:
    """The root of the logarithm of a count."""
    halvings = 0
    while n >= FINE:
        n >>= 1
        halvings += 1
    return ROOT_OF_LOG[halvings * FINE + n]


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
        self.chances = array("i", bytes(4 * places))  # ... and those that could have
        self.worth = array("d", bytes(8 * places))  # their results, added up
        self.first = array("i", bytes(4 * places))  # where the children begin
        self.held = array("i", bytes(4 * places))  # how many children there are
        self.room = array("i", bytes(4 * places))  # how many there is a place for
        self.places = places
        self.mark = array("i", bytes(4 * SMALLEST))  # label -> which of the actions offered
        self.marks = SMALLEST
        self.open = [0] * 1024  # the children that can be chosen now
        self.which = [0] * 1024  # which of the actions offered each of them is
        self.place = 0  # which of the actions offered was picked

    def pick(
        self, node: int, labels: list[int], count: int, c: float, whole: bool, stream: Stream
    ) -> int:
        """The child to go to when these actions are offered, or NEW; `place` says by which.

        One that was never tried goes first, any of them. Else the child with the highest
        mean + c * sqrt(ln(n) / visits), where n is how often it could have been chosen, or with
        `whole` how often its parent was visited.
        """
        found = self.see(node, labels, count)
        if found < count:
            left = 0
            for i in range(count):
                if self.mark[labels[i]]:
                    left += 1
            if left:
                left = stream.below(left) + 1 if left > 1 else 1
                for i in range(count):
                    if self.mark[labels[i]]:
                        self.mark[labels[i]] = 0
                        left -= 1
                        if left == 0:
                            self.place = i
                return NEW
        best = 0
        highest = -1.0
        seen = self.visits[node]
        reach = c * root_of_log(seen)
        for i in range(found):
            child = self.open[i]
            if not whole and self.chances[child] != seen:
                seen = self.chances[child]
                reach = c * root_of_log(seen)
            visits = self.visits[child]
            score = self.worth[child] / visits + reach * inverse_root(visits)
            if score > highest:
                highest = score
                best = i
        self.place = self.which[best]
        return self.open[best]

    def see(self, node: int, labels: list[int], count: int) -> int:
        """Find the children that these actions lead to; the other actions stay marked."""
        for i in range(count):
            if labels[i] < 0 or labels[i] >= self.marks:
                self.widen(labels[i])
            self.mark[labels[i]] = i + 1
        found = 0
        first = self.first[node]
        for child in range(first, first + self.held[node]):
            i = self.mark[self.label[child]]
            if i:
                self.mark[self.label[child]] = 0
                self.chances[child] += 1
                self.open[found] = child
                self.which[found] = i - 1
                found += 1
        return found

    def child_of(self, node: int, label: int) -> int:
        """The child that an action leads to, NEW if it was never tried."""
        first = self.first[node]
        for child in range(first, first + self.held[node]):
            if self.label[child] == label:
                return child
        return NEW

    def add(self, node: int, label: int, expected: int) -> int:
        """A new child, for an action that was not tried before; NEW if the tree is full.

        So many children (`expected`) will be likely to come.
        """
        held = self.held[node]
        if held == self.room[node]:
            room = 2 * held if held else expected
            if self.size + room > self.most:
                return NEW
            if self.size + room > self.places:
                self.grow(self.size + room)
            self.move(node, room)
        child = self.first[node] + held
        self.held[node] = held + 1
        self.label[child] = label
        self.chances[child] = 1
        return child

    def move(self, node: int, room: int) -> None:
        """Give the children of a node a place of their own at the end."""
        old = self.first[node]
        new = self.size
        for i in range(self.held[node]):
            self.label[new + i] = self.label[old + i]
            self.visits[new + i] = self.visits[old + i]
            self.chances[new + i] = self.chances[old + i]
            self.worth[new + i] = self.worth[old + i]
            self.first[new + i] = self.first[old + i]
            self.held[new + i] = self.held[old + i]
            self.room[new + i] = self.room[old + i]
        self.first[node] = new
        self.room[node] = room
        self.size = new + room

    def credit(self, node: int, result: float) -> None:
        """A simulation came by, and ended so."""
        self.visits[node] += 1
        self.worth[node] += result

    def grow(self, places: int) -> None:
        """Make the rows longer."""
        self.places = min(max(places, 2 * self.places), self.most)
        self.label = longer(self.label, "i", self.places)
        self.visits = longer(self.visits, "i", self.places)
        self.chances = longer(self.chances, "i", self.places)
        self.worth = longer(self.worth, "d", self.places)
        self.first = longer(self.first, "i", self.places)
        self.held = longer(self.held, "i", self.places)
        self.room = longer(self.room, "i", self.places)

    def widen(self, label: int) -> None:
        """Make room for labels up to this one."""
        if not 0 <= label < HIGHEST:
            raise ValueError(
                f"no search can tell action {label} from others: actions are numbered from 0 on, "
                f"below {HIGHEST:,}"
            )
        self.marks = max(label + 1, 2 * self.marks)
        self.mark = longer(self.mark, "i", self.marks)

    # To be read

    def children(self, node: int) -> list[tuple[int, int, int, int, float]]:
        """Of each child: the node, its label, its visits, how often it could be chosen, results."""
        first = self.first[node]
        return [
            (i, self.label[i], self.visits[i], self.chances[i], self.worth[i])
            for i in range(first, first + self.held[node])
        ]

    def visits_of(self, node: int) -> int:
        return self.visits[node]

    def first_of(self, node: int) -> int:
        """Where the children of a node begin."""
        return self.first[node]


def longer(row: Any, kind: str, places: int) -> Any:
    """A copy of a row with more places, the new ones empty."""
    copy = array(kind, bytes(array(kind).itemsize * places))
    memoryview(copy)[: len(row)] = memoryview(row)
    return copy
