"""Boxes in Docker containers, one in each: the level `docker`.

In the container runs the same warm parent as elsewhere (`arena/guest/nursery.py`). It knocks at a
socket of ours that is mounted into the container; from then on all is as at the level `sandbox`,
and a question and its answer never pass the Docker engine. When the arena is gone, however it
went, the socket hangs up, the warm parent ends, and with it its container.
"""

import contextlib
import os
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from arena.guest.confine import Limits
from arena.sandbox.box import Box
from arena.sandbox.engine import IMAGE, engine, reason, require_image
from arena.sandbox.leftovers import identity, lives, prefix, sweep
from arena.sandbox.nursery import ENVIRONMENT, START, Unavailable, answer, born, box_files

UID = 65532  # who bots run as when the arena is root
KEEPERS = 1  # processes in a container besides the bot's: the warm parent
DOOR = "/run/arena"  # where a container finds our socket
RUN, OWNER = "arena.run", "arena.owner"  # labels of our containers
GOING = 10.0  # seconds for the engine to be rid of a container
PACKAGES = ("msgspec", "numpy")  # that are mounted from our own Python


class Containers:
    """Makes containers, each for one box."""

    level = "docker"

    def __init__(self) -> None:
        self._client = engine()
        self._run = secrets.token_hex(8)
        try:
            require_image(self._client)
            reap(self._client)
        except BaseException:
            self._client.close()
            raise

    def box(self, limits: Limits) -> Box:
        from docker.errors import DockerException
        from requests.exceptions import RequestException

        with _door() as (folder, listener):
            try:
                self._start(folder, limits)
            except (DockerException, RequestException) as error:
                raise Unavailable(f"No container could be started: {reason(error)}") from None
            listener.settimeout(START)
            try:
                control, _ = listener.accept()
            except TimeoutError:
                raise Unavailable(f"A container from {IMAGE} says nothing") from None
        said, _ = answer(control, START)
        box = born(control, limits) if said == b"ready" else None
        if box is None:
            with control:
                raise Unavailable(f"No box could be made in a container: {_rest(said, control)}")
        box.keeper = control
        return box

    def _start(self, folder: Path, limits: Limits) -> None:
        api = self._client.api
        script = "/box/arena/guest/knock.py"
        where = [f"{DOOR}/control", "/box", "/packages"]
        container = api.create_container(
            IMAGE,
            entrypoint=[],
            command=["python3", "-s", "-P", "-B", script, self.level, *where],
            environment=ENVIRONMENT,
            user=_user(),
            hostname="bot",
            working_dir="/",
            labels={RUN: self._run, OWNER: identity(os.getpid())},
            host_config=_host_config(api, folder, limits),
        )
        api.start(container["Id"])

    def close(self) -> None:
        """No container of this run is left when this returns."""
        with contextlib.suppress(OSError):  # the engine went first
            _remove(self._client, lambda labels: labels.get(RUN) == self._run)
        self._client.close()


def reap(client: Any) -> None:
    """Remove what arenas that are gone have left: containers, and folders of sockets."""
    _remove(client, lambda labels: not lives(labels.get(OWNER, "")))
    sweep()


def _remove(client: Any, ours: Callable[[dict[str, str]], bool]) -> None:
    """Remove the containers with such labels. They are at it by themselves, so some are gone."""
    from docker.errors import APIError

    until = time.monotonic() + GOING
    while time.monotonic() < until:
        left = client.api.containers(all=True, filters={"label": RUN})
        left = [each for each in left if ours(each["Labels"])]
        if not left:
            return
        for each in left:
            with contextlib.suppress(APIError):  # it is going already
                client.api.remove_container(each["Id"], force=True)
        time.sleep(0.02)


@contextlib.contextmanager
def _door() -> Iterator[tuple[Path, socket.socket]]:
    """A socket in a folder that nobody but us and whoever it is mounted for can reach."""
    private = Path(tempfile.mkdtemp(prefix=prefix()))
    try:
        folder = private / "door"
        folder.mkdir()
        folder.chmod(0o755)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            path = folder / "control"
            listener.bind(str(path))
            path.chmod(0o666)
            listener.listen(1)
            yield folder, listener
    finally:
        shutil.rmtree(private, ignore_errors=True)


def _host_config(api: Any, folder: Path, limits: Limits) -> dict[str, Any]:
    """What the engine lets a container have."""
    from docker.types import LogConfig, Ulimit

    limited = {"nofile": limits.files, "fsize": 0, "core": 0}
    config: dict[str, Any] = api.create_host_config(
        network_mode="none",
        ipc_mode="none",
        read_only=True,
        cap_drop=["ALL"],
        security_opt=["no-new-privileges:true"],
        pids_limit=limits.threads + KEEPERS,
        mem_limit=limits.memory,
        memswap_limit=limits.memory,
        cpuset_cpus=",".join(map(str, sorted(os.sched_getaffinity(0)))),
        ulimits=[Ulimit(name=name, soft=most, hard=most) for name, most in limited.items()],
        init=False,  # the warm parent is the first process: into Docker's init a bot could write
        auto_remove=True,
        log_config=LogConfig(type="none"),
        mounts=_mounts(folder),
    )
    return config | {"MaskedPaths": _masked()}


def _masked() -> list[str]:
    """What partners could talk through: how the machine does, terminals, queues. Pids remain."""
    names = (path.name for path in Path("/proc").iterdir() if not path.is_symlink())
    return [
        "/sys",
        "/dev/pts",
        "/dev/mqueue",
        *(f"/proc/{name}" for name in names if not name.isdigit()),
    ]


def _mounts(folder: Path) -> list[Any]:
    """What of the host a container sees, all of it only to be read."""
    from docker.types import Mount

    shown = [(folder, DOOR), *((source, f"/box/{place}") for source, place in box_files())]
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            package = Path(spec.origin).parent
            beside = package.with_name(f"{name}.libs")  # what it brings of C, as numpy does
            parts = [package, beside] if beside.is_dir() else [package]
            shown += [(part, f"/packages/{part.name}") for part in parts]
    return [Mount(place, str(source), type="bind", read_only=True) for source, place in shown]


def _user() -> str:
    """Who bots run as. We must be allowed to send them signals: root may, others their own."""
    if os.geteuid() == 0:
        return f"{UID}:{UID}"
    return f"{os.geteuid()}:{os.getegid()}"


def _rest(said: bytes, control: socket.socket) -> str:
    """The last line of what a warm parent says before it ends."""
    more = said
    while more:
        more, _ = answer(control, 1.0)
        said += more
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it says nothing"
