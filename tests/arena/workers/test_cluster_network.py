"""A cluster of several machines, each with its own network. All connections are encrypted."""

import logging
import os
import shutil
from collections import defaultdict

import pytest
from support.arithmetic import Squares, Sum
from support.cases import case
from support.clusters import Machines
from support.cups import FIRST, LAST, MIDDLE, lines, make, play, table
from support.records import without_times

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.workers.cluster import fleet as fleet_module
from arena.workers.cluster.engine import Cluster
from arena.workers.cluster.fleet import Fleet
from arena.workers.cluster.keys import make_keys, read_keys

pytestmark = pytest.mark.slow


@pytest.fixture
def machines(tmp_path, network):
    make_keys(tmp_path / "keys")
    opened = Machines(tmp_path, time_to_live=5.0, host=network.here, keys=tmp_path / "keys")
    yield opened
    opened.end()


@pytest.fixture
def security(tmp_path, machines):
    return read_keys(tmp_path / "keys")


def test_records_and_tables_are_the_same_on_one_core_and_on_1_2_and_4_machines(
    tmp_path, network, machines, security, monkeypatch
):
    monkeypatch.setattr(fleet_module, "why_untimed", lambda facts: "")  # however busy we are
    cup = make(tmp_path / "cup", teams={"One": FIRST, "Two": LAST, "Three": MIDDLE})
    folders = {number: shutil.copytree(cup, tmp_path / f"on {number}") for number in (1, 2, 4)}
    play(cup)
    joined = 0
    for number, folder in folders.items():
        while joined < number:
            joined += 1
            machines.join(inside=network.add(f"machine{joined}"))
        with Fleet(machines.address, security) as fleet, case(f"{number} machines"):
            play(folder, open_engine=lambda job, _: Cluster(job, fleet))
            assert table(folder, "league") == table(cup, "league")
            assert without_times(folder) == without_times(cup)
    hosts = defaultdict(set)
    for record in lines(folders[4], "league"):
        hosts[record["fixture"]["match"], str(record["deal"])].add(record["host"])
    assert all(len(each) == 1 for each in hosts.values())  # all seatings of a deal on one machine
    names = set.union(*hosts.values())
    assert len(names) > 1
    with open_competition(folders[4]) as competition:
        of_hosts = phase_state(competition, "league").hosts()
    assert of_hosts.keys() == names
    games = [line.games for each in of_hosts.values() for line in each]
    assert sum(games) == 2 * len(lines(folders[4], "league"))


def test_the_blocks_of_a_machine_that_is_cut_off_are_done_by_another_one(
    tmp_path, network, machines, security, caplog
):
    caplog.set_level(logging.INFO, logger="arena")
    job = Squares(tmp_path / "items", ahead=1)
    job.folder.mkdir()
    for gate in ("gate", "gate longer"):
        os.mkfifo(job.folder / gate)
    machines.join(inside=network.add("far"))
    with Fleet(machines.address, security) as fleet, Cluster(job, fleet) as engine:
        results = engine.results([[Sum(0, "waits")], [Sum(1, "waits longer")]])
        result: list[tuple[int, int]] = []
        while not job.begun(0):
            result += next(results)
        network.cut(0)
        machines.join(cores=2, inside=network.add("near"))
        while job.begun(0) < 2:  # the machine was silent for too long
            result += next(results)
        gates = [os.open(job.folder / "gate", os.O_RDWR)]  # both machines end the block
        while not result:
            result += next(results)
        network.mend(0)
        while "near and far have done" not in caplog.text:
            assert next(results) == []
        gates.append(os.open(job.folder / "gate longer", os.O_RDWR))
        result += [each for some in results for each in some]
    for gate in gates:
        os.close(gate)
    assert result == [(0, 0), (1, 1)]
    assert "ALARM" not in caplog.text
