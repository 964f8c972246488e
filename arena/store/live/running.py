"""The games that are being played now, and the machines of a cluster: for the organiser's desk.

Both are written again and again, with the time of the machine's own clock. If somebody sets it, the
desk does not show them until they are written again.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from arena.store.store import Store

GAMES, MACHINES = "running games", "machines"  # the notes
OLD = timedelta(seconds=15)  # after which a note is of a process that has ended


class RunningGame(Struct, frozen=True):
    where: str  # the worker or the machine
    match: str
    names: list[str]
    deal: int  # its number, from 1


class Running(Struct, frozen=True):
    at: datetime
    phase: str = ""
    games: list[RunningGame] = []


class Machine(Struct, frozen=True):
    """A machine of a cluster, as `arena cluster show` lists it."""

    name: str
    cores: int
    blocks: int
    remarks: str


class Machines(Struct, frozen=True):
    at: datetime
    machines: list[Machine] = []


def note_running(store: Store, running: Running) -> None:
    store.set_note(GAMES, msgspec.to_builtins(running))


def note_machines(store: Store, at: datetime, machines: Sequence[Machine]) -> None:
    store.set_note(MACHINES, msgspec.to_builtins(Machines(at, list(machines))))


def running_now(store: Store, now: datetime) -> Running:
    """The games that are being played."""
    noted = store.note(GAMES)
    running = msgspec.convert(noted, Running) if noted else Running(now)
    return running if abs(now - running.at) < OLD else Running(now)


def machines_now(store: Store, now: datetime) -> list[Machine] | None:
    """The machines of the cluster on which the server plays; None if it does not play on one."""
    noted = store.note(MACHINES)
    known = msgspec.convert(noted, Machines) if noted else None
    return known.machines if known is not None and abs(now - known.at) < OLD else None
