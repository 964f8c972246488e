"""Cards that a player takes from a place and that others cannot see there.

The others see that a card left the hand, but not from which position. So a claim about the
positions of the hand could be about any of the cards that it moved among: the card may have come
from each position. A seat that knows where other cards of the hand lie sees on which side of them
the card was. A seat that knew a card of the hand knows that the hand had it.
"""

from collections.abc import Sequence

from Game.recycle.knowledge.card_counts import count_bounds
from Game.recycle.knowledge.values.formulas import (
    Claim,
    Formula,
    both,
    cards_of,
    either,
    in_order,
    is_in,
    replace,
    size_of,
    without,
)
from Game.recycle.machine.table import TakenCard

MOST_ATOMS = 3000  # of a claim: of a larger one, only what it says of numbers of cards is kept


def lost_cards(taken: TakenCard, faces: Sequence[int], every: int) -> list[Claim]:
    """What the seats know that can no longer follow cards of the row: where they lay."""
    return [
        (seats, is_in(card, 1 << faces[card], every))
        for card, seats in zip(taken.row, taken.lost, strict=True)
        if seats
    ]


def forget_position(
    claims: Sequence[Claim],
    taken: TakenCard,
    seats: Sequence[int],
    every: int,
    among: set[int] | None = None,
) -> tuple[list[Claim], int]:
    """The claims after a card was taken, if these seats did not choose it. And how often a claim
    became weaker, because it would be too long.

    `every` face has a bit. The card was one of those `among` which the seats know it to be, if any.
    """
    dropped = 0
    row, index = taken.row, taken.position
    by_range: dict[tuple[int, int], int] = {}  # positions that the card may come from -> seats
    for seat in seats:
        if not taken.followed[index] >> seat & 1:
            ends = possible_positions(taken, seat)
            if ends[0] < ends[1]:
                by_range[ends] = by_range.get(ends, 0) | 1 << seat
    for (low, high), blind in by_range.items():
        names = row[low : high + 1]
        moves = [
            moved_names(names, number, index - low)
            for number, name in enumerate(names)
            if among is None or name in among
        ]
        claims, more = _forget_range(claims, names, moves, blind, every)
        dropped += more
    return list(claims), dropped


def possible_positions(taken: TakenCard, seat: int) -> tuple[int, int]:
    """The first and the last position that the card may come from."""
    low = high = taken.position
    while low > 0 and not taken.followed[low - 1] >> seat & 1:
        low -= 1
    while high + 1 < len(taken.row) and not taken.followed[high + 1] >> seat & 1:
        high += 1
    return low, high


def moved_names(names: Sequence[int], other: int, real: int) -> dict[int, int]:
    """If the `other` card was taken and not the `real` one: where the cards are now.

    A card of a claim is the name of a position, so this says which name each position gets.
    """
    before = [*names[:other], *names[other + 1 :]]
    after = [*names[:real], *names[real + 1 :]]
    return {**dict(zip(before, after, strict=True)), names[other]: names[real]}


def _forget_range(
    claims: Sequence[Claim],
    row: Sequence[int],
    moves: Sequence[dict[int, int]],
    blind: int,
    every: int,
) -> tuple[list[Claim], int]:
    names = set(row)
    new_claims: list[Claim] = []
    dropped = 0
    about: dict[int, list[Formula]] = {}  # for a set of seats, their claims about these cards
    for seats, formula in claims:
        if not seats & blind or is_symmetric(formula, names, moves):
            new_claims.append((seats, formula))
            continue
        if seats & ~blind:
            new_claims.append((seats & ~blind, formula))
        about.setdefault(seats & blind, []).append(formula)
    for seats, formulas in split_by_seats(about).items():
        cases = [in_some_case(both(formulas), moves)]
        if cases[0] is None:  # too long: each formula by itself says less
            dropped += 1
            each = [in_some_case(formula, moves) for formula in formulas]
            pairs = zip(each, formulas, strict=True)
            rest = both([formula for one, formula in pairs if one is None])
            counts = count_bounds(rest, row, every)
            cases = [*[one for one in each if one is not None], without(rest, names), counts]
        new_claims += [(seats, one) for one in cases if one is not True]
    return new_claims, dropped


def in_some_case(formula: Formula, moves: Sequence[dict[int, int]]) -> Formula | None:
    """The formula holds after one of these moves. None if that is too long."""
    cases = dict.fromkeys(in_order(renamed(formula, move)) for move in moves)
    result = either(cases)
    return result if size_of(result) <= MOST_ATOMS else None


def split_by_seats(about: dict[int, list[Formula]]) -> dict[int, list[Formula]]:
    """The same with sets of seats that do not overlap."""
    groups: dict[int, list[Formula]] = {}
    for seats, formulas in about.items():
        for other in list(groups):
            if common := other & seats:
                known = groups.pop(other)
                if other & ~common:
                    groups[other & ~common] = known
                groups[common] = [*known, *formulas]
                seats &= ~common
        if seats:
            groups[seats] = list(formulas)
    return groups


def is_symmetric(formula: Formula, names: set[int], moves: Sequence[dict[int, int]]) -> bool:
    """Does the formula say the same of each of these cards?"""
    if isinstance(formula, bool):
        return True
    if formula[0] == "and" and all(part[0] == "in" for part in formula[1]):
        masks = [faces for _, card, faces in formula[1] if card in names]
        return not masks or (len(masks) == len(names) and len(set(masks)) == 1)
    if cards_of(formula).isdisjoint(names):
        return True
    plain = in_order(formula)
    return all(in_order(renamed(formula, move)) == plain for move in moves)


def renamed(formula: Formula, names: dict[int, int]) -> Formula:
    return replace(formula, lambda card, faces: ("in", names.get(card, card), faces))
