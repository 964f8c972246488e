"""Builds the image for bots' containers: Python, without any file of the arena.

It uses the official image if a registry answers, and otherwise Debian's packages and debootstrap.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.sandbox.docker.docker_engine import IMAGE, PYTHON, reason
from arena.sandbox.host.cleanup import prefix

SUITES = {"3.11": "bookworm", "3.13": "trixie"}  # the Debian with each version of Python
NOT_NEEDED = (
    "./dev ./proc/* ./sys/* ./usr/share/doc ./usr/share/locale ./usr/share/man "
    "./var/cache/apt ./var/lib/apt/lists"
)
Tell = Callable[[str], None]


def from_registry(client: Any) -> str:
    """Pull Python's official image. Returns why that failed; empty if it worked."""
    from docker.errors import DockerException
    from requests.exceptions import RequestException

    try:
        image = client.images.pull("python", tag=f"{PYTHON}-slim")
    except (DockerException, RequestException) as error:
        return reason(error)
    image.tag(*IMAGE.split(":"))
    return ""


def from_debian(client: Any, tell: Tell) -> None:
    """Build the image from Debian's packages."""
    with tempfile.TemporaryDirectory(prefix=prefix()) as folder:
        archive = Path(folder, "root.tar")
        pack_debian(archive, tell)
        tell("Loading it into the engine")
        load(client, archive)


def pack_debian(archive: Path, tell: Tell) -> None:
    """Write a minimal Debian with Python to an archive."""
    suite = SUITES.get(PYTHON)
    if suite is None:
        raise ArenaError(
            f"No supported Debian has Python {PYTHON}. Run the arena with Python "
            f"{' or '.join(SUITES)}, or on a machine that can reach an image registry"
        )
    if shutil.which("debootstrap") is None:
        raise ArenaError(
            "Without a registry the image is built with debootstrap, which is not installed. "
            "On Debian: apt-get install debootstrap"
        )
    if os.geteuid() != 0:
        raise ArenaError("debootstrap needs root: sudo .venv/bin/arena sandbox build-image")
    tell(f"Installing Debian {suite} with Python {PYTHON} into a folder; it takes a minute")
    with tempfile.TemporaryDirectory(prefix=prefix(), ignore_cleanup_errors=True) as folder:
        root = Path(folder, "root")
        _run("debootstrap", "--variant=minbase", "--include=python3", suite, str(root))
        tell("Packing it")
        left_out = [f"--exclude={pattern}" for pattern in NOT_NEEDED.split()]
        _run("tar", "--directory", str(root), *left_out, "--create", "--file", str(archive), ".")


def load(client: Any, archive: Path) -> None:
    """Load an archive into the engine as our image."""
    from docker.errors import DockerException
    from requests.exceptions import RequestException

    try:
        client.api.import_image_from_file(str(archive), *IMAGE.split(":"))
        client.images.get(IMAGE)
    except (DockerException, RequestException) as error:
        raise ArenaError(f"The engine does not accept the image: {reason(error)}") from None


def _run(*command: str) -> None:
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        last = (done.stdout.strip().splitlines() or ["it gave no reason"])[-1]
        raise ArenaError(f"{command[0]} failed: {last}")
