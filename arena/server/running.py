"""Runs a service in its process until it is told to stop."""

import signal
import sys
from collections.abc import Callable

from arena.server.options import Options

UNUSABLE = 2  # the exit code of a service that cannot start: starting it again would not help


class Stopped(BaseException):
    """The service has got the signal to stop."""


def run_service(serve: Callable[[Options], None], options: Options) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    try:
        serve(options)
    except Stopped:
        sys.exit(0)


def _stop(number: int, frame: object) -> None:
    raise Stopped
