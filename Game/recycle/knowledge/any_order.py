"""Formulas about cards whose order nobody knows any longer.

Cards were shuffled, or a player took one from its hand, which it may have sorted before. Then each
of them may be in each of the positions. So what was known of single positions becomes: it holds in
some order of these cards.

Most formulas say which faces each of some positions may have. There is an order in which this holds
if and only if every set of these conditions has enough cards (Hall's marriage theorem). That is a
few sums, which say the same of each position.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from Game.recycle.knowledge.card_counts import (
    MOST_SETS,
    bounds_of_sum,
    cases_of_sum,
    count_bounds,
)
from Game.recycle.knowledge.values.formulas import (
    Formula,
    both,
    cards_of,
    comparison,
    either,
    in_order,
    replace,
    size_of,
    with_masks,
    without,
)
from Game.recycle.knowledge.values.work_limit import OutOfSteps, StepLimit

MOST_ATOMS = 3000  # of a formula: of a larger one, only what it says of numbers of cards is kept
MOST_CASES = 500  # of conditions on single positions
MOST_MASKS = 6  # different ones in a case
MOST_ORDERS = 60  # in which a formula says something else

# The faces that each of some positions may have, and a formula about other positions.
Case = tuple[tuple[tuple[int, int], ...], Formula]


class TooLong(Exception):
    """The formula would be too long."""


class AnyOrder(NamedTuple):
    """The cards whose order is open, by their names, a bit for every face, and how much work it
    may be to find what formulas still say."""

    names: tuple[int, ...]
    every: int
    steps: StepLimit

    def forget(self, formulas: Sequence[Formula]) -> tuple[list[Formula], bool]:
        """What these formulas say together in some order. And is that all of it?"""
        self.steps.take(sum(map(size_of, formulas)))
        try:
            return [self.in_some_order(with_masks(both(formulas), self.every))], True
        except (TooLong, OutOfSteps):
            pass
        kept: list[Formula] = []
        rest: list[Formula] = []
        try:
            for formula in formulas:  # each formula by itself says less
                try:
                    kept.append(self.in_some_order(formula))
                except TooLong:
                    rest.append(formula)
        except OutOfSteps:
            kept, rest = [], list(formulas)  # the order of the formulas must not decide
        if rest:
            self.steps.take((MOST_SETS + 1) * sum(map(size_of, rest)))
            kept += [without(formula, set(self.names)) for formula in rest]
            kept.append(count_bounds(both(rest), self.names, self.every))
        return kept, False

    def in_some_order(self, formula: Formula) -> Formula:
        """The formula holds in some order of the cards."""
        self.steps.take_exact(len(self.names) * size_of(formula))
        if self.is_symmetric(formula):
            return formula
        if formula[0] == "or":
            result = either(dict.fromkeys(map(self.in_some_order, formula[1])))
        else:
            parts = formula[1] if formula[0] == "and" else (formula,)
            kept = [part for part in parts if self.is_symmetric(part)]
            result = both([*kept, self._join([part for part in parts if part not in kept])])
        if size_of(result) > MOST_ATOMS:
            raise TooLong
        return result

    def is_symmetric(self, formula: Formula) -> bool:
        """Does the formula say the same of each of these cards?"""
        names, about = set(self.names), cards_of(formula)
        if about.isdisjoint(names):
            return True
        if not names <= about:
            return False
        if formula[0] == "and" and all(part[0] == "in" for part in formula[1]):
            return len({faces for _, card, faces in formula[1] if card in names}) == 1
        if len(self.names) * size_of(formula) > self.steps.most:
            return False  # it is too much work to see it
        plain = in_order(formula)
        return all(in_order(_swapped(formula, *pair)) == plain for pair in pairwise(self.names))

    def _join(self, parts: Sequence[Formula]) -> Formula:
        """All of these hold, in some order."""
        sums = [self._bounds(part) for part in parts]
        about = {frozenset(cards_of(part)) for part in parts}
        if len(about) == 1 and cards_of(parts[0]) <= set(self.names) and None not in sums:
            # Cards that fulfil them all are among these if there are enough positions for them.
            least = [bound for bounds in sums for bound in bounds or ()]
            if sum(many for many, _ in least) <= len(cards_of(parts[0])):
                return both([self._at_least(many, faces) for many, faces in least])
        try:
            cases = self._cases(parts)
        except TooLong:
            return self._in_each_order(both(parts))
        groups = dict.fromkeys((tuple(sorted(f for _, f in masks)), rest) for masks, rest in cases)
        return either([both([rest, self._has_cards_for(masks)]) for masks, rest in groups])

    def _bounds(self, part: Formula) -> list[tuple[int, int]] | None:
        """If the formula only says how many of some cards have certain faces: at least so many
        have one of these faces."""
        if part[0] == "in":
            return [(1, part[2])]
        if part[0] == "or":
            masks = {one[2] if one[0] == "in" else 0 for one in part[1]}
            return [(1, masks.pop())] if len(masks) == 1 and 0 not in masks else None
        if part[0] != "sum" or (found := bounds_of_sum(part)) is None:
            return None
        low, high, faces = found
        some, others = (low, faces), (len(part[3]) - high, self.every & ~faces)
        return [bound for bound in (some, others) if bound[0] > 0]

    def _at_least(self, many: int, faces: int) -> Formula:
        return comparison(
            ">=", -many, [(1, ("in", name, faces)) for name in self.names], self.every
        )

    def _has_cards_for(self, masks: Sequence[int]) -> Formula:
        """Some of the cards have these faces, a different card for each."""
        different = sorted(set(masks))
        if len(different) > MOST_MASKS:
            raise TooLong
        self.steps.take_exact(len(self.names) << len(different))
        unions = {0}
        for mask in different:
            unions |= {one | mask for one in unions}
        return both(
            [
                self._at_least(sum(1 for mask in masks if not mask & ~union), union)
                for union in sorted(unions - {0, self.every})
            ]
        )

    def _cases(self, parts: Sequence[Formula]) -> list[Case]:
        """All of these hold if and only if one of the cases does."""
        cases: dict[Case, None] = {((), True): None}
        for part in parts:
            joined: dict[Case, None] = {}
            for more, condition in self._cases_of(part):
                self.steps.take_exact(len(cases) * (1 + len(more)))
                for masks, rest in cases:
                    narrower = _narrowed(dict(masks), more)
                    if narrower is not None:
                        joined[narrower, both([rest, condition])] = None
                if len(joined) > MOST_CASES:
                    raise TooLong
            cases = joined
        return list(cases)

    def _cases_of(self, part: Formula) -> list[Case]:
        if cards_of(part).isdisjoint(self.names):
            return [((), part)]
        if part[0] == "in":
            return [((part[1:],), True)]
        if part[0] == "or":
            return [case for one in part[1] for case in self._cases_of(one)]
        if part[0] == "and":
            return self._cases(part[1])
        if not cards_of(part) <= set(self.names):
            raise TooLong
        cases = cases_of_sum(part, self.every, MOST_CASES)
        if cases is None:
            raise TooLong
        return [(masks, True) for masks in cases]

    def _in_each_order(self, formula: Formula) -> Formula:
        """The formula holds in one of all orders, which are written one by one."""
        if 2 * size_of(formula) > MOST_ATOMS:
            raise TooLong
        orders = {in_order(formula): None}
        for one in (found := list(orders)):
            self.steps.take_exact(len(self.names) * size_of(formula))
            for pair in pairwise(self.names):
                other = in_order(_swapped(one, *pair))
                if other not in orders:
                    orders[other] = None
                    found.append(other)
            if len(orders) > MOST_ORDERS or len(orders) * size_of(formula) > MOST_ATOMS:
                raise TooLong
        return either(orders)


def _narrowed(
    masks: dict[int, int], more: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], ...] | None:
    """The faces that the positions may have, with further conditions. None if there are none."""
    for name, faces in more:
        masks[name] = masks.get(name, faces) & faces
        if not masks[name]:
            return None
    return tuple(sorted(masks.items()))


def _swapped(formula: Formula, one: int, other: int) -> Formula:
    swap = {one: other, other: one}
    return replace(formula, lambda card, faces: ("in", swap.get(card, card), faces))
