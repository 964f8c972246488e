"""Runs a service in its process until it is told to stop."""

import signal
import sys
from collections.abc import Callable

from arena.server.options import Options

# The exit codes of a service that cannot start.
UNUSABLE = 2
LOCKED = 3  # another arena holds its lock
AWAY = 4  # the database does not answer


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
