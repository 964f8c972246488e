"""Shared by tests of boxes: the levels of this machine, and checks that nothing is left behind."""

import ctypes
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from sandbox.fakes import Machine, take_over
from sandbox.peer import BUDGET, LOAD, Mock, Peer
from support.fork_servers import SharedContainers
from support.processes import command, descendants, processes

from arena.bots.bot import find as find_bot
from arena.guest.protocol.limits import Limits, Order
from arena.match import admission
from arena.match.run import Run, RunOptions, new_match
from arena.replay.record import Record
from arena.sandbox import isolation, levels
from arena.sandbox.box_seat import BoxedSeat, SeatTerms
from arena.sandbox.boxes.fork_server import UID, Boxes
from arena.sandbox.docker.containers import UID as IN_CONTAINERS
from arena.sandbox.host.cleanup import prefix
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.levels import AUTO
from arena.workers.room import Room
from Game.core.game import Game
from Game.registry import find

if TYPE_CHECKING:
    from sandbox.watched import Watched

    from arena.sandbox.docker.containers import Containers

SUBREAPER = 36  # prctl: a descendant whose parent has ended becomes our child
LEVELS = ("process", "sandbox")  # the levels that most tests of boxes try
SHARED = [Path(folder) for folder in ("/tmp", "/var/tmp", "/dev/shm", "/")]


def need(level: str) -> None:
    """Skip the test if the level is not available. In CI, fail."""
    why = levels.unavailable(level)
    if why and os.environ.get("CI"):
        pytest.fail(why)
    if why:
        pytest.skip(why)


def living(parent: int | None = None) -> set[int]:
    """Our living descendants."""
    return descendants(parent or os.getpid())


def gone(pids: set[int], seconds: float = 60.0) -> set[int]:
    """Our descendants except these, after they had time to end."""
    end = time.monotonic() + seconds
    while (left := living() - pids) and time.monotonic() < end:
        time.sleep(0.01)
    return left


def bury() -> None:
    """Reap the ended processes that became our children."""
    for each in processes():
        if each.state == "Z" and each.parent == os.getpid():
            with suppress(ChildProcessError):  # another thread has
                os.waitpid(each.pid, os.WNOHANG)


def strange_files() -> set[Path]:
    """Files that a bot may have left in folders to which everybody may write."""
    results = set(Path.cwd().glob("hostile-*"))
    for folder in SHARED:
        for path in folder.iterdir():
            try:
                if path.name.startswith("hostile-") or path.lstat().st_uid == UID:
                    results.add(path)
            except FileNotFoundError:
                continue
    return results


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def memory() -> int:
    """The memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def strange_objects() -> list[str]:
    """Objects that a bot may have left in the kernel: shared memory, semaphores, queues."""
    results = []
    for table in Path("/proc/sysvipc").iterdir():
        head, *rows = map(str.split, table.read_text().splitlines())
        column = head.index("uid")
        results += [
            f"{table.name} {row}" for row in rows if int(row[column]) in (UID, IN_CONTAINERS)
        ]
    return results


def control_groups(names: Iterable[str] = ()) -> set[Path]:
    """The control groups of this arena, and of containers with these names."""
    wanted = (prefix(), *names)
    return {
        Path(folder, name)
        for folder, names, _ in os.walk("/sys/fs/cgroup")
        for name in names
        if any(each in name for each in wanted)
    }


@pytest.fixture
def machine(monkeypatch) -> Machine:
    """A machine whose clock and load the test controls."""
    controlled = Machine()
    take_over(monkeypatch, controlled)
    return controlled


@pytest.fixture
def warm(shared_fork_servers) -> Callable[[str], None]:
    """Starts the fork servers of a level before a test checks what it leaves behind."""

    def start(level: str) -> None:
        need(level)
        for family in (0, 1):
            shared_fork_servers.boxes_at(level, ALLOWED, family)

    return start


@pytest.fixture
def traceless(fork_servers) -> Iterator[None]:
    """Checks that the test leaves nothing behind: no process, control group or file, no object in
    the kernel, and no descriptor or memory of ours."""
    running = fork_servers.started()
    with leaving_no_trace():
        yield
        fork_servers.end(running)


@contextmanager
def leaving_no_trace() -> Iterator[None]:
    """Everything that begins in this block must have ended after it."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    before = living(), descriptors(), memory()
    assert not strange_files()
    assert not strange_objects()
    assert not control_groups()
    yield
    left = {pid: command(pid) for pid in gone(before[0])}
    bury()
    ctypes.CDLL(None).prctl(SUBREAPER, 0, 0, 0, 0)
    assert not left
    assert descriptors() == before[1]
    assert memory() < before[2] + 64 * 2**20
    assert not strange_files()
    assert not strange_objects()
    assert not control_groups()


