"""Plays fixtures in this process, one after the other."""

import os
from collections.abc import Generator, Iterable

from arena.replay.record import Record
from arena.run import Run
from arena.sandbox.isolation import Isolation, share_a_core
from arena.sandbox.levels import BOXED
from arena.schedule.fixtures import Fixture
from arena.table import Seat, play_game
from Game.registry import observer


def play(run: Run, fixtures: Iterable[Fixture], worker: int = 0) -> Generator[Record]:
    """The records of these fixtures, in their order. Workers with other numbers use other cores."""
    watch = observer(run.game.name)
    chairs: dict[tuple[int, int], Seat] = {}
    boxed = any(level in BOXED for level in run.levels)
    cores = os.sched_getaffinity(0) if boxed else set()
    with Isolation() as place:
        if boxed:
            share_a_core(worker)
        try:
            for fixture in fixtures:
                seats = []
                for seat, bot in enumerate(run.game.seated(fixture.sides)):
                    if (seat, bot) not in chairs:
                        chairs[seat, bot] = place.seat(
                            run.levels[bot],
                            run.bots[bot],
                            run.game,
                            watch,
                            run.terms.budget,
                            run.terms.clock,
                        )
                    seats.append(chairs[seat, bot])
                yield play_game(
                    run.game, run.entries, fixture.sides, seats, fixture.deal, run.terms
                )
        finally:
            if boxed:
                os.sched_setaffinity(0, cores)
