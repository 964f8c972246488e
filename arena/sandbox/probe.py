"""A bot that tries to get out of its box. Its name is the list of what it could do.

The arena runs it before it says that an isolation level is available.
"""

import contextlib
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from Players.Player import Player


def list_home() -> None:
    next(Path("/home").iterdir())


def see_processes() -> None:
    """Processes other than ours and those above us. A container has no others."""
    ours = {os.getpid()}
    parent = os.getppid()
    while parent:
        ours.add(parent)
        parent = int(Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()[1])
    others = {path.name for path in Path("/proc").iterdir() if path.name.isdigit()}
    assert others - set(map(str, ours))


def write_file() -> None:
    path = Path(f"/tmp/card-arena-{os.getpid()}")
    path.touch()
    path.unlink()


def talk() -> None:
    socket.socket()


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def run_program() -> None:
    subprocess.run(["/usr/bin/true"], check=True)


def signal_others() -> None:
    os.kill(-1, 0)


def see_limits_of_others() -> None:
    import resource

    above = os.getppid()
    assert above  # 0 means ourselves
    resource.prlimit(above, resource.RLIMIT_NOFILE)


def see_how_others_work() -> None:
    above = os.getppid()
    assert above
    time.clock_gettime(~above << 3 | 2)  # the clock of its processor time


class Probe(Player):
    def __init__(self, secret: str) -> None:
        self.secret = Path(secret)

    def read_files(self) -> None:
        """A file of the host that every user may read."""
        self.secret.read_bytes()

    def think(self, observation: Any, budget: float) -> Any:
        return observation.get_list_actions()[0]

    def __str__(self) -> str:
        done = []
        for attempt in (
            self.read_files,
            list_home,
            see_processes,
            write_file,
            talk,
            fork,
            run_program,
            signal_others,
            see_limits_of_others,
            see_how_others_work,
        ):
            with contextlib.suppress(Exception):
                attempt()
                done.append(attempt.__name__.replace("_", " "))
        return ", ".join(done) or "sealed"
