"""Reads the events, and pushes them to all spectators who may see them.

There is one hub in a web process, and it reads the database only while somebody is watching. Each
event is written as text once, and each chunk is joined once for all spectators who see the same.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

import msgspec
from prometheus_client import Counter, Gauge

from arena.common.errors import ArenaError
from arena.server.facts import SiteFacts
from arena.server.visible import PUBLIC, Thing, Viewer, visible
from arena.server.web.core.site import Site, in_thread
from arena.server.web.streams.spectator import Chunk, Spectator, Wire, framed
from arena.store.live.events import Event, events_after, last_event

LOOK = 0.05  # seconds between two looks at the database
PACE = 0.25  # seconds between two chunks: at most four updates a second
BEAT = 15.0  # seconds between two signs of life, so that clients notice a dead connection
PATIENCE = 20.0  # seconds for a client to read what it was sent
RENEWED = 300.0  # seconds after which the stream of a session ends: the session may have ended
KEPT = 500  # events that a client may have missed; after more, it begins anew
LARGEST = 64 * 1024  # bytes of a chunk
SPREAD = 200  # clients that may ask for a page in the same second
LONGEST_SPREAD = 5.0  # seconds
AWAY = 2.0  # seconds after an error of the database

SIGN_OF_LIFE = framed(b"event: beat\ndata: 1\n\n")

log = logging.getLogger(__name__)
watching = Gauge("arena_spectators", "Open event streams")
cut_off = Counter("arena_spectators_cut", "Streams of clients that did not read")


class News(NamedTuple):
    event: Event
    text: bytes  # that is sent


class Hub:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._groups: dict[Viewer, set[Spectator]] = {}
        self._recent: deque[News] = deque(maxlen=KEPT)
        self._since: int | None = None  # `_recent` has all events after the one with this id
        self._last = 0
        self._reading: asyncio.Task[None] | None = None

    async def join(
        self,
        viewer: Viewer,
        after: int | None,
        cut: Callable[[], object],
        wire: Wire | None = None,
    ) -> Spectator:
        """A new spectator, who has seen all events up to the one with this id."""
        if self._since is None:
            await in_thread(self._begin)
        spectator = Spectator(viewer, self._hello, cut, wire)
        facts = await in_thread(self._site.facts)
        # From here on nothing waits, so no event is lost in between.
        missed = self._missed(after)
        spectator.push(framed(self._hello(resumed=missed is not None)))
        if missed and (text := self._chunk(missed, viewer, facts)):
            spectator.push(framed(text))
        self._groups.setdefault(viewer, set()).add(spectator)
        watching.inc()
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return spectator

    def leave(self, spectator: Spectator) -> None:
        group = self._groups[spectator.viewer]
        group.discard(spectator)
        watching.dec()
        if not group:
            del self._groups[spectator.viewer]

    def close(self) -> None:
        """End all streams, because the server stops."""
        for group in self._groups.values():
            for spectator in group:
                spectator.close()

    def _begin(self) -> None:
        database = self._site.store.database
        since = max(0, last_event(database) - KEPT)
        if self._since is None:
            self._last, self._since = since, since
            self._keep(events_after(database, since))

    def _missed(self, after: int | None) -> list[News] | None:
        """The news after this event; None if they are not known."""
        if after is None or self._since is None or not self._since <= after <= self._last:
            return None
        return [news for news in self._recent if news.event.id > after]

    async def _read(self) -> None:
        """Read and push events while anybody is watching."""
        pushed_at = 0.0
        looked_at = beat_at = monotonic()
        while self._groups:
            try:
                new, facts = await in_thread(self._look)
            except ArenaError as error:
                log.warning("no events: %s", error)
                await asyncio.sleep(AWAY)
                continue
            if new:
                self._push(self._keep(new), facts)
                pushed_at = monotonic()
            now = monotonic()
            if now - looked_at > 1.0:
                looked_at = now
                self._look_after_spectators(now)
            if now - beat_at > BEAT:
                beat_at = now
                self._push_to_all(SIGN_OF_LIFE)
            await asyncio.sleep(max(LOOK, pushed_at + PACE - now))

    def _look(self) -> tuple[list[Event], SiteFacts]:
        return events_after(self._site.store.database, self._last), self._site.facts()

    def _keep(self, events: Sequence[Event]) -> list[News]:
        """Keep these events for those who have missed them."""
        fresh = [News(event, as_text(event)) for event in events]
        for news in fresh:
            if len(self._recent) == KEPT:
                self._since = self._recent[0].event.id
            self._recent.append(news)
            self._last = news.event.id
        return fresh

    def _push(self, fresh: Sequence[News], facts: SiteFacts) -> None:
        same: dict[bytes, Chunk] = {}  # groups that see the same share one object
        for viewer, group in self._groups.items():
            text = self._chunk(fresh, viewer, facts)
            if text:
                chunk = same.setdefault(text, framed(text))
                for spectator in group:
                    spectator.push(chunk)

    def _push_to_all(self, chunk: Chunk) -> None:
        for group in self._groups.values():
            for spectator in group:
                spectator.push(chunk)

    def _chunk(self, fresh: Sequence[News], viewer: Viewer, facts: SiteFacts) -> bytes:
        """The news that the viewer may see now. What is hidden now is never sent."""
        now = self._site.now()
        chunk = b"".join(
            [news.text for news in fresh if visible(_thing(news.event, facts), viewer, now)]
        )
        return chunk if len(chunk) <= LARGEST else self._hello()

    def _hello(self, resumed: bool = False) -> bytes:
        """Begins a stream. A client that is not `resumed` loads what it shows again."""
        clients = sum(map(len, self._groups.values()))
        spread = min(LONGEST_SPREAD, clients / SPREAD)
        data = msgspec.json.encode({"resumed": resumed, "spread": round(spread, 1)})
        return b"id: %d\nevent: hello\nretry: 3000\ndata: %s\n\n" % (self._last, data)

    def _look_after_spectators(self, now: float) -> None:
        for viewer, group in list(self._groups.items()):
            for spectator in list(group):
                if spectator.blocked_for(now) > PATIENCE:
                    cut_off.inc()
                    spectator.close()
                    spectator.cut()
                elif viewer.role != PUBLIC and now - spectator.opened_at > RENEWED:
                    spectator.close()


def as_text(event: Event) -> bytes:
    """The event as server-sent events have it. JSON has no line breaks."""
    data = msgspec.json.encode({"phase": event.phase, "data": event.data})
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.id, event.kind.encode(), data)


def _thing(event: Event, facts: SiteFacts) -> Thing:
    phase = facts.phase(event.phase) if event.phase else None
    return Thing(event.kind, phase, event.teams, event.at)
