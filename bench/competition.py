"""The speed of a competition on two cores: its workers, their records and the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from os import sched_getaffinity
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.competition.play.engine import entry
from arena.match.run import Run
from arena.schedule.match import Match
from arena.store.store import Store
from arena.workers.crew import Crew, MatchTask
from bench.contest import Contest, Unmeasurable, wall_side
from bench.rows import Row
from bench.sandbox import league

PHASE = "bench"
GAMES = 1000  # a unit of work; so large that a worker which is idle at the end costs little


@contextmanager
def two_workers() -> Iterator[Contest]:
    if len(sched_getaffinity(0)) < 2:
        raise Unmeasurable("This machine has only one core, and two workers need two.")
    run = league(bots=2)
    with crew(run, 2) as both, crew(run, 1) as alone:
        yield Contest(wall_side(both), wall_side(alone), "one worker")


@contextmanager
def crew(run: Run, workers: int) -> Iterator[Callable[[int], int]]:
    """Plays games as `arena run` does, always with new deals, and enters them into a database."""
    deals = count()
    with TemporaryDirectory() as folder:
        records = Path(folder, "records")
        with (
            Store.open(Path(folder, "competition.db"), records) as store,
            Crew(run, PHASE, records / PHASE, workers) as hands,
        ):

            def play(times: int) -> int:
                done = [each for some in hands.play(tasks(times * GAMES)) for each in some]
                store.add_games(PHASE, [entry(each) for each in done])
                return len(done)

            def tasks(games: int) -> Iterator[MatchTask]:
                for _ in range(games // 2):
                    match = Match("match", (0, 1), next(deals), 2)
                    yield from (MatchTask(match.label, fixture) for fixture in match.fixtures())

            play(1)  # starts the workers
            yield play


ROWS = [Row("competition.two_workers", "games/s", two_workers, floor=1.8)]
