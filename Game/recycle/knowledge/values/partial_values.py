"""Computes values of a description where the faces of some cards are unknown.

The compiled function computes values that do not look at unknown cards. For the rest, the value
depends on formulas: a condition is a formula, a selection of cards has a formula for each card that
may be in it, and any other value is a list of cases.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from Game.recycle.compiling.context import CompileContext
from Game.recycle.compiling.program import Program
from Game.recycle.compiling.values import compile_group, compile_store, compile_value
from Game.recycle.knowledge.values.formulas import (
    TOSSES,
    Formula,
    both,
    either,
    holds,
    is_in,
    negation,
    size_of,
)
from Game.recycle.knowledge.values.same_luck import SameLuck
from Game.recycle.knowledge.values.tosses import TooHard, Toss, with_real_results
from Game.recycle.knowledge.values.work_limit import OutOfSteps, StepLimit
from Game.recycle.machine.function import Function
from Game.recycle.machine.luck import NO_LUCK, Luck
from Game.recycle.machine.points import Points
from Game.recycle.machine.table import Table, UnknownFace
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.nodes import MANY, PLACE, TRUTH, Node

Case = tuple[Any, Formula]  # a value, and when it is the value; exactly one case holds
Functions = Mapping[str, Callable[["PartialValues", Node], Any]]  # by the `op` of a node
Number = tuple[int, list[tuple[int, Formula]]]  # a number and terms: see `formulas`

MOST_WORK = 20_000  # items and cases of all values of one turn: a turn that needs more is too hard
# Selections and groups whose order depends on the cards.
WITHOUT_ORDER = ("disjunction", "partition", "run", "sort")
MOST_SETS = 2000  # in the cache of faces that have a value


class OpenChance:
    """A tie and a random number are as good as an unknown face: nobody sees the coin."""

    def shuffle_order(self, table: Table, place: int) -> None:
        return None

    def break_tie(self, table: Table, cards: list[int]) -> int:
        raise UnknownFace

    def draw(self, table: Table, least: int, most: int) -> int:
        raise UnknownFace


OPEN_CHANCE = OpenChance()


def is_collection(node: Node) -> bool:
    """Does it have items?"""
    return node.type == PLACE or node.type.endswith(MANY)


class CardGroup:
    """The cards with the same points or the same value, of a selection: an item of `tuples` or of
    `partition`."""

    def __init__(self, cards: list[Case], in_order: bool) -> None:
        self.cards = cards  # with the formula that the card is one of them
        self.in_order = in_order  # is this the order of the cards?


def size_of_result(result: Formula | list[Case]) -> int:
    """How many cards a formula or the formulas of the cases name, each as often as they do."""
    if not isinstance(result, list):
        return size_of(result)
    size = 0
    for value, formula in result:
        size += size_of(formula)
        if isinstance(value, CardGroup):
            size += sum([size_of(one) for _, one in value.cards])
    return size


class Readers(NamedTuple):
    """How to compute the nodes that look at unknown cards (see `readers`)."""

    conditions: Functions
    selections: Functions
    single: Functions
    groups: Mapping[str, Callable[["PartialValues", Node, Any], Formula]]


class PartialValues:
    """Values on a table of which some faces are UNKNOWN. `real_faces` has all of them."""

    def __init__(self, program: Program, readers: Readers) -> None:
        self.program, self.readers = program, readers
        self.every = (1 << len(program.plan.faces)) - 1
        self.functions: dict[tuple[int, bool], Function] = {}
        self.table: Table
        self.real_faces: list[int]
        self.face_sets: dict[Any, list[tuple[Any, int]]] = {}
        self.work = 0
        self.steps = StepLimit(0)  # of the turn, for formulas of any length
        self.pack: dict[int, int] = {}  # how many cards have each face
        self.tosses: list[Toss] = []  # of the value that is computed
        self.first_wins = False  # does the first card win a tie, as in a try?
        # Variables that hold what depends on unknown cards: the cases or items. `table.values` has
        # what they really hold.
        self.held: dict[int, list[Case]] = {}
        self.unordered: set[int] = set()  # those of which the order of the items is not known
        self.variables: dict[int, frozenset[int]] = {}  # in each node, by its `id`
        self.draws: dict[int, bool] = {}  # does a node draw random numbers?

    # What can be computed without the unknown cards

    def compute(self, node: Node, group: bool = False) -> Any:
        """The value, or the items, as the compiled function computes them."""
        if self.uses_held(node):
            raise UnknownFace
        return self.run(
            self.function(node, group), group, NO_LUCK if self.first_wins else OPEN_CHANCE
        )

    def uses_held(self, node: Node) -> bool:
        """Does this name a variable that holds what depends on unknown cards?"""
        if not self.held:
            return False
        slots = self.variables.get(id(node))
        if slots is None:
            slots = frozenset([one.parts[0] for one in node.walk() if one.op == "variable"])
            self.variables[id(node)] = slots
        return not slots.isdisjoint(self.held)

    def function(self, node: Node, group: bool) -> Function:
        function = self.functions.get((id(node), group))
        if function is None:
            compiled = compile_group if group else compile_value
            function = compiled(CompileContext(self.program.plan), node)
            self.functions[id(node), group] = function
        return function

    def run(self, function: Function, group: bool, luck: Luck) -> Any:
        table, interpreter = self.table, self.program.interpreter
        before, table.luck = table.luck, luck
        try:
            return (
                interpreter.items(table, function) if group else interpreter.value(table, function)
            )
        except GameFault as fault:
            raise TooHard from fault
        finally:
            table.luck = before

    def store_of(self, action: Node, owner: Node, name: Node) -> int:
        """The number of the store that an action changes."""
        if (owner.op != "game" and self.uses_held(owner)) or self.uses_held(name):
            raise TooHard
        function = self.functions.get((id(action), False))
        if function is None:
            function = compile_store(CompileContext(self.program.plan), owner, name)
            self.functions[id(action), False] = function
        store: int = self.run(function, False, OPEN_CHANCE)
        return store

    def real(self, node: Node, group: bool = False) -> Any:
        """The value, or the items, with the real faces and the real coins."""
        hidden, self.table.faces = self.table.faces, self.real_faces
        luck = self.table.luck
        if self.first_wins or not isinstance(luck, SameLuck):
            luck = NO_LUCK
        else:
            luck = luck.at_the_same_point()
        try:
            return self.run(self.function(node, group), group, luck)
        finally:
            self.table.faces = hidden

    def draw_again(self, node: Node, group: bool = False) -> None:
        """Draw the random numbers of this value again, so that the next ones follow."""
        if id(node) not in self.draws:
            self.draws[id(node)] = any(one.op == "random" for one in node.walk())
        if self.draws[id(node)]:
            hidden, self.table.faces = self.table.faces, self.real_faces
            self.run(self.function(node, group), group, self.table.luck)
            self.table.faces = hidden

    # Conditions

    def truth(self, node: Node) -> Formula:
        try:
            return bool(self.compute(node))
        except UnknownFace:
            return self.read(self.readers.conditions, node)

    def read(self, functions: Functions, node: Node) -> Any:
        """Compute a node that looks at unknown cards."""
        self.spend(1)
        reader = functions.get(node.op)
        if reader is None or not self.steps.is_exact:
            raise TooHard
        try:
            result = reader(self, node)
        except UnknownFace:
            raise TooHard from None
        if isinstance(result, list):
            self.spend(len(result))
        try:
            self.steps.take_exact(size_of_result(result))
        except OutOfSteps:
            raise TooHard from None
        return result

    def spend(self, work: int) -> None:
        self.work += work
        if self.work > MOST_WORK:
            raise TooHard

    def bind(self, slot: int, item: Any) -> None:
        """Let a variable hold an item."""
        if isinstance(item, CardGroup):
            self.hold(slot, item.cards, self.real_cards(item), item.in_order)
        else:
            self.held.pop(slot, None)
            self.table.values[slot] = item

    def each(self, slot: int, items: list[Case]) -> Iterator[Case]:
        """Let a variable hold each of these items, one after the other."""
        for case in items:
            self.spend(1)
            self.bind(slot, case[0])
            yield case

    def hold(self, slot: int, cases: list[Case], real: Any, in_order: bool) -> None:
        """Let a variable hold what depends on unknown cards. `real` is what it really is."""
        self.held[slot] = cases
        self.table.values[slot] = real
        if in_order:
            self.unordered.discard(slot)
        else:
            self.unordered.add(slot)

    def hold_value(self, slot: int, node: Node) -> None:
        """Let a variable hold a value, of which it may stay open what it is.

        A coin is too hard: it must fall in the same way wherever the variable is used.
        """
        try:
            self.bind(slot, self.compute(node))
            return
        except UnknownFace:
            pass
        if node.type == TRUTH:
            formula = self.truth(node)
            cases = [(True, formula), (False, self.opposite(formula))]
        else:
            cases = self.items(node) if is_collection(node) else self.cases(node)
        if self.tosses:
            self.tosses.clear()
            raise TooHard
        self.hold(slot, cases, self.real(node), self.is_in_order(node))

    def forget_held(self) -> None:
        self.held.clear()
        self.unordered.clear()

    def is_in_order(self, node: Node) -> bool:
        """Are the items of this collection in the order in which the formulas have them?"""
        return not any(
            one.op in WITHOUT_ORDER or (one.op == "variable" and one.parts[0] in self.unordered)
            for one in node.walk()
        )

    def holds(self, formula: Formula) -> bool:
        """Does the formula hold in the real game?"""
        return holds(with_real_results(formula, self.tosses), self.real_faces)

    def real_cards(self, group: CardGroup | list[int]) -> list[int]:
        if isinstance(group, list):
            return group
        return [card for card, formula in group.cards if self.holds(formula)]

    def opposite(self, formula: Formula) -> Formula:
        return negation(formula, self.every)

    # Collections

    def items(self, node: Node) -> list[Case]:
        """Every item that may be in the collection, and when it is."""
        try:
            return [(item, True) for item in self.compute(node, True)]
        except UnknownFace:
            cases: list[Case] = self.read(self.readers.selections, node)
            return cases

    def has_item(self, node: Node, item: Any) -> Formula:
        """Is this an item of the collection?"""
        if node.op in self.readers.groups and isinstance(item, list):
            self.spend(1)
            return bool(item) and self.readers.groups[node.op](self, node, item)
        if node.op == "filter":
            group, slot, test = node.parts
            is_there = self.has_item(group, item)
            if is_there is False:
                return False  # the test may fail for what is no item
            self.spend(1)
            self.bind(slot, item)
            return both([is_there, self.truth(test)])
        formulas = []
        for one, formula in self.items(node):
            if isinstance(one, CardGroup):
                if isinstance(item, list):
                    formulas.append(both([formula, self.are_just(one, item)]))
            elif one == item:
                formulas.append(formula)
        return either(formulas)

    def are_just(self, group: CardGroup, cards: list[int]) -> Formula:
        """Are these the cards of the group?"""
        return both(
            [formula if card in cards else self.opposite(formula) for card, formula in group.cards]
        )

    def toss(self, cards: Sequence[int], results: list[Formula], winner: int) -> list[Case]:
        """A case for each card that can win a tie, or for each random number."""
        number = TOSSES + len(self.tosses)
        self.tosses.append(Toss(results, cards.index(winner)))
        return [(card, ("in", number, 1 << place)) for place, card in enumerate(cards)]

    # Single values

    def cases(self, node: Node) -> list[Case]:
        """The values that the node may have."""
        try:
            return [(self.compute(node), True)]
        except UnknownFace:
            cases: list[Case] = self.read(self.readers.single, node)
            return cases

    def number(self, node: Node) -> Number:
        """A number as a sum of terms."""
        try:
            return self.compute(node), []
        except UnknownFace:
            pass
        if node.op == "size":
            return 0, [(1, formula) for _, formula in self.items(node.parts[0])]
        if node.op == "sum":
            return self._sum(node)
        if node.op == "total":
            return self._total(node)
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

    def _total(self, node: Node) -> Number:
        """The sum of a number for each item."""
        group, slot, body = node.parts
        terms = []
        for _, formula in self.each(slot, self.items(group)):
            first, others = self.number(body)
            terms.append((first, formula))
            terms += [(weight, both([formula, part])) for weight, part in others]
        return 0, terms

    def points(self, node: Node) -> Points:
        points = self.table.maps[self.compute(node.parts[-1])]
        if points is None:
            raise TooHard
        assert isinstance(points, Points)
        return points

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
