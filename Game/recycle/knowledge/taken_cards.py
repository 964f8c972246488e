"""Cards that a player takes from a place and that others cannot see there.

The others see that a card left the hand, but not from which position: the player may have sorted
the hand before. So a claim about the positions of the hand becomes: it held in some order of these
cards. A seat that knew a card of the hand knows that the hand had it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from Game.recycle.knowledge.any_order import AnyOrder
from Game.recycle.knowledge.values.formulas import (
    Claim,
    Formula,
    both,
    cards_of,
    in_order,
    is_in,
    replace,
)
from Game.recycle.knowledge.values.work_limit import OutOfSteps, StepLimit
from Game.recycle.machine.table import TakenCard


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
    steps: StepLimit,
    position_of: Callable[[int], Any],
    among: set[int] | None = None,
) -> tuple[list[Claim], int]:
    """The claims after a card was taken, if these seats did not choose it. And how often a claim
    became weaker, because it would be too long.

    `every` face has a bit. The card was one of those `among` which the seats know it to be, if any.
    """
    by_names: dict[tuple[int, ...], int] = {}  # cards that it may be -> seats
    for seat in seats:
        if not taken.followed[taken.position] >> seat & 1:
            names = tuple(
                [
                    card
                    for card, followed in zip(taken.row, taken.followed, strict=True)
                    if not followed >> seat & 1 and (among is None or card in among)
                ]
            )
            by_names[names] = by_names.get(names, 0) | 1 << seat
    dropped = 0
    for names, blind in by_names.items():
        claims, more = forget_order_of(AnyOrder(names, every, steps), claims, blind, position_of)
        dropped += more
    return list(claims), dropped


def forget_order_of(
    cards: AnyOrder,
    claims: Sequence[Claim],
    blind: int,
    position_of: Callable[[int], Any],
) -> tuple[list[Claim], int]:
    """The claims of the `blind` seats after they no longer know the order of these cards. And how
    often a claim became weaker, because it would be too long."""
    new_claims: list[Claim] = []
    about: dict[int, list[Formula]] = {}  # for a set of seats, their claims about these cards
    for seats, formula in claims:
        if not seats & blind or cards.is_symmetric(formula):
            new_claims.append((seats, formula))
            continue
        if seats & ~blind:
            new_claims.append((seats & ~blind, formula))
        about.setdefault(seats & blind, []).append(formula)
    dropped = 0
    for seats, formulas in sorted(split_by_seats(about).items()):
        formulas, is_all = forget_in_order(cards, formulas, position_of)
        dropped += not is_all
        new_claims += [(seats, one) for one in formulas if one is not True]
    return new_claims, dropped


def forget_in_order(
    cards: AnyOrder, formulas: Sequence[Formula], position_of: Callable[[int], Any]
) -> tuple[list[Formula], bool]:
    """What the formulas still say. And is that all of it?

    The cards get numbers by their positions, and the formulas are sorted by these. So the same is
    done in each world that agrees with what the seats know, and its work is the same.
    """
    names = sorted(cards_of(both(formulas)).union(cards.names), key=position_of)
    numbers = {card: number for number, card in enumerate(names)}

    def to_number(card: int, faces: int) -> Formula:
        return ("in", numbers[card], faces)

    def to_card(number: int, faces: int) -> Formula:
        return ("in", names[number], faces)

    numbered = sorted([in_order(replace(formula, to_number)) for formula in formulas])
    row = tuple(sorted([numbers[card] for card in cards.names]))
    steps = StepLimit(cards.steps.most, cards.steps.is_exact)
    try:
        kept, is_all = AnyOrder(row, cards.every, steps).forget(numbered)
    except OutOfSteps:
        return [], False
    return [replace(formula, to_card) for formula in kept], is_all


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
