"""How each kind of value is computed where the faces of some cards are unknown: one function for
each kind of node. `READERS` lists them.
"""

from collections.abc import Callable
from itertools import product
from operator import add, floordiv, mod, mul, sub
from typing import Any

from Game.recycle.knowledge.best_card import best_card_cases, best_score_cases, end_of_sorted
from Game.recycle.knowledge.formulas import HOLDS, Formula, both, comparison, either
from Game.recycle.knowledge.group_readers import GROUPS, cards_of_run, has_run, run_cases
from Game.recycle.knowledge.partial_values import (
    CardGroup,
    Case,
    PartialValues,
    Readers,
    is_collection,
)
from Game.recycle.knowledge.tosses import TooHard
from Game.recycle.machine.opcodes import NO_CARD
from Game.recycle.reading.nodes import CARD, INTEGER, MANY, NAME, PLACE, Node

# Conditions


def _and(values: PartialValues, node: Node) -> Formula:
    return both([values.truth(part) for part in node.parts[0]])


def _or(values: PartialValues, node: Node) -> Formula:
    return either([values.truth(part) for part in node.parts[0]])


def _not(values: PartialValues, node: Node) -> Formula:
    return values.opposite(values.truth(node.parts[0]))


def _quantified(values: PartialValues, node: Node) -> Formula:
    group, slot, body = node.parts
    formulas = []
    for item, formula in values.items(group):
        values.bind(slot, item)
        truth = values.truth(body)
        if node.op == "any":
            formulas.append(both([formula, truth]))
        else:
            formulas.append(either([values.opposite(formula), truth]))
    return either(formulas) if node.op == "any" else both(formulas)


def _compare(values: PartialValues, node: Node) -> Formula:
    sign, left, right = node.parts
    if left.op == "size" and left.parts[0].op == "runs" and right.op == "number":
        if (sign, right.parts[0]) in ((">", 0), ("!=", 0), (">=", 1)):
            return has_run(values, left.parts[0])
        if (sign, right.parts[0]) in (("==", 0), ("<=", 0), ("<", 1)):
            return values.opposite(has_run(values, left.parts[0]))
    if left.type == INTEGER:
        (first, terms), (second, others) = values.number(left), values.number(right)
        terms = [*terms, *[(-weight, formula) for weight, formula in others]]
        if len(terms) <= 1 or "size" in (left.op, right.op) or "sum" in (left.op, right.op):
            return comparison(sign, first - second, terms, values.every)
    lefts, rights = values.cases(left), values.cases(right)
    values.spend(len(lefts) * len(rights))
    pairs = product(lefts, rights)
    ways = []
    for (one, formula), (other, condition) in pairs:
        if left.type == NAME:
            alike = one == other
        elif left.type == CARD:
            alike = real(one) == real(other)
        else:
            # Without an owner, the game would have stopped with a fault.
            if None not in (one, other) and HOLDS[sign](one - other):
                ways.append(both([formula, condition]))
            continue
        if alike == (sign == "=="):
            ways.append(both([formula, condition]))
    return either(ways)


def real(card: int) -> int:
    return card if card >= 0 or card == NO_CARD else ~card


def _held_truth(values: PartialValues, node: Node) -> Formula:
    return next(formula for value, formula in values.held[node.parts[0]] if value)


CONDITIONS: dict[str, Callable[[PartialValues, Node], Formula]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    "any": _quantified,
    "all": _quantified,
    "compare": _compare,
    "variable": _held_truth,
}


# Selections


def _filter(values: PartialValues, node: Node) -> list[Case]:
    group, slot, test = node.parts
    cases = []
    for item, formula in values.items(group):
        values.bind(slot, item)
        inside = both([formula, values.truth(test)])
        if inside is not False:
            cases.append((item, inside))
    return cases


def _union(values: PartialValues, node: Node) -> list[Case]:
    cases: list[Case] = []
    for part in node.parts[0]:
        if part.type == PLACE + MANY:
            for place, formula in values.items(part):
                cards = values.table.places[place] if isinstance(place, int) else place
                cases += [(card, formula) for card in cards]
        else:
            cases += values.items(part)
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


def _held_items(values: PartialValues, node: Node) -> list[Case]:
    return values.held[node.parts[0]]


SELECTIONS: dict[str, Callable[[PartialValues, Node], list[Case]]] = {
    "filter": _filter,
    "union": _union,
    "tuples": _tuples,
    "partition": _partition,
    "sort": _sort,
    "run": cards_of_run,
    "runs": run_cases,
    "variable": _held_items,
}


