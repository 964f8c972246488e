"""Features that come from stored numbers and texts: a bid, the tricks still wanted, a trump."""

from collections.abc import Sequence

from Game.recycle.compiling.program import Program
from Game.recycle.machine.effects import Effect, NumberStored
from Game.recycle.machine.table import Table
from Game.recycle.reading.nodes import Node

MOST_COMPARED = 2  # pairs of numbers


def compared_stores(program: Program) -> list[tuple[int, int]]:
    """The rows of the numbers of a player that the text compares with each other, such as its bid
    and its tricks. What a player wants depends on which of them is larger."""
    pairs = {}
    for part in program.description.parts:
        for node in part.walk():
            if node.op != "compare":
                continue
            one, other = [store_row(program, side) for side in node.parts[1:]]
            if one is not None and other is not None and one != other:
                pairs[min(one, other), max(one, other)] = None
    return list(pairs)[:MOST_COMPARED]


def store_row(program: Program, node: Node) -> int | None:
    """The row of a number that belongs to players, if the text names it."""
    if node.op != "store" or node.parts[0].op == "game" or node.parts[1].op != "name":
        return None
    return program.plan.store_rows.get(("sto", node.parts[1].parts[0]))


def signs_of(table: Table, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Which number of each pair is larger, for the seat to act: 1, -1, or 0 for equal ones."""
    numbers, owners, own = table.stores, table.plan.owners, 1 + table.seat
    differences = [
        numbers[one * owners + own] - numbers[other * owners + own] for one, other in pairs
    ]
    return [(gap > 0) - (gap < 0) for gap in differences]


def levels_of(moves: Sequence[Sequence[Effect]]) -> list[float]:
    """How high the number is that each move stores, from 0 to 1; 0 for a move that stores none."""
    stored = [
        [effect.value for effect in effects if isinstance(effect, NumberStored)]
        for effects in moves
    ]
    sums = [sum(values) for values in stored if values]
    low, high = min(sums, default=0), max(sums, default=0)
    if low == high:
        return [0.0] * len(moves)
    return [(sum(values) - low) / (high - low) if values else 0.0 for values in stored]


def is_named(table: Table, face: int) -> list[float]:
    """For each text that the game stores, such as the trump: has the card this value?"""
    values = table.plan.attributes[face].values()
    return [float(text in values) for text in table.texts[:: table.plan.owners]]
