"""What an experiment is: blocks of games that have nothing to do with each other, and their sum.

A block is played somewhere, by a function that is told nothing but its task, and comes back as
plain data. It is the same whoever plays it and whenever, as long as nothing in it looks at a clock.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.pages.report.model import Report

Json = Any  # what JSON can say: numbers, texts, lists, and mappings with texts as keys


@dataclass(frozen=True)
class Setting:
    """What is chosen when an experiment is run."""

    games: int
    seed: str
    parameters: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Task:
    """One block of games."""

    number: int  # of the block, from 0
    first: int  # game of it
    games: int
    seed: str
    parameters: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment:
    name: str
    about: str  # a sentence
    games: int  # if nobody says how many
    block: int  # games in a block: a second or a few of work
    work: Callable[[Task], Json]  # plays a block; stands in a module, since processes look it up
    fold: Callable[[Sequence[Json], Setting], Report]  # all blocks in their order -> what is shown
    plan: Callable[[Setting], Sequence[Task]] | None = None  # the blocks, if equal ones do not do
    unit: str = "games"  # what is counted
    times: int = 1  # how often each is played, in blocks of its own

    def tasks(self, setting: Setting) -> list[Task]:
        """All blocks of a run."""
        if self.plan is not None:
            return list(self.plan(setting))
        return [
            Task(
                number,
                first,
                min(self.block, setting.games - first),
                setting.seed,
                setting.parameters,
            )
            for number, first in enumerate(range(0, setting.games, self.block))
        ]
