"""Cards that are shuffled unseen: nobody follows them.

What was known of their positions becomes what is known of all these cards together: which ones are
among them, and how many of them have certain faces.
"""

from collections.abc import Callable, Sequence
from typing import Any

from Game.recycle.knowledge.any_order import AnyOrder
from Game.recycle.knowledge.taken_cards import forget_order_of
from Game.recycle.knowledge.values.formulas import (
    ALL_SEATS,
    Claim,
    Formula,
    both,
    comparison,
    is_in,
)
from Game.recycle.knowledge.values.work_limit import StepLimit
from Game.recycle.machine.table import ShuffledCards, Table

MOST_ATOMS = 1500  # of the claims that name the cards of a shuffle one by one


def forget_order(
    claims: Sequence[Claim],
    shuffled: ShuffledCards,
    table: Table,
    faces: Sequence[int],
    public: set[int],
    every: int,
    steps: StepLimit,
    position_of: Callable[[int], Any],
) -> tuple[list[Claim], int]:
    """The claims after a shuffle, and how often one became weaker because it would be too long.

    All seats know where the `public` cards lie when the turn is over. `every` face has a bit.
    """
    hidden = {card for card in range(len(faces)) if card not in public}
    mixed = tuple([card for card in shuffled.row if card in hidden])
    order, losses = AnyOrder(mixed, every, steps), lost_cards(shuffled, table.players)
    if len(mixed) == len(hidden):  # everybody can count these cards
        left, dropped = [claim for claim in claims if order.is_symmetric(claim[1])], 0
    else:
        # Together with the other claims, the lost cards count as some of a few faces.
        known = [
            (seats, is_in(card, sum({1 << faces[one] for one in cards}), every))
            for cards, seats in losses.items()
            if len(cards) < len(mixed)
            for card in cards
        ]
        left, dropped = forget_order_of(order, [*claims, *known], ALL_SEATS, position_of)
    for cards, seats in losses.items():
        formulas, is_short = are_among(cards, shuffled.row, table, faces, hidden, every)
        left += [(seats, formula) for formula in formulas if formula is not True]
        dropped += not is_short
    return left, dropped


def lost_cards(shuffled: ShuffledCards, players: int) -> dict[tuple[int, ...], int]:
    """Cards, and the seats that knew just these before."""
    losses: dict[tuple[int, ...], int] = {}
    for seat in range(players):
        pairs = zip(shuffled.row, shuffled.lost, strict=True)
        cards = tuple([card for card, seats in pairs if seats >> seat & 1])
        if cards:
            losses[cards] = losses.get(cards, 0) | 1 << seat
    return losses


def are_among(
    cards: Sequence[int],
    row: Sequence[int],
    table: Table,
    faces: Sequence[int],
    hidden: set[int],
    every: int,
) -> tuple[list[Formula], bool]:
    """Formulas which say that these cards are in the row. And is that all of it?

    If nobody knows where else such a card could be, the other hidden cards say it shortest: none
    of them is one of these.
    """
    others = hidden.difference(row)
    elsewhere = {faces[card] for card in others}
    only_here = sum({1 << faces[card] for card in cards if faces[card] not in elsewhere})
    formulas = [  # place by place: the order of the formulas tells nothing
        both([is_in(card, every & ~only_here, every) for card in place if card in others])
        for place in table.places
    ]
    doubtful = sorted([faces[card] for card in cards if faces[card] in elsewhere])
    if len(set(doubtful)) * len(row) > MOST_ATOMS:
        return formulas, False
    for face in dict.fromkeys(doubtful):
        terms = [(1, is_in(card, 1 << face, every)) for card in row]
        formulas.append(comparison(">=", -doubtful.count(face), terms, every))
    return formulas, True
