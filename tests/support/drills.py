"""A live site whose processes are killed at random moments, while teams hand in and bots play."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from http.client import HTTPException
from os import kill
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec
from support import cups
from support.processes import LONG, command, descendants

from bench.live.site import free_port

OURS = ("-m arena.server", "multiprocessing.spawn")  # services, workers and examiners


class LiveSite:
    """`arena serve` in processes of its own. Use it in a `with` block."""

    def __init__(
        self, folder: Path, *options: str, environment: Mapping[str, str] | None = None
    ) -> None:
        self.folder = folder
        self.environment = {**os.environ, **(environment or {})}
        self.port = free_port()
        self.options = options
        self.log = folder.with_suffix(".log")
        self.process = self._start()

    def __enter__(self) -> "LiveSite":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(LONG)

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "arena", "serve", str(self.folder), "--no-open"]
        command += ["--port", str(self.port), "--workers", "1", *self.options]
        with self.log.open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)

    def kill_one(self, random: random.Random) -> str:
        """Kill a service, a worker or all of the site, and return its command. The site goes on.

        A box is not killed: its death counts as a fault of the bot.
        """
        pids = sorted({self.process.pid, *descendants(self.process.pid)})
        of = {pid: said for pid in pids if any(word in (said := command(pid)) for word in OURS)}
        pid = random.choice([self.process.pid, *of])
        said = of.get(pid, "arena serve")
        with suppress(ProcessLookupError):
            kill(pid, signal.SIGKILL)
        if pid == self.process.pid:  # the others end with it
            self.process.wait()
            self.process = self._start()
        return said

    def visit(self, path: str) -> tuple[int, str]:
        """The status of a page, and its text; (0, "") if web does not answer."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=LONG) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()
        except (URLError, HTTPException, OSError):
            return 0, ""

    def service(self, name: str) -> int | None:
        """The process of this service; None while it does not run."""
        for pid in descendants(self.process.pid):
            if f"-m arena.server {name} " in command(pid):
                return pid
        return None

    def ask(self, path: str, code: str = "", body: bytes | None = None) -> Any:
        """The JSON of the answer; None if there is none now."""
        request = Request(f"http://127.0.0.1:{self.port}{path}", body)
        if code:
            request.add_header("Authorization", f"Bearer {code}")
        refused = None
        try:
            with urlopen(request, timeout=LONG) as answer:
                return msgspec.json.decode(answer.read())
        except HTTPError as error:
            refused = error.code, error.headers.get("Retry-After"), error.read()
        except (URLError, HTTPException, OSError):
            pass  # web has just been killed
        assert refused is None or (refused[0] in (429, 503) and refused[1]), refused
        return None


def hand_in_for_ever(
    site: LiveSite, codes: dict[str, str], receipts: dict[str, str], stopped: threading.Event
) -> None:
    """Hand in new files of all teams, one after the other. `receipts` gets the hash of each."""
    number = 0
    while not stopped.is_set():
        number += 1
        for team, code in codes.items():
            body = cups.source(f"return o.get_list_actions()[{-(number % 2)}]  # {team} {number}")
            answer = site.ask("/api/v1/uploads?name=bot.py", code, body.encode())
            if answer is not None:
                assert answer["sha256"] == sha256(body.encode()).hexdigest()
                receipts[answer["receipt"]] = answer["sha256"]
        stopped.wait(0.5)


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < until, "it takes too long"
        time.sleep(0.1)
