"""The play lane on a cluster: if the scheduler ends, it waits for the next one."""

from datetime import UTC, datetime

import pytest
from support import cups
from support.clusters import Machines
from support.processes import wait_until

from arena.competition.config.folder import open_competition
from arena.server.engine.play.cluster import ClusterConnection
from arena.server.engine.play.lane import PlayLane
from arena.server.options import Options
from arena.store.live.heartbeats import PLAY, heartbeats
from arena.store.live.running import machines_now
from arena.workers.cluster.addresses import NoScheduler, host_and_port

TEAMS = {"Ada": cups.FIRST, "Bob": cups.LAST}
HOUSE, GAMES = 2, 4  # of the phase


@pytest.fixture
def machines(tmp_path):
    result = Machines(tmp_path)
    yield result
    result.end()


def is_lost(cluster):
    try:
        cluster.connect()
    except NoScheduler:
        return True
    return False


@pytest.mark.slow
def test_a_lane_waits_for_a_scheduler_that_has_ended_and_then_plays(
    tmp_path, machines, monkeypatch
):
    for module in ("fleet", "showing"):  # the machine of the tests may be busy
        monkeypatch.setattr(f"arena.workers.cluster.{module}.why_untimed", lambda facts: "")
    folder = cups.make(tmp_path / "cup", cups.QUALIFYING, TEAMS)
    machine = machines.join()

    def on_desk():
        with open_competition(folder) as competition:
            store = competition.store
            return machines_now(store, datetime.now(UTC)), heartbeats(store.database)[PLAY].doing

    with ClusterConnection(machines.address, "") as cluster:
        lane = PlayLane(Options(str(folder), trusted=True), 0, cluster.open_engine, cluster)
        cluster.connect()
        assert [each.cores for each in cluster.machines()] == [1]
        machines.scheduler.kill()
        machines.scheduler.wait()
        wait_until(lambda: is_lost(cluster))
        assert cluster.machines() == []
        with pytest.raises(NoScheduler):
            lane.look()
        known, doing = on_desk()
        assert known == []
        assert f"There is no scheduler at {machines.address}" in doing
        machines.start_scheduler(int(host_and_port(machines.address)[1]))
        machines.wait_for_another(machine, "works for")
        lane.look()
        known, doing = on_desk()
        assert len(known) == 1
        assert [each.remarks for each in cluster.machines()] == ["may play"]
        assert doing.startswith("plays qualifying")
        with open_competition(folder) as competition:
            assert competition.store.count("qualifying") == len(TEAMS) * HOUSE * GAMES
