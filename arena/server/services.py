"""Starts the services, each in a process of its own, and starts one again that has ended."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from os import getpid

import msgspec
from msgspec.structs import replace

from arena.competition.config.paths import ENGINE_LOCK, OUT
from arena.server.options import Options
from arena.server.running import UNUSABLE
from arena.server.show.outage import pause_after_outage
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
PAUSE = 1.0  # seconds before a service is started again
PATIENCE = 10.0  # seconds for a service to stop


def load_service(name: str) -> Callable[[Options], None]:
    """The function of the service. Only its own modules are imported."""
    module, _, function = SERVICES[name].partition(":")
    serve: Callable[[Options], None] = getattr(import_module(module), function)
    return serve


def serve_engine(options: Options) -> None:
    """Run the lanes of the engine until the process is told to stop."""
    with hold(options.place / OUT / ENGINE_LOCK):
        pause_after_outage(options.place)
        _watch(options, LANES)


def serve_both(options: Options) -> None:
    """Run web and the lanes of the engine."""
    with hold(options.place / OUT / ENGINE_LOCK):
        pause_after_outage(options.place)
        _watch(options, ["web", *LANES])


def _watch(options: Options, names: Sequence[str]) -> None:
    options = replace(options, parent=getpid())
    running: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name in names:
            if name in FIRST:
                running[name] = _start(name, options)
        time.sleep(HEAD_START)
        while True:
            for name in names:
                code = running[name].poll() if name in running else None
                if code == UNUSABLE:
                    sys.exit(code)
                if name not in running:
                    running[name] = _start(name, options)
                elif code is not None:
                    time.sleep(PAUSE)
                    running[name] = _start(name, options)
            time.sleep(LOOK)
    finally:
        _stop(running.values())


def _start(name: str, options: Options) -> "subprocess.Popen[bytes]":
    written = msgspec.json.encode(options).decode()
    return subprocess.Popen([sys.executable, "-m", "arena.server", name, written])


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
