"""The guarantees of `Engine`, tested on every engine."""

import os
import signal
from collections.abc import Callable, Iterator
from itertools import chain, count, takewhile
from multiprocessing import active_children
from pathlib import Path

import pytest
from support.arithmetic import Squares, Sum
from support.clusters import shared_fleet

from arena.common.errors import ArenaError, GameRefused, StrictFault
from arena.workers.cluster.engine import Cluster
from arena.workers.cores import Cores
from arena.workers.engine import Engine, WorkersDied, WorkFailed
from arena.workers.here import Here

Make = Callable[[Squares], "Engine[Sum, tuple[int, int]]"]
ENGINES: dict[str, Make] = {
    "here": Here,
    "one core": lambda job: Cores(job, 1),
    "two cores": lambda job: Cores(job, 2),
    "cluster": lambda job: Cluster(job, shared_fleet()),
}
WITH_WORKERS = {name: make for name, make in ENGINES.items() if name != "here"}

every_engine = pytest.mark.parametrize("make", ENGINES.values(), ids=ENGINES)
engines_with_workers = pytest.mark.parametrize("make", WITH_WORKERS.values(), ids=WITH_WORKERS)


@pytest.fixture
def job(tmp_path) -> Squares:
    return Squares(tmp_path)


def blocks(size: int = 3, number: int = 5, **trouble: str) -> list[list[Sum]]:
    """So many blocks of this size; `n4="dies"` is the trouble of item 4."""
    items = [Sum(n, trouble.get(f"n{n}", "")) for n in range(size * number)]
    return [items[start : start + size] for start in range(0, len(items), size)]


def is_running(worker: str) -> bool:
    return Path(f"/proc/{worker}").exists()


def flat(results) -> list[tuple[int, int]]:
    return [each for some in results for each in some]


def squares(numbers) -> list[tuple[int, int]]:
    return [(number, number**2) for number in numbers]


@every_engine
def test_there_is_one_result_for_each_item(make, job):
    with make(job) as engine:
        assert sorted(flat(engine.results(blocks()))) == squares(range(15))
    assert {job.begun(number) for number in range(15)} == {1}


@every_engine
def test_the_items_of_a_block_are_done_by_one_worker_in_their_order(make, job):
    with make(job) as engine:
        done = [number for number, _ in flat(engine.results(blocks()))]
    for block in blocks():
        numbers = [item.number for item in block]
        assert [number for number in done if number in numbers] == numbers
        assert len({job.worker_of(number) for number in numbers}) == 1


@every_engine
def test_in_order_the_results_are_in_the_order_of_the_items(make, job):
    with make(job) as engine:
        result = flat(engine.results(blocks(size=2, number=20), in_order=True))
    assert result == squares(range(40))


@every_engine
def test_results_come_while_later_items_are_still_to_be_done(make, job):
    with make(job) as engine:
        results = engine.results(blocks(number=1000), in_order=True)
        first = next(some for some in results if some)
        results.close()
    assert first[0] == (0, 0)
    assert job.begun(2999) == 0


@every_engine
def test_blocks_are_taken_only_when_a_worker_has_room(make, job):
    endless = ([Sum(number)] for number in count())
    with make(job) as engine:
        result = []
        for some in engine.results(endless, in_order=True):
            result += some
            if len(result) >= 30:
                break
        taken = next(endless)[0].number
    assert result == squares(range(len(result)))
    assert taken < len(result) + 30


@every_engine
def test_after_stop_no_item_begins_and_every_begun_item_has_a_result(make, job):
    with make(job) as engine:
        result = []
        for some in engine.results(blocks(number=1000)):
            result += some
            if result:
                engine.stop()
        assert flat(engine.results(blocks(number=1))) == []
    assert 0 < len(result) < 3000
    assert {number for number, _ in result} == {n for n in range(3000) if job.begun(n)}


@engines_with_workers
def test_stop_in_order_keeps_the_order(make, job):
    os.mkfifo(job.folder / "gate")
    with make(job) as engine:
        result = []
        is_stopped = False
        for some in engine.results(blocks(size=1, number=100, n0="waits"), in_order=True):
            result += some
            if job.begun(0) and not is_stopped:  # others are done, and wait for the first
                is_stopped = True
                engine.stop()
                with (job.folder / "gate").open("w"):
                    pass
    numbers = [number for number, _ in result]
    assert numbers == sorted(numbers)
    assert numbers[0] == 0
    assert set(numbers) == {n for n in range(100) if job.begun(n)}


