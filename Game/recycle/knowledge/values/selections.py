"""Selections of cards of which some faces are unknown: which items may be in them, and when. There
is a function for each kind of node: `SELECTIONS` lists them.
"""

from collections.abc import Callable

from Game.recycle.knowledge.values.formulas import Formula, both, comparison, either
from Game.recycle.knowledge.values.group_readers import cards_of_run, run_cases
from Game.recycle.knowledge.values.partial_values import CardGroup, Case, PartialValues
from Game.recycle.knowledge.values.tosses import TooHard
from Game.recycle.machine.opcodes import NO_CARD
from Game.recycle.reading.nodes import MANY, PLACE, Node

MOST_OF_SUBSETS = 10  # cards of which all subsets are made here


def _filter(values: PartialValues, node: Node) -> list[Case]:
    group, slot, test = node.parts
    cases = []
    for item, formula in values.each(slot, values.items(group)):
        inside = both([formula, values.truth(test)])
        if inside is not False:
            cases.append((item, inside))
    return cases


def _union(values: PartialValues, node: Node) -> list[Case]:
    return [case for cases in _parts(values, node) for case in cases]


def _parts(values: PartialValues, node: Node) -> list[list[Case]]:
    """The cards of each selection that is named."""
    parts: list[list[Case]] = []
    for part in node.parts[0]:
        if part.type != PLACE + MANY:
            parts.append(values.items(part))
            continue
        for item, formula in values.items(part):
            if isinstance(item, CardGroup):
                parts.append([(card, both([formula, one])) for card, one in item.cards])
            else:
                cards = values.table.places[item] if isinstance(item, int) else item
                parts.append([(card, formula) for card in cards])
    return parts


def _common(values: PartialValues, node: Node) -> list[Case]:
    """The cards that are in all selections, or those that are in some but not in all."""
    for part in node.parts[0]:
        if part.type == PLACE + MANY and any(when is not True for _, when in values.items(part)):
            raise TooHard  # the number of selections is open
    inside: list[dict[int, Formula]] = []
    for cases in _parts(values, node):
        ways: dict[int, list[Formula]] = {}
        for card, formula in cases:
            if card < 0:
                raise TooHard  # a remembered card may be the same as another one
            ways.setdefault(card, []).append(formula)
        inside.append({card: either(formulas) for card, formulas in ways.items()})
    common = []
    for card in dict.fromkeys([card for one in inside for card in one]):
        there = [one.get(card, False) for one in inside]
        values.spend(len(there))
        in_all = both(there)
        when = in_all
        if node.op == "disjunction":
            when = both([either(there), values.opposite(in_all)])
        if when is not False:
            common.append((card, when))
    return common


def _slice(values: PartialValues, node: Node) -> list[Case]:
    """The topmost cards or the lowest ones: those behind which there are too few others."""
    end, number, cards = node.parts
    many, rows = values.compute(number), values.items(cards)
    behind = _behind_in_sort if cards.op == "sort" else _behind_in_row
    if cards.op != "sort" and not values.is_in_order(cards):
        raise TooHard
    cases = []
    for place, (card, is_there) in enumerate(rows):
        ways = []
        for when, others in behind(values, cards, rows, place, end):
            values.spend(1 + len(others))
            ways.append(
                both([when, comparison("<", -many, [(1, one) for one in others], values.every)])
            )
        if (inside := both([is_there, either(ways)])) is not False:
            cases.append((card, inside))
    return cases


Behind = list[tuple[Formula, list[Formula]]]  # in each case: when each other card lies behind


def _behind_in_row(
    values: PartialValues, cards: Node, rows: list[Case], place: int, end: str
) -> Behind:
    others = rows[place + 1 :] if end == "top" else rows[:place]
    return [(True, [formula for _, formula in others])]


def _behind_in_sort(
    values: PartialValues, cards: Node, rows: list[Case], place: int, end: str
) -> Behind:
    """The cards behind this one after a `sort`, for each number of its points. Cards with equal
    points keep their order."""
    if not values.is_in_order(cards.parts[0]):
        raise TooHard
    points = values.points(cards)
    worths = [values.by_face(card, points) for card, _ in rows]
    sign = 1 if end == "top" else -1
    cases = []
    for worth, has_worth in worths[place]:
        others = []
        for number, (_, is_there) in enumerate(rows):
            if number == place:
                continue
            wins_tie = number > place if end == "top" else number < place
            behind = either(
                [
                    has
                    for one, has in worths[number]
                    if sign * one > sign * worth or (one == worth and wins_tie)
                ]
            )
            others.append(both([is_there, behind]))
        cases.append((has_worth, others))
    return cases


def _sort(values: PartialValues, node: Node) -> list[Case]:
    """The cards, but not in their order: `_card` knows which is the first or the last one."""
    return values.items(node.parts[0])


def _tuples(values: PartialValues, node: Node) -> list[Case]:
    """The groups from the lowest points to the highest."""
    many, cards, _ = node.parts
    size, points = values.compute(many), values.points(node)
    groups: dict[int, list[Case]] = {}
    for card, formula in values.items(cards):
        for worth, has in values.by_face(card, points):
            groups.setdefault(worth, []).append((card, both([formula, has])))
    cases = []
    for worth in sorted(groups):
        terms = [(1, formula) for _, formula in groups[worth]]
        if (has_size := comparison("==", -size, terms, values.every)) is not False:
            cases.append((CardGroup(groups[worth], values.is_in_order(cards)), has_size))
    return cases


def _partition(values: PartialValues, node: Node) -> list[Case]:
    """The groups in the order in which the text lists their values: not the real order."""
    key, cards = values.compute(node.parts[0]), node.parts[1]
    groups: dict[str, list[Case]] = {}
    for card, formula in values.items(cards):
        if card == NO_CARD:
            continue
        for text, has in values.by_face(card, key):
            groups.setdefault(text, []).append((card, both([formula, has])))
    in_order = values.is_in_order(cards)
    return [
        (CardGroup(group, in_order), either([formula for _, formula in group]))
        for text, group in groups.items()
        if text != ""
    ]


def _subsets(values: PartialValues, node: Node) -> list[Case]:
    cards = values.items(node.parts[0])
    if len(cards) > MOST_OF_SUBSETS:
        raise TooHard
    groups: list[tuple[list[int], Formula]] = [([], True)]
    for card, is_there in cards:
        values.spend(len(groups))
        groups += [([*group, card], both([formula, is_there])) for group, formula in groups]
    return [(group, formula) for group, formula in groups[1:] if formula is not False]


def _groups_of_each(values: PartialValues, node: Node) -> list[Case]:
    group, slot, body = node.parts
    groups = []
    for _, formula in values.each(slot, values.items(group)):
        groups += [(one, both([formula, when])) for one, when in values.items(body)]
    return groups


def _held_items(values: PartialValues, node: Node) -> list[Case]:
    return values.held[node.parts[0]]


SELECTIONS: dict[str, Callable[[PartialValues, Node], list[Case]]] = {
    "disjunction": _common,
    "filter": _filter,
    "groups_of_each": _groups_of_each,
    "intersect": _common,
    "partition": _partition,
    "run": cards_of_run,
    "runs": run_cases,
    "slice": _slice,
    "sort": _sort,
    "subsets": _subsets,
    "tuples": _tuples,
    "union": _union,
    "variable": _held_items,
}
