"""Computes values of a description where the faces of some cards are unknown.

The compiled function computes what looks at no unknown card. For the rest, the value depends on
formulas: a condition is a formula, a selection of cards has a formula for each card that may be in
it, and any other value is a list of cases.
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from Game.recycle.compiling.context import CompileContext
from Game.recycle.compiling.program import Program
from Game.recycle.compiling.values import compile_group, compile_value
from Game.recycle.knowledge.formulas import (
    HOLDS,
    Formula,
    both,
    comparison,
    either,
    is_in,
    negation,
)
from Game.recycle.machine.function import Function
from Game.recycle.machine.luck import NO_LUCK
from Game.recycle.machine.opcodes import NO_CARD
from Game.recycle.machine.points import Points
from Game.recycle.machine.table import Table, UnknownFace
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.nodes import CARD, INTEGER, MANY, NAME, PLACE, Node

Case = tuple[Any, Formula]  # a value, and when it is the value; exactly one case holds
Readers = Mapping[str, Callable[["PartialValues", Node], Any]]
Number = tuple[int, list[tuple[int, Formula]]]  # a number and terms: see `formulas`

MOST_WORK = 20_000  # items and cases of all values of one turn: what needs more is too hard
MOST_SETS = 2000  # in the cache of faces that have a value


class TooHard(Exception):
    """The value depends on hidden cards in a way that no formula expresses here."""


class Group:
    """The cards with the same points, of a selection: an item of `tuples`."""

    def __init__(self, cards: list[Case]) -> None:
        self.cards = cards  # with the formula that the card is one of them


class PartialValues:
    """Values on a table of which some faces are UNKNOWN. `faces` has the real ones."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.every = (1 << len(program.plan.faces)) - 1
        self.functions: dict[tuple[int, bool], Function] = {}
        self.table: Table
        self.face_sets: dict[Any, list[tuple[Any, int]]] = {}
        self.work = 0
        self.pack: dict[int, int] = {}  # how many cards have each face

    # What can be computed without the unknown cards

    def known(self, node: Node, group: bool = False) -> Any:
        """The value, or the items, as the compiled function computes them."""
        function = self.functions.get((id(node), group))
        if function is None:
            compiled = compile_group if group else compile_value
            function = compiled(CompileContext(self.program.plan), node)
            self.functions[id(node), group] = function
        table, interpreter = self.table, self.program.interpreter
        luck, table.luck = table.luck, NO_LUCK
        try:
            return (
                interpreter.items(table, function) if group else interpreter.value(table, function)
            )
        except GameFault as fault:
            raise TooHard from fault
        finally:
            table.luck = luck

    # Conditions

    def truth(self, node: Node) -> Formula:
        try:
            return bool(self.known(node))
        except UnknownFace:
            return self.read(TRUTHS, node)

    def read(self, readers: Readers, node: Node) -> Any:
        """What a reader makes of a node that looks at unknown cards."""
        self.spend(1)
        reader = readers.get(node.op)
        if reader is None:
            raise TooHard
        try:
            found = reader(self, node)
        except UnknownFace:
            raise TooHard from None
        if isinstance(found, list):
            self.spend(len(found))
        return found

    def spend(self, work: int) -> None:
        self.work += work
        if self.work > MOST_WORK:
            raise TooHard

    def bind(self, slot: int, item: Any) -> None:
        """Let a variable hold an item. It cannot hold a group of which the cards are unknown."""
        self.spend(1)
        if isinstance(item, Group):
            raise TooHard
        self.table.values[slot] = item

    def opposite(self, formula: Formula) -> Formula:
        return negation(formula, self.every)

    # Collections

    def items(self, node: Node) -> list[Case]:
        """Every item that may be in the collection, and when it is."""
        try:
            return [(item, True) for item in self.known(node, True)]
        except UnknownFace:
            found: list[Case] = self.read(COLLECTIONS, node)
            return found

    def has_item(self, node: Node, item: Any) -> Formula:
        """Is this an item of the collection?"""
        found = []
        for one, formula in self.items(node):
            if isinstance(one, Group):
                if not isinstance(item, list):
                    raise TooHard
                found.append(both([formula, self.are_just(one, item)]))
            elif one == item:
                found.append(formula)
        return either(found)

    def are_just(self, group: Group, cards: list[int]) -> Formula:
        """Are these the cards of the group?"""
        return both(
            [formula if card in cards else self.opposite(formula) for card, formula in group.cards]
        )

    # Single values

    def cases(self, node: Node) -> list[Case]:
        """The values that the node may have."""
        try:
            return [(self.known(node), True)]
        except UnknownFace:
            found: list[Case] = self.read(SINGLE, node)
            return found

    def number(self, node: Node) -> Number:
        """A number as a sum of terms."""
        try:
            return self.known(node), []
        except UnknownFace:
            pass
        if node.op == "size":
            return 0, [(1, formula) for _, formula in self.items(node.parts[0])]
        if node.op == "sum":
            return self._sum(node)
        if node.op == "arithmetic" and node.parts[0] in "+-":
            sign, left, right = node.parts
            (first, terms), (second, others) = self.number(left), self.number(right)
            by = 1 if sign == "+" else -1
            return first + by * second, [*terms, *[(by * one, part) for one, part in others]]
        return 0, [(value, formula) for value, formula in self.cases(node)]

    def _sum(self, node: Node) -> Number:
        points = self.points(node)
        terms = []
        for card, formula in self.items(node.parts[0]):
            for worth, has in self.by_face(card, points):
                terms.append((worth, both([formula, has])))
        return 0, terms

    def points(self, node: Node) -> Points:
        found = self.table.maps[self.program.plan.maps[node.parts[-1]]]
        if found is None:
            raise TooHard
        assert isinstance(found, Points)
        return found

    def single_face(self, formula: Formula) -> int:
        """The face that the formula gives a card, if only one card has it; else 0. As a bit."""
        if isinstance(formula, bool) or formula[0] != "in":
            return 0
        faces: int = formula[2]
        is_single = faces & (faces - 1) == 0 and self.pack.get(faces.bit_length() - 1) == 1
        return faces if is_single else 0

    def by_face(self, card: int, what: Any) -> list[Case]:
        """A case for each value of an attribute, or for each number of points, of this card."""
        number = card if card >= 0 else ~card
        faces = self.table.faces
        if number < len(faces) and faces[number] >= 0:
            return [(self.worth(what, faces[number]), True)]
        return [(value, is_in(number, some, self.every)) for value, some in self.sets(what)]

    def sets(self, what: Any) -> list[tuple[Any, int]]:
        """The faces that have each value, a bit for each."""
        if what in self.face_sets:
            return self.face_sets[what]
        sets: dict[Any, int] = {}
        for face in range(len(self.program.plan.faces)):
            value = self.worth(what, face)
            sets[value] = sets.get(value, 0) | 1 << face
        if len(self.face_sets) == MOST_SETS:
            self.face_sets.clear()
        self.face_sets[what] = list(sets.items())
        return self.face_sets[what]

    def worth(self, what: Any, face: int) -> Any:
        if isinstance(what, Points):
            return what.of(face)
        return self.program.plan.attributes[face].get(what, "")


