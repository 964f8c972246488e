"""The claims of a turn: formulas which say that its conditions and values were what they were.

Where a value depends on hidden cards in a way that no formula expresses, there is no claim: then
`unused` counts it.
"""

from collections.abc import Iterator
from typing import Any

from Game.recycle.knowledge.values.best_card import end_of_sorted
from Game.recycle.knowledge.values.formulas import Formula, both, comparison, either
from Game.recycle.knowledge.values.partial_values import CardGroup, Case, PartialValues
from Game.recycle.knowledge.values.tosses import TooHard, without_tosses
from Game.recycle.reading.nodes import INTEGER, PLACE, TRUTH, Node

# Nodes whose value changes if and only if that of a part of them changes.
OF_THEIR_PARTS = {
    "place", "store", "stored_text", "points", "name_of_number", "numbered_player",
    "numbered_team", "actual", "row",
}  # fmt: skip


class NotOffered(Exception):
    """An alternative does not have the path that is tried."""


class Claims:
    """The claims of a turn. For an alternative, an option that was not chosen, they say when it
    would have done the same."""

    def __init__(
        self, values: PartialValues, formulas: list[Formula], is_alternative: bool = False
    ) -> None:
        self.values, self.formulas, self.is_alternative = values, formulas, is_alternative
        self.unused = 0  # conditions and values that no formula expresses

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

    def add_formula(self, formula: Formula) -> bool:
        """Claim that a formula is what it is. An alternative needs it to hold."""
        if isinstance(formula, bool):
            self.values.tosses.clear()
            return formula
        truth = self.is_alternative or self.values.holds(formula)
        self.add(formula if truth else self.values.opposite(formula))
        return truth

    def add_truth(self, node: Node) -> bool:
        """Claim that a condition is what it is. An alternative needs it to hold."""
        try:
            formula = self.values.truth(node)
        except TooHard:
            self.unused += 1
            return self.is_alternative or bool(self.values.real(node))
        return self.add_formula(formula)

    def add_value(self, node: Node) -> Any:
        """Claim that a value is what it is. Return it."""
        try:
            if node.type == TRUTH:
                return self.add_truth(node)
            if node.type == INTEGER and node.op not in OF_THEIR_PARTS:
                first, terms = self.values.number(node)
                more = sum(weight for weight, part in terms if self.values.holds(part))
                self.add(comparison("==", -more, terms, self.values.every))
                return first + more
            cases = self.values.cases(node)
            value = next(value for value, formula in cases if self.values.holds(formula))
            if value is None:  # only in an alternative: its conditions do not hold in the real game
                raise TooHard
            when = either([formula for one, formula in cases if one is value or one == value])
            if isinstance(value, CardGroup):
                cards = self.values.real_cards(value)
                self.add(both([when, self.values.are_just(value, cards)]))
                return cards
            self.add(when)
            return value
        except TooHard:
            if node.type == PLACE and node.op not in OF_THEIR_PARTS:
                self.add_items(node)
            elif node.op in OF_THEIR_PARTS:
                for operand in operands(node):
                    self.add_value(operand)
            else:
                self.unused += 1
            return self.values.real(node)

    def add_taken(self, node: Node) -> None:
        """Claim which card a move takes. Nobody sees from which position of a hand."""
        if node.op == "card" and node.parts[1].op == "sort" and node.parts[0] in ("top", "bottom"):
            where, cards = node.parts
            try:
                real = self.values.real(node)
                cases = end_of_sorted(self.values, cards, where, any_order=True)
                self.add(either([formula for card, formula in cases if card == real]))
            except TooHard:
                self.unused += 1
        else:
            self.add_value(node)

    def add_items(self, node: Node) -> list[Any]:
        """Claim that a collection has the items that it has. Return them."""
        try:
            if node.op == "sort" or (node.op == "slice" and node.parts[2].op == "sort"):
                raise TooHard  # the items come in their order, which says more
            items, formulas = [], []
            for item, formula in self.values.items(node):
                if isinstance(item, CardGroup):
                    raise TooHard
                is_there = self.values.holds(formula)
                formulas.append(formula if is_there else self.values.opposite(formula))
                if is_there:
                    items.append(item)
            self.add(*formulas)
            return items
        except TooHard:
            self.unused += 1
            return list(self.values.real(node, True))

    def add_item(self, node: Node, item: Any) -> None:
        """Claim that a collection has this item.

        The path of an alternative is that of another option, so its item may be of another kind: a
        card where a player belongs. Only an item of the collection may be bound to a variable.
        """
        try:
            is_there = self.values.has_item(node, item)
        except TooHard:
            if self.is_alternative and item not in self.values.real(node, True):
                raise
            self.unused += 1
            return
        if is_there is False and self.is_alternative:
            raise NotOffered
        self.add(is_there)

    def pick_item(self, slot: int, node: Node, item: Any) -> bool:
        """Let a variable hold an item of a collection, and claim that it is there. Return whether
        the claim names its cards."""
        if isinstance(item, list) and (group := self.group_of(node, item)) is not None:
            self.add(group[1])
            self.values.bind(slot, group[0])
            return False
        self.add_item(node, item)
        self.values.bind(slot, item)
        return True

    def group_of(self, node: Node, cards: list[int]) -> Case | None:
        """The group of a collection that really has these cards."""
        for one, formula in self.groups_of(node) or ():
            if not isinstance(one, CardGroup) or not self.values.holds(formula):
                continue
            if self.values.real_cards(one) == cards:
                return one, formula
        return None

    def groups_of(self, node: Node) -> list[Case] | None:
        """The groups that may be in a collection; None if it has no groups with unknown cards."""
        try:
            items = self.values.items(node)
        except TooHard:
            return None
        is_open = any(
            isinstance(one, CardGroup) or (isinstance(one, list) and formula is not True)
            for one, formula in items
        )
        return items if is_open else None

    def hold_value(self, slot: int, node: Node) -> None:
        """Let a variable hold a value. If it depends on unknown cards, it stays open which it is:
        nobody sees what a variable holds."""
        try:
            self.values.hold_value(slot, node)
        except TooHard:
            self.values.bind(slot, self.add_value(node))

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