@every_engine
def test_an_engine_works_again_with_the_same_workers(make, job):
    with make(job) as engine:
        first = flat(engine.results(blocks(number=1)))
        worker = job.worker_of(0)
        assert sorted(first + flat(engine.results([[Sum(3)]]))) == squares(range(4))
        assert is_running(worker)


REFUSALS = {
    "refuses": (ArenaError, "The number is too large: take a smaller one."),
    "breaks the rules": (GameRefused, "The number is odd: take an even one."),
    "strict": (StrictFault, "The first fault."),
    "breaks": (WorkFailed, "Number 4 failed with ZeroDivisionError: by nothing"),
}


@every_engine
@pytest.mark.parametrize("trouble", REFUSALS)
def test_an_exception_in_an_item_is_raised_after_the_results_before_it(make, job, trouble):
    kind, sentence = REFUSALS[trouble]
    result: list[tuple[int, int]] = []
    with make(job) as engine, pytest.raises(ArenaError) as raised:
        result.extend(chain.from_iterable(engine.results(blocks(n4=trouble), in_order=True)))
    assert type(raised.value) is kind
    assert str(raised.value).splitlines()[0] == sentence
    assert ("in _square" in str(raised.value)) == (kind is WorkFailed)
    assert result == squares(range(len(result)))
    assert len(result) <= 4


@every_engine
def test_a_job_that_cannot_be_opened_says_why(make, job):
    (job.folder / "closed").touch()
    with make(job) as engine, pytest.raises(ArenaError, match="The school is closed"):
        flat(engine.results(blocks()))


@every_engine
def test_no_worker_is_left_whether_the_work_is_done_or_broken_off(make, job):
    with make(job) as engine:
        flat(engine.results(blocks()))
    assert active_children() == []
    with make(job) as engine:
        next(some for some in engine.results(blocks(number=1000)) if some)
    assert active_children() == []
    workers = {job.worker_of(number) for number in range(3000) if job.begun(number)}
    assert [worker for worker in workers if is_running(worker)] in ([], [str(os.getpid())])


@engines_with_workers
@pytest.mark.parametrize("in_order", [False, True])
def test_a_worker_that_dies_is_replaced_and_its_items_are_done(make, job, in_order):
    trouble = dict.fromkeys(("n1", "n7", "n8"), "dies once")
    with make(job) as engine:
        result = flat(engine.results(blocks(**trouble), in_order=in_order))
    assert sorted(result) == squares(range(15))
    assert not in_order or result == sorted(result)
    assert [job.begun(number) for number in (1, 7, 8)] == [2, 2, 2]


@engines_with_workers
def test_workers_that_are_killed_from_outside_lose_no_item(make, job):
    killed: set[str] = set()  # two, because three could get the same item
    result = []
    endless = ([Sum(5 * number + n) for n in range(5)] for number in count())
    with make(job) as engine:
        for some in engine.results(takewhile(lambda block: len(killed) < 2, endless)):
            result += some
            if len(result) > 40 * (len(killed) + 1):
                worker = job.worker_of(result[-1][0])
                if is_running(worker):
                    os.kill(int(worker), signal.SIGKILL)
                    killed.add(worker)
    assert sorted(result) == squares(range(len(result)))


@engines_with_workers
def test_an_item_that_kills_every_worker_is_abandoned_and_named(make, job):
    with make(job) as engine, pytest.raises(WorkersDied) as raised:
        flat(engine.results(blocks(n4="dies")))
    assert "ended 3 times (the last time with exit code -9) while it played number 4" in str(
        raised.value
    )
    assert job.begun(4) == 3


@engines_with_workers
def test_a_caller_hears_of_the_engine_while_an_item_takes_long(make, job):
    os.mkfifo(job.folder / "gate")
    with make(job) as engine:
        results = engine.results([[Sum(0, "waits")]])
        assert next(results) == []  # it returned although nothing is done
        while not job.begun(0):
            assert next(results) == []
        with (job.folder / "gate").open("w"):
            pass
        assert flat(results) == squares([0])


def test_a_worker_gets_no_second_block_if_blocks_are_long(tmp_path):
    os.mkfifo(tmp_path / "gate")
    job = Squares(tmp_path, ahead=1)
    with Cores(job, 2) as engine:
        results = engine.results([[Sum(0, "waits")], *([Sum(n)] for n in range(1, 9))])
        result: list[tuple[int, int]] = []
        while len(result) < 8:  # the other worker does all the rest
            result += next(results)
        with (tmp_path / "gate").open("w"):
            pass
        result += flat(results)
    assert sorted(result) == squares(range(9))


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    yield
    assert active_children() == []
