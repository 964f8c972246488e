"""What a formula says of how many cards of a hand have certain faces.

A claim about the positions of a hand becomes longer with each card that is taken from there unseen.
If it would be too long, these counts stay: they say less, but the same of each position, so no
later card that is taken makes them longer.
"""

from collections.abc import Sequence

from Game.recycle.knowledge.values.formulas import HOLDS, Formula, atoms, both, comparison

MOST_SETS = 24  # sets of faces whose cards are counted

Bounds = tuple[int, int]  # at least so many cards, and at most


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
    joined = [one | other for number, one in enumerate(named) for other in named[:number]]
    sets = dict.fromkeys([*named, *[every & ~one for one in named], *joined])
    return [faces for faces in sets if faces not in (0, every)][:MOST_SETS]


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
    _, sign, number, terms = formula
    many = len(cards)
    weights = {weight for weight, _ in terms}
    counted = {part[1:] for _, part in terms if part[0] == "in" and part[1] in cards}
    sets = {some for _, some in counted}
    if len(weights) != 1 or len(sets) != 1 or len(counted) != len(terms):
        return 0, many
    weight, some = weights.pop(), sets.pop()
    possible = [count for count in range(len(terms) + 1) if HOLDS[sign](number + weight * count)]
    if not possible:
        return 0, many  # the formula never holds
    low, high, rest = possible[0], possible[-1], many - len(terms)
    least, most = 0, many
    if not some & ~faces:  # each of them counts
        least = low
    if not faces & ~some:  # no other card of the sum counts
        most = rest + high
    if not some & faces:  # none of them counts
        most = many - low
    return least, most
