"""Removes containers that nobody needs any more, and makes sure that none comes afterwards."""

import contextlib
import shutil
import time
from collections.abc import Callable, Iterable
from typing import Any

from arena.common.errors import Unavailable
from arena.sandbox.docker.engine import IMAGE, reason
from arena.sandbox.host.cleanup import doors, lives, sweep

RUN, OWNER = "arena.run", "arena.owner"  # labels of our containers
GOING = 30.0  # seconds for the engine to be rid of what we ask it to remove
TAKEN = 409  # the engine's answer when it is asked for a name that another container has


def reap(client: Any, labels: dict[str, str]) -> None:
    """Remove what arenas that are gone have left: containers, folders of sockets, and the rest.

    Such a folder says that its arena was killed while it had a container made. It goes last:
    whoever is killed in the middle of this leaves it to the next.
    """
    for folder in doors():
        door = folder / "door"  # who asks from now on for it to be mounted gets no container
        shutil.rmtree(door, ignore_errors=True)
        settle(client, [folder.name], labels)
        shutil.rmtree(folder, ignore_errors=True)
    remove(client, lambda found: not lives(found.get(OWNER, "")))
    sweep()


def settle(client: Any, names: Iterable[str], labels: dict[str, str]) -> None:
    """No container of such a name is there, nor is one to come.

    What the engine is still making is in none of its lists, but has its name already, and each
    name is given once: when we can have it, nobody else is about to.
    """
    from docker.errors import APIError

    for name in names:
        until = time.monotonic() + GOING
        taken = True
        while taken:
            if time.monotonic() > until:
                raise Unavailable(_stuck([name]))
            with contextlib.suppress(APIError):  # there is none, or it is going already
                client.api.remove_container(name, force=True)
            try:
                client.api.create_container(IMAGE, name=name, labels=labels, command=["true"])
                taken = False
            except APIError as error:
                if error.status_code != TAKEN:
                    said = reason(error)
                    raise Unavailable(f"The Docker engine makes no containers: {said}") from None
                time.sleep(0.02)
        with contextlib.suppress(APIError):  # another arena that does the same has removed it
            client.api.remove_container(name, force=True)


def remove(client: Any, unwanted: Callable[[dict[str, str]], bool]) -> None:
    """Remove the containers with such labels. They end by themselves, so some are gone."""
    from docker.errors import APIError

    until = time.monotonic() + GOING
    while True:
        found = client.api.containers(all=True, filters={"label": OWNER})
        left = [each["Id"] for each in found if unwanted(each["Labels"])]
        if not left:
            return
        if time.monotonic() > until:
            raise Unavailable(_stuck([container[:12] for container in left]))
        for container in left:
            with contextlib.suppress(APIError):  # it is going already
                client.api.remove_container(container, force=True)
        time.sleep(0.02)


def _stuck(containers: list[str]) -> str:
    names = " ".join(containers)
    return (
        f"The Docker engine does not remove what an arena has left in {GOING:g} s. "
        f"By hand: docker rm -f {names}; and if that does not help, start the engine anew"
    )
