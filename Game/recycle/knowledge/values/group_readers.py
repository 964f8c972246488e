"""Groups of cards of which some faces are unknown. When is a group one of those that `partition`,
`runs` or `subsets` make? There is a formula for each kind of node: `GROUPS` lists them. And which
runs can there be?

A player who lays such a group down shows that it was there.
"""

from collections.abc import Callable

from Game.recycle.knowledge.values.formulas import Formula, both, either
from Game.recycle.knowledge.values.partial_values import Case, PartialValues
from Game.recycle.knowledge.values.tosses import TooHard
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


def run_cases(values: PartialValues, node: Node) -> list[Case]:
    """Every group of cards that may be a run, in the order in which runs come."""
    which, shortest, cards, _ = node.parts
    least = max(1, values.compute(shortest))
    possible = values_of(values, cards, values.points(node))
    place = {card: number for number, card in enumerate(possible)}
    runs: list[tuple[int, int, Group, Formula]] = []

    def extend(first: int, run: Group, formula: Formula) -> None:
        values.spend(1 + len(run))
        wanted = first + len(run)
        if len(run) >= least:
            around = (first - 1, wanted) if which == "largest" else ()
            ends = [values.opposite(has_one(possible, number)) for number in around]
            runs.append((len(run), first, run, both([formula, *ends])))
        for card in possible:
            if card not in run and (more := both([formula, has(possible, card, wanted)])):
                extend(first, [*run, card], more)

    for first in sorted({value for cases in possible.values() for value, _ in cases}):
        extend(first, [], True)
    runs.sort(key=lambda row: (*row[:2], [place[card] for card in row[2]]))
    return [(run, formula) for _, _, run, formula in runs if formula is not False]


def has_run(values: PartialValues, node: Node) -> Formula:
    """Is there a run at all?"""
    _, shortest, cards, _ = node.parts
    least = max(1, values.compute(shortest))
    possible = values_of(values, cards, values.points(node))
    numbers = sorted({value for cases in possible.values() for value, _ in cases})
    values.spend(len(numbers) * least * len(possible))
    return either(
        [
            both([has_one(possible, number) for number in range(first, first + least)])
            for first in numbers
        ]
    )


def cards_of_run(values: PartialValues, node: Node) -> list[Case]:
    """The cards that may be in the longest run with the card at the end."""
    which, shortest, cards, _ = node.parts
    if any(formula is not True for _, formula in values.items(cards)):
        raise TooHard
    least, possible = values.compute(shortest), values_of(values, cards, values.points(node))
    row = list(possible)
    if which == "top":
        row.reverse()  # the end comes first
    numbers = sorted({value for cases in possible.values() for value, _ in cases})
    ways: dict[int, list[Formula]] = {card: [] for card in row}
    for first in numbers:
        for last in range(first + max(0, least - 1), min(first + len(row), numbers[-1] + 1)):
            run = range(first, last + 1)
            is_run = both(
                [
                    either([has(possible, row[0], number) for number in run]),
                    *[has_one(possible, number) for number in run],
                    *[values.opposite(has_one(possible, one)) for one in (first - 1, last + 1)],
                ]
            )
            values.spend((len(run) + 2) * len(row))
            if is_run is False:
                continue
            for place, card in enumerate(row):
                for number in run:
                    nearer = [values.opposite(has(possible, one, number)) for one in row[:place]]
                    ways[card].append(both([is_run, has(possible, card, number), *nearer]))
                    values.spend(1 + place)
    return [(card, either(ways[card])) for card in row]


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


def has_one(possible: Values, value: object) -> Formula:
    """Has any of the cards this value?"""
    return either([has(possible, card, value) for card in possible])


GROUPS: dict[str, Callable[[PartialValues, Node, Group], Formula]] = {
    "partition": _partition,
    "runs": _runs,
    "subsets": _subsets,
}
