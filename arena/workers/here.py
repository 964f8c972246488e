"""Plays fixtures in this process, one after the other."""

import os
from collections.abc import Generator, Iterable
from contextlib import ExitStack
from typing import Self

from arena.replay.record import Record
from arena.run import Run
from arena.sandbox.isolation import Isolation, share_a_core
from arena.sandbox.levels import BOXED
from arena.sandbox.nursery import Unavailable
from arena.schedule.fixtures import Fixture
from arena.table import Seat, play_game
from Game.registry import observer

TRIES = 3  # at a game, when it is our box that fails and not the bot


class Room:
    """Where a worker plays. The bots of a match keep their places until the next match."""

    def __init__(self, run: Run, worker: int = 0) -> None:
        self._run = run
        self._observer = observer(run.game.name)
        self._isolation = Isolation()
        self._match: frozenset[int] = frozenset()
        self._chairs: dict[tuple[int, int], Seat] = {}
        self._leaving = ExitStack()
        if any(level in BOXED for level in run.levels):
            self._leaving.callback(os.sched_setaffinity, 0, os.sched_getaffinity(0))
            share_a_core(worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._isolation.close()
        self._leaving.close()

    def play(self, fixture: Fixture) -> Record:
        """The record of the game. A fault of ours costs nobody anything: it is played again."""
        for _ in range(TRIES - 1):
            try:
                return self._play(fixture)
            except Unavailable:
                self._isolation.close()
                self._match = frozenset()
        return self._play(fixture)

    def _play(self, fixture: Fixture) -> Record:
        run = self._run
        if self._match != frozenset(fixture.sides):
            self._match = frozenset(fixture.sides)
            self._isolation.clear()
            self._chairs.clear()
        seats: list[Seat] = []
        seated = run.game.seated(fixture.sides)
        for seat, bot in enumerate(seated):
            nth = seated[:seat].count(bot)  # of the places that this bot has at the table
            if (bot, nth) not in self._chairs:
                self._chairs[bot, nth] = self._isolation.seat(
                    run.levels[bot],
                    run.bots[bot],
                    run.game,
                    self._observer,
                    run.terms.budget,
                    run.terms.clock,
                )
            seats.append(self._chairs[bot, nth])
        return play_game(run.game, run.entries, fixture.sides, seats, fixture.deal, run.terms)


def play(run: Run, fixtures: Iterable[Fixture]) -> Generator[Record]:
    """The records of these fixtures, in their order."""
    with Room(run) as room:
        for fixture in fixtures:
            yield room.play(fixture)
