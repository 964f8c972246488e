"""Workers: every game is played once and kept, whatever becomes of who plays it."""

import json
import os
import signal
from collections import Counter
from multiprocessing import active_children
from pathlib import Path

import pytest

from arena.common.errors import ArenaError
from arena.sandbox.host import cgroups
from arena.workers.crew import Crew, Done, MatchTask

FIRST = "return o.get_list_actions()[0]"


def tasks_of(run) -> list[MatchTask]:
    return [MatchTask("match", fixture) for fixture in run.fixtures]


def lines(folder: Path) -> list[dict]:
    return [json.loads(line) for file in folder.iterdir() for line in file.read_text().splitlines()]


def once_each(folder: Path, done: list[Done], games: int) -> None:
    """The games were played once, and the records are where we were told."""
    assert len(done) == len({each.id for each in done}) == games
    assert Counter(line["id"] for line in lines(folder)) == Counter(each.id for each in done)
    for each in done:
        with (folder / each.file).open("rb") as file:
            file.seek(each.start)
            line = file.read(each.length)
        assert json.loads(line)["id"] == each.id
        assert line.endswith(b"\n")


def test_every_game_is_played_once_and_its_record_kept(run, tmp_path):
    match = run("alwaysfirst", "random", games=20)
    with Crew(match, "league", tmp_path / "records", workers=2) as crew:
        done = [each for some in crew.play(tasks_of(match)) for each in some]
    once_each(tmp_path / "records", done, 20)
    assert {line["fixture"]["phase"] for line in lines(tmp_path / "records")} == {"league"}


def test_nobody_is_left_when_it_is_over(thinker, run, tmp_path):
    match = run(thinker(FIRST), "random", games=4, isolation="process")
    with Crew(match, "league", tmp_path / "records", workers=2) as crew:
        for _ in crew.play(tasks_of(match)):
            workers = {worker.pid for worker in active_children()}
    assert workers
    assert active_children() == []
    left = {
        name.split("-")[2]
        for name, _ in cgroups.existing_groups()
        if name.startswith("card-arena-")
    }
    assert not left & {str(worker) for worker in workers}


def test_told_to_stop_they_end_the_games_under_way_and_begin_no_other(run, tmp_path):
    match = run("alwaysfirst", "random", games=1000)
    with Crew(match, "league", tmp_path / "records", workers=2) as crew:
        done = []
        for some in crew.play(tasks_of(match)):
            done += some
            if done:
                crew.stop()
        assert 0 < len(done) < 1000
        once_each(tmp_path / "records", done, len(done))


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced_and_no_game_is_lost(run, tmp_path):
    match = run("alwaysfirst", "random", games=100)
    killed = []
    with Crew(match, "league", tmp_path / "records", workers=2) as crew:
        done = []
        for some in crew.play(tasks_of(match)):
            done += some
            if len(done) > 20 * (len(killed) + 1) and len(killed) < 3:
                killed.append(active_children()[0].pid)
                os.kill(killed[-1], signal.SIGKILL)
    assert len(set(killed)) == 3
    once_each(tmp_path / "records", done, 100)


def test_what_a_worker_wrote_and_could_not_tell_any_more_is_not_played_again(run, tmp_path):
    match = run("alwaysfirst", "random", games=60)
    with Crew(match, "league", tmp_path / "all", workers=1) as crew:
        assert sum(len(some) for some in crew.play(tasks_of(match))) == 60
    written = (tmp_path / "all" / "001.jsonl").read_bytes().splitlines(keepends=True)
    with Crew(match, "league", tmp_path / "records", workers=1) as crew:
        done, killed = [], False
        for some in crew.play(tasks_of(match)):
            done += some
            if done and not killed:
                (worker,) = active_children()
                os.kill(worker.pid, signal.SIGSTOP)
                with (tmp_path / "records" / done[0].file).open("r+b") as file:
                    there = len(file.readlines())
                    file.write(written[there] + written[there + 1][:50])
                os.kill(worker.pid, signal.SIGKILL)
                killed = True
    once_each(tmp_path / "records", done, 60)


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
    with Crew(match, "league", tmp_path / "records", workers=1) as crew:
        done = [each for some in crew.play(tasks_of(match)) for each in some]
    assert (tmp_path / "mark").exists()
    once_each(tmp_path / "records", done, 12)


def test_a_game_of_which_every_worker_dies_is_given_up_with_a_sentence(thinker, run, tmp_path):
    dies = thinker("os.kill(os.getpid(), 9)", before="import os")
    match = run("random", dies, games=2)
    with (
        Crew(match, "league", tmp_path / "records", workers=1) as crew,
        pytest.raises(ArenaError) as refused,
    ):
        list(crew.play(tasks_of(match)))
    said = str(refused.value)
    assert "ended 3 times (the last time with exit code -9) while it played match, deal 0" in said
    assert "What is played is kept" in said


def test_what_a_worker_cannot_do_it_says(run, tmp_path):
    (tmp_path / "records").write_text("a file where the folder should be")
    match = run("alwaysfirst", "random", games=2)
    with (
        Crew(match, "league", tmp_path / "records", workers=1) as crew,
        pytest.raises(ArenaError, match="records is a file, a folder is needed there"),
    ):
        list(crew.play(tasks_of(match)))


def test_the_records_do_not_depend_on_how_many_play(run, tmp_path):
    match = run("random", "random", games=12)
    played = {}
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        with Crew(match, "league", folder, workers) as crew:
            list(crew.play(tasks_of(match)))
        played[workers] = {
            line["id"]: (line["deal"], [move["play"] for move in line["moves"]], line["scores"])
            for line in lines(folder)
        }
    assert played[1] == played[2]
