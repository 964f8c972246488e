"""Slows down guesses of codes, by the address and by the first group of the code.

Only failures count: thirty students share one address. Their limit is therefore higher than that of
a prefix, of which a team has its own.
"""

from datetime import timedelta

from arena.server.web.core.refused import Refused
from arena.server.web.core.site import Site
from arena.store.live.codes import prefix_of
from arena.store.live.failures import add_failure, failures_since

SPAN = timedelta(minutes=10)
MOST = {"address": 60, "prefix": 10}  # failures in this time


def check_not_slowed(site: Site, code: str, address: str) -> None:
    """Refuse the request if there were too many failures, without looking at the code."""
    since = site.now() - SPAN
    for kind, source in _sources(code, address):
        if failures_since(site.store.database, kind, source, since) >= MOST[kind]:
            raise Refused(
                429,
                "There were too many wrong codes: wait ten minutes, then type the code again.",
                {"Retry-After": str(int(SPAN.total_seconds()))},
            )


def note_failure(site: Site, code: str, address: str) -> None:
    add_failure(site.store.database, _sources(code, address), site.now(), site.now() - SPAN)


def _sources(code: str, address: str) -> list[tuple[str, str]]:
    return [("address", address), ("prefix", prefix_of(code))]
