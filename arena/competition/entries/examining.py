"""The job of examining bots, for the engines of `arena/workers`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from msgspec import Struct

from arena.bots.bot import Bot
from arena.match.admission import Conditions, examine
from arena.match.findings import Step

POSITIONS = 500
PATIENCE = 60.0  # seconds of thinking, after which as many positions as there were are enough


class Examination(Struct, frozen=True):
    """One bot to examine."""

    number: int
    bot: Bot


class Findings(Struct, frozen=True):
    """The steps of an examination."""

    number: int
    steps: list[Step]


@dataclass(frozen=True)
class ExamineBots:
    """Examines bots under the conditions of a competition. Every bot has a core for itself."""

    conditions: Conditions

    result_type = Findings
    ahead = 1

    @contextmanager
    def open(self) -> Iterator[Callable[[Examination], Findings]]:
        yield self._examine

    def describe(self, item: Examination) -> str:
        return f"the examination of {item.bot.path.name}"

    def _examine(self, item: Examination) -> Findings:
        return Findings(item.number, list(self.steps(item.bot)))

    def steps(self, bot: Bot) -> Iterator[Step]:
        """The steps of the examination of this bot, one by one."""
        return examine(bot, self.conditions)


def longest_time(bots: int, budget: float, workers: int) -> float:
    """The seconds for so many bots if they use their whole budget."""
    rounds = -(-bots // workers)
    return rounds * min(POSITIONS * budget, PATIENCE)
