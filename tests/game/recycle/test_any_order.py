"""What is left of a formula when nobody knows the order of some cards any longer."""

from itertools import permutations, product

import pytest
from game.recycle.test_conclusions import some_formula
from support.cases import case

from Game.core.stream import Stream
from Game.recycle.knowledge.any_order import AnyOrder
from Game.recycle.knowledge.values.formulas import both, comparison, holds, size_of
from Game.recycle.knowledge.values.work_limit import StepLimit

EVERY = 0b111


def holds_in_some_order(formula, names, faces):
    orders = [dict(zip(names, order, strict=True)) for order in permutations(names)]
    return any(holds(formula, [faces[one.get(n, n)] for n in range(len(faces))]) for one in orders)


@pytest.mark.parametrize("names", [(0, 1, 2), (0, 2), (1, 2, 3)])
def test_it_holds_if_and_only_if_the_formulas_hold_in_some_order(names):
    dice = Stream(1)
    for number in range(150):
        formulas = [one for one in (some_formula(dice) for _ in range(3)) if size_of(one)]
        if not formulas:
            continue
        left, is_all = AnyOrder(names, EVERY, StepLimit(10**9)).forget(formulas)
        with case(number):
            for faces in product(range(3), repeat=4):
                expected = holds_in_some_order(both(formulas), names, faces)
                assert all(holds(one, faces) for one in left) or not expected, "too much is said"
                if is_all:
                    assert expected == all(holds(one, faces) for one in left)


def test_a_hand_in_any_order_is_a_few_sums_and_stays_so():
    """Nothing new is said of a hand from which a second card is taken."""
    names = tuple(range(13))
    cards = AnyOrder(names, (1 << 52) - 1, StepLimit(10**9))
    known = [("in", card, 1 << card) for card in range(3)]
    low = [("in", card, (1 << 26) - 1) for card in range(3, 8)]
    left, is_all = cards.forget([*known, *low])
    assert is_all
    assert sum(map(size_of, left)) < 200
    assert cards.forget(left) == (left, True)


def test_what_would_be_too_long_becomes_numbers_of_cards():
    every = (1 << 40) - 1
    names = tuple(range(20))
    worth = [(card % 7 + face, ("in", card, 1 << face)) for card in range(10) for face in range(40)]
    exact = comparison("==", -150, worth, every)
    low = [("in", card, 0b1111) for card in range(3)]
    left, is_all = AnyOrder(names, every, StepLimit(10**9)).forget([exact, *low])
    assert not is_all
    few, enough = [30] * 20, [30] * 17 + [0, 1, 2]
    assert not all(holds(one, few) for one in left)
    assert all(holds(one, enough) for one in left)
