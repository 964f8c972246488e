"""Boxes in Docker containers, one box in each: the level `docker`.

The container runs the same fork server as the other levels (`arena/guest/fork_server.py`). It
connects to the arena's socket, which is mounted into the container. After that everything works as
at the level `sandbox`, and messages do not pass through the Docker engine. When the arena ends for
any reason, the socket closes, and the fork server and its container end.
"""

import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from arena.common.errors import Unavailable
from arena.guest.protocol.levels import BOT, DOCKER
from arena.guest.protocol.limits import Limits, Order
from arena.guest.protocol.wire import Load
from arena.sandbox.boxes.box import Box
from arena.sandbox.boxes.commands import ENVIRONMENT, box_files
from arena.sandbox.boxes.fork_server import BESIDES, START
from arena.sandbox.boxes.slots import (
    NO_FILES,
    NO_FOLDER,
    NoBox,
    Pool,
    SlotClient,
    SlotFolder,
    answer,
)
from arena.sandbox.docker.container_cleanup import (
    OWNER,
    RUN,
    remove,
    remove_for_good,
    remove_orphans,
)
from arena.sandbox.docker.docker_engine import IMAGE, engine, reason, require_image, runtime
from arena.sandbox.host.bot_folders import BotFolders
from arena.sandbox.host.cleanup import SOCKET_FOLDER, identity, prefix
from arena.sandbox.host.packages import ALLOWED, parts

UID = 65532  # the user of the bots when the arena is root
HELD = 4  # other processes in a container: keeper, slot, a spare box, one that ends
# Another runtime, such as gVisor, may run a kernel of its own in the control group of a container.
KERNEL_THREADS, KERNEL_MEMORY = 240, 128 * 1024 * 1024
INSIDE = "/run/arena"  # the folder of our socket in a container
# Docker's own filter and profile forbid namespaces, which the slot makes for its boxes. Only our
# code runs under these options: each box has our own filter, which is much stricter.
NAMESPACES = ("seccomp=unconfined", "apparmor=unconfined")


class Containers:
    """Makes containers, one for each box."""

    level = DOCKER.name

    def __init__(self, packages: Sequence[str] = ALLOWED) -> None:
        self._packages = packages
        self._client = engine()
        self._run = secrets.token_hex(8)
        self._labels = {RUN: self._run, OWNER: identity(os.getpid())}
        self.compiled: dict[tuple[str, str], bytes] = {}
        self._pool = Pool(self._new_slot)
        self._asked: set[str] = set()  # names of containers that the engine may still be making
        try:
            require_image(self._client)
            self._runtime = runtime(self._client)
            remove_orphans(self._client, self._labels)
        except BaseException:
            self._client.close()
            raise
        self._folders = BotFolders(UID if os.geteuid() == 0 else None)

    def box(self, order: Order, load: Load, files: Mapping[str, bytes] = NO_FILES) -> Box:
        try:
            return self._pool.box(order, load, files)
        except NoBox:
            raise Unavailable("No box could be made in a container: it has ended") from None

    def _new_slot(self, order: Order, files: Mapping[str, bytes]) -> SlotClient:
        """A container with one slot in it."""
        own = NO_FOLDER
        if files:
            own = SlotFolder(self._folders.add(files), BOT, BOT)
        try:
            return self._new_container(order, own)
        except BaseException:
            own.remove()
            raise

    def _new_container(self, order: Order, own: SlotFolder) -> SlotClient:
        from docker.errors import DockerException
        from requests.exceptions import RequestException

        with _socket_folder() as (folder, listener):
            try:
                self._start(folder, order.limits, own.path)
            except (DockerException, RequestException) as error:
                raise Unavailable(f"No container could be started: {reason(error)}") from None
            listener.settimeout(START)
            try:
                control, _ = listener.accept()
            except TimeoutError:
                raise Unavailable(
                    f"A container from {IMAGE} does not connect to the arena"
                ) from None
        message, _ = answer(control, START)
        if message != b"ready":
            with control:
                raise Unavailable(f"No box could be made in a container: {_rest(message, control)}")
        return SlotClient(control, order, group=None, folder=own)

    def _start(self, folder: Path, limits: Limits, own: Path | None) -> None:
        api = self._client.api
        script = "/box/arena/guest/start.py"
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
            host_config=_host_config(api, folder, own, limits, self._packages, self._runtime),
        )
        self._asked.remove(name)
        api.start(container["Id"])

    def close(self) -> None:
        """Remove all containers of this run, and of arenas that have ended."""
        self._pool.close()
        self._folders.remove()
        with closing(self._client), suppress(OSError):  # the engine has ended
            remove_for_good(self._client, self._asked, self._labels)
            remove(self._client, lambda labels: labels.get(RUN) == self._run)
            remove_orphans(self._client, self._labels)


