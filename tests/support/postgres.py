"""A PostgreSQL server that the tests start for the session, in a folder that they delete."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import psycopg

START = 60.0  # seconds for a server to answer
STOP = 30.0
PLACES = Path("/usr/lib/postgresql")  # Debian's, a folder for each version
ACCESS = "local all locked scram-sha-256\nlocal all all trust\n"
PASSWORD = "open-sesame"  # of the user `locked`, the only one with a password
EMPTIED = "emptied"  # the database that most tests share
_numbers = count(1)


class NoServer(Exception):
    """No server can be started. The text says why."""


class Server(NamedTuple):
    folder: Path  # of its socket

    def url(self, database: str, user: str = "arena") -> str:
        return f"postgresql://{user}@/{database}?host={quote(str(self.folder), safe='')}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of a new database, which is deleted afterwards."""
        name = f"cup{os.getpid()}n{next(_numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE template0")
        try:
            yield self.url(name)
        finally:
            self.do(f"DROP DATABASE {name} WITH (FORCE)")

    def emptied(self) -> str:
        """The address of a database that was emptied: faster than a new one."""
        self.do("DROP SCHEMA public CASCADE; CREATE SCHEMA public", EMPTIED)
        return self.url(EMPTIED)

    def do(self, command: str, database: str = "postgres") -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(command)


@contextmanager
def running_server(durable: bool = False) -> Iterator[Server]:
    """Start a server that can be reached only through its socket on this machine.

    Without `durable` it does not wait for the disk, which is faster.
    """
    with new_cluster() as cluster:
        process = cluster.start(durable)
        try:
            server = Server(cluster.folder)
            server.do(f"CREATE DATABASE {EMPTIED} TEMPLATE template0")
            server.do(f"CREATE ROLE locked LOGIN PASSWORD '{PASSWORD}'")
            yield server
        finally:
            stop(process)


@contextmanager
def new_cluster() -> Iterator["Cluster"]:
    """The files of a server that does not run."""
    before = []
    folder = Path(tempfile.mkdtemp(prefix="arena-postgres-"))
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        if shutil.which("setpriv") is None:
            raise NoServer("setpriv is not installed: apt-get install util-linux")
        before = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        shutil.chown(folder, "postgres", "postgres")
    try:
        cluster = Cluster(folder, _programs(), before)
        cluster.initialise()
        yield cluster
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Cluster(NamedTuple):
    """The files of a server, and how to start it."""

    folder: Path
    programs: Path
    before: list[str]  # the command that makes us another user

    def initialise(self) -> None:
        data = self.folder / "data"
        make = [*self.before, str(self.programs / "initdb"), "-D", str(data), "-U", "arena"]
        made = subprocess.run(
            [*make, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
        )
        if made.returncode:
            raise NoServer(f"initdb fails: {made.stdout.decode(errors='replace').strip()[-200:]}")
        (data / "pg_hba.conf").write_text(ACCESS)

    def start(self, durable: bool) -> "subprocess.Popen[bytes]":
        """Start the server, and wait until it answers."""
        folder, log = self.folder, self.folder / "log"
        death = ["--pdeathsig", "INT"] if self.before else []
        run = [*self.before, *death, str(self.programs / "postgres"), "-D", str(folder / "data")]
        with log.open("wb") as said:
            process = subprocess.Popen(
                [
                    *run, "-k", str(folder), "-c", "listen_addresses=",
                    "-c", f"fsync={'on' if durable else 'off'}",
                ],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                cwd=folder,
                start_new_session=True,
            )  # fmt: skip
        try:
            _wait_for(process, Server(folder), log)
        except BaseException:
            stop(process)
            raise
        return process


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown
    try:
        process.wait(STOP)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGQUIT)
        process.wait()


def _programs() -> Path:
    found = sorted(PLACES.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    anywhere = shutil.which("initdb")
    if anywhere is None:
        raise NoServer("PostgreSQL is not installed: apt-get install postgresql")
    return Path(anywhere).resolve().parent


def _wait_for(process: subprocess.Popen[bytes], server: Server, log: Path) -> None:
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        try:
            server.do("SELECT 1")
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    last = log.read_text(errors="replace").splitlines()[-1:]
    raise NoServer(f"postgres does not start: {' '.join(last)}")