@pytest.fixture
def match(shared_fork_servers) -> Callable[..., tuple[Run, list[Record]]]:
    """Plays a match at a level."""

    def play(
        level: str, *bots: str, game: Game | None = None, games: int = 1, **terms
    ) -> tuple[Run, list[Record]]:
        if level != AUTO:
            need(level)
        terms = {"seed": "1", "budget": 0.15} | terms
        run = new_match(
            game or find("brisca")(),
            [find_bot(bot) for bot in bots],
            games,
            RunOptions(isolation=level, **terms),
        )
        with Room(run) as room:
            records = [room.play(fixture) for fixture in run.fixtures]
        return run, records

    return play


@pytest.fixture(scope="module")
def containers(docker_engine, fork_servers) -> "Iterator[tuple[Containers, Watched]]":
    """The containers of the module's games. No bot has changed a file in them, and nothing is left
    when they are closed."""
    from sandbox.watched import Watched

    from arena.sandbox.docker.containers import Containers

    running = fork_servers.started()
    with pytest.MonkeyPatch.context() as patch, leaving_no_trace(), Watched(docker_engine) as seen:
        patch.setenv("DOCKER_HOST", docker_engine)
        with closing(Containers()) as boxes:
            order = Order(Limits(2**28), "brisca", {})
            boxes.box(order, LOAD, {"bot.py": b""}).close()  # the engine makes its folder
            seen.take_as_untouched()
            yield boxes, seen
            assert not seen.changed_files()
        fork_servers.end(running)  # those that a test of the module started
        assert seen.all_containers()
        assert not seen.left()


@pytest.fixture
def in_containers(containers, shared_fork_servers, monkeypatch) -> "Watched":
    """At level `auto`, bots from files play in containers, and others in this process."""
    boxes, seen = containers

    def boxes_at(level: str, *others) -> Boxes:
        if level == "docker":
            return SharedContainers(boxes)
        return shared_fork_servers.boxes_at(level, *others)

    for module in (isolation, admission):
        monkeypatch.setattr(module, "boxes_at", boxes_at)
    monkeypatch.setattr(levels, "FOR_STRANGERS", ("docker",))
    monkeypatch.setattr(levels, "unavailable", lambda _: "")  # test_docker.py asks
    return seen


@pytest.fixture
def mock():
    made: list[Mock] = []

    def start(play) -> Mock:
        made.append(Mock(play))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def seat(mock):
    """A seat whose bot is played by the test: after loading, it calls `play(peer)`."""
    seats: list[BoxedSeat] = []

    def sit(play, *, loads: bool = True) -> BoxedSeat:
        def loaded(peer: Peer) -> None:
            if loads:
                peer.be_loaded()
            play(peer)

        one = BoxedSeat(
            mock(loaded), find_bot("random"), find("brisca")(), SeatTerms(BUDGET, clock=True)
        )
        seats.append(one)
        return one

    yield sit
    for one in seats:
        one.close()


@pytest.fixture
def write_bot(tmp_path):
    def write(think: str, *, before: str = "", name: str = "mine.py") -> str:
        body = "\n".join("        " + line for line in dedent(think).strip().splitlines())
        path = tmp_path / name
        path.write_text(
            f"from Players.Player import Player\n{dedent(before)}\n\nclass Mine(Player):\n"
            f"    def think(self, o, budget):\n{body}\n        return o.get_list_actions()[0]\n"
        )
        return str(path)

    return write
