"""Commands with --on, on real clusters."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections import Counter

import pytest
from support.clusters import Machines
from support.cups import FIRST, LAST, LEAGUE, lines, make, play, table
from support.fake_queue import FakeQueue
from support.processes import interrupt, processes, wait_until
from support.records import without_times
from support.trials import LISTED, LOG, PROGRAM

from arena.experiments import catalogue
from arena.guest.protocol.levels import LEVELS
from arena.sandbox.levels import unavailable
from arena.workers.cluster.fleet import Fleet
from arena.workers.cluster.local import OwnScheduler
from arena.workers.queues.terms import EXAMPLE

BOT = """
from Players.Player import Player
class Last(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[-1]
"""


def records_of(cup) -> str:
    """The records of the league so far, perhaps without the end of the last line."""
    files = (cup / "Out" / "records" / "league").glob("*.jsonl")
    return "".join(file.read_text() for file in files)


def alive_in(session: int) -> bool:
    """Is there a process of this session?"""
    return any(each.session == session and each.is_alive for each in processes())


def test_a_match_on_a_cluster_has_the_same_records(arena, tmp_path, monkeypatch):
    bot = tmp_path / "last.py"
    bot.write_text(BOT)
    match = ["play", bot, "osla", "-n", "12", "--seed", "1", "--no-clock"]
    assert arena(*match, "--save", tmp_path / "here").code == 0
    private = tmp_path / "private"  # for the folders of the machine
    private.mkdir()
    monkeypatch.setenv("TMPDIR", str(private))
    ended = arena(*match, "--save", tmp_path / "cluster", "--on", "local:2")
    assert (ended.code, ended.err.count("ALARM")) == (0, 0)
    assert without_times(tmp_path / "cluster") == without_times(tmp_path / "here")
    assert '"host":' in (tmp_path / "cluster" / "games.jsonl").read_text()
    assert list(private.iterdir()) == []  # the bots, the boxes, and what dask has stored


def test_a_match_on_machines_of_a_queue_has_the_same_records(arena, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    queue = FakeQueue(tmp_path / "fake queue", monkeypatch)
    queue.starts()
    assert arena("cluster", "keys", tmp_path / "keys").code == 0
    small = EXAMPLE.replace("jobs = 10", 'jobs = 2\nhost = "127.0.0.1"')
    (tmp_path / "cluster.toml").write_text(small.replace("cores = 8", "cores = 1"))
    match = ["play", "osla", "random", "-n", "40", "--seed", "1"]
    assert arena(*match, "--save", tmp_path / "here").code == 0
    ended = arena(*match, "--save", tmp_path / "queue", "--on", f"slurm:{tmp_path}/cluster.toml")
    assert ended.code == 0, (ended.err, queue.outputs())
    assert without_times(tmp_path / "queue") == without_times(tmp_path / "here")
    assert queue.cancelled() == len(queue.scripts()) == 2


@pytest.mark.slow
def test_a_competition_whose_arena_is_killed_goes_on_where_its_records_end(
    arena, started, tmp_path
):
    league = LEAGUE.replace("games = 4", "games = 20")
    cup = make(tmp_path / "cup", league, {"One": FIRST, "Two": LAST})
    other = shutil.copytree(cup, tmp_path / "other")
    play(other)
    process = started("run", cup, "--on", "local:2")
    wait_until(lambda: lines(cup, "league"))
    process.kill()  # the arena alone: its scheduler and its machine must end by themselves
    process.communicate()
    wait_until(lambda: not alive_in(process.pid))
    before = [each["id"] for each in lines(cup, "league")]
    assert arena("run", cup, "--on", "local:2").code == 0
    assert [each["id"] for each in lines(cup, "league")][: len(before)] == before
    assert without_times(cup) == without_times(other)
    assert table(cup, "league") == table(other, "league")


@pytest.mark.slow
def test_the_engine_of_the_live_site_plays_on_a_cluster(started, tmp_path):
    cup = make(tmp_path / "cup", LEAGUE, {"One": FIRST, "Two": LAST})
    other = shutil.copytree(cup, tmp_path / "other")
    play(other)
    process = started("serve", cup, "--engine", "--on", "local:1")
    wait_until(lambda: records_of(cup).count("\n") == 4)
    interrupt(process)
    assert all(each["host"] == socket.gethostname() for each in lines(cup, "league"))
    assert without_times(cup) == without_times(other)
    wait_until(lambda: not alive_in(process.pid))


@pytest.mark.slow
def test_an_experiment_whose_arena_is_killed_plays_only_the_blocks_in_flight_again(
    arena, started, tmp_path, monkeypatch
):
    monkeypatch.setitem(catalogue.EXPERIMENTS, "slow-coins", LISTED["slow-coins"])
    log, kept = tmp_path / "tosses", tmp_path / "out" / "blocks.jsonl"
    monkeypatch.setenv(LOG, str(log))
    words = ["experiment", "slow-coins", "--out", tmp_path / "out", "--on", "local:2"]
    process = started(*words, program=("-c", PROGRAM), env={LOG: str(log)})
    wait_until(lambda: kept.exists() and kept.read_bytes().count(b"\n") > 3)
    process.kill()
    process.communicate()
    wait_until(lambda: not alive_in(process.pid))
    before = [json.loads(line) for line in kept.read_bytes().splitlines(keepends=True)[1:]
              if line.endswith(b"\n")]  # fmt: skip
    assert arena(*words).code == 0
    after = [json.loads(line) for line in kept.read_text().splitlines()[1:]]
    assert after[: len(before)] == before
    assert sorted(each["block"] for each in after) == list(range(100))
    tossed = Counter(map(int, log.read_text().split()))
    assert {number for number in tossed if tossed[number] > 1}.isdisjoint(
        each["block"] for each in before
    )
    alone = tmp_path / "alone"
    assert arena("experiment", "slow-coins", "--out", alone, "--workers", "1").code == 0
    assert (alone / "blocks.csv").read_text() == (tmp_path / "out" / "blocks.csv").read_text()


def test_an_experiment_on_a_cluster_has_the_same_figures(arena, tmp_path):
    experiment = ["analyse", "brisca", "--games", "40"]
    for folder, more in (("here", ["--workers", "1"]), ("cluster", ["--on", "local:2"])):
        ended = arena(*experiment, *more, "--out", tmp_path / folder)
        assert ended.code == 0, ended.err
    here, cluster = (
        sorted((tmp_path / folder / "blocks.jsonl").read_text().splitlines())
        for folder in ("here", "cluster")
    )
    assert here == cluster


def test_nothing_of_dask_is_imported_without_on(tmp_path):
    code = (
        "import sys; from importlib import import_module; from arena.cli import COMMANDS, main\n"
        "for module, _ in COMMANDS.values(): import_module(module.partition(':')[0])\n"
        "sys.argv = ['arena', 'play', 'osla', 'random', '-n', '2', '--json']\n"
        "import atexit; atexit.register(lambda: print(sorted(sys.modules), file=sys.stderr))\n"
        "main()"
    )
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    modules = ended.stderr.splitlines()[-1]
    assert "'arena.cli.workforce'" in modules
    assert not any(f"'{each}'" in modules for each in ("dask", "distributed", "tornado"))


def test_wrong_options_are_refused_with_advice(arena, tmp_path):
    match = ["play", "osla", "random"]
    refused = {
        ("--on", "local:none"): "give local:1 to local:",
        ("--on", "local:2", "--workers", "2"): "take one of them",
        ("--on", "10.0.0.1"): "arena cluster keys DIR",
        ("--on", "127.0.0.1:1"): "There is no scheduler at tcp://127.0.0.1:1",
        ("--on", "tls://127.0.0.1:1"): "tls://127.0.0.1:1 is encrypted: give --keys DIR",
        ("--on", "tcp://x:1", "--keys", tmp_path): "leave out --keys, or write tls://x:1",
        ("--on", "http://x:1"): "is not the address of a cluster",
        ("--on", "127.0.0.1:65536"): "is not the address of a cluster",
        ("--on", "tls://10.0.0.1:1", "--keys", tmp_path): "cluster.pem cannot be read",
        ("--keys", tmp_path): "name it with --on",
        ("--on", "slurm:none.toml"): "none.toml: there is no such file. Make one, for example",
        ("--on", "pbs:none.toml", "--keys", tmp_path): "none.toml names the keys",
    }
    for options, advice in refused.items():
        ended = arena(*match, *options)
        assert (ended.code, advice in ended.err) == (2, True), (options, ended.err)


def test_without_keys_every_port_is_closed_to_other_machines():
    with OwnScheduler(1) as cluster, Fleet(cluster.address(), is_here=True) as fleet:
        assert fleet.cores == 1
        listening = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=True)
    process = f"pid={cluster.pid},"
    places = [line.split()[3] for line in listening.stdout.splitlines() if process in line]
    assert len(places) >= 2
    assert {place.rpartition(":")[0] for place in places} == {"127.0.0.1"}


def test_the_machines_of_a_cluster_are_shown_with_what_they_have(arena):
    with OwnScheduler(1) as cluster:
        ended = arena("cluster", "show", cluster.address())
    headings, _, row = ended.out.splitlines()[:3]  # a long remark has more lines
    assert headings.split() == "machine cores games/s isolation busy with remarks".split()
    assert row.split()[:2] == [socket.gethostname(), "1"]
    assert int(row.split()[2].replace(",", "")) > 0
    assert row.split()[3] in LEVELS


@pytest.mark.slow
def test_a_machine_is_not_refused_for_a_level_that_nobody_needs(arena, tmp_path):
    """It has no bubblewrap, and the arena has. Games at `process` can be played there."""
    if why := unavailable("sandbox"):
        pytest.skip(f"no isolation level 'sandbox' here: {why}")
    machines = Machines(tmp_path)
    try:
        machines.join(inside=["env", "PATH=/nowhere"])
        shown = arena("cluster", "show", machines.address)
        match = ["play", "random", "greedy", "-n", "2", "--isolation", "process"]
        played = arena(*match, "--on", machines.address)
    finally:
        machines.end()
    assert (shown.code, played.code) == (0, 0)
    assert "refused" not in shown.out + shown.err
    assert "not at sandbox" in " ".join(shown.out.split())


def test_a_port_that_is_taken_is_named(shell):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = shell("cluster", "start", "--port", port)
    assert ended.code == 2
    (said,) = ended.err.splitlines()
    assert f"cannot listen at tcp://127.0.0.1:{port}: Address already in use. Choose" in said


def test_keys_are_made_once_and_only_for_their_owner(arena, tmp_path):
    folder = tmp_path / "keys"
    assert arena("cluster", "keys", folder).code == 0
    assert (folder / "cluster.key").stat().st_mode & 0o777 == 0o600
    assert "has keys already" in arena("cluster", "keys", folder).err
    (folder / "cluster.key").chmod(0o644)
    ended = arena("cluster", "show", "10.0.0.1", "--keys", folder)
    assert f"Run: chmod go= {folder / 'cluster.key'}" in ended.err


def test_the_table_of_times_has_a_row_for_each_team_on_each_host(arena, tmp_path):
    cup = make(tmp_path / "cup", teams={"One": FIRST, "Two": LAST})
    play(cup)
    (path,) = (cup / "Out" / "records" / "league").glob("*.jsonl")
    records = path.read_text().splitlines()
    far = records[0].replace('"host":""', '"host":"far"')
    if far == records[0]:
        far = f'{records[0][:-1]},"host":"far"}}'
    path.write_text("\n".join([far, *records[1:], ""]))
    assert arena("rebuild", cup).code == 0
    rows = {
        (row["name"], row["host"]): row
        for row in arena("standings", cup, "--times", "--hosts", "--json").json
    }
    assert [(key, row["games"]) for key, row in rows.items()] == [
        (("One", "far"), 1),
        (("One", "the arena's own"), len(records) - 1),
        (("Two", "far"), 1),
        (("Two", "the arena's own"), len(records) - 1),
    ]
    assert "arena standings --times --hosts" in arena("standings", cup, "--hosts").err
