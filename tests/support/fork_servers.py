"""Fork servers that tests share, since starting one takes longer than playing a game.

Only the fork servers are shared. Every match has its own slots and ends them. No code of a bot runs
in a fork server, so nothing of a match stays there.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from arena.common.errors import Unavailable
from arena.guest.protocol.limits import Order
from arena.guest.protocol.wire import Load
from arena.sandbox.boxes import subprocess_box
from arena.sandbox.boxes.box import Box
from arena.sandbox.boxes.fork_server import Boxes, ForkServer
from arena.sandbox.boxes.slots import NO_FILES, NoBox, Pool
from arena.sandbox.docker.containers import Containers
from arena.sandbox.host.packages import ALLOWED

Key = tuple[str, tuple[str, ...], int]


class SharedBoxes:
    """The boxes of one match or examination, from a fork server that other tests use too."""

    def __init__(self, fork_server: ForkServer, broken: Callable[[], None]) -> None:
        self.level = fork_server.level
        self.compiled: dict[tuple[str, str], bytes] = {}
        self._fork_server = fork_server
        self._broken = broken
        self._pool = Pool(fork_server._new_slot)

    def box(self, order: Order, load: Load, files: Mapping[str, bytes] = NO_FILES) -> Box:
        try:
            return self._pool.box(order, load, files)
        except Unavailable:  # the fork server is gone
            self._broken()
            raise
        except NoBox:
            self._broken()
            raise self._fork_server._no_box() from None

    def close(self) -> None:
        self._pool.close()


class SharedContainers:
    """The same with containers, which stay and serve the next match."""

    level = "docker"

    def __init__(self, containers: Containers) -> None:
        self.compiled: dict[tuple[str, str], bytes] = {}
        self._containers = containers

    def box(self, order: Order, load: Load, files: Mapping[str, bytes] = NO_FILES) -> Box:
        return self._containers.box(order, load, files)

    def close(self) -> None:
        """Do nothing: the seats have closed their boxes."""


class ForkServers:
    """Replaces `boxes_at` in tests."""

    def __init__(self, boxes_at: Callable[..., Boxes]) -> None:
        self._boxes_at = boxes_at
        self._running: dict[Key, ForkServer] = {}

    def boxes_at(self, level: str, packages: Sequence[str] = ALLOWED, family: int = 0) -> Boxes:
        if level == "docker" or (level == "process" and subprocess_box.lacks_fork_servers()):
            return self._boxes_at(level, packages, family)
        key = level, tuple(packages), family
        if key not in self._running:
            fork_server = self._boxes_at(level, packages, family)
            assert isinstance(fork_server, ForkServer)
            self._running[key] = fork_server
        return SharedBoxes(self._running[key], lambda: self._end(key))

    def started(self) -> set[Key]:
        return set(self._running)

    def end(self, others: set[Key] = frozenset()) -> None:
        """End all fork servers except these."""
        for key in self.started() - others:
            self._end(key)

    def _end(self, key: Key) -> None:
        with suppress(KeyError):
            self._running.pop(key).close()
