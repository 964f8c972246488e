"""The report of a match: progress while it is played, and a table at the end."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from arena.cli.games.deciding import decision_sentence
from arena.cli.progress import count_text, rate_text
from arena.cli.tables import TOGETHER, show_table
from arena.guest.protocol.safe_text import duration, quote
from arena.match.run import Run
from arena.replay.record import FaultEntry
from arena.standings.pairs import Pairs
from arena.standings.sequential import StoppingRule
from arena.standings.tally import TallyLine, add, conspicuous, remark
from arena.workers.games import PlayedGame

HEADINGS = (
    "bot", "won-drawn-lost", "share", "95 % interval", "points", "thinks", "at most", "faults",
)  # fmt: skip
FEW = 20  # with fewer games the report asks for more, unless one bot wins nearly all


class MatchReport:
    def __init__(
        self,
        run: Run,
        records: Path | None,
        command: str = "",
        run_name: str = "",
        rule: StoppingRule | None = None,
    ) -> None:
        self.run = run
        self.records = records
        self.run_name = run_name  # of the saved run, if the records are in one
        self.rule = rule  # what stops the match
        self.saved = 0  # games that were played before, in a run that continues
        self.command = command  # a command with the options --save and --strict; empty: this one
        self.games = 0
        self.seconds = 0.0
        self.lines = {entry.name: TallyLine(entry.name) for entry in run.entrants}
        self.pairs = Pairs()
        self.unread: set[str] = set()  # bots that printed something that was not shown
        self.first_faults: dict[str, tuple[int, FaultEntry]] = {}  # by bot: game and fault

    def count(self, game: PlayedGame, is_saved: bool = False) -> None:
        """Add a game that was played, now or before."""
        self.games += 1
        self.saved += is_saved
        add(self.lines, game.result)
        self.pairs.add(game.result)
        for name, fault in game.faults:
            self.first_faults.setdefault(name, (self.games, fault))
        self.unread |= {name for name, _, text in game.printed if not text}

    def records_location(self) -> str:
        """The sentence part that names the file with the records."""
        if self.run_name and self.games:
            return f"record {self.run_name}"
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
            "run": self.run_name or None,
            "decision": (self.rule.decision or "limit") if self.rule else None,
        }
        return msgspec.json.encode(whole).decode()

    def show(self) -> None:
        """Print the table, a sentence that sums it up, and the first fault of each bot."""
        show_table(HEADINGS, list(self._rows()), left=(0, len(HEADINGS) - 1))
        click.echo()
        for sentence in self.sentences():
            click.echo(sentence)

    def _rows(self) -> Iterator[tuple[str, ...]]:
        """The cells of each bot, the best bot first."""
        for line in sorted(self.lines.values(), key=lambda line: -line.share):
            low, high = line.interval
            faults = ", ".join(
                f"{n}{TOGETHER}{verdict}" for verdict, n in sorted(line.faults.items())
            )
            yield (
                line.name,
                f"{line.wins}-{line.draws}-{line.losses}",
                f"{line.share:.1%}",
                f"{100 * low:.0f}-{high:.0%}",
                f"{line.points:,.1f}",
                duration(line.think_mean),
                duration(line.think_max),
                faults or "none",
            )

    def sentences(self) -> Iterator[str]:
        run = self.run
        at_a_table = len(set(run.fixtures[0].sides))
        if self.rule:
            names = list(self.lines)
            yield decision_sentence(self.rule, self.games, len(run.fixtures), *names)
        elif len(self.lines) == 2:
            yield compare(*self.lines.values())
        elif at_a_table == len(self.lines):
            yield compare_with_fair_share(list(self.lines.values()))
        else:
            yield f"{at_a_table} bots play each game: a fair share is {1 / at_a_table:.0%}."
        games = count_text(self.games, "games")
        took = "played before"
        if now := self.games - self.saved:
            took = f"in {self.seconds:.1f} s ({rate_text(now, self.seconds)})"
            if self.saved:
                games += f" ({self.saved} played before)"
        yield (
            f"{games} of {run.game.title} {took}, seed {run.seed}, isolation "
            f"{run.terms.isolation}, {self.records_location()}"
        )
        for line in self.lines.values():
            if line.decisions and line.faults.total() == line.decisions:
                yield (
                    f"{line.name}: all its {line.decisions} moves were faults. "
                    f"Random moves were played instead"
                )
        for name in sorted(self.unread):
            command = self.command or "the same command"
            yield f"{name} has printed something. To see it: {command} with --show-output"
        yield from map(remark, conspicuous(self.lines.values()))
        for name, (game, fault) in self.first_faults.items():
            where = f"in game {game} at move {fault.ply}"
            yield f"\n{name}: its first fault was {fault.verdict}, {where}: {fault.reason}"
            if fault.traceback:
                yield quote("Its traceback:", fault.traceback)
            if fault.output:
                yield quote("Its output before the fault:", fault.output)
            if self.records:
                source = self.run_name or self.records
                place = f"--game {game} --ply {fault.ply}"
                yield f"To run the bot there again: arena repro {source} {place}"
            else:
                command = self.command or "the same command"
                yield f"To stop there and see the position: {command} with --strict"


def compare(one: TallyLine, other: TallyLine) -> str:
    """A sentence on which bot is better, if the games are enough to tell."""
    better = one if one.interval[0] > 0.5 else other if other.interval[0] > 0.5 else None
    verdict = _doubt(one.games) if better is None else f"{better.name} is better"
    all_won = "".join(_won_all(line) for line in (one, other))
    return f"{one.name} {one.credit:g} - {other.credit:g} {other.name}: {verdict}.{all_won}"


def compare_with_fair_share(lines: list[TallyLine]) -> str:
    """A sentence on the best of several bots, if the games are enough to tell."""
    best, fair = max(lines, key=lambda line: line.share), 1 / len(lines)
    better = best.interval[0] > fair
    verdict = "it is better than the average" if better else _doubt(best.games)
    return (
        f"{best.name} has {best.share:.1%} of the wins. With {len(lines)} bots, a fair share is "
        f"{fair:.0%}: {verdict}.{_won_all(best)}"
    )


def _doubt(games: int) -> str:
    return "too few games to tell" if games < FEW else "too close to tell, play more games"


def _won_all(line: TallyLine) -> str:
    return f" {line.name} won all {line.games}." if 1 < line.games == line.wins else ""


def _number_or_text(seed: str) -> int | str:
    """A seed as a number, if the number means the same seed."""
    try:
        number = int(seed)
    except ValueError:
        return seed
    return number if str(number) == seed and abs(number) < 2**63 else seed
