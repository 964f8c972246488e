"""The report of a match: progress while it is played, and a table at the end."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
import msgspec

from arena.guest.protocol.safe_text import duration
from arena.match.run import Run
from arena.replay.record import FaultEntry
from arena.standings.interval import wilson
from arena.standings.pairs import Pairs
from arena.standings.tally import TallyLine, add, conspicuous, remark
from arena.workers.games import PlayedGame

if TYPE_CHECKING:  # rich takes time to import, and is needed only at the end
    from rich.table import Table

WIDE = ("bot", "won-drawn-lost", "share", "95 % interval", "points", "thinks", "at most", "faults")
# The same for a terminal of eighty columns. A terminal that is still narrower gets a list.
NARROW = (
    "bot",
    "won-drawn\n-lost",
    "share",
    "95 %\ninterval",
    "points",
    "thinks",
    "at most",
    "faults",
)
LABELS = (
    "",
    "won-drawn-lost:",
    "share:",
    "95 % interval:",
    "points:",
    "thinks:",
    "at most:",
    "faults:",
)
ENDLESS = 1000  # characters: so wide a terminal cuts nothing off

FEW = 20  # games, below which no conclusion is drawn


class MatchReport:
    def __init__(self, run: Run, records: Path | None, command: str = "") -> None:
        self.run = run
        self.records = records
        self.command = command  # the command that has --save and --strict, if not this one
        self.games = 0
        self.seconds = 0.0
        self.lines = {entry.name: TallyLine(entry.name) for entry in run.entrants}
        self.pairs = Pairs()
        self.first_faults: dict[str, tuple[str, FaultEntry]] = {}  # by bot: game and fault

    def count(self, game: PlayedGame) -> None:
        """Add a game that was played."""
        self.games += 1
        add(self.lines, game.result)
        self.pairs.add(game.result)
        for name, fault in game.faults:
            self.first_faults.setdefault(name, (game.id, fault))

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Measure how long the games take."""
        started = perf_counter()
        try:
            yield
        finally:
            self.seconds = perf_counter() - started

    def where_saved(self) -> str:
        """Which file has the records."""
        if self.records:
            return f"records in {self.records}" if self.games else "no records"
        option = f"{self.command} --save DIR".lstrip()
        return f"records not saved (to save them: {option})"

    def as_json(self) -> str:
        terms = self.run.terms
        whole: dict[str, Any] = {
            "game": self.run.game.name,
            "options": self.run.game.variant,
            "seed": _number_or_text(self.run.seed),
            "isolation": terms.isolation,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "bots": [
                {
                    "name": line.name,
                    "wins": line.wins,
                    "draws": line.draws,
                    "losses": line.losses,
                    "share": line.share,
                    "interval": line.interval,
                    "points": line.points,
                    "think_mean": line.think_mean,
                    "think_max": line.think_max,
                    "faults": line.faults,
                    "replays": line.replays,
                }
                for line in self.lines.values()
            ],
            "records": str(self.records) if self.records else None,
        }
        return msgspec.json.encode(whole).decode()

    def show(self) -> None:
        """Print the table, a sentence that sums it up, and the first fault of each bot."""
        from rich.console import Console

        width = None if sys.stdout.isatty() else 120
        console = Console(highlight=False, markup=False, width=width)
        for table in (self._table(WIDE), self._table(NARROW)):
            needed = console.measure(table, options=console.options.update(width=ENDLESS)).minimum
            if needed <= console.width:
                console.print(table)
                break
        else:  # the names are long, or the terminal is very small: several lines for each bot
            for cells in self._rows():
                click.echo(
                    "\n  ".join(f"{name} {cell}" for name, cell in zip(LABELS, cells, strict=True))
                )
        for sentence in self.sentences():
            click.echo(sentence)

    def _table(self, headings: Sequence[str]) -> "Table":
        from rich import box
        from rich.cells import cell_len
        from rich.table import Table

        wide, rows = headings is WIDE, list(self._rows())
        table = Table(
            box=box.SIMPLE_HEAD, pad_edge=False, show_edge=wide, padding=(0, 1, 0, 1 if wide else 0)
        )
        *first, faults = headings
        for number, heading in enumerate(first):
            longest = max(cell_len(cells[number]) for cells in rows)
            table.add_column(heading, justify="right" if number else "left", min_width=longest)
        table.add_column(faults)
        for cells in rows:
            table.add_row(*cells)
        return table

    def _rows(self) -> Iterator[tuple[str, ...]]:
        """The cells of each bot, the best bot first."""
        for line in sorted(self.lines.values(), key=lambda line: -line.share):
            low, high = line.interval
            faults = ", ".join(f"{n} {verdict}" for verdict, n in sorted(line.faults.items()))
            yield (
                line.name,
                f"{line.wins}-{line.draws}-{line.losses}",
                f"{line.share:.1%}",
                f"{100 * low:.0f}-{high:.0%}",
                f"{line.points:g}",
                duration(line.think_mean),
                duration(line.think_max),
                faults or "none",
            )

    def sentences(self) -> Iterator[str]:
        run = self.run
        if len(self.lines) == 2:
            yield compare(*self.lines.values())
        rate = self.games / self.seconds if self.seconds else 0
        games = "1 game" if self.games == 1 else f"{self.games} games"
        yield (
            f"{games} of {run.game.title} in {self.seconds:.1f} s ({rate:.0f} a second), "
            f"seed {run.seed}, isolation {run.terms.isolation}, {self.where_saved()}"
        )
        for line in self.lines.values():
            if line.decisions and line.faults.total() == line.decisions:
                yield (
                    f"{line.name}: all its {line.decisions} moves were faults. "
                    f"Random moves were played instead"
                )
        yield from map(remark, conspicuous(self.lines.values()))
        for name, (game, fault) in self.first_faults.items():
            where = f"in game {game} at move {fault.ply}"
            yield f"\n{name}: its first fault was {fault.verdict}, {where}: {fault.reason}"
            if fault.traceback:
                yield fault.traceback
            if fault.output:
                yield f"Its output before the fault:\n{fault.output}"
            if self.records:
                place = f"--game-id {game} --ply {fault.ply}"
                yield f"To run the bot there again: arena repro {self.records} {place}"
            else:
                command = self.command or "the same command"
                yield f"To stop there and see the position: {command} with --strict"


def compare(one: TallyLine, other: TallyLine) -> str:
    """A sentence on which bot is better, if the games are enough to tell."""
    games = one.credit + other.credit  # all credit of these two, also if there are more sides
    low, high = wilson(one.credit / games, round(games)) if games else (0.0, 1.0)
    if low > 0.5:
        said = f"{one.name} is better"
    elif high < 0.5:
        said = f"{other.name} is better"
    elif games < FEW:
        said = "too few games to tell"
    else:
        said = "too close to tell, play more games"
    return f"{one.name} {one.credit:g} - {other.credit:g} {other.name}: {said}."


def _number_or_text(seed: str) -> int | str:
    """A seed as a number, if the number means the same seed."""
    try:
        number = int(seed)
    except ValueError:
        return seed
    return number if str(number) == seed and abs(number) < 2**63 else seed
