"""Workers play each game once and write its record, even if a worker dies."""

import json
import os
import signal
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from arena.replay.files import from_line
from arena.replay.result import Effort, Result
from arena.sandbox.host import cgroups
from arena.workers.cores import Cores
from arena.workers.engine import WorkersDied
from arena.workers.games import MOST_SHORT, GameTask, Pace, PlayedGame, PlayGames, game_blocks
from arena.workers.here import Here

FIRST = "return o.get_list_actions()[0]"


def tasks_of(run) -> list[GameTask]:
    return [GameTask(fixture, "match") for fixture in run.fixtures]


def blocks_of(run, workers: int = 2, pace: Pace | None = None) -> Iterator[list[GameTask]]:
    tasks = tasks_of(run)
    return game_blocks(tasks, len(tasks), workers, pace=pace)


def played_by(engine, run, workers: int = 2) -> list[PlayedGame]:
    return [game for some in engine.results(blocks_of(run, workers)) for game in some]


def agree(games: list[PlayedGame], number: int) -> None:
    """So many games were played, each once, and each has its record."""
    assert len(games) == len({game.id for game in games}) == number
    for game in games:
        record = json.loads(game.line)
        assert record["id"] == game.id
        assert record["fixture"] == {"phase": "league", "match": "match"} | (
            {"deal": game.result.deal} if game.result.deal else {}
        )
        assert game.line.endswith(b"\n")


def test_every_game_is_played_once_and_has_its_record(run):
    match = run("alwaysfirst", "random", games=20)
    with Cores(PlayGames(match, "league"), 2) as engine:
        agree(played_by(engine, match), 20)


def test_no_box_is_left_when_it_is_over(thinker, run):
    match = run(thinker(FIRST), "random", games=4, isolation="process")
    workers = set()
    with Cores(PlayGames(match, "league"), 2) as engine:
        for _ in engine.results(blocks_of(match)):
            workers |= {worker.pid for worker in active_children()}
    assert workers
    left = {
        name.split("-")[2]
        for name, _ in cgroups.existing_groups()
        if name.startswith("card-arena-")
    }
    assert not left & {str(worker) for worker in workers}


@pytest.mark.slow
def test_workers_that_are_killed_lose_no_game(run):
    match = run("alwaysfirst", "random", games=100)
    killed: set[int] = set()
    games: list[PlayedGame] = []
    with Cores(PlayGames(match, "league"), 2) as engine:
        for some in engine.results(blocks_of(match)):
            games += some
            if len(games) > 20 * (len(killed) + 1) and len(killed) < 2:
                worker = active_children()[0].pid
                os.kill(worker, signal.SIGKILL)
                killed.add(worker)
    assert len(killed) == 2
    agree(games, 100)


def test_the_game_that_a_worker_died_of_is_played_by_the_next(thinker, run, tmp_path):
    dies_once = thinker(
        f"""
        mark = Path({str(tmp_path / "mark")!r})
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), 9)
        {FIRST}
        """,
        before="import os\nfrom pathlib import Path",
    )
    match = run(dies_once, "random", games=12)
    with Cores(PlayGames(match, "league"), 1) as engine:
        agree(played_by(engine, match), 12)
    assert (tmp_path / "mark").exists()


def test_a_game_of_which_every_worker_dies_is_named(thinker, run):
    match = run("random", thinker("os.kill(os.getpid(), 9)", before="import os"), games=2)
    with Cores(PlayGames(match, "league"), 1) as engine, pytest.raises(WorkersDied) as raised:
        played_by(engine, match)
    assert "while it played match, deal 1" in str(raised.value)


def test_a_file_that_changed_since_the_start_does_not_play(write_bot, run, thinker):
    path = thinker(FIRST)
    match = run(path, "random", games=2)
    with Path(path).open("a") as file:
        file.write("# better\n")
    with (
        Cores(PlayGames(match, "league"), 1) as engine,
        pytest.raises(Exception, match=r"mine\.py has changed since the bot Mine was entered"),
    ):
        played_by(engine, match)


def test_the_games_do_not_depend_on_how_many_play(run):
    match = run("random", "random", games=12)
    played = {}
    for engine in (Here, lambda job: Cores(job, 1), lambda job: Cores(job, 2)):
        with engine(PlayGames(match, "league")) as ready:
            games = played_by(ready, match)
        played[engine] = {
            game.id: [move.play for move in from_line(game.line, "here").moves] for game in games
        }
    one, *others = played.values()
    assert all(other == one for other in others)


def test_without_records_the_results_are_the_same(run):
    match = run("random", "alwaysfirst", games=4)
    with Here(PlayGames(match)) as keeps, Here(PlayGames(match, keeps_records=False)) as drops:
        kept, dropped = played_by(keeps, match), played_by(drops, match)
    assert [game.line for game in dropped] == [b""] * 4
    assert all(game.line for game in kept)
    assert [game.result.scores for game in dropped] == [game.result.scores for game in kept]


def test_only_games_between_the_same_bots_are_in_a_block(run):
    league = run("osla", "random", "greedy", games=100, league=True)
    blocks = list(blocks_of(league))
    assert [task.fixture for block in blocks for task in block] == list(league.fixtures)
    assert max(map(len, blocks)) == 8
    for block in blocks:
        assert len({frozenset(task.fixture.sides) for task in block}) == 1


def test_a_few_games_are_spread_over_all_workers(run):
    match = run("osla", "random", games=10)
    assert len(list(blocks_of(match))) == 10


def test_blocks_grow_to_a_second_if_games_are_short(run):
    match = run("osla", "random", games=8000)
    for microseconds, most in ((10, MOST_SHORT), (50_000, 19), (1_000_000, 8)):
        pace = Pace()
        blocks = blocks_of(match, pace=pace)
        assert len(next(blocks)) == 8  # the time of a game is not known
        result = Result(0, ("a", "b"), (0, 1), (70, 50), (Effort(20, microseconds, 1, 1, {}),))
        for _ in range(16):
            pace.add(PlayedGame("", "match", result, [], b""))
        next(blocks)
        assert len(next(blocks)) == most
