"""What everybody can conclude about hidden cards from the turns of a game: formulas that hold in
every world in which the same could have happened.

Each turn is played again (`turn_replay`), once.
"""

from collections.abc import Callable, Sequence

from Game.recycle.compiling.program import Program
from Game.recycle.knowledge.history import DEAL, Turn, exchange
from Game.recycle.knowledge.turn_replay import TurnReplay
from Game.recycle.knowledge.values.formulas import (
    Claim,
    Formula,
    in_order,
    replace,
    size_of,
    with_faces,
)
from Game.recycle.knowledge.values.same_luck import SameLuck
from Game.recycle.knowledge.values.work_limit import MOST_KEPT
from Game.recycle.machine.table import Table


def conclusions(program: Program, turn: Turn) -> tuple[Claim, ...]:
    """The claims that follow from this turn and those before it."""
    new = []
    one: Turn | None = turn
    while one is not None and one.claims is None:
        new.append(one)
        one = one.parent
    for one in reversed(new):
        conclude(program, one)
    assert turn.claims is not None
    return turn.claims


def conclude(program: Program, turn: Turn) -> None:
    """Find the claims of a turn, after the turns before it."""
    before = claims_before(turn)
    unused = turn.parent.unused if turn.parent is not None else 0
    luck = SameLuck(turn.luck)
    if turn.start is not None:
        start = turn.start
    elif turn.parent is not None:
        start = table_after(program, turn.parent)
        if turn.parent.parent is not None:
            turn.parent.parent.after = None  # a long game does not keep all its tables
    else:
        start = program.set_up(luck)
    replay = TurnReplay(program, start, turn.option, luck, before)
    if not replay.has_secrets:
        turn.claims = tuple(before)
        turn.after, turn.unused = replay.after, unused
        return
    if turn.option != DEAL:
        replay.choose()
    replay.go_on()

    def face_of(card: int) -> int | None:
        return replay.after.faces[card] if card in replay.known_after else None

    every = replay.values.every
    claims, too_many = newest(replay.claims_so_far, replay.after.players)
    claims = [(seats, simplified(one, face_of, every)) for seats, one in claims]
    turn.claims = tuple(dict.fromkeys(claim for claim in claims if claim[1] is not True))
    turn.after = replay.after
    # Only whether a condition is missing: how many are may tell the real cards.
    turn.unused = unused + (replay.claims.unused > 0 or too_many)


def newest(claims: Sequence[Claim], players: int) -> tuple[list[Claim], bool]:
    """The claims without the oldest ones of a seat that has too many. And has any seat?"""
    left, everybody, kept = [MOST_KEPT] * players, (1 << players) - 1, []
    for seats, formula in reversed(claims):
        size = 1 + size_of(formula)
        for seat in range(players):
            if seats >> seat & 1:
                left[seat] -= size
                if left[seat] < 0:
                    seats &= ~(1 << seat)
        if seats & everybody:
            kept.append((seats, formula))
    return kept[::-1], min(left) < 0


def simplified(formula: Formula, face_of: Callable[[int], int | None], every: int) -> Formula:
    """What is left of the formula for seats that know the faces of some cards, until nothing more
    can be left out."""
    before = None
    while formula != before:
        before, formula = formula, in_order(with_faces(formula, face_of, every))
    return formula


def table_after(program: Program, turn: Turn) -> Table:
    """The table after a turn. If it was not kept, the turns since the last one are played again."""
    again = []
    while turn.after is None:
        again.append(turn)
        if turn.start is not None or turn.parent is None:
            break
        turn = turn.parent
    table = turn.after
    for one in reversed(again):
        luck = SameLuck(one.luck)
        table = (one.start or table or program.set_up(luck)).clone()
        table.luck = luck
        if one.option == DEAL:
            program.interpreter.go_on(table)
        else:
            program.interpreter.choose(table, one.option)
    assert table is not None
    return table


def claims_before(turn: Turn) -> list[Claim]:
    """The claims of the turns before this one, about where the cards are now."""
    claims = list(turn.parent.claims or ()) if turn.parent is not None else []
    if not turn.exchanged:
        return claims

    def change(card: int, faces: int) -> Formula:
        return ("in", exchange(turn.exchanged, card), faces)

    return [(seats, replace(formula, change)) for seats, formula in claims]
