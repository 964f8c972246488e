"""Plays the games of a competition in this process, without workers and boxes.

For tests of the games and the tables: they take a quarter of the time. The bots must be harmless.
"""

from collections.abc import Generator, Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self

from arena.match.run import Run
from arena.replay.record import RecordPlace
from arena.store.files import Appender
from arena.workers.crew import Done, MatchTask, _done
from arena.workers.here import Room


class PlainCrew:
    """Replaces `arena.competition.play.engine.Crew` in tests."""

    def __init__(self, run: Run, phase: str, folder: Path, workers: int) -> None:
        self._run = replace(run, levels=["inprocess"] * len(run.levels))
        self._phase = phase
        self._folder = folder
        self._leaving = ExitStack()

    def __enter__(self) -> Self:
        self._room = self._leaving.enter_context(Room(self._run))
        self._file = self._leaving.enter_context(Appender.new(self._folder))
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving.close()

    def play(self, tasks: Iterable[MatchTask]) -> Generator[list[Done]]:
        for task in tasks:
            record = self._room.play(task.fixture)
            record.fixture = RecordPlace(self._phase, task.match, task.fixture.deal)
            start, length = self._file.add(record)
            yield [_done(record, self._file.path.name, start, length)]
