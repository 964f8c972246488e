"""Event streams: who gets what, once, in order, and also after a pause."""

import asyncio
import json
import re
import socket
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from time import monotonic
from types import SimpleNamespace

import pytest
from support import loops
from support.asking import ask

from arena.server.facts import PhaseFacts, SiteFacts
from arena.server.visible import EVERYBODY, SITE, TABLE, TEAM, UPLOAD, Viewer
from arena.server.web import connections
from arena.server.web.app import make_app
from arena.server.web.streams import hub as hubs
from arena.server.web.streams import spectator as spectators
from arena.server.web.streams.hub import Hub
from arena.store.live.events import NewEvent, add_events, forget_events, last_event
from arena.store.store import Store

ADA, BOB = Viewer(TEAM, "ada"), Viewer(TEAM, "bob")


class Watching:
    """A spectator in a test, and everything that it was sent."""

    def __init__(self, hub, spectator):
        self.hub, self.spectator, self.got = hub, spectator, b""

    async def until(self, text):
        """Read until this text has come."""
        async with asyncio.timeout(60):
            while text.encode() not in self.got:
                self.got += await self.spectator.take()

    @property
    def events(self):
        """The kind and the data of all events."""
        return re.findall(r"event: (\w+)\n(?:retry: \d+\n)?data: (.*)\n", self.got.decode())

    @property
    def numbers(self):
        return [json.loads(data)["data"]["n"] for kind, data in self.events if kind != "hello"]


@pytest.fixture
def live(tmp_path, now, monkeypatch):
    """A store with a hub: `tell` adds events, and `run` runs a scenario."""
    monkeypatch.setattr(hubs, "BEAT", 1e9)
    facts = {}
    phases = {"open": {}, "sealed": {"sealed": True}, "late": {"delay": 3600}}
    for name, terms in phases.items():
        given = {"sealed": False, "delay": 0, "freeze": None, "published": False} | terms
        facts[name] = PhaseFacts(
            name, name, "qualifying", "", None, None, begun=True, closed=False, **given
        )
    with Store.open(tmp_path / "events.db", tmp_path) as store:
        told = SiteFacts("Cup", "en", "", True, 1, list(facts.values()))
        site = SimpleNamespace(store=store, facts=lambda: told, now=lambda: datetime.now(UTC))
        count = iter(range(1, 10_000))

        def tell(kind=SITE, phase="", teams=(), text=""):
            number = next(count)
            data = {"n": number, "text": text}
            add_events(store.database, [NewEvent(now, kind, phase, teams, data)])
            return number

        def run(scenario):
            hub = Hub(site)

            async def watch(viewer=EVERYBODY, after=None):
                return Watching(hub, await hub.join(viewer, after, lambda: None))

            async def whole():
                try:
                    await scenario(hub, watch)
                finally:
                    for group in list(hub._groups.values()):
                        for spectator in list(group):
                            hub.leave(spectator)

            loops.run(whole())

        yield SimpleNamespace(tell=tell, run=run, database=store.database)


@pytest.fixture
def now():
    return datetime.now().astimezone() - timedelta(seconds=1)


def test_everybody_gets_what_visible_shows_them_and_nothing_else(live):
    async def scenario(hub, watch):
        everybody = {name: await watch(viewer) for name, viewer in
                     {"public": EVERYBODY, "ada": ADA, "bob": BOB}.items()}  # fmt: skip
        live.tell(TABLE, "open")
        live.tell(TABLE, "sealed")
        live.tell(TABLE, "late")
        live.tell(UPLOAD, teams=("ada",))
        live.tell(SITE)
        for each in everybody.values():
            await each.until('"n":5')
        assert {name: each.numbers for name, each in everybody.items()} == {
            "public": [1, 5], "ada": [1, 4, 5], "bob": [1, 5],
        }  # fmt: skip

    live.run(scenario)


def test_an_event_is_one_text_for_all_who_see_it(live):
    async def scenario(hub, watch):
        many = [await watch(viewer) for viewer in (EVERYBODY, EVERYBODY, ADA)]
        for each in many:
            await each.until("hello")
        live.tell(SITE)
        async with asyncio.timeout(60):
            chunks = [await each.spectator.take() for each in many]
        assert b'"n":1' in chunks[0]
        assert chunks[0] is chunks[1] is chunks[2]

    live.run(scenario)


class Socket:
    """In place of a wire: takes chunks, or not."""

    def __init__(self):
        self.is_free, self.got = True, b""

    def write(self, chunk):
        if self.is_free:
            self.got += chunk.text
        return self.is_free


def test_a_chunk_goes_straight_to_the_socket_if_the_client_has_everything_else_it_waits(live):
    async def scenario(hub, watch):
        other, socket = await watch(), Socket()
        spectator = await hub.join(EVERYBODY, None, lambda: None, socket)
        assert b"hello" in await spectator.take()
        waiting = asyncio.create_task(spectator.take())
        for n, is_free in enumerate((True, True, False, True), start=1):
            socket.is_free = is_free
            live.tell()
            await other.until(f'"n":{n},')
        assert re.findall(rb'"n":(\d)', socket.got) == [b"1", b"2"]
        assert re.findall(rb'"n":(\d)', await waiting) == [b"3"]
        assert re.findall(rb'"n":(\d)', await spectator.take()) == [b"4"]
        hub.leave(spectator)

    live.run(scenario)


