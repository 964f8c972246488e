"""How each kind of value is computed where the faces of some cards are unknown: one function for
each kind of node. `READERS` lists them.
"""

from collections.abc import Callable
from itertools import product
from operator import add, floordiv, mod, mul, sub
from typing import Any

from Game.recycle.knowledge.values.best_card import best_card_cases, best_score_cases, end_of_sorted
from Game.recycle.knowledge.values.formulas import HOLDS, Formula, both, comparison, either
from Game.recycle.knowledge.values.group_readers import GROUPS, has_run
from Game.recycle.knowledge.values.partial_values import Case, PartialValues, Readers, is_collection
from Game.recycle.knowledge.values.selections import SELECTIONS
from Game.recycle.knowledge.values.tosses import TooHard
from Game.recycle.machine.groups.sets import series_number
from Game.recycle.machine.opcodes import NO_CARD
from Game.recycle.reading.nodes import CARD, INTEGER, NAME, Node

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
    for _, formula in values.each(slot, values.items(group)):
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


# Single values

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "//": floordiv,
    "%": mod,
    "^": pow,
}
MOST_DRAWN = 64  # random numbers of which each is a case
LARGEST_POWER = 64  # base and exponent of powers that depend on hidden cards


def _card(values: PartialValues, node: Node) -> list[Case]:
    """The top or the bottom card of a selection."""
    where, cards = node.parts
    if cards.op == "sort" and where in ("top", "bottom"):
        return end_of_sorted(values, cards, where)
    if not values.is_in_order(cards):
        raise TooHard
    if isinstance(where, Node):
        return _card_at(values, where, cards)
    return pick(values, values.items(cards), where, NO_CARD)


def _card_at(values: PartialValues, where: Node, cards: Node) -> list[Case]:
    """The card with so many others below it."""
    rows, cases = values.items(cards), []
    for index, has_index in values.cases(where):
        below: list[tuple[int, Formula]] = []
        others = []
        for card, is_there in rows:
            is_at = comparison("==", -index, below, values.every)
            if (formula := both([has_index, is_there, is_at])) is not False:
                cases.append((card, formula))
                others.append(values.opposite(both([is_there, is_at])))
            values.spend(1 + len(below))
            below.append((1, is_there))
        cases.append((NO_CARD, both([has_index, *others])))
    return join_cases(cases)


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
    lefts, rights = values.cases(left), values.cases(right)
    values.spend(len(lefts) * len(rights))
    if sign == "^" and not all(0 <= one <= LARGEST_POWER for one, _ in (*lefts, *rights)):
        raise TooHard
    return join_cases([
        (ARITHMETIC[sign](one, other), both([formula, condition]))
        for (one, formula), (other, condition) in product(lefts, rights)
        if other != 0 or sign not in ("//", "%")  # the game would have stopped with a fault
    ])  # fmt: skip


def _series(values: PartialValues, node: Node) -> list[Case]:
    which, number = node.parts
    cases = []
    for many, formula in values.cases(number):
        if 0 <= many <= LARGEST_POWER:  # the game would have stopped with a fault
            cases.append((series_number(which, many), formula))
    return join_cases(cases)


def _random(values: PartialValues, node: Node) -> list[Case]:
    first, last = [values.compute(part) for part in node.parts]
    if last - first >= MOST_DRAWN:
        raise TooHard
    numbers = range(first, last + 1)
    return values.toss(numbers, [True] * len(numbers), values.real(node))


def _team_of(values: PartialValues, node: Node) -> list[Case]:
    team_of = values.table.team_of
    return join_cases(
        [
            (None if player is None else team_of[player], formula)
            for player, formula in values.cases(node.parts[0])
        ]
    )


def _group(values: PartialValues, node: Node) -> list[Case]:
    where, groups = node.parts
    if isinstance(where, Node) or not values.is_in_order(groups):
        raise TooHard
    return pick(values, values.items(groups), where, [])


def _held_value(values: PartialValues, node: Node) -> list[Case]:
    if is_collection(node):
        raise TooHard
    return values.held[node.parts[0]]


SINGLE: dict[str, Callable[[PartialValues, Node], list[Case]]] = {
    "card": _card,
    "cardatt": _attribute,
    "random": _random,
    "score": _score,
    "series": _series,
    "team_of": _team_of,
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
