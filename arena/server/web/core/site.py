"""What all handlers need: the competition's folder and store, its facts, the clock, the viewer."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock
from typing import ParamSpec, TypeVar

import anyio
from starlette.requests import HTTPConnection

from arena.competition.config.paths import OUT, PUBLIC
from arena.server.facts import LIVE, PRACTICE, UPLOADS, SiteFacts, read_facts
from arena.server.visible import EVERYBODY, Thing, Viewer, visible
from arena.server.web.core.ages import Ages
from arena.store import clock
from arena.store.database import DatabaseAway
from arena.store.store import Store

PATIENCE = 10.0  # seconds for the disk and the database
FRESH = 0.25  # seconds for which the facts are not read again
P = ParamSpec("P")
T = TypeVar("T")


class Site:
    """One competition, as web sees it."""

    def __init__(self, folder: Path, store: Store, url: str = "") -> None:
        self.folder = folder
        self.store = store
        self.url = url  # the address that people know; empty: that of the request
        self.public = folder / OUT / PUBLIC
        self.live = folder / OUT / LIVE
        self.uploads = folder / OUT / UPLOADS
        self.practice = folder / OUT / PRACTICE
        self.ages = Ages()
        self._latest = datetime.now(UTC).astimezone()
        self._looking = Lock()  # at the clock
        self._facts: SiteFacts | None = None
        self._read_at = -FRESH

    def known_facts(self) -> SiteFacts | None:
        """The engine's facts, if they were read in the last moment."""
        return self._facts if time.monotonic() - self._read_at < FRESH else None

    def facts(self) -> SiteFacts:
        """The engine's facts, at most `FRESH` seconds old. `NotReady` before its first start."""
        return self.known_facts() or self.newest_facts()

    def newest_facts(self) -> SiteFacts:
        """The engine's facts of this moment."""
        facts = self._facts = read_facts(self.store)
        latest = clock.last_time(self.store)
        if latest is not None:
            self._not_before(latest)
        self._read_at = time.monotonic()
        return facts

    def now(self) -> datetime:
        """The competition's time for what is shown, which never goes back. It reads no database."""
        with self._looking:
            self._latest = max(self._latest, datetime.now(UTC).astimezone())
            return self._latest

    def time_of_receipt(self) -> datetime:
        """The exact time of something that comes now, such as a file."""
        return self._not_before(clock.now(self.store)[0])

    def _not_before(self, time: datetime) -> datetime:
        """Take note of a time that the competition knows."""
        with self._looking:
            self._latest = max(self._latest, time)
        return time


def site_of(connection: HTTPConnection) -> Site:
    site: Site = connection.app.state.site
    return site


def viewer_of(connection: HTTPConnection) -> Viewer:
    """The viewer, whom the middleware has recognised."""
    viewer: Viewer = connection.scope.get("viewer", EVERYBODY)
    return viewer


def sees(connection: HTTPConnection, thing: Thing) -> bool:
    """May the viewer of this request see the thing now?"""
    return visible(thing, viewer_of(connection), site_of(connection).now())


async def in_thread(function: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Call a function that waits for the disk or the database, without stopping the others.

    If it takes too long, the request ends, and the function ends by itself later.
    """
    call = partial(function, *given, **named)
    try:
        with anyio.fail_after(PATIENCE):
            return await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
    except TimeoutError:
        raise DatabaseAway("The disk or the database does not answer") from None


async def facts_of(connection: HTTPConnection) -> SiteFacts:
    site = site_of(connection)
    known = site.known_facts()
    return await in_thread(site.facts) if known is None else known