def joined(cases: list[Case]) -> list[Case]:
    """One case for each value."""
    found: dict[Any, list[Formula]] = {}
    for value, formula in cases:
        found.setdefault(value, []).append(formula)
    return [(value, either(formulas)) for value, formulas in found.items()]


# Conditions


def _and(values: PartialValues, node: Node) -> Formula:
    return both([values.truth(part) for part in node.parts[0]])


def _or(values: PartialValues, node: Node) -> Formula:
    return either([values.truth(part) for part in node.parts[0]])


def _not(values: PartialValues, node: Node) -> Formula:
    return values.opposite(values.truth(node.parts[0]))


def _quantified(values: PartialValues, node: Node) -> Formula:
    group, slot, body = node.parts
    found = []
    for item, formula in values.items(group):
        values.bind(slot, item)
        truth = values.truth(body)
        if node.op == "any":
            found.append(both([formula, truth]))
        else:
            found.append(either([values.opposite(formula), truth]))
    return either(found) if node.op == "any" else both(found)


def _compare(values: PartialValues, node: Node) -> Formula:
    sign, left, right = node.parts
    if left.type == INTEGER:
        (first, terms), (second, others) = values.number(left), values.number(right)
        terms = [*terms, *[(-weight, formula) for weight, formula in others]]
        if len(terms) <= 1 or "size" in (left.op, right.op) or "sum" in (left.op, right.op):
            return comparison(sign, first - second, terms, values.every)
    lefts, rights = values.cases(left), values.cases(right)
    values.spend(len(lefts) * len(rights))
    pairs = product(lefts, rights)
    found = []
    for (one, formula), (other, condition) in pairs:
        if left.type == NAME:
            alike = one == other
        elif left.type == CARD:
            alike = real(one) == real(other)
        else:
            # Without an owner, the game would have stopped with a fault.
            if None not in (one, other) and HOLDS[sign](one - other):
                found.append(both([formula, condition]))
            continue
        if alike == (sign == "=="):
            found.append(both([formula, condition]))
    return either(found)


