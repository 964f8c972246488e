"""A live site for the benchmarks: `arena serve` in processes of its own."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.competition.config.create import create_competition
from arena.competition.config.folder import open_competition
from arena.store.live.codes import make_code
from bench.contest import Unmeasurable

ALLOWED = os.sched_getaffinity(0)  # the cores that we may use
PATIENCE = 60.0  # seconds for the first page
HEAD = 'name = "Bench"\ngame = "brisca"\n'
BOT = """\
from Players.Player import Player


class Bot(Player):
    def think(self, o, budget):
        return o.get_list_actions()[{place}]  # {name}
"""


def bot(name: str, place: int = 0) -> bytes:
    """The source of a quick bot. Every name gives another file."""
    return BOT.format(name=name, place=place).encode()


@contextmanager
def competition(phases: str) -> Iterator[Path]:
    """The folder of a new competition."""
    with TemporaryDirectory(prefix="bench-live-") as work:
        folder = Path(work, "cup")
        create_competition(folder, HEAD + phases)
        yield folder


def codes_of(folder: Path, names: list[str]) -> dict[str, str]:
    """Registers these teams; returns their codes."""
    with open_competition(folder) as cup:
        store = cup.store
        return {n: make_code(store.database, store.register(n, n.casefold())) for n in names}


class Site:
    """A running `arena serve`."""

    def __init__(self, folder: Path, *options: str) -> None:
        try:
            import starlette  # noqa: F401
        except ImportError as error:
            raise Unmeasurable(f"{error.name} is missing: pip install '.[server]'") from None
        self.port = free_port()
        self.began = time.perf_counter()
        self.log = (folder.parent / "log").open("ab")
        command = [sys.executable, "-m", "arena", "serve", str(folder), "--no-open"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), *options], stdout=self.log, stderr=self.log
        )

    def wait(self) -> float:
        """Wait for the first page; returns the seconds from the start."""
        until = time.perf_counter() + PATIENCE
        while time.perf_counter() < until:
            try:
                status, _ = self.get("/")
                if status == 200:
                    return time.perf_counter() - self.began
            except OSError:
                time.sleep(0.005)
        raise AssertionError("The site does not start.")

    def get(self, path: str, code: str = "", body: bytes | None = None) -> tuple[int, bytes]:
        """The status and the body of one answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {code}"} if code else {}
        try:
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.log.close()


@contextmanager
def site(folder: Path, *options: str) -> Iterator[Site]:
    """The site of this competition, until the end of the block."""
    running = Site(folder, *options)
    try:
        running.wait()
        yield running
    finally:
        running.close()


@contextmanager
def on_core(number: int) -> Iterator[None]:
    """Processes that start in this block stay on this core of those that we may use."""
    if len(ALLOWED) < 2:
        raise Unmeasurable("A second core is missing: the clients would disturb the server.")
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(ALLOWED)[number]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def wait_for_port(port: int) -> None:
    """Wait until a server listens on this port."""
    until = time.perf_counter() + PATIENCE
    while time.perf_counter() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.02)
    raise AssertionError("The server does not start.")


def processor_time(pid: int) -> float:
    """The seconds that all threads of this process have used."""
    return time.clock_gettime((~pid << 3) | 2)  # as clock_getcpuclockid makes it


def memory(pid: int) -> int:
    """The bytes of memory that this process has now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def percentile(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
