"""The result of reading: nodes that know their type and their place in the text.

`op` is the operation of a node, and `parts` are its operands: other nodes, names, numbers. The
readers check that their types fit, so the compiler does not check again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from Game.recycle.reading.dialects import OLD
from Game.recycle.reading.errors import At, Remark

# The types of values. A collection of T is written T + MANY.
INTEGER = "integer"
NAME = "name"
CARD = "card"
PLAYER = "player"
TEAM = "team"
PLACE = "place"  # cards in an order: those of a place, or a selection
TRUTH = "condition"
POINTS = "point map"
MANY = "s"

# The types of nodes that are no values.
ACTION = "action"
STEP = "step"  # a stage, a choice, a `do`


def item_type(kind: str) -> str | None:
    """The type of the items of a collection; None if this is no collection."""
    if kind == PLACE:
        return CARD
    if kind == TEAM:
        return PLAYER
    return kind[: -len(MANY)] if kind.endswith(MANY) else None


# What a table stores for each owner, by the `op` of its node.
STORED = {"store": "sto", "stored_text": "str", "points": "points"}


@dataclass(frozen=True, slots=True)
class Node:
    op: str
    type: str
    parts: tuple[Any, ...]
    at: At

    def walk(self) -> Iterator["Node"]:
        """This node and all below it."""
        stack: list[Any] = [self]
        while stack:
            one = stack.pop()
            if isinstance(one, Node):
                yield one
                stack.extend(reversed(one.parts))
            elif isinstance(one, tuple):
                stack.extend(reversed(one))


@dataclass(frozen=True)
class Description:
    """A whole game."""

    setup: tuple[Node, ...]
    declared: tuple[Node, ...]
    steps: tuple[Node, ...]
    scoring: Node
    highest: bool  # is the highest score the best?
    players: int
    teams: tuple[tuple[int, ...], ...]
    slots: int  # how many variables there are
    names: tuple[str, ...]  # all NAMEs in the text, in their order
    remarks: tuple[Remark, ...]  # warnings
    # The numbers that the text declares, by their names, without the number of players.
    numbers: tuple[tuple[str, int], ...] = ()
    choices: int = 0  # a game with more of them is stopped
    work: int = 0  # the limit between two choices, as `Table.burn` counts it
    as_first_engine: bool = False  # does it imitate two mistakes of the first engine?
    dialect: str = OLD

    @property
    def parts(self) -> tuple[Node, ...]:
        return (*self.declared, *self.setup, *self.steps, self.scoring)