# Single values

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "//": floordiv,
    "%": mod,
}


def _card(values: PartialValues, node: Node) -> list[Case]:
    """The top or the bottom card of a selection."""
    where, cards = node.parts
    if cards.op == "sort" and where in ("top", "bottom"):
        return end_of_sorted(values, cards, where)
    if isinstance(where, Node) or not values.is_in_order(cards):
        raise TooHard
    return pick(values, values.items(cards), where, NO_CARD)


def pick(values: PartialValues, items: list[Case], where: str, nothing: Any) -> list[Case]:
    """The first item that exists, looked for from the top or from the bottom."""
    cases: list[Case] = []
    before: list[Formula] = []
    for item, formula in reversed(items) if where == "top" else items:
        # If only one card has this face, no other item can have it: that is left out.
        alone = values.single_face(formula)
        absent = [
            values.opposite(one) for one in before if not alone or values.single_face(one) != alone
        ]
        values.spend(len(absent))
        cases.append((item, both([formula, *absent])))
        if formula is True:
            return cases
        before.append(formula)
    cases.append((nothing, both([values.opposite(formula) for formula in before])))
    return cases


def _attribute(values: PartialValues, node: Node) -> list[Case]:
    key, card = values.compute(node.parts[0]), node.parts[1]
    return _by_card(values, card, key, "")


def _score(values: PartialValues, node: Node) -> list[Case]:
    card = node.parts[0]
    if card.op in ("max", "min") and values.points(card) is values.points(node):
        return join_cases(best_score_cases(values, card))
    return _by_card(values, node.parts[0], values.points(node), 0)


def _by_card(values: PartialValues, node: Node, what: Any, nothing: Any) -> list[Case]:
    cases: list[Case] = []
    for card, formula in values.cases(node):
        if card == NO_CARD:
            cases.append((nothing, formula))
        else:
            cases += [(value, both([formula, has])) for value, has in values.by_face(card, what)]
    return join_cases(cases)


def _owner(values: PartialValues, node: Node) -> list[Case]:
    table, owners = values.table, values.program.plan.owners
    cases: list[Case] = []
    for card, formula in values.cases(node.parts[0]):
        if card == NO_CARD or card < 0:
            cases.append((None, formula))  # a fault of the game
            continue
        holder = table.where[card] % owners - 1
        cases.append((holder if 0 <= holder < table.players else None, formula))
    return join_cases(cases)


def _total_number(values: PartialValues, node: Node) -> list[Case]:
    """The cases of a number of items, or of a sum of points."""
    number, terms = values.number(node)
    totals = {number}
    for weight, _ in terms:
        totals |= {total + weight for total in totals}
        values.spend(len(totals))
    cases = [
        (total, comparison("==", number - total, terms, values.every)) for total in sorted(totals)
    ]
    values.spend(len(terms) * len(cases))
    return [case for case in cases if case[1] is not False]


def _arithmetic(values: PartialValues, node: Node) -> list[Case]:
    sign, left, right = node.parts
    if sign not in ARITHMETIC:
        raise TooHard
    lefts, rights = values.cases(left), values.cases(right)
    values.spend(len(lefts) * len(rights))
    return join_cases([
        (ARITHMETIC[sign](one, other), both([formula, condition]))
        for (one, formula), (other, condition) in product(lefts, rights)
        if other != 0 or sign not in ("//", "%")  # the game would have stopped with a fault
    ])  # fmt: skip


def _group(values: PartialValues, node: Node) -> list[Case]:
    where, groups = node.parts
    if isinstance(where, Node) or not values.is_in_order(groups):
        raise TooHard
    return pick(values, values.items(groups), where, None)


def _held_value(values: PartialValues, node: Node) -> list[Case]:
    if is_collection(node):
        raise TooHard
    return values.held[node.parts[0]]


SINGLE: dict[str, Callable[[PartialValues, Node], list[Case]]] = {
    "card": _card,
    "cardatt": _attribute,
    "score": _score,
    "owner": _owner,
    "size": _total_number,
    "sum": _total_number,
    "arithmetic": _arithmetic,
    "group": _group,
    "total": _total_number,
    "variable": _held_value,
    "max": best_card_cases,
    "min": best_card_cases,
}

READERS = Readers(CONDITIONS, SELECTIONS, SINGLE, GROUPS)


def join_cases(cases: list[Case]) -> list[Case]:
    """One case for each value."""
    by_value: dict[Any, list[Formula]] = {}
    for value, formula in cases:
        by_value.setdefault(value, []).append(formula)
    return [(value, either(formulas)) for value, formulas in by_value.items()]
