"""The claims of a turn: formulas which say that its conditions and values were what they were.

Where a value depends on hidden cards in a way that no formula expresses, there is no claim: then
`unused` counts it.
"""

from collections.abc import Iterator
from typing import Any

from Game.recycle.knowledge.formulas import Formula, both, comparison, either, holds
from Game.recycle.knowledge.partial_values import CardGroup, PartialValues
from Game.recycle.knowledge.tosses import TooHard, with_real_results, without_tosses
from Game.recycle.reading.nodes import INTEGER, TRUTH, Node

# Nodes whose value changes if and only if that of a part of them changes.
OF_THEIR_PARTS = {
    "place", "store", "stored_text", "points", "name_of_number", "numbered_player",
    "numbered_team", "actual", "row",
}  # fmt: skip


class Claims:
    """The claims of a turn. For an alternative, an option that was not chosen, they say when it
    would have done the same."""

    def __init__(
        self, values: PartialValues, formulas: list[Formula], is_alternative: bool = False
    ) -> None:
        self.values, self.formulas, self.is_alternative = values, formulas, is_alternative
        self.unused = 0  # conditions and values that no formula expresses

    def holds(self, formula: Formula) -> bool:
        """Does it hold in the real game?"""
        return holds(with_real_results(formula, self.values.tosses), self.values.real_faces)

    def add(self, *formulas: Formula) -> None:
        """Claim that they hold. Those with coins need the same results of the coins."""
        if self.values.tosses:
            try:
                formulas = (without_tosses(both(formulas), self.values.tosses),)
            except TooHard:
                self.unused += 1
                formulas = ()
            self.values.tosses.clear()
        self.formulas += formulas

    def add_truth(self, node: Node) -> bool:
        """Claim that a condition is what it is. An alternative needs it to hold."""
        try:
            formula = self.values.truth(node)
        except TooHard:
            self.unused += 1
            return self.is_alternative or bool(self.values.real(node))
        truth = formula if isinstance(formula, bool) else self.is_alternative
        if not isinstance(formula, bool) and not self.is_alternative:
            truth = self.holds(formula)
        self.add(formula if truth else self.values.opposite(formula))
        return truth

    def add_value(self, node: Node) -> Any:
        """Claim that a value is what it is. Return it."""
        try:
            if node.type == TRUTH:
                return self.add_truth(node)
            if node.type == INTEGER and node.op not in OF_THEIR_PARTS:
                first, terms = self.values.number(node)
                more = sum(weight for weight, part in terms if self.holds(part))
                self.add(comparison("==", -more, terms, self.values.every))
                return first + more
            cases = self.values.cases(node)
            value = next(value for value, formula in cases if self.holds(formula))
            when = either([formula for one, formula in cases if one is value or one == value])
            if isinstance(value, CardGroup):
                cards = [card for card, formula in value.cards if self.holds(formula)]
                self.add(both([when, self.values.are_just(value, cards)]))
                return cards
            self.add(when)
            return value
        except TooHard:
            if node.op in OF_THEIR_PARTS:
                for operand in operands(node):
                    self.add_value(operand)
            else:
                self.unused += 1
            return self.values.real(node)

    def add_items(self, node: Node) -> list[Any]:
        """Claim that a collection has the items that it has. Return them."""
        try:
            found, formulas = [], []
            for item, formula in self.values.items(node):
                if isinstance(item, CardGroup):
                    raise TooHard
                is_there = self.holds(formula)
                formulas.append(formula if is_there else self.values.opposite(formula))
                if is_there:
                    found.append(item)
            self.add(*formulas)
            return found
        except TooHard:
            self.unused += 1
            return list(self.values.real(node, True))

    def add_item(self, node: Node, item: Any) -> None:
        """Claim that a collection has this item."""
        try:
            self.add(self.values.has_item(node, item))
        except TooHard:
            self.unused += 1

    def add_no_items(self, node: Node) -> None:
        """Claim that a collection has no items."""
        try:
            items = self.values.items(node)
            self.add(*[self.values.opposite(formula) for _, formula in items])
        except TooHard:
            self.unused += 1


def operands(node: Node) -> Iterator[Node]:
    """The values right below this node."""
    stack = list(reversed(node.parts))
    while stack:
        one = stack.pop()
        if isinstance(one, Node):
            if one.op != "game":  # the owner of a place: no value
                yield one
        elif isinstance(one, tuple):
            stack.extend(reversed(one))
