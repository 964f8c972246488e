"""What an examination finds out about a bot: steps, each with a sentence and advice."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Final

from arena.guest.protocol.safe_text import duration
from arena.replay.record import FaultEntry, Move, Record
from arena.sandbox.box_order import MEMORY
from arena.sandbox.box_seat import Behaviour, BoxedSeat
from arena.sandbox.timing.budgets import GRACE
from arena.sandbox.timing.idling import NOTE

FORFEIT: Final = "forfeit"  # the verdict of moves for which a bot is not asked
TOLERANCE = 10  # late moves in a thousand that are accepted, unless the organiser says otherwise
NEAR = 0.95  # of the budget: we measure a little more than the bot's own clock does
NEAR_IN_1000 = 10  # moves that may take longer than that
QUICK = 9  # the percentile of quick moves: a busy machine does not delay every answer


@dataclass(frozen=True)
class Step:
    """One finding: whether it is good, a sentence, and advice if it is not."""

    ok: bool
    text: str
    advice: str = ""
    seconds: float | None = None  # of thinking in a game, in the step that measures it

    def lines(self, indent: str = "") -> list[str]:
        """The finding as people read it: ok or NO, the sentence, and the advice below it."""
        first = f"{indent}{'ok ' if self.ok else 'NO '} {self.text}"
        advice = "" if self.ok else self.advice
        return [first, *(f"{indent}      {line}" for line in advice.splitlines())]


def accepted_late_moves(in_1000: int, moves: int) -> int:
    """The number of late moves to accept, rounded up, because a few moves prove little."""
    return math.ceil(in_1000 * moves / 1000)


def moves_of(records: list[Record]) -> list[Move]:
    """The moves for which the bot that is examined was asked."""
    return [
        move
        for record in records
        for move in record.moves
        if record.seats[move.seat] == 0 and move.fault != FORFEIT
    ]


def move_steps(
    records: list[Record], budget: float, waits: Sequence[int] = (), tolerance: int = TOLERANCE
) -> Iterator[Step]:
    moves = moves_of(records)
    yield _answers_step(records, moves, accepted_late_moves(tolerance, len(moves)), tolerance)
    # The arena may have waited for a core before it read an answer. So we know a thinking time only
    # between two limits. On a quiet machine they are equal. A bot that was late has used its whole
    # budget.
    longest = [(move.us - move.waited) / 1e6 for move in moves]
    shortest = [
        max(budget if is_late(move) else 0.0, most - wait / 1e6)
        for move, most, wait in zip(moves, longest, waits or [0] * len(moves), strict=True)
    ]
    is_always_near = quantiles(longest, n=100)[QUICK] > NEAR * budget
    times = longest if is_always_near else shortest
    middle, late = quantiles(times, n=100)[49], quantiles(times, n=100)[98]
    sentence = f"thinks {duration(middle)} (p50), {duration(late)} (p99) of {budget:g} s"
    if any(move.us > budget * 1e6 and not is_late(move) for move in moves):
        sentence += (
            f". A move is late only {GRACE * 1e3:.0f} ms after the budget: messages take time"
        )
    near = sum(time > NEAR * budget for time in times)
    is_ok = near <= accepted_late_moves(max(tolerance, NEAR_IN_1000), len(moves))
    advice = "leave a twentieth of the budget unused in 99 of 100 moves: a machine can be busy"
    if any(is_late(move) for move in moves):  # then the bot is slow, not the machine
        advice = "answer within the budget in every move"
    yield Step(is_ok, sentence, "" if is_ok else advice, seconds=sum(times) / len(records))


def _answers_step(records: list[Record], moves: list[Move], accepted: int, tolerance: int) -> Step:
    """Has the bot answered correctly, except for late moves that are accepted?"""
    faults = [fault for record in records for fault in record.faults if fault.verdict != FORFEIT]
    well = f"{len(moves)} positions, {len(moves) - len(faults)} answered well"
    late = sum(is_late(move) for move in moves)
    late_ones = f"{late} {'was' if late == 1 else 'were'} late"
    rule = f"{accepted} {'is' if accepted == 1 else 'are'} accepted ({tolerance} in a thousand)"
    if any(move.fault == FORFEIT for move in records[-1].moves):
        sentence = f"{well}. The test ended after {_most_alike(records[-1])} faults of one kind"
        return Step(False, sentence, _describe_fault(faults[0]))
    if late < len(faults):
        fault = next(fault for fault in faults if fault.verdict != "timeout")
        return Step(False, well, _describe_fault(fault))
    if late > accepted:
        return Step(False, f"{well}. {late_ones}, and {rule}", _describe_fault(faults[0]))
    if late:
        return Step(True, f"{well}. {late_ones}: {rule}")
    return Step(True, f"{len(moves)} positions, {len(moves)} legal")


def is_late(move: Move) -> bool:
    return move.fault == "timeout"


def _most_alike(record: Record) -> int:
    """The number of faults of the most common kind in the game."""
    faults = Counter(fault.verdict for fault in record.faults if fault.verdict != FORFEIT)
    return max(faults.values(), default=0)


def _describe_fault(fault: FaultEntry) -> str:
    return "\n".join(
        filter(None, (f"the first: {fault.verdict}: {fault.reason}", fault.traceback, fault.output))
    )


def memory_step(seats: list[BoxedSeat]) -> Step:
    most = max(each.memory for each in behaviour_of(seats))
    allowed = MEMORY // 2**20
    return Step(
        most <= MEMORY,
        f"holds {most // 2**20} of {allowed} MB",
        f"it may hold at most {allowed} MB: keep less, or free memory between turns",
    )


def behaviour_steps(seats: list[BoxedSeat], records: list[Record]) -> Iterator[Step]:
    examined = behaviour_of(seats)
    uncopied = next((each for each in examined if each.copying_error), None)
    if uncopied is not None:
        sentence = f"cannot be copied: {uncopied.copying_error}"
        yield Step(False, sentence, uncopied.copying_advice)
    elif any(each.was_copied for each in examined):
        yield Step(True, "can be copied")
    else:
        advice = "it did not live to the end of a game, or the machine was too busy"
        yield Step(False, "nobody knows whether it can be copied", advice)
    touched = sorted({thing for each in examined for thing in each.touched})
    nothing = "no files, no network"
    if not all(each.is_reported for each in examined):
        nothing += ", as far as its own process shows"
    elif not all(each.shows_names for each in examined):
        nothing = "writes no files, no network; which files it reads is not known here"
    yield Step(
        not touched,
        nothing if not touched else f"tries to use {', '.join(touched)}",
        "this fails in the competition: a bot may read only its own package. `arena bundle BOT.py` "
        "makes one",
    )
    if any(record.notes for record in records):
        yield Step(False, NOTE, "end your threads before think returns")


def behaviour_of(seats: list[BoxedSeat]) -> list[Behaviour]:
    return [seat.behaviour for seat in seats if seat.behaviour is not None]
