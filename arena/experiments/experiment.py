"""An experiment: independent blocks of games, and a report of all blocks.

A function plays a block. It gets only the task, and returns plain data. The result does not depend
on the process that plays the block, or on the time, unless the function looks at a clock.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.pages.report.model import Report

Json = Any  # what JSON can express: numbers, texts, lists, and mappings with texts as keys


@dataclass(frozen=True)
class Setting:
    """The choices of a run."""

    games: int
    seed: str
    parameters: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Task:
    """One block of games."""

    number: int  # of the block, from 0
    first: int  # the number of its first game
    games: int
    seed: str
    parameters: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment:
    name: str
    about: str  # a sentence
    games: int  # the default
    block: int  # games in a block: a few seconds of work at most
    work: Callable[[Task], Json]  # plays a block; at the top level of a module, for workers
    fold: Callable[[Sequence[Json], Setting], Report]  # makes the report of all blocks, in order
    plan: Callable[[Setting], Sequence[Task]] | None = None  # the blocks; default: equal ones
    unit: str = "games"  # what the blocks count
    times: int = 1  # how often each game is played, in separate blocks
    counts: str = ""  # what `games` counts; empty: `unit`
    # All that is played for so many of the unit, in words; default: so many of the unit.
    whole: Callable[[int], str] | None = None

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