def test_who_comes_back_gets_what_was_missed_and_who_was_away_too_long_begins_anew(
    live, monkeypatch
):
    monkeypatch.setattr(hubs, "KEPT", 5)
    for _ in range(8):
        live.tell()

    async def scenario(hub, watch):
        back = await watch(after=5)
        await back.until("hello")
        assert '"resumed":true' in back.got.decode()
        await back.until('"n":8')
        assert back.numbers == [6, 7, 8]
        last = last_event(live.database)
        for after in (None, 2, last + 1):
            fresh = await watch(after=after)
            await fresh.until("hello")
            assert f"id: {last}\n" in fresh.got.decode()
            assert '"resumed":false' in fresh.got.decode()
            assert fresh.numbers == []
        same = await watch(after=last)
        live.tell()
        await same.until('"n":9')
        assert same.numbers == [9]

    live.run(scenario)


def test_a_client_that_reads_too_slowly_begins_anew_and_holds_nobody_up(live, monkeypatch):
    monkeypatch.setattr(hubs, "PACE", 0)
    monkeypatch.setattr(spectators, "MOST", 2)

    async def scenario(hub, watch):
        slow, quick = await watch(), await watch()
        await slow.until("hello")
        for n in range(1, 7):
            live.tell()
            await quick.until(f'"n":{n},')
        assert quick.numbers == [1, 2, 3, 4, 5, 6]
        await slow.until("hello")
        slow.got = await slow.spectator.take()
        assert '"resumed":false' in slow.got.decode()
        live.tell()
        await slow.until('"n":7')

    live.run(scenario)


def test_a_client_that_does_not_read_is_cut_off(live):
    async def scenario(hub, watch):
        cut = []
        frozen = await hub.join(EVERYBODY, None, lambda: cut.append(frozen))
        reading = await watch()
        await reading.until("hello")
        waiting = asyncio.create_task(reading.spectator.take())
        await asyncio.sleep(0)
        hub._look_after_spectators(monotonic() + hubs.PATIENCE + 1)
        assert cut == [frozen]
        assert not waiting.done()
        waiting.cancel()

    live.run(scenario)


def test_old_events_are_forgotten(live):
    for _ in range(7):
        live.tell()
    forget_events(live.database, keep=3)
    assert last_event(live.database) == 7

    async def scenario(hub, watch):
        late = await watch(after=0)
        await late.until('"n":7')
        assert late.numbers == [5, 6, 7]

    live.run(scenario)


def test_the_stream_over_http(served, stage):
    stage.look()
    host, _, port = served.removeprefix("http://").strip("/").partition(":")
    whole = HTTPConnection(host, int(port), timeout=60)
    whole.request("GET", "/events")
    answer = whole.getresponse()
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["Cache-Control"].startswith("no-store")
    with socket.create_connection((host, int(port)), timeout=60) as client:
        client.sendall(b"GET /events?after=1 HTTP/1.0\r\nHost: localhost\r\n\r\n")
        got = b""

        def read_until(event: bytes) -> None:
            nonlocal got
            while event not in got:
                more = client.recv(4096)
                assert more, f"the server has closed the stream after {got!r}"
                got += more

        read_until(b"event: hello")
        for phase in ("qualifying", "final"):
            got = b""
            stage.begin(phase)
            stage.look()
            read_until(b"event: site")
            read_until(b"\n\n")
            assert re.fullmatch(rb"(id: \d+\nevent: \w+\ndata: .*\n\n)+", got)
            lines = []
            while b"event: site\n" not in lines:  # each part of the body says how long it is
                lines.append(answer.readline())
                assert lines[-1], "the stream has ended"
            stage.play("qualifying", 100)  # then the final may begin
    whole.close()


def test_a_connection_that_brings_no_whole_request_is_closed_and_a_stream_is_not(
    served, stage, monkeypatch
):
    monkeypatch.setattr(connections, "REQUEST", 0.1)
    stage.look()
    host, _, port = served.removeprefix("http://").strip("/").partition(":")
    stream = HTTPConnection(host, int(port), timeout=60)
    stream.request("GET", "/events")
    answer = stream.getresponse()
    for start in (b"", b"GET / HTTP/1.1\r\nHost: local", b"GET /healthz HTTP/1.1\r\n\r\nGET / HT"):
        with socket.create_connection((host, int(port)), timeout=60) as client:
            client.sendall(start)
            while client.recv(4096):
                pass
    stage.begin("qualifying")
    stage.look()
    while answer.readline() != b"event: site\n":
        pass
    stream.close()


def test_a_program_that_asks_only_for_the_headers_gets_no_stream(site, stage):
    stage.look()
    answer = ask(make_app(site), "HEAD", "/events")
    assert (answer.status, answer.body) == (200, b"")
