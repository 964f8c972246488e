"""Clusters for tests. Each process of pytest shares one, because it takes seconds to start."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from arena.workers.cluster.fleet import Fleet
from arena.workers.cluster.local import OwnScheduler

_opened: list[Fleet] = []
_leaving = ExitStack()


def shared_fleet() -> Fleet:
    """A cluster of one machine with two cores. It starts when a test asks for it."""
    if not _opened:
        cluster = _leaving.enter_context(OwnScheduler(2))
        _opened.append(_leaving.enter_context(Fleet(cluster.address(), is_here=True)))
    return _opened[0]


def end_shared_fleet() -> None:
    _opened.clear()
    _leaving.close()


class Machines:
    """A scheduler and machines, each in a process of its own, as `arena cluster` starts them."""

    def __init__(
        self,
        folder: Path,
        time_to_live: float = 30.0,
        host: str = "127.0.0.1",
        keys: Path | None = None,
    ) -> None:
        self._folder = folder
        self._host = host
        self._keys = [] if keys is None else ["--keys", str(keys)]
        self._time_to_live = time_to_live
        self._started: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start_scheduler(0)

    def start_scheduler(self, port: int) -> subprocess.Popen[bytes]:
        scheduler = self._start(
            *("start", "--host", self._host, "--port", str(port)),
            *("--time-to-live", str(self._time_to_live), *self._keys),
        )
        self.address = self._wait_for(scheduler, "runs at (.*) until")
        return scheduler

    def join(
        self, cores: int = 1, inside: Sequence[str] = (), **options: Any
    ) -> subprocess.Popen[bytes]:
        """A new machine. `inside` begins the command, for example in a namespace."""
        words = ["work", self.address, "--workers", str(cores), *self._keys]
        if os.geteuid() == 0:
            words += ["--user", "root"]  # the tests read its files
        machine = self._start(*words, inside=inside, **options)
        self._wait_for(machine, "works for")
        return machine

    def wait_for_another(self, machine: subprocess.Popen[bytes], text: str) -> None:
        """Wait until the machine says this again."""
        self._wait_for(machine, text)

    def end(self) -> None:
        for process in reversed(self._started):
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()

    def _start(
        self, *words: str, inside: Sequence[str] = (), **options: Any
    ) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*inside, sys.executable, "-m", "arena", "cluster", *words],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            cwd=self._folder,
            **options,
        )
        self._started.append(process)
        return process

    def _wait_for(self, process: subprocess.Popen[bytes], text: str) -> str:
        """Wait for a line with this text; returns its first group."""
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(text, line.decode()):
                return (found.groups() or ("",))[0]
        raise AssertionError(f"the process ended before it said {text!r}")
