"""What the claims still say after moves that not everybody saw: cards that were taken from a hand,
and shuffles.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from Game.recycle.knowledge.shuffled_cards import forget_order
from Game.recycle.knowledge.taken_cards import forget_position, lost_cards
from Game.recycle.knowledge.values.formulas import ALL_SEATS, Claim, Formula
from Game.recycle.knowledge.values.work_limit import (
    MOST_EXACT_MOVES,
    MOST_MOVES,
    MOST_STEPS_TO_FORGET,
    StepLimit,
)
from Game.recycle.machine.table import ShuffledCards, Table, TakenCard

UnseenMove = TakenCard | ShuffledCards


def taken_cards(table: Table) -> list[TakenCard]:
    return [one for one in table.unseen_moves if isinstance(one, TakenCard)]


def losing_cards(table: Table) -> set[int]:
    """Cards that some seats followed up to a move which may have taken another card instead."""
    return {
        card
        for move in taken_cards(table)
        for card, seats in zip(move.row, move.lost, strict=True)
        if seats
    }


def up_to_last_shuffle(moves: Sequence[UnseenMove]) -> int:
    return max([n + 1 for n, one in enumerate(moves) if isinstance(one, ShuffledCards)], default=0)


def forget_moves(
    claims: list[Claim],
    own: list[Formula],
    moves: Sequence[UnseenMove],
    table: Table,
    faces: Sequence[int],
    public: set[int],
    every: int,
    chooser: int,
    candidates: Mapping[int, set[int]],
    already: int,
    position_of: Callable[[int], Any],
) -> tuple[list[Claim], int]:
    """The claims after these moves, and how often one became weaker because it would be too long.

    A seat knows which card it has chosen. The option's or the instruction's `own` claims say the
    same of each position that a card may have come from, so they change only in a shuffle. The
    `candidates` of a card are those which all seats know it to be one of. So many moves of the turn
    were `already` forgotten.
    """
    seats = [seat for seat in range(table.players) if seat != chooser]
    weaker = 0
    for number, move in enumerate(moves, already + 1):
        if number > MOST_MOVES:
            own.clear()
            return [], weaker + 1
        steps = StepLimit(MOST_STEPS_TO_FORGET, is_exact=number <= MOST_EXACT_MOVES)
        if isinstance(move, TakenCard):
            among = candidates.get(move.row[move.position])
            claims = [*claims, *lost_cards(move, faces, every)]
            claims, dropped = forget_position(claims, move, seats, every, steps, position_of, among)
        else:
            claims, dropped = forget_order(
                claims, move, table, faces, public, every, steps, position_of
            )
            blank = move._replace(lost=[0] * len(move.row))
            rest = [(ALL_SEATS, formula) for formula in own]
            rest, more = forget_order(rest, blank, table, faces, public, every, steps, position_of)
            own[:] = [formula for _, formula in rest]
            dropped += more
        weaker += dropped
    return claims, weaker
