"""Starts the services, watches them, and starts one again that has ended."""

import subprocess
import sys
import time
from collections.abc import Sequence
from os import getpid

import msgspec
from msgspec.structs import replace

from arena.server.options import Options
from arena.server.running import UNUSABLE

WEB, ENGINE = "arena.server.web", "arena.server.engine"
LOOK = 0.2  # seconds between two looks
PAUSE = 1.0  # seconds before a service is started again
PATIENCE = 10.0  # seconds for a service to stop


class Services:
    """The services of one competition, each a process."""

    def __init__(self, options: Options, modules: Sequence[str] = (WEB, ENGINE)) -> None:
        self._options = replace(options, parent=getpid())
        self._running = {module: self._start(module) for module in modules}

    def _start(self, module: str) -> "subprocess.Popen[bytes]":
        options = msgspec.json.encode(self._options).decode()
        return subprocess.Popen([sys.executable, "-m", module, options])

    def watch(self) -> int:
        """Return the exit code of a service that cannot run; start others again."""
        while True:
            for module, process in self._running.items():
                code = process.poll()
                if code == UNUSABLE:
                    return code
                if code is not None:
                    time.sleep(PAUSE)
                    self._running[module] = self._start(module)
            time.sleep(LOOK)

    def stop(self) -> None:
        for process in self._running.values():
            process.terminate()
        for process in self._running.values():
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def serve_both(options: Options) -> None:
    """Run web and engine until the process is told to stop."""
    services = Services(options)
    try:
        code = services.watch()
    finally:
        services.stop()
    sys.exit(code)
