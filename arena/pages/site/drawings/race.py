"""A chart of shares over games: a line for each player, its narrowing interval, turning points."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.pages.site.drawings.drawing import xy
from arena.pages.words import Words
from arena.standings.interval import wilson

WIDE, HIGH, EDGE = 640, 220, 8
FEWEST, MOST_POINTS = 4, 120  # of a line
KINDS = 6  # colours and dash patterns


class RaceData(NamedTuple):
    """A player's credit after each step, and the number of games until then."""

    name: str
    credit: Sequence[float]
    games: Sequence[int]


class TurningPoint(NamedTuple):
    """A step after which another player leads."""

    step: int
    leader: int
    text: str
    anchor: str  # of the row about it


@dataclass(frozen=True)
class RaceLine:
    name: str
    kind: int  # the CSS class of its colour
    points: str
    band: str
    end: str  # the last share


@dataclass(frozen=True)
class TurnMark:
    x: str
    y: str
    kind: int
    text: str
    anchor: str


@dataclass(frozen=True)
class Race:
    lines: list[RaceLine]
    top: str  # the share at the upper edge
    bottom: str
    fair: str  # the y coordinate of the fair share
    turns: list[TurnMark]
    text: str
    wide: int = WIDE
    high: int = HIGH


def race(
    series: Sequence[RaceData],
    words: Words,
    text: str,
    fair: float,
    turns: Sequence[TurningPoint] = (),
    bands: bool = True,
) -> Race | None:
    """The chart; None if there are too few steps."""
    if not series or min(len(each.credit) for each in series) < FEWEST:
        return None
    shares = [
        [won / games for won, games in zip(each.credit, each.games, strict=True)] for each in series
    ]
    # The first few games say little and would stretch the scale: lines and bands are cut there.
    settled = [share for each in shares for share in each[len(each) // 8 :]]
    scale = _Scale(
        max(0.0, min(*settled, fair) - 0.06),
        min(1.0, max(*settled, fair) + 0.06),
    )
    lines = [
        _line(kind, each, own, scale, words, bands)
        for kind, (each, own) in enumerate(zip(series, shares, strict=True))
    ]
    marks = [
        TurnMark(
            _places(len(shares[turn.leader]))(turn.step),
            scale.height(shares[turn.leader][turn.step]),
            turn.leader % KINDS,
            turn.text,
            turn.anchor,
        )
        for turn in turns
    ]
    top, bottom = words.percent(scale.high), words.percent(scale.low)
    return Race(lines, top, bottom, scale.height(fair), marks, text)


class _Scale(NamedTuple):
    """The shares at the lower and at the upper edge."""

    low: float
    high: float

    def height(self, share: float) -> str:
        """The y coordinate of a share."""
        inside = min(self.high, max(self.low, share))
        return xy(EDGE + (HIGH - 2 * EDGE) * (self.high - inside) / (self.high - self.low))


def _line(
    kind: int, data: RaceData, shares: Sequence[float], scale: _Scale, words: Words, bands: bool
) -> RaceLine:
    """The line of a player, with these shares after each step."""
    steps, place = _steps(len(shares)), _places(len(shares))
    ends = [wilson(shares[step], data.games[step]) for step in steps]
    band = [
        f"{place(step)},{scale.height(top)}" for step, (_, top) in zip(steps, ends, strict=True)
    ]
    band += [
        f"{place(step)},{scale.height(bottom)}"
        for step, (bottom, _) in reversed(list(zip(steps, ends, strict=True)))
    ]
    return RaceLine(
        data.name,
        kind % KINDS,
        " ".join(f"{place(step)},{scale.height(shares[step])}" for step in steps),
        " ".join(band) if bands else "",
        words.percent(shares[-1], 1),
    )


def turning_steps(credits: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The steps after which another player leads alone, each with the number of that player."""
    steps, ahead = [], -1
    for step, now in enumerate(zip(*credits, strict=True)):
        most = max(now)
        if now.count(most) > 1:
            continue
        leader = now.index(most)
        if ahead not in (-1, leader):
            steps.append((step, leader))
        ahead = leader
    return steps


def _steps(number: int) -> list[int]:
    """At most `MOST_POINTS` of the steps, with the first and the last one."""
    if number <= MOST_POINTS:
        return list(range(number))
    return [round(i * (number - 1) / (MOST_POINTS - 1)) for i in range(MOST_POINTS)]


def _places(number: int) -> Callable[[int], str]:
    """The x coordinate of each step."""
    reach = (WIDE - 2 * EDGE) / (number - 1)
    return lambda step: xy(EDGE + reach * step)
