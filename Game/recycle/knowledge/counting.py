"""Actions that only count: how often something holds of cards, or how many points they have.

    (all ('P iloc HAND) 'C ((== (cardatt SUIT 'C) HEARTS) (inc ('P sto HEARTS) 1)))

Everybody sees the sums afterwards, and not which cards were counted. So the claim is that the sums
are what they are.
"""

from collections.abc import Iterator

from Game.recycle.compiling.program import Program
from Game.recycle.knowledge.claims import Claims
from Game.recycle.knowledge.values.formulas import Formula, both, comparison
from Game.recycle.knowledge.values.partial_values import PartialValues
from Game.recycle.knowledge.values.tosses import TooHard
from Game.recycle.machine.table import UnknownFace
from Game.recycle.reading.nodes import Node

NESTED = ("do", "when", "all", "any", "let")
SIGNS = {"inc": 1, "dec": -1}

Sums = dict[int, list[tuple[int, Formula]]]  # for each store, the terms that are added to it


def counts(program: Program, node: Node) -> bool:
    """Does this action only count, and never look at what it has counted?"""
    if node.op not in NESTED:
        return False
    answer = program.counting.get(id(node))
    if answer is None:
        answer = program.counting[id(node)] = _only_counts(node)
    return answer


def _only_counts(node: Node) -> bool:
    stores, looks = set(), set()
    for part in _actions(node):
        if part.op not in SIGNS:
            return False
        stores.add(part.parts[1].parts[0] if part.parts[1].op == "name" else None)
    for one in node.walk():
        if one.op == "store":
            looks.add(one.parts[1].parts[0] if one.parts[1].op == "name" else None)
    return bool(stores) and None not in stores | looks and stores.isdisjoint(looks)


def _actions(node: Node) -> Iterator[Node]:
    """The actions that do something, within those that only contain others."""
    if node.op == "do":
        for part in node.parts[0]:
            yield from _actions(part)
    elif node.op in NESTED:
        for part in node.parts[1 if node.op == "when" else 2 :]:
            yield from _actions(part)
    else:
        yield node


def claim_sums(claims: Claims, node: Node) -> bool:
    """Claim that the sums are what they are. Return False if they are too hard."""
    sums: Sums = {}
    values = claims.values
    try:
        _add_up(values, True, node, sums)
    except (TooHard, UnknownFace):
        values.tosses.clear()
        return False
    for store in sorted(sums):
        terms = sums[store]
        real = sum(weight for weight, formula in terms if values.holds(formula))
        claims.add(comparison("==", -real, terms, values.every))
    return True


def _add_up(values: PartialValues, condition: Formula, node: Node, sums: Sums) -> None:
    """Add what the action counts, if this formula holds."""
    if condition is False:
        return
    if node.op == "do":
        for part in node.parts[0]:
            _add_up(values, condition, part, sums)
    elif node.op == "when":
        test, body = node.parts
        _add_up(values, both([condition, values.truth(test)]), body, sums)
    elif node.op == "let":
        definition, slot, *bodies = node.parts
        values.hold_value(slot, definition)
        for body in bodies:
            _add_up(values, condition, body, sums)
    elif node.op in ("all", "any"):
        group, slot, body = node.parts
        for _, formula in values.each(slot, values.items(group)):
            _add_up(values, both([condition, formula]), body, sums)
    else:
        owner, name, amount = node.parts
        first, terms = values.number(amount)
        terms = [(first, True), *terms]
        summands = sums.setdefault(values.store_of(node, owner, name), [])
        summands += [(SIGNS[node.op] * weight, both([condition, one])) for weight, one in terms]