def real(card: int) -> int:
    return card if card >= 0 or card == NO_CARD else ~card


TRUTHS: dict[str, Callable[[PartialValues, Node], Formula]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    "any": _quantified,
    "all": _quantified,
    "compare": _compare,
}


# Collections


def _filter(values: PartialValues, node: Node) -> list[Case]:
    group, slot, test = node.parts
    found = []
    for item, formula in values.items(group):
        values.bind(slot, item)
        inside = both([formula, values.truth(test)])
        if inside is not False:
            found.append((item, inside))
    return found


def _union(values: PartialValues, node: Node) -> list[Case]:
    found: list[Case] = []
    for part in node.parts[0]:
        if part.type == PLACE + MANY:
            for place, formula in values.items(part):
                cards = values.table.places[place] if isinstance(place, int) else place
                found += [(card, formula) for card in cards]
        else:
            found += values.items(part)
    return found


def _tuples(values: PartialValues, node: Node) -> list[Case]:
    """The groups from the lowest points to the highest."""
    many, cards, _ = node.parts
    size, points = values.known(many), values.points(node)
    groups: dict[int, list[Case]] = {}
    for card, formula in values.items(cards):
        for worth, has in values.by_face(card, points):
            groups.setdefault(worth, []).append((card, both([formula, has])))
    found = []
    for worth in sorted(groups):
        terms = [(1, formula) for _, formula in groups[worth]]
        if (has_size := comparison("==", -size, terms, values.every)) is not False:
            found.append((Group(groups[worth]), has_size))
    return found


COLLECTIONS: dict[str, Callable[[PartialValues, Node], list[Case]]] = {
    "filter": _filter,
    "union": _union,
    "tuples": _tuples,
}


# Single values


def _card(values: PartialValues, node: Node) -> list[Case]:
    """The top or the bottom card of a selection."""
    where, cards = node.parts
    if isinstance(where, Node):
        raise TooHard
    return picked(values, values.items(cards), where, NO_CARD)


def picked(values: PartialValues, items: list[Case], where: str, nothing: Any) -> list[Case]:
    """The first item from the top or from the bottom that is there."""
    found: list[Case] = []
    before: list[Formula] = []
    for item, formula in reversed(items) if where == "top" else items:
        # If only one card has this face, no other item can have it: that is left out.
        alone = values.single_face(formula)
        absent = [
            values.opposite(one) for one in before if not alone or values.single_face(one) != alone
        ]
        values.spend(len(absent))
        found.append((item, both([formula, *absent])))
        if formula is True:
            return found
        before.append(formula)
    found.append((nothing, both([values.opposite(formula) for formula in before])))
    return found


def _attribute(values: PartialValues, node: Node) -> list[Case]:
    key, card = values.known(node.parts[0]), node.parts[1]
    return _by_card(values, card, key, "")


def _score(values: PartialValues, node: Node) -> list[Case]:
    return _by_card(values, node.parts[0], values.points(node), 0)


def _by_card(values: PartialValues, node: Node, what: Any, nothing: Any) -> list[Case]:
    found: list[Case] = []
    for card, formula in values.cases(node):
        if card == NO_CARD:
            found.append((nothing, formula))
        else:
            found += [(value, both([formula, has])) for value, has in values.by_face(card, what)]
    return joined(found)


def _owner(values: PartialValues, node: Node) -> list[Case]:
    table, owners = values.table, values.program.plan.owners
    found: list[Case] = []
    for card, formula in values.cases(node.parts[0]):
        if card == NO_CARD or card < 0:
            found.append((None, formula))  # a fault of the game
            continue
        holder = table.where[card] % owners - 1
        found.append((holder if 0 <= holder < table.players else None, formula))
    return joined(found)


def _total_number(values: PartialValues, node: Node) -> list[Case]:
    """The cases of a number of items."""
    number, terms = values.number(node)
    if any(weight != 1 for weight, _ in terms):
        raise TooHard
    values.spend(len(terms) ** 2)
    return [
        (number + many, comparison("==", -many, terms, values.every))
        for many in range(len(terms) + 1)
    ]


def _group(values: PartialValues, node: Node) -> list[Case]:
    where, groups = node.parts
    if isinstance(where, Node):
        raise TooHard
    return picked(values, values.items(groups), where, None)


SINGLE: dict[str, Callable[[PartialValues, Node], list[Case]]] = {
    "card": _card,
    "cardatt": _attribute,
    "score": _score,
    "owner": _owner,
    "size": _total_number,
    "group": _group,
}
