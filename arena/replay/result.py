"""The result of a game: the small part of its record that the standings need."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from arena.replay.record import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A win in parts: every number of sides up to 20 divides it, so a share of a win is a whole number
# of parts. Whole numbers add up exactly, in any order and in every version of Python; thirds of 1.0
# do not. Add parts, and divide once at the end.
WHOLE = 232_792_560

ScoreT = TypeVar("ScoreT", float, "NDArray[np.float64]")


def credit_parts(ranks: Sequence[int]) -> tuple[int, ...]:
    """The credit of each side, in parts of a win. Sides that tie for the first place share it."""
    share = WHOLE // ranks.count(0)
    return tuple([share if rank == 0 else 0 for rank in ranks])


def credit(ranks: Sequence[int]) -> tuple[float, ...]:
    """The credit of each side: 1 for a win."""
    return tuple([part / WHOLE for part in credit_parts(ranks)])


def pair_credit(rank: int, other: int) -> float:
    """The credit of a rank against one other rank of the game: 1 if above it, half if equal."""
    return (rank < other) + (rank == other) / 2


def win_draw_loss(ranks: Sequence[int], side: int) -> tuple[int, int, int]:
    """One game of a side in three counts: won, drawn, lost. One of them is 1, the others are 0.

    Sides that share the first place draw, and all sides below them lose.
    """
    first, shared = ranks[side] == 0, ranks.count(0) > 1
    return int(first and not shared), int(first and shared), int(not first)


def lead(score: float, total: float, sides: int) -> float:
    """How far a side is ahead of the average at its table, times the number of sides.

    `total` is the sum of the scores. If scores are whole numbers, so are leads, and they add up
    exactly.
    """
    return sides * score - total


def margin(score: ScoreT, total: ScoreT, sides: int) -> ScoreT:
    """How many points a side has more than its opponents on average; also for numpy's arrays."""
    return score - (total - score) / max(1, sides - 1)


def margin_parts(score: float, total: float, sides: int) -> int:
    """The margin of whole scores in parts of a point (`WHOLE`), which add up exactly."""
    return int(lead(score, total, sides)) * (WHOLE // max(1, sides - 1))


class Effort(Struct, frozen=True, array_like=True):
    """The moves, times and faults of one side in a game."""

    decisions: int
    us: int  # the sum of the thinking times on the wall, in microseconds
    longest: int  # the longest time of one move
    cpu: int
    faults: dict[str, int]  # the number of faults of each verdict
    replays: int = 0  # attempts before this one that did not count, because the bot got no core


class Result(Struct, frozen=True, array_like=True):
    """One game. Each tuple has a value for each side."""

    deal: int  # its number: games with the same number are played on the same deal
    who: tuple[str, ...]
    ranks: tuple[int, ...]  # 0 is first; sides that tie share a rank
    scores: tuple[float, ...]  # of a side's seats together
    efforts: tuple[Effort, ...] = ()

    @property
    def credit(self) -> tuple[float, ...]:
        """The credit of each side: 1 for a win."""
        return credit(self.ranks)

    @property
    def parts(self) -> tuple[int, ...]:
        """The credit in parts of a win."""
        return credit_parts(self.ranks)


def result(record: Record, deal: int) -> Result:
    """The result of a record, whose deal has this number.

    A side has the name of its first seat. The moves of another bot, a person's partner, are not
    counted as its own.
    """
    efforts: list[dict[str, Any]] = [
        {"decisions": 0, "us": 0, "longest": 0, "cpu": 0, "faults": Counter(), "replays": 0}
        for _ in record.sides
    ]
    names = [record.name(seats[0]) for seats in record.sides]
    for replay in record.replays:
        if replay.bot in names:
            efforts[names.index(replay.bot)]["replays"] += 1
    side_of = {
        seat: side
        for side, seats in enumerate(record.sides)
        for seat in seats
        if record.seats[seat] == record.seats[seats[0]]
    }
    for move in record.moves:
        if move.seat not in side_of:
            continue
        effort = efforts[side_of[move.seat]]
        effort["decisions"] += 1
        effort["us"] += move.us
        effort["longest"] = max(effort["longest"], move.us)
        effort["cpu"] += move.cpu
        if move.fault:
            effort["faults"][move.fault] += 1
    return Result(
        deal,
        tuple(names),
        tuple(record.ranks),
        tuple(sum(record.scores[seat] for seat in seats) for seats in record.sides),
        tuple(Effort(**effort) for effort in efforts),
    )
