"""Other systems than Linux, simulated on this one: the features of Linux are removed."""

import sys
from pathlib import Path

import pytest

# These modules are imported first, since they must see the real system.
ELSEWHERE = """
import asyncio, concurrent.futures, ctypes, importlib.metadata, multiprocessing.context
import multiprocessing.queues, os, pdb, platform, select, shutil, signal, socket, subprocess, sys
import sysconfig, tempfile, types, unittest
import click, func_timeout, jinja2, msgspec, rich.console, rich.progress, rich.table

class Away:
    def find_spec(self, name, path=None, target=None):
        if name in AWAY:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

NAMES = ("fork forkpty pidfd_open sched_getaffinity sched_setaffinity setsid geteuid getuid getgid "
         "getegid killpg set_blocking")
AWAY = {"resource", "fcntl", "termios", "pwd", "grp"}
if SYSTEM == "darwin":
    NAMES = "pidfd_open sched_getaffinity sched_setaffinity"
    AWAY = set()
sysconfig.get_config_vars()  # of this machine, while it may be asked
if SYSTEM == "win32":  # what Windows has and Python 3.12 and newer ask it for
    shutil._winapi = types.SimpleNamespace(NeedCurrentDirectoryForExePath=lambda name: True)
    lock = types.SimpleNamespace(acquire=lambda: None, release=lambda: None)
    sys.modules["filelock"] = types.ModuleType("filelock")  # it calls Windows to lock a file
    vars(sys.modules["filelock"]).update(FileLock=lambda *_, **__: lock, Timeout=TimeoutError)
sys.platform = SYSTEM
for name in AWAY:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Away())
for module, names in (
    (os, NAMES),
    (signal, "pidfd_send_signal"),
    (signal, "SIGUSR1 SIGSTOP SIGCONT SIGCHLD" if SYSTEM == "win32" else ""),
    (select, "poll epoll POLLIN POLLOUT"),
    (socket, "recv_fds send_fds SOCK_SEQPACKET"),
    (socket, "AF_UNIX" if SYSTEM == "win32" else ""),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
true = ctypes.CDLL
def library(name, *more, **most):
    if name is None and SYSTEM == "win32":
        raise TypeError("bad argument type for built-in operation")
    return true(name, *more, **most)
ctypes.CDLL = library

from arena.cli import main
main()
"""
SYSTEMS = ("darwin", "win32")

pytestmark = pytest.mark.slow


@pytest.fixture
def elsewhere(shell):
    def run(system: str, *words: object):
        code = ELSEWHERE.replace("SYSTEM", repr(system))
        return shell(*words, command=[sys.executable, "-c", code])

    return run


@pytest.mark.parametrize("system", SYSTEMS)
def test_bots_play_in_process(elsewhere, bot, system):
    path = bot("return observation.get_list_actions()[0]")
    done = elsewhere(system, "play", path, "random", "-n", 2, "--isolation", "inprocess", "--json")
    assert done.code == 0, done.err
    assert done.json["isolation"] == "inprocess"
    assert done.err == ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_bots_of_the_house_play_without_being_asked_for_anything(elsewhere, system):
    done = elsewhere(system, "play", "random", "osla", "-n", 2)
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    "command, system",
    [("play", "darwin"), ("play", "win32"), ("league", "darwin"), ("check", "win32")],
)
def test_files_are_refused_without_the_option_for_trust(elsewhere, bot, system, command):
    path = bot("return observation.get_list_actions()[0]")
    done = elsewhere(system, command, path, *(["random"] if command != "check" else []))
    assert done.code == 2
    assert done.out == ""
    assert "--i-trust-these-bots" in done.err
    assert "it needs Linux" in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_with_it_they_play_at_level_process_with_a_loud_warning(elsewhere, bot, system):
    path = bot("return observation.get_list_actions()[0]")
    done = elsewhere(
        system, "play", path, "random", "-n", 2, "--i-trust-these-bots", "--save", "out", "--json"
    )
    assert done.code == 0, done.err
    assert "WARNING: bots play at level 'process'" in done.err
    assert done.json["isolation"] == "inprocess+process"
    assert done.json["bots"][0]["faults"] == {}
    (records,) = Path("out").glob("*.jsonl")
    assert '"isolation":"inprocess+process"' in records.read_text()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_bot_that_does_not_stop_is_ended(elsewhere, bot, system):
    path = bot(  # only with its last card, since a new process replaces it each time
        """
        cards = observation.get_list_actions()
        while len(cards) == 1: pass
        return cards[0]
        """
    )
    options = ("-n", 1, "--budget", 0.1, "--i-trust-these-bots", "--json")
    done = elsewhere(system, "play", path, "random", *options)
    assert done.code == 0, done.err
    assert done.json["bots"][0]["faults"]["timeout"] > 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_doctor_lists_the_levels_of_other_systems(elsewhere, system):
    done = elsewhere(system, "doctor")
    assert done.code == 0, done.err
    for level in ("reduced", "sandbox", "docker"):
        assert f"isolation {level}: it needs Linux" in done.out
    assert "isolation process: available\n    isolated by: a process, ended" in done.out
    assert "no limits" in done.out
    assert "bots from files play at: no level without --i-trust-these-bots" in done.out
