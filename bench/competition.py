"""The speed of a competition on two cores: its workers, their records and the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from os import sched_getaffinity
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.competition.play.playing import write_game
from arena.match.run import Run
from arena.sandbox.timing.cores import on
from arena.schedule.match import Match
from arena.store.files import new_writer
from arena.store.store import Store
from arena.workers.cores import Cores
from arena.workers.games import GameTask, PlayGames, game_blocks
from bench.contest import Contest, Unmeasurable, wall_side
from bench.rows import Row
from bench.sandbox import league

PHASE = "bench"
GAMES = 300  # a unit of work; large, so that an idle worker at the end costs little


@contextmanager
def two_workers() -> Iterator[Contest]:
    """Two workers on two cores against one on one core.

    Boxes are prepared on any free core. So a worker alone on two cores would use both.
    """
    cores = sched_getaffinity(0)
    if len(cores) < 2:
        raise Unmeasurable("This machine has only one core, and two workers need two.")
    first = {min(cores)}
    run = league(bots=2)
    with crew(run, 2) as both, on(first), crew(run, 1) as alone:

        def on_all(times: int) -> int:
            with on(cores):
                return both(times)

        yield Contest(wall_side(on_all), wall_side(alone), "one worker on one core")


@contextmanager
def crew(run: Run, workers: int) -> Iterator[Callable[[int], int]]:
    """Plays games as `arena run` does, always with new deals, and enters them into a database."""
    deals = count()
    with TemporaryDirectory() as folder:
        records = Path(folder, "records")
        with (
            Store.open(Path(folder, "competition.db"), records) as store,
            new_writer(records / PHASE) as writer,
            Cores(PlayGames(run, PHASE), workers) as engine,
        ):

            def play(times: int) -> int:
                blocks = game_blocks(tasks(times * GAMES), times * GAMES, workers)
                played = (game for some in engine.results(blocks) for game in some)
                written = [write_game(writer, game) for game in played]
                store.add_games(PHASE, written, datetime.now(UTC))
                return len(written)

            def tasks(games: int) -> Iterator[GameTask]:
                for _ in range(games // 2):
                    match = Match("match", (0, 1), next(deals), 2)
                    yield from (GameTask(fixture, match.label) for fixture in match.fixtures())

            play(1)  # starts the workers
            yield play


ROWS = [Row("competition.two_workers", "games/s", two_workers, floor=1.8)]
