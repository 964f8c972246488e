"""What a formula says of how many cards of a hand have certain faces.

If a claim about the positions of a hand would be too long after a card was taken from there unseen,
these counts stay: they say less, but the same of each position.
"""

from collections.abc import Sequence
from itertools import chain, combinations
from math import comb

from Game.recycle.knowledge.values.formulas import HOLDS, Formula, atoms, both, comparison

MOST_SETS = 24  # sets of faces whose cards are counted

Bounds = tuple[int, int]  # at least so many cards, and at most
Faces = tuple[tuple[int, int], ...]  # the faces that each of some cards may have


def count_bounds(formula: Formula, cards: Sequence[int], every: int) -> Formula:
    """A weaker formula: for some sets of faces, how many of these cards have one of them."""
    claims, names = [], set(cards)
    for faces in face_sets(formula, names, every):
        least, most = bounds(formula, names, faces)
        terms = [(1, ("in", card, faces)) for card in cards]
        if least > 0:
            claims.append(comparison(">=", -least, terms, every))
        if most < len(cards):
            claims.append(comparison("<=", -most, terms, every))
    return both(claims)


def face_sets(formula: Formula, cards: set[int], every: int) -> list[int]:
    """The sets of faces that the formula names for these cards, the other faces of each, and two of
    them together. The order of the formula's parts must not decide which sets are left out, because
    it may tell the real cards."""
    named = sorted({faces for card, faces in atoms(formula) if card in cards})
    joined = (one | other for number, one in enumerate(named) for other in named[:number])
    sets: dict[int, None] = {}
    for faces in chain(named, [every & ~one for one in named], joined):
        if faces not in (0, every):
            sets[faces] = None
        if len(sets) == MOST_SETS:
            break
    return list(sets)


def bounds(formula: Formula, cards: set[int], faces: int) -> Bounds:
    """If the formula holds: at least and at most how many of the cards have one of these faces."""
    many = len(cards)
    if isinstance(formula, bool):
        return 0, many
    op = formula[0]
    if op == "in":
        return _bounds_of_all([formula], cards, faces)
    if op == "and":
        direct = [part for part in formula[1] if part[0] == "in"]
        parts = [bounds(part, cards, faces) for part in formula[1] if part[0] != "in"]
        parts.append(_bounds_of_all(direct, cards, faces))
        return max(low for low, _ in parts), min(high for _, high in parts)
    if op == "or":
        parts = [bounds(part, cards, faces) for part in formula[1]]
        return min(low for low, _ in parts), max(high for _, high in parts)
    return _bounds_of_sum(formula, cards, faces)


def _bounds_of_all(direct: Sequence[Formula], cards: set[int], faces: int) -> Bounds:
    """The bounds if each of these cards has one of its faces. No card is named twice."""
    inside = [card for _, card, some in direct if card in cards and not some & ~faces]
    outside = [card for _, card, some in direct if card in cards and not some & faces]
    return len(inside), len(cards) - len(outside)


def _bounds_of_sum(formula: Formula, cards: set[int], faces: int) -> Bounds:
    """The bounds from a sum that counts the cards which have one of some faces."""
    many, terms = len(cards), formula[3]
    found = bounds_of_sum(formula)
    if found is None or any(part[1] not in cards for _, part in terms):
        return 0, many
    low, high, some = found
    least, most = 0, many
    if not some & ~faces:  # each of them counts
        least = low
    if not faces & ~some:  # no other card of the sum counts
        most = many - len(terms) + high
    if not some & faces:  # none of them counts
        most = many - low
    return least, most


def bounds_of_sum(formula: Formula) -> tuple[int, int, int] | None:
    """If a sum only counts the cards that have one of some faces: at least and at most how many of
    its cards do, and the faces."""
    _, sign, number, terms = formula
    weights, sets = {weight for weight, _ in terms}, {part[2:] for _, part in terms}
    counted = {part[1] for _, part in terms if part[0] == "in"}
    if len(weights) != 1 or len(sets) != 1 or len(counted) != len(terms):
        return None
    (weight,), ((faces,),) = weights, sets
    possible = [count for count in range(len(terms) + 1) if HOLDS[sign](number + weight * count)]
    if not possible or possible[-1] - possible[0] + 1 != len(possible):
        return None
    return possible[0], possible[-1], faces


def cases_of_sum(formula: Formula, every: int, most: int) -> list[Faces] | None:
    """If a sum only counts the cards that have one of some faces: the faces of each card, in all
    cases in which the sum holds. None if there are too many."""
    found = bounds_of_sum(formula)
    if found is None:
        return None
    low, high, faces = found
    cards, others = [part[1] for _, part in formula[3]], every & ~faces
    many = len(cards)
    if high == many:
        low, high, faces, others = low, low, faces, every
    elif low == 0:
        low, high, faces, others = many - high, many - high, others, every
    if sum(comb(many, number) for number in range(low, high + 1)) > most:
        return None
    return [
        tuple([(card, faces if card in some else others) for card in cards])
        for number in range(low, high + 1)
        for some in combinations(cards, number)
    ]
