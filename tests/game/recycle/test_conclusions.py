"""The conclusions of a seat from choices, from the rules and from cards that it saw before."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest
from game.recycle.small import game

from Game.core.stream import Stream
from Game.recycle.knowledge.arrangements import Arrangements, ImaginedCounts
from Game.recycle.knowledge.card_counts import count_bounds
from Game.recycle.knowledge.history import DEAL, NotedTurnLuck, Turn
from Game.recycle.knowledge.values.formulas import (
    both,
    comparison,
    distance,
    either,
    holds,
    in_order,
    is_in,
    negation,
)
from Game.recycle.state import RecycleState

DEAL_TWO = """
(do ((shuffle (game iloc STOCK))
     (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
"""


def start(course, seed):
    program = game(f"{DEAL_TWO} {course}", players=2)
    program.imagined = ImaginedCounts()
    luck = NotedTurnLuck(Stream(seed))
    state = RecycleState(program, program.start(luck))
    state.history, state.chance = Turn(None, DEAL, luck), Stream(seed)
    return state


def hand(state, seat):
    plan = state.program.plan
    place = plan.rows["iloc", "HAND"] * plan.owners + 1 + seat
    return {plan.face_names[state.table.faces[card]] for card in state.table.places[place]}


def imagined(state, seat, many=300):
    """How often each hand of the other player is imagined."""
    found = Counter()
    for number in range(many):
        world = state.clone()
        world.redeal(seat, Stream(number))
        found[tuple(sorted(hand(world, 1 - seat)))] += 1
    return found


SOME = "(any ((current player) iloc HAND) 'C (== (cardatt CARD 'C) C1))"


@pytest.mark.parametrize("seed", range(20))
def test_a_player_who_could_only_choose_with_a_card_holds_it(seed):
    course = f"(choice (({SOME} (set (game sto SHOWN) 1)) (turn pass))) (choice ((turn pass)))"
    state = start(course, seed)
    if "C1" not in hand(state, 0):
        assert len(state.legal()) == 1
        return
    state.play(0)
    hands = imagined(state, 1)
    assert all("C1" in one for one in hands)
    assert min(hands.values()) > 60, "each of the three others is as likely"


def test_the_rules_tell_who_holds_a_card():
    course = (
        "(do ((cycle current (owner (top (filter (union (all player 'P ('P iloc HAND))"
        " (game iloc STOCK)) 'C (== (cardatt CARD 'C) C1))))))) (choice ((turn pass)))"
    )
    plain = "(choice ((turn pass)))"
    seed = next(seed for seed in range(50) if "C1" in hand(start(plain, seed), 1))
    state = start(course, seed)
    assert state.turn == 1
    assert all("C1" in one for one in imagined(state, 0))


def test_a_number_that_hidden_cards_decide_is_kept():
    course = (
        "(do ((put points 'V (((CARD (C1)) 1) ((CARD (C2)) 2) ((CARD (C3)) 3)))"
        " (set (game sto SUM) (sum ((1 player) iloc HAND) using 'V)))) (choice ((turn pass)))"
    )
    for seed in range(10):
        state = start(course, seed)
        worth = {"C1": 1, "C2": 2, "C3": 3}
        total = sum(worth.get(card, 0) for card in hand(state, 1))
        for one in imagined(state, 0, 50):
            assert sum(worth.get(card, 0) for card in one) == total


def test_a_card_passed_on_and_then_perhaps_passed_further_is_followed():
    """Player 0 gives a card to player 1, who puts one of three unseen cards away."""
    course = (
        "(choice ((any ((0 player) iloc HAND) 'C (move 'C (top ((1 player) iloc HAND))))))"
        "(do ((cycle current (1 player))))"
        "(choice ((any ((1 player) iloc HAND) 'C (move 'C (top (game hloc AWAY))))))"
        "(do ((cycle current (0 player)))) (choice ((turn pass)))"
    )
    state = start(course, 3)
    given = hand(state, 0)
    state.play(0)
    given = (given - hand(state, 0)).pop()
    state.play(0)
    plan = state.program.plan
    away = plan.rows["hloc", "AWAY"] * plan.owners
    times = Counter()
    for number in range(600):
        world = state.clone()
        world.redeal(0, Stream(number))
        put_away = {plan.face_names[world.table.faces[card]] for card in world.table.places[away]}
        assert given in hand(world, 1) | put_away, "it cannot be in the stock"
        times[given in put_away] += 1
    assert 150 < times[True] < 250, "each of the three may be the one put away"


def test_a_pair_that_a_condition_looks_for_is_no_error():
    course = (
        "(do ((put points 'V (((CARD (C1)) 1) ((CARD (C2)) 1)))))"
        "(choice (((any (tuples 2 ((0 player) iloc HAND) using 'V) 'G (== (size 'G) 2))"
        " (set (game sto PAIR) 1)) (turn pass))) (choice ((turn pass)))"
    )
    for seed in range(6):
        state = start(course, seed)
        state.play(0)
        assert sum(imagined(state, 1, 10).values()) == 10


def test_the_oldest_condition_is_dropped_if_no_world_agrees_with_all():
    counts = ImaginedCounts()
    claims = [("in", 0, 0b001), ("and", (("in", 1, 0b001), ("in", 2, 0b110)))]
    arrangements = Arrangements([0, 1, 2], [0, 1, 2], claims, counts)
    for seed in range(20):
        assert arrangements.draw(Stream(seed))[1] == 0, "the later condition is kept"
    assert (counts.worlds, counts.relaxed) == (20, 20)


def test_rare_worlds_are_found_by_exchanges():
    """Three sums that one arrangement in tens of thousands agrees with."""
    cards, every = list(range(30)), (1 << 30) - 1

    def count(spots: range, faces: int, wanted: int) -> Any:
        terms = [(1, is_in(spot, faces, every)) for spot in spots]
        return comparison("==", -wanted, terms, every)

    claims = [
        count(range(10), 0b11111, 4),
        count(range(10, 20), 0b1111100000, 4),
        count(range(20, 30), 0b1111111110000000000, 8),
    ]
    counts, drawn = ImaginedCounts(), Counter()
    arrangements = Arrangements(cards, cards, claims, counts)
    for seed in range(30):
        world = arrangements.draw(Stream(seed))
        assert sorted(world) == cards
        assert all(holds(claim, world) for claim in claims)
        drawn[tuple(sorted(set(world[20:]) & set(range(10, 19))))] += 1
    assert counts.relaxed == 0
    assert len(drawn) > 5, "they are not the same one"


def test_a_comparison_is_simplified_to_the_same():
    every = 0b111
    atoms = [is_in(card, 1 << card, every) for card in range(3)]
    for sign, number, weights in product(
        ("==", "!=", "<", ">", "<=", ">="), range(-4, 5), product((1, -2), repeat=3)
    ):
        terms = list(zip(weights, atoms, strict=True))
        formula = comparison(sign, number, terms, every)
        opposite = negation(formula, every)
        for faces in product(range(3), repeat=3):
            total = number + sum(weight for weight, one in terms if holds(one, faces))
            wanted = eval(f"{total} {sign} 0")
            assert holds(formula, faces) == wanted
            assert holds(opposite, faces) != wanted
            assert holds(either([formula, opposite]), faces)


def some_formula(dice: Stream, depth: int = 3) -> Any:
    """A random formula about four cards, each with one of three faces."""
    kind = dice.below(4 if depth else 1)
    if kind == 0:
        return is_in(dice.below(4), 1 + dice.below(6), 0b111)
    if kind == 1:
        weight, faces = dice.choice((1, -1)), 1 + dice.below(6)
        terms = [(weight, is_in(card, faces, 0b111)) for card in range(dice.below(5))]
        return comparison(dice.choice(("==", "<", ">=", "!=")), -2 * weight, terms, 0b111)
    parts = [some_formula(dice, depth - 1) for _ in range(2 + dice.below(2))]
    return both(parts) if kind == 2 else either(parts)


def test_a_formula_implies_its_counts_of_cards():
    dice, cards, narrow = Stream(1), (0, 1, 2), 0
    for _ in range(300):
        formula = some_formula(dice)
        counts = count_bounds(formula, cards, 0b111)
        for faces in product(range(3), repeat=4):
            assert (distance(formula, faces) == 0) == holds(formula, faces)
            if holds(formula, faces):
                assert holds(counts, faces)
                assert all(holds(counts, (*some, 0)) for some in permutations(faces[:3]))
        narrow += not isinstance(counts, bool)
    assert narrow > 100, "most formulas tell something"


def test_the_counts_of_a_hand_keep_what_is_sure():
    without_a = ("in", 0, 0b110), ("in", 1, 0b110)  # two cards are not A, the third may be
    counts = count_bounds(both(without_a), (0, 1, 2), 0b111)
    for faces in product(range(3), repeat=3):
        assert holds(counts, faces) == (faces.count(0) <= 1)
    has_a = either([("in", card, 0b001) for card in (0, 1)])  # one of two old cards is A
    counts = count_bounds(has_a, (0, 1, 2), 0b111)
    for faces in product(range(3), repeat=3):
        assert holds(counts, faces) == (0 in faces)


def test_formulas_that_differ_only_in_their_order_become_one():
    one, other, third = (("in", card, 0b1) for card in range(3))
    twice = ("and", (("or", (one, other)), third, ("or", (other, one))))
    assert in_order(twice) == in_order(("and", (third, ("or", (one, other)))))
    assert in_order(("or", (("and", (one, other)), ("and", (other, one))))) == ("and", (one, other))