@contextmanager
def _socket_folder() -> Iterator[tuple[Path, socket.socket]]:
    """A socket in a private folder. Only we and a container that mounts it can reach it."""
    private = Path(tempfile.mkdtemp(prefix=prefix() + SOCKET_FOLDER))
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
    api: Any,
    folder: Path,
    own: Path | None,
    limits: Limits,
    packages: Sequence[str],
    runtime: str | None,
) -> dict[str, Any]:
    """The settings of a container for the engine."""
    from docker.types import LogConfig, Ulimit

    threads, memory = limits.threads + HELD, limits.memory + BESIDES
    if runtime is not None:
        threads, memory = threads + KERNEL_THREADS, memory + KERNEL_MEMORY
    limited = {"nofile": limits.files, "fsize": 0, "core": 0}
    config: dict[str, Any] = api.create_host_config(
        network_mode="none",
        ipc_mode="none",
        read_only=True,
        cap_drop=["ALL"],
        security_opt=["no-new-privileges:true", *NAMESPACES],
        pids_limit=threads,
        mem_limit=memory,
        memswap_limit=memory,
        cpuset_cpus=",".join(map(str, sorted(os.sched_getaffinity(0)))),
        ulimits=[Ulimit(name=name, soft=most, hard=most) for name, most in limited.items()],
        runtime=runtime,
        init=False,  # no init of Docker, because a bot could write into it
        auto_remove=True,
        log_config=LogConfig(type="none"),
        mounts=_mounts(folder, own, packages),
    )
    return config | {"MaskedPaths": _masked_paths()}


def _masked_paths() -> list[str]:
    """Paths through which partners could talk: gauges of the machine, terminals, queues."""
    names = (path.name for path in Path("/proc").iterdir() if not path.is_symlink())
    return [
        "/sys",
        "/dev/pts",
        "/dev/mqueue",
        *(f"/proc/{name}" for name in names if not name.isdigit()),
    ]


def _mounts(folder: Path, own: Path | None, packages: Sequence[str]) -> list[Any]:
    """The files of the host that a container sees, read-only."""
    from docker.types import Mount

    shown = [(folder, INSIDE), *((source, f"/box/{place}") for source, place in box_files())]
    if own is not None:
        shown.append((own, BOT))
    for name in ("msgspec", "lark", *packages):  # ours, and the bots'
        shown += [(part, f"/packages/{part.name}") for part in parts(name)]
    return [Mount(place, str(source), type="bind", read_only=True) for source, place in shown]


def _user() -> str:
    """The user of the bots. It must be our own unless we are root, or we could not signal them."""
    if os.geteuid() == 0:
        return f"{UID}:{UID}"
    return f"{os.geteuid()}:{os.getegid()}"


def _rest(text: bytes, control: socket.socket) -> str:
    """The last line that a fork server writes before it ends."""
    more = text
    while more:
        more, _ = answer(control, 1.0)
        text += more
    lines = text.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it gave no reason"
