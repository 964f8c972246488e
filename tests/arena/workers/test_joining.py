"""How a machine joins a cluster: its user, its keys, and how often it tries."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
from itertools import accumulate, islice, takewhile
from pathlib import Path

import pytest
from support.cases import case

from arena.common.errors import ArenaError
from arena.workers.cluster import joining, users
from arena.workers.cluster.addresses import host_and_port
from arena.workers.cluster.joining import check_version, pauses, work
from arena.workers.cluster.keys import make_keys, read_keys
from arena.workers.cluster.scheduling import open_scheduler

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")

BECOME = """
import os, sys
from pathlib import Path
from arena.workers.cluster import joining, users
from arena.workers.cluster.addresses import host_and_port
{before}
print(users.become({user!r}), end="")
home = Path(os.environ["HOME"])
(home / "file").write_text("mine")
print(os.getresuid(), os.getresgid(), os.getgroups(), Path.cwd() == home, os.environ["USER"])
try:
    os.setuid(0)
except PermissionError:
    print("for good")
try:
    Path({secret!r}).read_text()
except PermissionError:
    print("without root's files")
print(home)
"""


def become(secret, user=None, before="users._check_readable = lambda *_: None"):
    """A process becomes the user."""
    code = BECOME.format(before=before, user=user, secret=str(secret))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )


@as_root
def test_a_machine_that_root_starts_plays_as_another_user_for_good(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("root's")
    secret.chmod(0o600)
    ended = become(secret)
    said, ids, *rest = ended.stdout.splitlines()
    assert said == "This machine plays as the user nobody.", ended.stderr
    assert ids == "(65534, 65534, 65534) (65534, 65534, 65534) [65534] True nobody"
    assert rest[:2] == ["for good", "without root's files"]
    assert not Path(rest[2]).exists()  # its home is gone with it


@as_root
def test_a_user_who_cannot_read_the_arena_is_refused(tmp_path):
    python = tmp_path / "python"
    python.touch(mode=0o700)
    ended = become(python, before=f"sys.executable = {str(python)!r}")
    assert f"The user nobody cannot read {python}. Install Card Arena where" in ended.stderr


def test_users_that_are_not_possible_are_refused_with_advice(monkeypatch):
    cases = {
        0: ("no-such-user", "There is no user 'no-such-user': give another --user"),
        1000: ("nobody", "--user needs root: start the command as that user"),
    }
    for uid, (name, advice) in cases.items():
        monkeypatch.setattr(os, "geteuid", lambda uid=uid: uid)
        with case(name), pytest.raises(ArenaError, match=advice):
            users.become(name)
    assert users.become(None) == ""


def test_the_keys_are_read_before_a_machine_becomes_another_user(tmp_path):
    make_keys(tmp_path / "keys")
    security = read_keys(tmp_path / "keys")
    shutil.rmtree(tmp_path / "keys")
    for role in ("client", "scheduler", "worker"):
        assert security.get_connection_args(role)["ssl_context"] is not None


def test_a_scheduler_with_keys_answers_only_programs_that_have_the_same_ones(tmp_path):
    for name in ("ours", "others"):
        make_keys(tmp_path / name)
    ours, others = read_keys(tmp_path / "ours"), read_keys(tmp_path / "others")

    async def programs_try() -> None:
        async with open_scheduler("tls://127.0.0.1", 0, ours) as address:
            await check_version(address, ours)
            for place, security in ((address, others), (address.replace("tls", "tcp"), None)):
                with case(place), pytest.raises(ArenaError, match=r"does not answer as .* keys"):
                    await check_version(place, security)

    asyncio.run(programs_try())


def test_fifty_machines_that_lost_their_scheduler_do_not_try_at_the_same_times():
    tries = []
    for seed in range(50):
        times = accumulate(pauses(random.Random(seed)))
        tries += list(takewhile(lambda time: time < 600.0, times))
    in_a_tenth = [sum(1 for time in tries if start <= time < start + 0.1)
                  for start in (tenth / 10 for tenth in range(6000))]  # fmt: skip
    assert max(in_a_tenth) <= 15  # without jitter 50
    assert max(in_a_tenth[600:]) <= 5  # after a minute
    assert max(islice(pauses(random.Random(1)), 1000)) <= 90.0  # it never waits longer


@pytest.mark.slow
def test_fifty_machines_come_back_to_a_scheduler_that_was_started_again(monkeypatch):
    monkeypatch.setattr(joining, "FIRST_PAUSE", 0.1)
    texts: list[str] = []

    async def until_joined(times: int) -> None:
        while sum("works for" in line for line in texts) < times:
            await asyncio.sleep(0.05)

    async def machines_lose_their_scheduler() -> None:
        stop = asyncio.Event()
        async with open_scheduler("tcp://127.0.0.1", 0, None) as address:
            machines = [
                asyncio.create_task(work(address, 1, None, stop, texts.append)) for _ in range(50)
            ]
            await until_joined(50)
        port = int(host_and_port(address)[1])
        async with open_scheduler("tcp://127.0.0.1", port, None):
            await until_joined(100)
            stop.set()
            await asyncio.gather(*machines)

    asyncio.run(machines_lose_their_scheduler())


def test_a_machine_that_a_queue_started_gives_up_when_its_scheduler_is_gone(monkeypatch):
    monkeypatch.setattr(joining.settings, "CONNECT", 0.2)
    monkeypatch.setattr(joining, "FIRST_PAUSE", 0.1)

    async def machine_loses_its_scheduler() -> None:
        async with open_scheduler("tcp://127.0.0.1", 0, None) as address:
            joined = asyncio.Event()
            machine = asyncio.create_task(
                work(address, 1, None, asyncio.Event(), lambda _: joined.set(), give_up=0.1)
            )
            await joined.wait()
        await machine

    with pytest.raises(ArenaError, match=r"cannot be reached for 0\.1 s, so this machine gives up"):
        asyncio.run(machine_loses_its_scheduler())
