"""A bot that tries to get out of its box, and calls itself what it could do.

The arena lets it try before it says that a level of isolation is available.
"""

import contextlib
import os
import socket
import subprocess
from pathlib import Path
from typing import Any

from Players.Player import Player


def read_passwords() -> None:
    Path("/etc/passwd").read_bytes()


def list_home() -> None:
    list(Path("/home").iterdir())


def see_processes() -> None:
    list(Path("/proc/1").iterdir())


def write_file() -> None:
    Path("/tmp/out").write_text("out")


def talk() -> None:
    socket.socket()


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def run_program() -> None:
    subprocess.run(["/usr/bin/true"], check=True)


def signal_others() -> None:
    os.kill(-1, 0)


class Probe(Player):
    def think(self, observation: Any, budget: float) -> Any:
        return observation.get_list_actions()[0]

    def __str__(self) -> str:
        done = []
        for attempt in (
            read_passwords,
            list_home,
            see_processes,
            write_file,
            talk,
            fork,
            run_program,
            signal_others,
        ):
            with contextlib.suppress(Exception):
                attempt()
                done.append(attempt.__name__.replace("_", " "))
        return ", ".join(done) or "sealed"
