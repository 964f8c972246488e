"""Waits until one of a few descriptors is ready: `select.poll`, or a replacement for it.

Windows has no `poll`. Its `select` takes only sockets, which is what boxes use there.
"""

import select
from typing import Protocol

READ, WRITE = getattr(select, "POLLIN", 1), getattr(select, "POLLOUT", 4)


class Poller(Protocol):
    def register(self, descriptor: int, event: int, /) -> None: ...

    def unregister(self, descriptor: int, /) -> None: ...

    def poll(self, milliseconds: float, /) -> list[tuple[int, int]]: ...


def poller() -> Poller:
    return select.poll() if hasattr(select, "poll") else _Selecting()


class _Selecting:
    """The part of `select.poll` that boxes use."""

    def __init__(self) -> None:
        self._awaited: dict[int, int] = {}

    def register(self, descriptor: int, event: int, /) -> None:
        self._awaited[descriptor] = event

    def unregister(self, descriptor: int, /) -> None:
        del self._awaited[descriptor]

    def poll(self, milliseconds: float, /) -> list[tuple[int, int]]:
        reads, writes = (
            [one for one, event in self._awaited.items() if event == wanted]
            for wanted in (READ, WRITE)
        )
        ready, free, _ = select.select(reads, writes, [], milliseconds / 1e3)
        return [(one, READ) for one in ready] + [(one, WRITE) for one in free]
