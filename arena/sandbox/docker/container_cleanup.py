"""Removes containers that are no longer needed, also those that the engine is still making."""

import contextlib
import shutil
import time
from collections.abc import Callable, Iterable
from typing import Any

from arena.common.errors import Unavailable
from arena.sandbox.docker.docker_engine import IMAGE, reason
from arena.sandbox.host.cleanup import is_alive, socket_folders, sweep

RUN, OWNER = "arena.run", "arena.owner"  # labels of our containers
REMOVING = 30.0  # seconds for the engine to remove containers
TAKEN = 409  # the engine's status when another container has the name


def remove_orphans(client: Any, labels: dict[str, str]) -> None:
    """Remove containers, socket folders and other files of arenas that have ended.

    A socket folder shows that its arena was killed while the engine was making a container. It is
    removed last, so that the next arena finishes the work if this one is killed here.
    """
    for folder in socket_folders():
        door = folder / "door"  # without it, the engine can make no containers that mount it
        shutil.rmtree(door, ignore_errors=True)
        remove_for_good(client, [folder.name], labels)
        shutil.rmtree(folder, ignore_errors=True)
    remove(client, lambda container: not is_alive(container.get(OWNER, "")))
    sweep()


def remove_for_good(client: Any, names: Iterable[str], labels: dict[str, str]) -> None:
    """Remove the containers of these names, also those that the engine is still making.

    While the engine makes a container, it is in no list, but its name is already taken. The engine
    uses each name once. So if we can make a container of that name, the other one no longer exists.
    """
    from docker.errors import APIError

    for name in names:
        until = time.monotonic() + REMOVING
        taken = True
        while taken:
            if time.monotonic() > until:
                raise Unavailable(_stuck_message([name]))
            with contextlib.suppress(APIError):  # there is none, or it is being removed
                client.api.remove_container(name, force=True)
            try:
                client.api.create_container(IMAGE, name=name, labels=labels, command=["true"])
                taken = False
            except APIError as error:
                if error.status_code != TAKEN:
                    why = reason(error)
                    raise Unavailable(f"The Docker engine makes no containers: {why}") from None
                time.sleep(0.02)
        with contextlib.suppress(APIError):  # another arena has removed it
            client.api.remove_container(name, force=True)


def remove(client: Any, unwanted: Callable[[dict[str, str]], bool]) -> None:
    """Remove the containers with unwanted labels. They end by themselves, so some may be gone."""
    from docker.errors import APIError

    until = time.monotonic() + REMOVING
    while True:
        containers = client.api.containers(all=True, filters={"label": OWNER})
        left = [each["Id"] for each in containers if unwanted(each["Labels"])]
        if not left:
            return
        if time.monotonic() > until:
            raise Unavailable(_stuck_message([container[:12] for container in left]))
        for container in left:
            with contextlib.suppress(APIError):  # it is being removed
                client.api.remove_container(container, force=True)
        time.sleep(0.02)


def _stuck_message(containers: list[str]) -> str:
    names = " ".join(containers)
    return (
        f"The Docker engine did not remove old containers within {REMOVING:g} s. "
        f"Remove them by hand: docker rm -f {names}. If that fails, restart the engine"
    )
