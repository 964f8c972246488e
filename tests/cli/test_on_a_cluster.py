"""Commands with --on, on real clusters."""

import os
import subprocess
import sys

from support.fake_queue import FakeQueue
from support.records import without_times

from arena.workers.cluster.fleet import Fleet
from arena.workers.cluster.local import OwnScheduler
from arena.workers.queues.terms import EXAMPLE

BOT = """
from Players.Player import Player
class Last(Player):
    def think(self, observation, budget):
        return observation.get_list_actions()[-1]
"""


def test_a_match_on_a_cluster_has_the_same_records(arena, tmp_path):
    bot = tmp_path / "last.py"
    bot.write_text(BOT)
    match = ["play", bot, "osla", "-n", "12", "--seed", "1", "--no-clock"]
    assert arena(*match, "--save", tmp_path / "here").code == 0
    ended = arena(*match, "--save", tmp_path / "cluster", "--on", "local:2")
    assert (ended.code, ended.err.count("ALARM")) == (0, 0)
    assert without_times(tmp_path / "cluster") == without_times(tmp_path / "here")
    assert '"host":' in (tmp_path / "cluster" / "games.jsonl").read_text()


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
        "import sys; from arena.cli import main\n"
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
        ("--on", "http://x:1"): "is not the address of a cluster",
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


def test_keys_are_made_once_and_only_for_their_owner(arena, tmp_path):
    folder = tmp_path / "keys"
    assert arena("cluster", "keys", folder).code == 0
    assert (folder / "cluster.key").stat().st_mode & 0o777 == 0o600
    assert "has keys already" in arena("cluster", "keys", folder).err
    (folder / "cluster.key").chmod(0o644)
    ended = arena("cluster", "show", "10.0.0.1", "--keys", folder)
    assert f"Run: chmod go= {folder / 'cluster.key'}" in ended.err
