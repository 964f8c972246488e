"""The containers that a test made, and the checks that nothing is left of them."""

import os
import time
from collections import Counter
from collections.abc import Set
from contextlib import suppress
from pathlib import Path
from typing import Self

from docker.errors import APIError, NotFound
from sandbox.conftest import control_groups
from support.docker_engine import at
from support.processes import numbers

from arena.sandbox.docker.container_cleanup import OWNER
from arena.sandbox.docker.containers import HELD
from arena.sandbox.docker.docker_engine import engine
from arena.sandbox.host.cleanup import identity

AT_REST = HELD - 1  # processes in a container when the last box has ended


class Watched:
    """The containers that are made from here on.

    The engine's list of changes in a container also has the places of its mounts. These are the
    same in a container without a bot.
    """

    def __init__(self, address: str) -> None:
        with at(address):
            self._client = engine()
        self._untouched: Set[str] = frozenset()
        self._since = f"{time.time():.6f}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def all_containers(self) -> set[str]:
        """All containers so far."""
        wanted = {"event": "create", "label": f"{OWNER}={identity(os.getpid())}"}
        events = self._client.api.events(
            since=self._since, until=f"{time.time():.6f}", filters=wanted, decode=True
        )
        return {event["id"] for event in events}

    def take_as_untouched(self) -> None:
        """Note the present changes as the engine's own: no bot has run yet."""
        self._untouched = self.changed_files()

    def crowded(self, seconds: float = 60.0) -> dict[str, int]:
        """The containers with more processes than without a bot, after these had time to end."""
        end = time.monotonic() + seconds
        while (found := self._crowds()) and time.monotonic() < end:
            time.sleep(0.01)
        return found

    def _crowds(self) -> dict[str, int]:
        found: Counter[str] = Counter()
        made = self.all_containers()
        for number in numbers():
            with suppress(OSError):  # it has just ended
                groups = Path(f"/proc/{number}/cgroup").read_text()
                found.update(container for container in made if container in groups)
        return {container: many for container, many in found.items() if many > AT_REST}

    def changed_files(self) -> set[str]:
        """The files that were changed in the containers."""
        found: set[str] = set()
        for container in self.all_containers():
            with suppress(NotFound):
                changes = self._changes(container) - self._untouched
                # In a container that is being removed, everything seems to be deleted.
                if changes and self._stays(container):
                    found |= changes
        return found

    def _changes(self, container: str) -> set[str]:
        """The changes in a container; nothing if it was removed before the engine looked."""
        try:
            return {str(change) for change in self._client.api.diff(container) or []}
        except APIError:  # not always "not found": its files may go while they are compared
            if self._stays(container):
                raise
            return set()

    def _stays(self, container: str, seconds: float = 2.0) -> bool:
        """Does it still exist after a while?"""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self._client.api.inspect_container(container)["State"]["Running"]:
                return False
            time.sleep(0.02)
        return True

    def left(self, seconds: float = 60.0) -> list[object]:
        """The traces of the containers after they had time to end."""
        end = time.monotonic() + seconds
        while (found := self._traces()) and time.monotonic() < end:
            time.sleep(0.01)
        return found

    def _traces(self) -> list[object]:
        """Entries of the engine, groups, processes."""
        made = self.all_containers()
        listed = {each["Id"] for each in self._client.api.containers(all=True)}
        found: list[object] = [*(made & listed), *control_groups(made)]
        for process in (Path(f"/proc/{number}") for number in numbers()):
            with suppress(OSError):  # it has just ended
                told = (process / "cgroup").read_text() + (process / "cmdline").read_text()
                if any(container in told for container in made):
                    found.append(process)
        return found
