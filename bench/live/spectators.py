"""1,000 spectators of one web process: what a delivery costs, how late it is, and what is lost."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from time import monotonic
from typing import NamedTuple

import msgspec

from arena.competition.config.folder import open_competition
from arena.competition.results.publishing import announce
from arena.server.engine.facts import facts_of
from arena.server.facts import write_facts
from arena.server.visible import SITE
from arena.store.live.events import Event, NewEvent, add_events
from bench.contest import Contest, recorded_side
from bench.live.crowd import Crowd
from bench.live.site import (
    competition,
    free_port,
    memory,
    on_core,
    percentile,
    processor_time,
    site,
    wait_for_port,
)

CLIENTS, FROZEN = 1000, 100
WARM = 50  # clients that come first, so that what a process needs once is not counted
EVERY, SIZE = 0.5, 1024  # seconds between two events, and their bytes
ROUNDS, EVENTS = 3, 4  # rounds of each side, and the events of a round
BESIDE = 2  # rounds beside frozen clients
LATEST = 0.25  # seconds, p99 of the best round
LARGEST = 60_000  # bytes of memory of a client
LARGE, FILL = 40_000, 8  # bytes of the events that fill the buffers of frozen clients, and how many
BEFORE, AFTER = 100, 200  # numbers of the events before and after they do not read
DEARER = 1.25  # of a delivery beside frozen clients; 1 is meant, and this is above the noise
LEAGUE = '[[phase]]\nname = "league"\nkind = "swiss"\nrounds = 3\n'  # it is not played


class Server(NamedTuple):
    pid: int
    port: int
    tell: Callable[[int, int], None]  # tell everybody an event with this number and size


class Measured(NamedTuple):
    cost: float  # seconds of processor time for each delivery
    delays: list[float]


@contextmanager
def spectators() -> Iterator[Contest]:
    """Both servers have all their clients all the time, and tell them something in turns."""
    with our_web() as ours, bare_loop() as bare, on_core(1):
        Crowd(ours.port, WARM).__exit__()
        before = memory(ours.pid)
        with Crowd(ours.port, CLIENTS, FROZEN) as crowd, Crowd(bare.port, CLIENTS) as other:
            measured, peer = [], []
            for _ in range(ROUNDS):
                measured.append(watch(ours, crowd))
                peer.append(watch(bare, other))
            each = (memory(ours.pid) - before) / CLIENTS
            late = _late(measured)
            beside = _beside_frozen(ours, crowd)
            _come_back(ours, crowd)
    cost, bare_cost = (min(each.cost for each in side) for side in (measured, peer))
    _check(late <= LATEST, f"The p99 of the delivery is {late * 1000:.0f} ms.")
    _check(each <= LARGEST, f"A spectator needs {each / 1000:.0f} KB.")
    also = _late(beside)
    _check(also <= LATEST, f"Beside frozen clients, the p99 is {also * 1000:.0f} ms.")
    dearer = min(each.cost for each in beside) / cost
    _check(dearer <= DEARER, f"Beside frozen clients, a delivery costs {dearer:.2f} times as much.")
    yield Contest(
        recorded_side(1 / cost),
        recorded_side(1 / bare_cost),
        f"a bare Starlette loop; p99 {late * 1000:.0f} ms and {_late(peer) * 1000:.0f} ms, "
        f"beside frozen {also * 1000:.0f} ms; {each / 1000:.0f} KB",
    )


@contextmanager
def our_web() -> Iterator[Server]:
    """web alone, on the first core. The events come from this process, as from an engine."""
    with competition(LEAGUE) as folder, open_competition(folder) as opened:
        write_facts(opened.store, facts_of(opened))
        announce(opened)

        def tell(number: int, size: int) -> None:
            told = NewEvent(datetime.now().astimezone(), SITE, "", (), _data(number, size))
            add_events(opened.store.database, [told])

        with ExitStack() as stack:
            with on_core(0):
                web = stack.enter_context(site(folder, "--web"))
            yield Server(web.process.pid, web.port, tell)


@contextmanager
def bare_loop() -> Iterator[Server]:
    """The peer, on the same core."""
    from arena.server.web.streams.hub import as_text

    port = free_port()
    with on_core(0):
        process = subprocess.Popen(
            [sys.executable, "-m", "bench.live.bare", str(port)], stdin=subprocess.PIPE
        )

    def tell(number: int, size: int) -> None:
        data = msgspec.Raw(msgspec.json.encode(_data(number, size)))
        event = Event(number, datetime.now().astimezone(), SITE, "", (), data)
        assert process.stdin is not None
        process.stdin.write(as_text(event))
        process.stdin.flush()

    try:
        wait_for_port(port)
        yield Server(process.pid, port, tell)
    finally:
        process.terminate()
        process.wait()


def _data(number: int, size: int) -> dict[str, object]:
    return {"n": number, "told": monotonic(), "more": "x" * (size - 100)}


def watch(server: Server, crowd: Crowd, without: int = 0) -> Measured:
    """Tell some events at their times. Every client must get each of them once.

    The first `without` clients are frozen.
    """
    crowd.forget()
    reading = crowd.clients[without:]
    began, used = monotonic(), processor_time(server.pid)
    for number in range(EVENTS):
        server.tell(number, SIZE)
        crowd.read(began + (number + 1) * EVERY - monotonic())
    crowd.read_until(lambda client: len(client.numbers) >= EVENTS)
    used = processor_time(server.pid) - used
    for client in reading:
        _check(client.numbers == list(range(EVENTS)), f"A client has got {client.numbers}.")
    return Measured(used / EVENTS / len(reading), [d for client in reading for d in client.delays])


def _beside_frozen(server: Server, crowd: Crowd) -> list[Measured]:
    """What the others get while the first clients do not read. Checks what these get afterwards."""
    frozen = crowd.clients[:FROZEN]
    crowd.freeze(frozen)
    crowd.forget()
    for number in range(FILL):
        server.tell(BEFORE + number, LARGE)
        crowd.read(EVERY)
    crowd.read_until(lambda client: len(client.numbers) >= FILL)
    measured = [watch(server, crowd, FROZEN) for _ in range(BESIDE)]
    crowd.thaw(frozen)
    server.tell(AFTER, SIZE)
    crowd.read_until(lambda client: client.anew > 0 or AFTER in client.numbers)
    whole = [*range(BEFORE, BEFORE + FILL), *[*range(EVENTS)] * BESIDE, AFTER]
    for client in frozen:
        _check(client.anew > 0 or client.numbers == whole, f"A frozen client: {client.numbers}.")
    _check(any(client.anew for client in frozen), "No client was frozen.")
    return measured


def _come_back(server: Server, crowd: Crowd) -> None:
    """Clients whose connections break get what they have missed."""
    crowd.forget()
    away = crowd.clients[-FROZEN:]
    server.tell(0, SIZE)
    crowd.read_until(lambda client: 0 in client.numbers)
    crowd.leave(away)
    server.tell(1, SIZE)
    crowd.read(EVERY)
    crowd.come_back(away)
    server.tell(2, SIZE)
    crowd.read_until(lambda client: 2 in client.numbers)
    for client in crowd.clients:
        _check(client.numbers == [0, 1, 2] and not client.anew, f"One has got {client.numbers}.")


def _late(measured: list[Measured]) -> float:
    """The p99 of the best round: noise can only make a round later."""
    return min(percentile(each.delays, 0.99) for each in measured)


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)
