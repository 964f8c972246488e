"""When a group of cards is one of those that `partition`, `runs` or `subsets` make, although the
faces of some cards are unknown: a formula for each kind of node. `GROUPS` lists them.

A player who lays such a group down shows that it was there.
"""

from collections.abc import Callable

from Game.recycle.knowledge.formulas import Formula, both, either
from Game.recycle.knowledge.partial_values import Case, PartialValues
from Game.recycle.reading.nodes import Node

Group = list[int]
# For each card of a selection, the values that it may have, and when it is there and has each.
Values = dict[int, list[Case]]


def _partition(values: PartialValues, node: Node, group: Group) -> Formula:
    """All cards of the selection with one value, and no others."""
    key, cards = node.parts
    possible = values_of(values, cards, values.compute(key))
    return either(
        [
            both(
                [
                    has(possible, card, value) if card in group
                    else values.opposite(has(possible, card, value))
                    for card in possible
                ]
            )
            for value, _ in possible.get(group[0], [])
            if value != ""
        ]
    )  # fmt: skip


def _runs(values: PartialValues, node: Node, group: Group) -> Formula:
    """Cards whose points follow each other. If it is a largest run, it cannot be longer."""
    which, least, cards, _ = node.parts
    if len(group) < values.compute(least):
        return False
    possible = values_of(values, cards, values.points(node))
    result = []
    for first, _ in possible.get(group[0], []):
        parts = [has(possible, card, first + place) for place, card in enumerate(group)]
        if which == "largest":
            around = (first - 1, first + len(group))
            parts += [
                values.opposite(has(possible, card, points))
                for card in possible
                for points in around
            ]
        result.append(both(parts))
    return either(result)


def _subsets(values: PartialValues, node: Node, group: Group) -> Formula:
    there = dict(values.items(node.parts[0]))
    return both([there.get(card, False) for card in group])


def values_of(values: PartialValues, cards: Node, what: object) -> Values:
    result: Values = {}
    for card, formula in values.items(cards):
        cases = [(value, both([formula, when])) for value, when in values.by_face(card, what)]
        values.spend(len(cases))
        result[card] = cases
    return result


def has(possible: Values, card: int, value: object) -> Formula:
    return either([formula for one, formula in possible.get(card, []) if one == value])


GROUPS: dict[str, Callable[[PartialValues, Node, Group], Formula]] = {
    "partition": _partition,
    "runs": _runs,
    "subsets": _subsets,
}
