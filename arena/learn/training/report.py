"""The page of a training run: its curve, as plots and as a table."""

from collections.abc import Sequence
from pathlib import Path

from arena.common.version import __version__
from arena.learn.training.curve import Point
from arena.learn.training.run import Trainer
from arena.pages.report.model import Lines, Report, ReportTable, Section, Series
from arena.pages.report.write import write

MILLION = 1e6
MOST = 40  # points of a line: more cannot be told apart


def write_page(trainer: Trainer, folder: Path) -> Path:
    """Write the page of a run that has a curve. Return its path."""
    return write(report_of(trainer), folder)


def report_of(trainer: Trainer) -> Report:
    """The report of a run that has a curve."""
    settings, curve, last = trainer.settings, trainer.curve, trainer.curve[-1]
    sides = len(trainer.game.sides)
    others = "the other side" if sides == 2 else f"the other {sides - 1} sides"
    answer = [
        f"Against {name}, the network wins {each.share:.1%} of the games "
        f"(95 % interval: {each.low:.1%} to {each.high:.1%})."
        for name, each in last.shares.items()
    ]
    strength = Section(
        "Strength",
        (
            f"After each chapter the network plays {settings.deals:,} deals against each bot. The "
            f"bot plays {others}. Every deal is played from all sides, and the deals are always "
            f"the same. Equal bots would win {1 / sides:.0%}. The bars are the 95 % intervals.",
        ),
        (
            Lines(
                "Share of wins",
                "million decisions",
                "share of wins",
                shares(thinned(curve)),
                zero=True,
            ),
            table(curve),
        ),
    )
    learning = Section(
        "Learning",
        ("The mean figures of each chapter, as the algorithm counts them.",),
        tuple(
            Lines(name, "million decisions", name, (Series(name, points(thinned(curve), name)),))
            for name in last.figures
        ),
    )
    return Report(
        f"{trainer.game.title}: a network that learns",
        (f"The network has made {last.decisions:,} decisions.", *answer),
        (strength, learning) if last.figures else (strength,),
        (
            ("command", settings.command(last.decisions)),
            ("algorithm", f"{settings.algorithm}: {trainer.learner.settings}"),
            ("decisions a second", f"{last.speed:,.0f} in the last chapter"),
            ("Card Arena", __version__),
        ),
    )


def thinned(curve: Sequence[Point]) -> Sequence[Point]:
    """At most so many points of the curve, at equal distances. The last one is there."""
    step = -(-len(curve) // MOST)
    return curve[::-step][::-1]


def shares(curve: Sequence[Point]) -> tuple[Series, ...]:
    """A line for each bot."""
    return tuple(
        Series(
            name,
            tuple((point.decisions / MILLION, point.shares[name].share) for point in curve),
            tuple(point.shares[name].low for point in curve),
            tuple(point.shares[name].high for point in curve),
        )
        for name in curve[-1].shares
    )


def points(curve: Sequence[Point], name: str) -> tuple[tuple[float, float], ...]:
    """The figure with this name over the decisions."""
    return tuple(
        (point.decisions / MILLION, point.figures[name]) for point in curve if name in point.figures
    )


def table(curve: Sequence[Point]) -> ReportTable:
    """All numbers of the curve."""
    bots = tuple(curve[-1].shares)
    columns = [f"{name}{what}" for name in bots for what in ("", ", low", ", high", ", margin")]
    rows = [
        (point.decisions, *(number for name in bots for number in point.shares[name]))
        for point in curve
    ]
    return ReportTable("curve", "The curve", ("decisions", *columns), tuple(rows))
