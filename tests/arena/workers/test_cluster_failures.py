"""What a cluster does when machines, the scheduler or the arena fail. All processes are real."""

import logging
import os
import resource
import signal
from collections.abc import Iterator
from itertools import chain

import msgspec
import pytest
from support.arithmetic import Squares, Sum
from support.clusters import Machines
from support.processes import wait_until

from arena.common.errors import ArenaError
from arena.workers.block_queue import BlockQueue
from arena.workers.cluster.engine import Cluster
from arena.workers.cluster.events import LateOutcome
from arena.workers.cluster.fleet import Fleet
from arena.workers.cluster.players import BlockOutcome
from arena.workers.engine import WorkersDied

pytestmark = pytest.mark.slow
NUMBERS = range(30)


@pytest.fixture
def machines(tmp_path) -> Iterator[Machines]:
    result = Machines(tmp_path, time_to_live=5.0)
    yield result
    result.end()


@pytest.fixture
def job(tmp_path) -> Squares:
    folder = tmp_path / "items"
    folder.mkdir()
    os.mkfifo(folder / "gate")
    return Squares(folder, ahead=1)


def blocks(**trouble: str) -> list[list[Sum]]:
    items = [Sum(n, trouble.get(f"n{n}", "")) for n in NUMBERS]
    return [items[start : start + 2] for start in range(0, len(items), 2)]


def squares() -> list[tuple[int, int]]:
    return [(number, number**2) for number in NUMBERS]


def open_gate(job: Squares) -> None:
    with (job.folder / "gate").open("w"):
        pass


def until_begun(results, job: Squares, times: int = 1) -> list[tuple[int, int]]:
    """The results until item 0 has been begun so many times."""
    result: list[tuple[int, int]] = []
    while job.begun(0) < times:
        result += next(results)
    return result


def rest(results) -> list[tuple[int, int]]:
    return [each for some in results for each in some]


def test_the_blocks_of_a_killed_machine_are_done_by_one_that_joins(machines, job):
    machines.join()
    with Fleet(machines.address) as fleet, Cluster(job, fleet) as engine:
        results = engine.results(blocks(n0="waits"))
        result = until_begun(results, job)
        wait_until(lambda: [blocks for _, blocks in fleet.workloads().values()] == [1])
        os.kill(job.machine_of(0), signal.SIGKILL)
        machines.join()
        result += until_begun(results, job, times=2)
        open_gate(job)
        assert sorted(result + rest(results)) == squares()


def test_a_machine_that_says_goodbye_does_not_count_as_dead(machines, job):
    machines.join()
    with Fleet(machines.address) as fleet, Cluster(job, fleet) as engine:
        results = engine.results(blocks(n0="waits"))
        result = until_begun(results, job)
        for times in range(2, 6):  # more often than machines may die at a block
            os.kill(job.machine_of(0), signal.SIGTERM)
            machines.join()
            result += until_begun(results, job, times)
        open_gate(job)
        assert sorted(result + rest(results)) == squares()


def test_the_late_result_of_a_machine_that_hung_is_compared_and_dropped(machines, job, caplog):
    caplog.set_level(logging.INFO, logger="arena")
    os.mkfifo(job.folder / "gate longer")
    hanging = machines.join()
    with Fleet(machines.address) as fleet, Cluster(job, fleet) as engine:
        results = engine.results([[Sum(0, "waits")], [Sum(1, "waits longer")]])
        result = until_begun(results, job)
        hanging.send_signal(signal.SIGSTOP)
        machines.join(cores=2)
        result += until_begun(results, job, times=2)  # the machine was silent for too long
        open_gate(job)  # for both: the process that plays was not stopped
        while not result:
            result += next(results)
        hanging.send_signal(signal.SIGCONT)
        while "have done the same block" not in caplog.text:
            assert next(results) == []
        with (job.folder / "gate longer").open("w"):
            pass
        assert result + rest(results) == [(0, 0), (1, 1)]
    assert "ALARM" not in caplog.text


def test_different_results_for_the_same_block_are_an_alarm_that_names_both_hosts(job, caplog):
    engine = Cluster(job, None)
    for host, square in ("one", 16), ("two", 17):
        outcome = BlockOutcome(
            f"block-{host}", "", host, [msgspec.Raw(msgspec.msgpack.encode((4, square)))]
        )
        event = LateOutcome(msgspec.msgpack.encode(outcome))
        assert engine._handle(event, BlockQueue([], None), in_order=False) == []
    assert "ALARM: one and two" in caplog.text


def test_a_killed_scheduler_ends_the_work_and_a_new_one_gets_the_machines_back(machines, job):
    machine = machines.join()
    result: list[tuple[int, int]] = []
    with Fleet(machines.address) as fleet, Cluster(job, fleet) as engine:
        results = engine.results(blocks(n8="waits"))
        while not job.begun(8):
            result += next(results)
        machines.scheduler.kill()
        with pytest.raises(ArenaError, match="run the same command"):
            result += rest(results)
    before = machines.address
    machines.start_scheduler(int(before.rpartition(":")[2]))
    machines.wait_for_another(machine, "works for")
    missing = [[Sum(n)] for n in NUMBERS if (n, n**2) not in result]
    with Fleet(before) as fleet, Cluster(job, fleet) as engine:
        assert sorted(result + rest(engine.results(missing))) == squares()


def test_a_block_that_kills_every_machine_is_given_up_and_the_others_are_done(machines, job):
    for _ in range(4):
        machines.join()
    result: list[tuple[int, int]] = []
    with (
        pytest.raises(WorkersDied, match=r"3 machines were lost .* number 4: ") as died,
        Fleet(machines.address) as fleet,
        Cluster(job, fleet) as engine,
    ):
        result.extend(chain.from_iterable(engine.results(blocks(n4="kills the machine"))))
    assert "It may need more memory" in str(died.value)
    assert sorted(result) == [each for each in squares() if each[0] not in (4, 5)]
    assert job.begun(4) == 3


class WithFile(Squares):
    """Each item needs a file that does not fit on the disk."""

    def files(self, item: Sum) -> dict[str, bytes]:
        return {"large": bytes(100_000)}


def test_a_machine_whose_disk_is_full_gets_no_more_blocks(machines, job, caplog):
    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    machines.join(preexec_fn=no_room)
    with Fleet(machines.address) as fleet, Cluster(WithFile(job.folder), fleet) as engine:
        with pytest.raises(ArenaError, match=r"No machine of the cluster may play.*store the bots"):
            rest(engine.results(blocks()))
        assert not job.begun(0)
        machines.join()
        assert sorted(rest(engine.results(blocks()))) == squares()
