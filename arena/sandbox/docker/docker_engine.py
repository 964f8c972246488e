"""The Docker engine of this machine, and the image for bots' containers.

The `docker` package is imported only when an engine answers, because it loads slowly.
"""

import os
import socket
import sys
from typing import Any

from arena.common.errors import Unavailable
from arena.common.version import __version__

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
# Compiled modules come from the arena's Python, so the image needs the same version of Python.
IMAGE = f"card-arena-bot:{__version__}-python{PYTHON}"
USUAL = "unix:///var/run/docker.sock"
RUNTIME = (
    "ARENA_DOCKER_RUNTIME"  # the environment variable that names another runtime of the engine
)
PATIENCE = 60  # seconds for each answer of the engine, on a busy machine


def engine() -> Any:
    """A client of the engine, which must be on this machine."""
    address = os.environ.get("DOCKER_HOST") or USUAL
    kind, _, path = address.partition("://")
    if kind != "unix":
        raise Unavailable(
            f"The Docker engine at {address} cannot see the files of this machine. "
            f"Unset DOCKER_HOST, or set it to a socket of this machine, such as {USUAL}"
        )
    try:
        with socket.socket(socket.AF_UNIX) as probe:
            probe.connect(path)
    except PermissionError:
        raise Unavailable(
            f"You may not use the Docker engine at {path}. To be allowed, as root: "
            f"usermod -aG docker YOU, and log in again"
        ) from None
    except OSError as error:
        raise Unavailable(
            f"No Docker engine answers at {path} ({error.strerror or error}). To get one on "
            f"Debian, as root: apt-get install docker.io && service docker start"
        ) from None
    import docker
    from docker.errors import DockerException

    try:
        return docker.DockerClient(base_url=address, version="auto", timeout=PATIENCE)
    except DockerException as error:
        raise Unavailable(f"The Docker engine at {path} does not answer: {error}") from None


def runtime(client: Any) -> str | None:
    """The runtime of the containers; None: the engine's default. Refuses an unknown one."""
    wanted = os.environ.get(RUNTIME, "").strip()
    if not wanted:
        return None
    there = sorted(client.info().get("Runtimes") or {})
    if wanted not in there:
        raise Unavailable(
            f"The Docker engine has no runtime {wanted!r}, which {RUNTIME} names. It has: "
            f"{', '.join(there) or 'none'}. Install it and name it in /etc/docker/daemon.json, or "
            f"unset {RUNTIME}"
        )
    return wanted


def require_image(client: Any) -> None:
    """Refuse if the engine does not have the image."""
    from docker.errors import ImageNotFound

    try:
        client.images.get(IMAGE)
    except ImageNotFound:
        raise Unavailable(
            f"The Docker engine has no image {IMAGE}. To build it: arena sandbox build-image"
        ) from None


def reason(error: Exception) -> str:
    """The engine's own sentence, without the text that packages add."""
    return str(getattr(error, "explanation", None) or error)
