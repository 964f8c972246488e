"""Starts the services, each in a process of its own, and starts one again that has ended.

A service that cannot start for the first time ends the site, because somebody has made a mistake
and looks at the terminal. Later nothing ends it: the site goes on without the service, which is
tried again after a pause that grows. The log and /readyz say so.
"""

import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from os import getpid

import msgspec
from msgspec.structs import replace

from arena.common.errors import ArenaError
from arena.competition.config.paths import ENGINE_LOCK, OUT
from arena.server.log import begin_log
from arena.server.options import Options
from arena.server.running import AWAY, LOCKED, UNUSABLE
from arena.server.show.outage import pause_after_outage
from arena.server.troubles import Trouble, write_troubles
from arena.store.lock import hold

SERVICES = {
    "web": "arena.server.web.serving:serve_web",
    "live": "arena.server.engine.live.lane:serve_live",
    "play": "arena.server.engine.play.lane:serve_play",
    "admission": "arena.server.engine.admission.lane:serve_admission",
    "desk": "arena.server.engine.desk.lane:serve_desk",
}
LANES = ("live", "play", "admission", "desk")  # of the engine
FIRST = ("web", "live")  # the first page needs these
HEAD_START = 0.5  # seconds before the others start: they would take the cores from the first
LOOK = 0.2  # seconds between two looks
PAUSE = 1.0  # seconds before a service is started again; twice as long after each failure
LONGEST_PAUSE = 30.0
STEADY = 60.0  # seconds after which a service works again: longer than it waits for a database
PATIENCE = 10.0  # seconds for a service to stop
# What the exit codes of a service say.
REASONS = {
    1: "an unexpected error, which is in the log",
    UNUSABLE: "it cannot start, and the log says why",
    LOCKED: "another arena command holds its lock",
    AWAY: "the database does not answer",
}
NO_START = (UNUSABLE, LOCKED, AWAY)

log = logging.getLogger(__name__)


def load_service(name: str) -> Callable[[Options], None]:
    """The function of the service. Only its own modules are imported."""
    module, _, function = SERVICES[name].partition(":")
    serve: Callable[[Options], None] = getattr(import_module(module), function)
    return serve


def serve_engine(options: Options) -> None:
    """Run the lanes of the engine until the process is told to stop."""
    _watch(options, LANES)


def serve_both(options: Options) -> None:
    """Run web and the lanes of the engine."""
    _watch(options, ["web", *LANES])


def _watch(options: Options, names: Sequence[str]) -> None:
    with hold(options.place / OUT / ENGINE_LOCK):
        begin_log("serve")
        pause_after_outage(options.place)
        Watcher(options, names).watch()


@dataclass
class Service:
    """A service, and how it goes. All times are of the monotonic clock."""

    name: str
    starts_at: float
    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0
    starts: int = 0
    failures: int = 0  # since it worked for a while
    why: str = ""  # the last one


class Watcher:
    """Keeps the services running."""

    def __init__(self, options: Options, names: Sequence[str]) -> None:
        self._options = replace(options, parent=getpid())
        now = time.monotonic()
        self._services = [
            Service(name, now if name in FIRST else now + HEAD_START) for name in names
        ]
        self._told: dict[str, Trouble] | None = None
        self._untold = ""  # why web cannot be told

    def watch(self) -> None:
        """Start the services, and start them again, until this process is told to stop."""
        try:
            while True:
                for each in self._services:
                    self._look_after(each, time.monotonic())
                self._tell()
                time.sleep(LOOK)
        finally:
            _stop(each.process for each in self._services if each.process is not None)

    def _look_after(self, service: Service, now: float) -> None:
        if service.process is None:
            if now >= service.starts_at:
                self._start(service, now)
            return
        code = service.process.poll()
        if code is not None:
            if code in NO_START and service.starts == 1:
                sys.exit(UNUSABLE)
            service.process = None
            self._try_later(service, REASONS.get(code) or _in_words(code), now)
        elif service.failures and now - service.started_at > STEADY:
            service.failures = 0
            log.warning("%s works again", service.name)

    def _start(self, service: Service, now: float) -> None:
        written = msgspec.json.encode(self._options).decode()
        command = [sys.executable, "-m", "arena.server", service.name, written]
        service.starts, service.started_at = service.starts + 1, now
        try:
            service.process = subprocess.Popen(command)
        except OSError as error:  # such as no memory for another process
            self._try_later(service, f"no process can be started: {error.strerror}", now)

    def _try_later(self, service: Service, why: str, now: float) -> None:
        """Start the service again after a pause."""
        pause = min(LONGEST_PAUSE, PAUSE * 2**service.failures)
        is_news = why != service.why or service.failures == 0 or pause < LONGEST_PAUSE
        service.failures, service.why, service.starts_at = service.failures + 1, why, now + pause
        if is_news:  # later, the service itself still logs each of its errors
            log.error("%s has ended: %s. It is started again in %g s", service.name, why, pause)

    def _tell(self) -> None:
        """Tell web which services are in trouble."""
        troubles = {
            each.name: Trouble(each.why, each.failures, each.process.pid if each.process else 0)
            for each in self._services
            if each.failures
        }
        if troubles == self._told:
            return
        try:
            write_troubles(self._options.place, troubles)
        except (ArenaError, OSError) as error:  # such as a full disk, which /readyz shows
            if str(error) != self._untold:
                self._untold = str(error)
                log.error("%s", error)
        else:
            self._told, self._untold = troubles, ""


def _in_words(code: int) -> str:
    return f"it was killed (signal {-code})" if code < 0 else f"its exit code is {code}"


def _stop(processes: Iterable["subprocess.Popen[bytes]"]) -> None:
    """Tell the services to stop, and end those that do not."""
    running = list(processes)
    for process in running:
        process.terminate()
    for process in running:
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
