"""A description that has been read: nodes that know their type and their place in the text.

`op` says what the node does and `parts` what it does it with: other nodes, names, numbers. The
reader makes them and alone decides which types go together; whoever walks them can rely on that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from Game.recycle.reading.errors import At, Remark

# The types of values. A collection of T is written T + MANY.
INTEGER = "integer"
NAME = "name"
CARD = "card"
PLAYER = "player"
TEAM = "team"
PLACE = "place"  # cards in an order: a place, or some cards of several
TRUTH = "condition"
MANY = "s"

# The types of what is no value.
ACTION = "action"
STEP = "step"  # a part of the game's course: a stage, a choice, a `do`


def item_type(kind: str) -> str | None:
    """The type of the items of a collection; None if this is no collection."""
    if kind == PLACE:
        return CARD
    if kind == TEAM:
        return PLAYER
    return kind[: -len(MANY)] if kind.endswith(MANY) else None


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
    remarks: tuple[Remark, ...]  # what is odd, but can be played
    # The numbers that the text declares, by their names; not that of the players.
    numbers: tuple[tuple[str, int], ...] = ()
    choices: int = 0  # a game with more has run away
    work: int = 0  # things gone through between two choices; an action counts for ten

    @property
    def parts(self) -> tuple[Node, ...]:
        return (*self.declared, *self.setup, *self.steps, self.scoring)
