"""Slows down guesses of codes, by the address and by the first group of the code.

A code that is right is let in at once, whatever others have typed: thirty students share one
address, and anybody can read a prefix over a shoulder. Only the answer to a wrong code takes
longer, after some failures. A code has 60 bits besides its prefix, so no guess will hit.
"""

from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network

import anyio

from arena.server.web.core.refused import Refused
from arena.server.web.core.site import Site, in_thread
from arena.store.live.codes import prefix_of
from arena.store.live.failures import add_failure, failures_since

SPAN = timedelta(minutes=10)
FREE = {"address": 60, "prefix": 10}  # failures in this time that are answered at once
NOTED = 100  # failures of a source that are noted; more of them change nothing
LONGEST = 8  # seconds until an answer


async def refuse_code(site: Site, code: str, address: str) -> Refused:
    """Note the failure. Returns the answer after a pause, if there were many."""
    pause = await in_thread(_note, site, code, address)
    if not pause:
        return Refused(401, "This code is not known: look at the card, or ask the organiser.")
    await anyio.sleep(pause)
    return Refused(
        429,
        "This code is not known, and there were many wrong ones. Look at the card, and type the "
        "code again.",
        {"Retry-After": str(pause)},
    )


def _note(site: Site, code: str, address: str) -> int:
    """Note a failure; returns the seconds to wait."""
    database, now = site.store.database, site.now()
    counts = {
        source: failures_since(database, *source, now - SPAN) for source in _sources(code, address)
    }
    if max(counts.values()) < NOTED:
        add_failure(database, list(counts), now, now - SPAN)
    return min(LONGEST, max(0, *(1 + n - FREE[kind] for (kind, _), n in counts.items())))


def _sources(code: str, address: str) -> list[tuple[str, str]]:
    return [("address", _network(address)), ("prefix", prefix_of(code))]


def _network(address: str) -> str:
    """The address. One person has a whole network of IPv6 addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    return (
        str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else address
    )
