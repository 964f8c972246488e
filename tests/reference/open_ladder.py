"""The pairings of an open ladder, slow and obvious: each choice reads the whole history again.

It shares no code with `arena.schedule.open_ladder`. It keeps no counts, no queue and no order.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

REACH, SHARE = 6, 8
NEW, LEAST = 1.0, 0.02


class Played(NamedTuple):
    """A match: its entrants, the games that were played, and the credit of the first."""

    pair: tuple[int, int]
    games: int
    credit: float


class History(NamedTuple):
    """Events as (round, what, entrant), and the matches of each round."""

    events: Sequence[tuple[int, str, int]]
    rounds: Sequence[Sequence[Played]]


def next_pairs(history: History, games: int, at_once: int, enough: int) -> list[tuple[int, int]]:
    """The pairs of the round after these."""
    number = len(history.rounds)
    now = [event for event in history.events if event[0] <= number]
    closed = any(what == "close" for _, what, _ in now)
    present = [one for one in _joined(now) if not _away(now, one)]
    means = _means(history, number)
    order = sorted(present, key=lambda one: (means[one], one))
    pairs: list[tuple[int, int]] = []
    while len(pairs) < max(1, len(present) * at_once // SHARE):
        counts = {one: _games(history, one, pairs, games) for one in present}
        for one in sorted(present, key=lambda one: (counts[one], one)):
            if closed and counts[one] >= enough:
                return pairs
            free = [
                other
                for other in order
                if other != one
                and _matches(pairs, one) < at_once
                and _matches(pairs, other) < at_once
                and (one, other) not in pairs
                and (other, one) not in pairs
            ]
            place = order.index(one)
            above = [other for other in free if order.index(other) > place][:REACH]
            below = [other for other in reversed(free) if order.index(other) < place][:REACH]
            balance = _balance(history, one, pairs)
            near = (above if balance <= 0 else below) or above or below
            if near:
                pairs.append((one, min(near, key=lambda other: (
                    counts[other] + _met(history, one, other, pairs, games), near.index(other)
                ))))  # fmt: skip
                break
        else:
            return pairs
    return pairs


def _joined(events: Sequence[tuple[int, str, int]]) -> list[int]:
    return sorted({one for _, what, one in events if what == "join"})


def _away(events: Sequence[tuple[int, str, int]], one: int) -> bool:
    last = [what for _, what, each in events if each == one and what != "close"][-1]
    return last in ("leave", "void")


def _void(events: Sequence[tuple[int, str, int]], one: int) -> bool:
    """It left so that its games do not count, and has not returned since."""
    mine = [what for _, what, each in events if each == one]
    return "void" in mine and "return" not in mine[mine.index("void") :]


def _since(history: History, one: int) -> int:
    """The round in which its present bot joined."""
    at = len(history.rounds)
    return max(r for r, what, each in history.events if r <= at and what == "join" and each == one)


def _met(
    history: History, one: int, other: int, pairs: Sequence[tuple[int, int]], games: int
) -> int:
    """The games of the present bots of both against each other."""
    since = max(_since(history, one), _since(history, other))
    played = [m.games for r in history.rounds[since:] for m in r if set(m.pair) == {one, other}]
    return sum(played) + games * sum({one, other} == set(pair) for pair in pairs)


def _games(history: History, one: int, pairs: Sequence[tuple[int, int]], games: int) -> int:
    """Its games that count, and those in flight."""
    now = [event for event in history.events if event[0] <= len(history.rounds)]
    others = [other for other in _joined(now) if other != one and not _void(now, other)]
    return sum(_met(history, one, other, pairs, games) for other in others)


def _matches(pairs: Sequence[tuple[int, int]], one: int) -> int:
    return sum(one in pair for pair in pairs)


def _balance(history: History, one: int, pairs: Sequence[tuple[int, int]]) -> int:
    """Opponents above it minus opponents below it, as the ratings were then."""
    balance = 0
    for number in range(_since(history, one), len(history.rounds) + 1):
        now = number == len(history.rounds)
        matches = pairs if now else [match.pair for match in history.rounds[number]]
        if any(one in pair for pair in matches):
            means = _means(history, number)
            for pair in matches:
                if one in pair:
                    other = pair[0] if pair[1] == one else pair[1]
                    balance += 1 if (means[other], other) > (means[one], one) else -1
    return balance


def _means(history: History, rounds: int) -> dict[int, float]:
    """The ratings after this number of rounds."""
    mean: dict[int, float] = {}
    variance: dict[int, float] = {}
    for number in range(rounds + 1):
        for round_, what, one in history.events:
            if round_ == number and what == "join":
                mean.setdefault(one, 0.0)
                variance[one] = NEW
        if number == rounds:
            break
        for match in history.rounds[number]:
            if match.games:
                one, other = match.pair
                lead = (mean[one] - mean[other]) / 2
                expected = (1 + lead / sqrt(1 + lead**2)) / 2
                slope = 0.25 / ((1 + lead**2) * sqrt(1 + lead**2))
                both = variance[one] + variance[other]
                gain = slope / (slope**2 * both + 0.25 / ((1 + lead**2) * match.games))
                surprise = match.credit / match.games - expected
                mean[one] += variance[one] * gain * surprise
                mean[other] -= variance[other] * gain * surprise
                for each in match.pair:
                    variance[each] = max(
                        LEAST, variance[each] * (1 - variance[each] * gain * slope)
                    )
    return mean
