"""The leaderboard of a league: one HTML file that needs nothing else."""

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from arena import __version__
from arena.replay.files import unwritable
from arena.run import Run
from arena.standings.pairs import Pairs
from arena.standings.tally import Line


@dataclass(frozen=True)
class Row:
    """A bot's line, ready to be shown."""

    rank: str
    name: str
    record: str
    share: str
    interval: str
    left: float  # where the drawn interval starts, in percent of its field
    width: float
    points: str
    thinks: str
    faults: str
    against: tuple[str, ...]  # the share against each bot, in the order of the rows


def rows(lines: list[Line], pairs: Pairs) -> list[Row]:
    """The table from the best share down; equal shares have one rank."""
    ordered = sorted(lines, key=lambda line: (-line.share, line.name))
    return [
        Row(
            rank=str(1 + sum(other.share > line.share for other in ordered)),
            name=line.name,
            record=f"{line.wins}-{line.draws}-{line.losses}",
            share=f"{line.share:.1%}",
            interval=f"{line.interval[0]:.0%} to {line.interval[1]:.0%}",
            left=round(100 * line.interval[0], 1),
            width=round(100 * (line.interval[1] - line.interval[0]), 1),
            points=f"{line.points:g}",
            thinks=f"{line.think_mean * 1000:.2f} ms",
            faults=", ".join(f"{n} {verdict}" for verdict, n in sorted(line.faults.items())),
            against=tuple(_percent(pairs.share(line.name, other.name)) for other in ordered),
        )
        for line in ordered
    ]


def write(path: Path, run: Run, lines: list[Line], pairs: Pairs, records: Path) -> None:
    """Write the page."""
    environment = Environment(
        loader=PackageLoader("arena.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template("leaderboard.html").render(
        rows=rows(lines, pairs),
        game=run.game,
        games=len(run.fixtures),
        duplicate=run.games % len(run.game.sides) == 0,
        terms=run.terms,
        seed=run.seed,
        records=records.name,
        version=__version__,
    )
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from None


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"
