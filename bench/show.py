"""The speed of the show: preparing a final, and the frames of the projector page."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import sched_getaffinity
from time import perf_counter

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.show.preparing import PrepareGames
from arena.workers import here
from arena.workers.engine import open_engine
from bench.contest import Contest, recorded_side
from bench.live.frames import frames
from bench.rows import Row
from Game.brisca.game import Brisca

GAMES = 100  # of a final
ALLOWED = 60  # seconds
WORKERS = 2


@contextmanager
def preparation() -> Iterator[Contest]:
    """Prepare a final once, since that takes long enough to be measured."""
    run = new_match(
        Brisca(), [load("osla"), load("greedy")], GAMES, RunOptions(clock=False, seed="bench")
    )
    played = list(here.play(run, run.fixtures))
    workers = min(WORKERS, len(sched_getaffinity(0)))
    started = perf_counter()
    with open_engine(PrepareGames(), workers) as engine:
        ready = [shown for some in engine.results([each] for each in played) for shown in some]
    took = perf_counter() - started
    if {shown.record.id for shown in ready} != {record.id for record in played}:
        raise AssertionError("Not every game of the final was prepared.")
    yield Contest(recorded_side(1 / took), recorded_side(1 / ALLOWED), f"60 s; {workers} workers")


ROWS = [
    Row("show.frames", "frames/s", frames, floor=1, compiled=False),
    Row("show.preparation", "s", preparation, ceiling=1),
]
