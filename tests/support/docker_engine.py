"""A Docker engine for the tests: the one that runs, or one that we start for the session.

The engine that we start keeps its data in memory, where only its own processes see them: to delete
the 5,000 files of an image from a disk takes seconds. They are gone when the engine ends, also when
it is killed. The image is made once on a machine: the packed Debian stays in the user's cache.
"""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from arena.common.errors import ArenaError
from arena.sandbox.docker.docker_engine import PYTHON, engine, require_image
from arena.sandbox.docker.image import from_registry, load, pack_debian

START = 60.0  # seconds for an engine to answer
STOP = 30.0
GVISOR = ["--network=none", "--host-uds=open"]  # options of runsc, see docs/sandbox.md
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "card-arena")


class NoEngine(Exception):
    """No Docker engine runs, and none can be started. The text says why."""


@contextmanager
def running_engine() -> Iterator[str]:
    """The address of an engine that has our image."""
    with suppress(ArenaError), closing(engine()):
        address = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
        _give_image(address)
        yield address
        return
    with _own_engine() as address:
        _give_image(address)
        yield address


@contextmanager
def _own_engine() -> Iterator[str]:
    for program in ("dockerd", "setpriv", "unshare"):
        if shutil.which(program) is None:
            raise NoEngine(f"{program} is not installed: apt-get install docker.io util-linux")
    if os.geteuid() != 0:
        raise NoEngine("no Docker engine answers, and only root can start one")
    folder = Path(tempfile.mkdtemp(prefix="arena-engine-"))
    address = f"unix://{folder}/socket"
    data = folder / "data"
    data.mkdir()
    command = [
        "unshare",
        "--mount",
        "sh",
        "-c",
        'mount -t tmpfs tmpfs "$0" && exec "$@"',
        str(data),
    ]
    command += ["setpriv", "--pdeathsig", "TERM", "dockerd", "--iptables=false", "--bridge=none"]
    command += [f"--data-root={data}", f"--exec-root={folder}/exec"]
    command += [f"--pidfile={folder}/pid", f"--host={address}"]
    if (gvisor := shutil.which("runsc")) is not None:  # as docs/sandbox.md says
        settings = {"runtimes": {"runsc": {"path": gvisor, "runtimeArgs": GVISOR}}}
        (folder / "daemon.json").write_text(json.dumps(settings))
        command.append(f"--config-file={folder}/daemon.json")
    log = folder / "log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
        )
    try:
        _wait_for(process, address, log)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        with suppress(ArenaError), at(address), closing(engine()):
            return
        time.sleep(0.1)
    last = log.read_text(errors="replace").splitlines()[-1:]
    raise NoEngine(f"dockerd does not start: {' '.join(last)}")


@contextmanager
def at(address: str) -> Iterator[None]:
    """Use the engine at this address in this block."""
    before = os.environ.get("DOCKER_HOST")
    os.environ["DOCKER_HOST"] = address
    try:
        yield
    finally:
        if before is None:
            del os.environ["DOCKER_HOST"]
        else:
            os.environ["DOCKER_HOST"] = before


def _give_image(address: str) -> None:
    with at(address), closing(engine()) as client:
        with suppress(ArenaError):
            require_image(client)
            return
        CACHE.mkdir(parents=True, exist_ok=True)
        archive = CACHE / f"debian-python{PYTHON}.tar"
        with (CACHE / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another worker of pytest may do the same now
            if not archive.exists():
                try:
                    pack_debian(archive.with_suffix(".new"), tell=lambda _: None)
                except ArenaError as error:
                    why_not = from_registry(client)
                    if why_not:
                        raise NoEngine(f"its image cannot be made: {error}; {why_not}") from None
                    return
                archive.with_suffix(".new").rename(archive)
        load(client, archive)
