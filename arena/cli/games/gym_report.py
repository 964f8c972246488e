"""The report of `arena gym`: a table of opponents, the rating, its change, weak points, advice."""

import re
import shlex
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import click
import msgspec

from arena.cli.tables import show_table
from arena.guest.protocol.safe_text import plain
from arena.gym.history import History, Subject
from arena.gym.visit import GymResults, Opponent
from arena.match.run import Run
from arena.standings.anchored import AnchoredRating
from arena.workers.games import PlayedGame

ANSWERS = {"first": "stronger", "second": "weaker", "equal": "about equal", "": "not decided"}
HEADINGS = ("opponent", "rating", "won-drawn-lost", "share", "95 % interval", "your bot is")
SHORT = 8  # characters of a hash
OLD = {"-n": r" (-n ?|--games[ =])\d+", "--budget": r" --budget[ =]\S+"}  # in a command


class GymReport:
    def __init__(
        self,
        run: Run,
        subject: Subject,
        results: GymResults,
        history: History,
        run_name: str,
    ) -> None:
        self.run = run
        self.games = 0
        self.records: Path | None = None
        self._subject = subject
        self._results = results
        self._versions = history.versions(subject)
        self._run_name = run_name
        self._new = 0
        self.seconds = 0.0

    def count(self, game: PlayedGame, is_saved: bool = False) -> None:
        """Count a game that was played, now or before."""
        self.games += 1
        self._new += not is_saved
        self._results.count(game)

    def records_location(self) -> str:
        """The sentence part that names the run with the records."""
        return f"record {self._run_name}" if self._run_name and self.games else "no records"

    def show(self, rating: AnchoredRating, command: str) -> None:
        """Print everything. `command` is the one that was run."""
        show_table(HEADINGS, list(self._rows()), left=(0, len(HEADINGS) - 1))
        for sentence in self.sentences(rating, command):
            click.echo(sentence)

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for opponent in self._results.opponents:
            low, high = opponent.interval
            yield (
                opponent.rung.bot,
                f"{opponent.rung.rating:.0f}",
                f"{opponent.wins}-{opponent.draws}-{opponent.losses}",
                f"{opponent.share:.1%}",
                f"{100 * low:.0f}-{high:.0%}",
                ANSWERS[opponent.decision],
            )

    def sentences(self, rating: AnchoredRating, command: str) -> Iterator[str]:
        """The report below the table."""
        subject = self._subject
        name = plain(subject.name)
        version = len(self._versions) + 1
        yield (
            f"\n{name}, version {version} ({subject.sha256[:SHORT]}), in {self.run.game.title}: "
            f"rating {rating.rating:.0f} (95 % interval {rating.low:.0f} to {rating.high:.0f}), "
            f"{self._neighbours(rating.rating)}"
        )
        yield self._change(rating)
        yield from self._weak_points(rating)
        rate = f" in {self.seconds:.1f} s" if self._new else ""
        yield (
            f"{self.games} games, {self._new} of them now{rate}, {subject.budget:g} s a move, "
            f"{self.records_location()}"
        )
        then, why = self._next(command)
        yield f"Next: {then}\n      {why}"

    def _neighbours(self, rating: float) -> str:
        below = [each.rung for each in self._results.opponents if each.rung.rating <= rating]
        above = [each.rung for each in self._results.opponents if each.rung.rating > rating]
        if not below:
            return f"below {above[0].bot} ({above[0].rating:.0f})"
        under = f"{below[-1].bot} ({below[-1].rating:.0f})"
        if not above:
            return f"above {under}, the strongest"
        return f"between {under} and {above[0].bot} ({above[0].rating:.0f})"

    def _change(self, rating: AnchoredRating) -> str:
        """How the rating has changed since the last version."""
        if not self._versions:
            return "Change: this is the first version here"
        before = self._versions[-1]
        assert before.rating is not None
        assert before.low is not None
        assert before.high is not None
        number = len(self._versions)
        change = rating.rating - before.rating
        half = sqrt((rating.high - rating.low) ** 2 + (before.high - before.low) ** 2) / 2
        low, high = change - half, change + half
        answer = "better" if low > 0 else "worse" if high < 0 else "too close to tell"
        return (
            f"Change: {change:+.0f} (95 % interval {low:+.0f} to {high:+.0f}), {answer}: version "
            f"{number} ({before.subject.sha256[:SHORT]}) had {before.rating:.0f}"
        )

    def _weak_points(self, rating: AnchoredRating) -> Iterator[str]:
        points = self._results.weak_points(rating.rating)
        faults = self._results.faults()
        if not points:
            yield "Weak points: none. The bot scores as its rating predicts, against each opponent"
        for point in points:
            yield (
                f"Weak point: as side {point.side} against {point.opponent.rung.bot} it won "
                f"{point.credit:.1f} of {point.games} games, {point.expected:.1f} were expected"
            )
        if not faults:
            yield "Faults: none"
            return
        each = ", ".join(f"{number} {verdict}" for verdict, number in sorted(faults.items()))
        most = max(self._results.opponents, key=lambda opponent: opponent.faults.total())
        yield f"Faults: {each}; most of them against {most.rung.bot} ({most.faults.total()})"

    def _next(self, command: str) -> tuple[str, str]:
        """A command that helps the bot's author, and why."""
        results, budget = self._results, self._subject.budget
        faults = results.faults()
        if faults["timeout"] > faults.total() / 2:
            return (
                _with_option(command, "--budget", 10 * budget),
                f"Your bot needs more than {budget:g} s a move. Does your competition give more?",
            )
        if results.first_fault and self._run_name:
            number, fault = results.first_fault
            return (
                f"arena repro {self._run_name} --game {number} --ply {fault.ply}",
                f"It repeats the first fault ({fault.verdict}).",
            )
        hardest = results.hardest()
        if hardest and hardest.clearest_defeat[1] and self._run_name:
            return (
                f"arena watch {self._run_name} --game {hardest.clearest_defeat[1]}",
                f"It is your clearest defeat by {hardest.rung.bot}, the weakest bot that is "
                f"stronger than yours.",
            )
        if any(not each.decision for each in results.opponents):
            games = max(each.games for each in results.opponents)
            return (
                _with_option(command, "-n", 2 * games),
                "It continues the pairings that are not decided.",
            )
        return (
            f"arena check {shlex.quote(self._subject.path)}",
            "No house bot is stronger than yours. Is it ready to be handed in?",
        )

    def as_json(self, rating: AnchoredRating) -> str:
        before = self._versions[-1] if self._versions else None
        whole: dict[str, Any] = {
            "bot": self._subject.name,
            "sha256": self._subject.sha256,
            "version": len(self._versions) + 1,
            "game": self.run.game.name,
            "options": self.run.game.variant,
            "budget": self._subject.budget,
            "games": self.games,
            "rating": rating.rating,
            "interval": [rating.low, rating.high],
            "before": before.rating if before else None,
            "opponents": [_opponent_json(each) for each in self._results.opponents],
            "run": self._run_name or None,
        }
        return msgspec.json.encode(whole).decode()


def _with_option(command: str, option: str, value: float) -> str:
    """The command with this value of an option. An earlier value is removed."""
    return f"{re.sub(OLD[option], '', command)} {option} {value:g}"


def _opponent_json(opponent: Opponent) -> dict[str, Any]:
    return {
        "bot": opponent.rung.bot,
        "rating": opponent.rung.rating,
        "wins": opponent.wins,
        "draws": opponent.draws,
        "losses": opponent.losses,
        "share": opponent.share,
        "decision": opponent.decision or "limit",
        "faults": dict(opponent.faults),
    }
