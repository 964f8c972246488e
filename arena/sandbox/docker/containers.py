"""Boxes in Docker containers, one in each: the level `docker`.

In the container runs the same fork server as elsewhere (`arena/guest/fork_server.py`). It connects
to a socket of ours that is mounted into the container. From then on all is as at the level
`sandbox`, and a question and its answer never pass the Docker engine. When the arena ends, in
whatever way, the socket hangs up, the fork server ends, and with it its container.
"""

import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from arena.common.errors import Unavailable
from arena.guest.protocol.levels import DOCKER
from arena.guest.protocol.limits import Limits, Order
from arena.sandbox.boxes.box import Box
from arena.sandbox.boxes.commands import ENVIRONMENT, box_files
from arena.sandbox.boxes.fork_server import BESIDES, START
from arena.sandbox.boxes.slots import NoBox, Pool, SlotClient, answer
from arena.sandbox.docker.container_cleanup import OWNER, RUN, reap, remove, settle
from arena.sandbox.docker.engine import IMAGE, engine, reason, require_image, runtime
from arena.sandbox.host.cleanup import DOOR, identity, prefix
from arena.sandbox.host.packages import ALLOWED, parts

UID = 65532  # who bots run as when the arena is root
HELD = 4  # processes in a container besides the bot's: keeper, slot, a spare box, one that ends
INSIDE = "/run/arena"  # where a container finds our socket


class Containers:
    """Makes containers, each for one box."""

    level = DOCKER.name

    def __init__(self, packages: Sequence[str] = ALLOWED) -> None:
        self._packages = packages
        self._client = engine()
        self._run = secrets.token_hex(8)
        self._labels = {RUN: self._run, OWNER: identity(os.getpid())}
        self.compiled: dict[tuple[str, str], bytes] = {}
        self._pool = Pool(self._new_slot)
        self._asked: set[str] = set()  # names of containers of which the engine has yet to tell us
        try:
            require_image(self._client)
            self._runtime = runtime(self._client)
            reap(self._client, self._labels)
        except BaseException:
            self._client.close()
            raise

    def box(self, order: Order) -> Box:
        try:
            return self._pool.box(order)
        except NoBox:
            raise Unavailable("No box could be made in a container: it has ended") from None

    def _new_slot(self, order: Order) -> SlotClient:
        """A container with one slot in it."""
        from docker.errors import DockerException
        from requests.exceptions import RequestException

        with _door() as (folder, listener):
            try:
                self._start(folder, order.limits)
            except (DockerException, RequestException) as error:
                raise Unavailable(f"No container could be started: {reason(error)}") from None
            listener.settimeout(START)
            try:
                control, _ = listener.accept()
            except TimeoutError:
                raise Unavailable(f"A container from {IMAGE} says nothing") from None
        said, _ = answer(control, START)
        if said != b"ready":
            with control:
                raise Unavailable(f"No box could be made in a container: {_rest(said, control)}")
        return SlotClient(control, order, forks=False, group=None)

    def _start(self, folder: Path, limits: Limits) -> None:
        api = self._client.api
        script = "/box/arena/guest/connect.py"
        where = [f"{INSIDE}/control", "/box", "/packages"]
        name = folder.parent.name
        self._asked.add(name)
        container = api.create_container(
            IMAGE,
            name=name,
            entrypoint=[],
            command=["python3", "-s", "-P", "-B", script, self.level, *where],
            environment=ENVIRONMENT,
            user=_user(),
            hostname="bot",
            working_dir="/",
            labels=self._labels,
            host_config=_host_config(api, folder, limits, self._packages, self._runtime),
        )
        self._asked.remove(name)
        api.start(container["Id"])

    def close(self) -> None:
        """No container of this run is left when this returns, nor of arenas that are gone."""
        self._pool.close()
        with closing(self._client), suppress(OSError):  # the engine went first
            settle(self._client, self._asked, self._labels)
            remove(self._client, lambda labels: labels.get(RUN) == self._run)
            reap(self._client, self._labels)


@contextmanager
def _door() -> Iterator[tuple[Path, socket.socket]]:
    """A socket in a folder that nobody but us and whoever it is mounted for can reach."""
    private = Path(tempfile.mkdtemp(prefix=prefix() + DOOR))
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


def _host_config(
    api: Any, folder: Path, limits: Limits, packages: Sequence[str], runtime: str | None
) -> dict[str, Any]:
    """What the engine lets a container have."""
    from docker.types import LogConfig, Ulimit

    limited = {"nofile": limits.files, "fsize": 0, "core": 0}
    config: dict[str, Any] = api.create_host_config(
        network_mode="none",
        ipc_mode="none",
        read_only=True,
        cap_drop=["ALL"],
        security_opt=["no-new-privileges:true"],
        pids_limit=limits.threads + HELD,
        mem_limit=limits.memory + BESIDES,
        memswap_limit=limits.memory + BESIDES,
        cpuset_cpus=",".join(map(str, sorted(os.sched_getaffinity(0)))),
        ulimits=[Ulimit(name=name, soft=most, hard=most) for name, most in limited.items()],
        runtime=runtime,
        init=False,  # the fork server is the first process: into Docker's init a bot could write
        auto_remove=True,
        log_config=LogConfig(type="none"),
        mounts=_mounts(folder, packages),
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


def _mounts(folder: Path, packages: Sequence[str]) -> list[Any]:
    """What of the host a container sees, all of it only to be read."""
    from docker.types import Mount

    shown = [(folder, INSIDE), *((source, f"/box/{place}") for source, place in box_files())]
    for name in ("msgspec", "lark", *packages):  # ours, and the bots'
        shown += [(part, f"/packages/{part.name}") for part in parts(name)]
    return [Mount(place, str(source), type="bind", read_only=True) for source, place in shown]


def _user() -> str:
    """Who bots run as. We must be allowed to send them signals: root may, others their own."""
    if os.geteuid() == 0:
        return f"{UID}:{UID}"
    return f"{os.geteuid()}:{os.getegid()}"


def _rest(said: bytes, control: socket.socket) -> str:
    """The last line of what a fork server says before it ends."""
    more = said
    while more:
        more, _ = answer(control, 1.0)
        said += more
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it says nothing"
