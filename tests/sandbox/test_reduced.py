"""The level `reduced`: a box in the machine's own file system, closed by Landlock."""

import errno
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sandbox.conftest import living, need
from sandbox.hostile_bots import assert_honest_is_untouched, expectation
from support.paths import ROOT, TESTS

import Game.brisca
from arena.bots.bot import find as find_bot
from arena.guest.kernel import landlock
from arena.match.run import RunOptions, new_match
from arena.sandbox import levels
from arena.sandbox.host import symlink_view
from arena.sandbox.host.cleanup import prefix
from arena.sandbox.levels import boxes_at, find_escapes, unavailable
from arena.workers.room import Room
from Game.registry import find

pytestmark = pytest.mark.skipif(
    bool(unavailable("process")), reason=f"no boxes here: {unavailable('process')}"
)

HEAD = "from Players.Player import Player\n"
# Bots whose attacks are stopped here by other mechanisms than in the sandbox.
HOSTILE = (
    "daemon",
    "keeps_a_diary",
    "kills_everybody",
    "memory_bomb",
    "partner_code",
    "partner_disk",
    "partner_pipes",
    "raises_its_limits",
    "sockets",
    "thread_bomb",
    "writes_files",
    pytest.param(
        "counts_threads",
        marks=pytest.mark.skipif(
            bool(unavailable("sandbox")), reason="the kernel gives boxes no namespaces"
        ),
    ),
)


@pytest.fixture
def ask_box(match, tmp_path):
    """The value of an expression in a box at this level."""

    def ask(expression: str, top: str = "import os") -> str:
        path = tmp_path / "mine.py"
        path.write_text(
            f"{HEAD}{top}\n\nclass Mine(Player):\n    def think(self, o, budget):\n"
            f"        try: said = {expression}\n"
            f"        except BaseException as error: said = type(error).__name__\n"
            f"        raise ValueError(f'<{{said}}>')\n"
        )
        _, (record,) = match("reduced", str(path), "random", budget=2)
        return record.faults[0].reason.partition("<")[2].rpartition(">")[0]

    return ask


@pytest.fixture
def started(warm) -> None:
    warm("reduced")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_bot_is_held_as_in_the_sandbox(match, started, traceless, name):
    path = TESTS / "hostile" / f"{name}.py"
    expected, _ = expectation(path)
    _, (record,) = match("reduced", str(path), "random")
    assert record.isolation == "reduced"
    assert len(record.moves) == 40
    assert {fault.verdict for fault in record.faults} - {"fine"} <= expected
    assert "fine" in expected or record.faults
    assert_honest_is_untouched(record)


CLOSED = {
    "another's submission": "open({submission!r}).read()",
    "its name": "os.listdir({folder!r})",
    "the names of the organiser's files": "os.listdir({root!r})",
    "our source beside the guest": "open({table!r}).read()",
    "a user's password": "open('/etc/shadow').read()",
    "who else is here": "os.listdir('/proc')",
}


@pytest.mark.parametrize("expression", CLOSED.values(), ids=CLOSED)
def test_files_are_closed_to_a_bot_though_everybody_may_read_them(ask_box, tmp_path, expression):
    submission = tmp_path / "other.py"
    submission.write_text(HEAD)
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    places = dict(
        submission=str(submission),
        folder=str(tmp_path),
        root=str(ROOT),
        table=str(ROOT / "arena/match/play.py"),
    )
    assert ask_box(expression.format(**places)) == "PermissionError"


def test_its_own_memory_is_not_readable_as_a_file(ask_box):
    hidden_or_closed = ("FileNotFoundError", "PermissionError")
    assert ask_box("open('/proc/self/mem', 'rb').fileno()") in hidden_or_closed


def test_the_time_at_which_a_file_was_read_does_not_change(ask_box):
    """A bot could see in its next game which files it has read in this one."""
    need("sandbox")  # this needs a mount namespace
    file = Path(Game.brisca.__file__).with_name("rules.py")
    long_ago = file.stat().st_mtime_ns - 10**15
    asked = f"os.stat({str(file)!r}).st_atime_ns"
    before = after = ""
    while before != str(long_ago):  # another program on this machine may read the file too
        os.utime(file, ns=(long_ago, file.stat().st_mtime_ns))
        answer = ask_box(f"{asked}, len(open({str(file)!r}).read(9)), {asked}")
        before, length, after = answer.strip("()").split(", ")
        assert length == "9"
    assert after == before


def test_the_limits_of_the_arena_are_out_of_reach(ask_box):
    top = "import os, resource"
    above = "os.getppid() or 1"  # nobody is above it in a namespace of its own
    assert ask_box(f"resource.prlimit({above}, resource.RLIMIT_NOFILE)", top) == "PermissionError"
    assert ask_box("resource.prlimit(0, resource.RLIMIT_NOFILE)", top) == "(32, 32)"


def test_threads_are_counted(ask_box):
    inside = int(ask_box("resource.getrlimit(resource.RLIMIT_NPROC)[0]", "import resource"))
    outside = resource.getrlimit(resource.RLIMIT_NPROC)[0]
    assert 0 < inside < (outside if outside != resource.RLIM_INFINITY else 2**22)


def test_clocks_of_other_processes_cannot_be_read(ask_box):
    top = "import os, time"
    assert ask_box("time.clock_gettime(~os.getppid() << 3 | 2)", top) == "PermissionError"
    assert float(ask_box("time.process_time()", top)) > 0


def test_bots_of_root_run_as_another_user(ask_box):
    if os.geteuid() != 0:
        pytest.skip("this is not root")
    assert ask_box("os.getuid()") != "0"


def test_all_that_python_needs_works(ask_box):
    assert ask_box("open('/dev/null', 'w').write('x')") == "1"
    assert (
        ask_box("sqlite3.sqlite_version and decimal.Decimal(1)", "import sqlite3, decimal") == "1"
    )
    assert ask_box("osla.__name__", "import Players.OSLAPlayer as osla") == "Players.OSLAPlayer"


def test_house_bots_can_use_their_compiled_modules(tmp_path):
    """`greedy` imports its rules when it first thinks. By then its box loads no compiled code."""
    need("reduced")
    path = tmp_path / "mine.py"
    path.write_text(
        "from Players.KripkePlayer import KripkePlayer\n\n\nclass Mine(KripkePlayer):\n    pass\n"
    )
    game = find("boerenbridge")(rounds="1")
    bots = [find_bot(name) for name in ("greedy", str(path))]
    run = new_match(game, bots, 1, RunOptions(seed="1", isolation="reduced", budget=2.0))
    with Room(run) as room:
        record = room.play(run.fixtures[0])
    assert len(record.moves) >= 8  # four bids and four cards
    assert not record.faults


def test_it_is_sealed_only_as_long_as_files_are_closed(monkeypatch, tmp_path):
    """The probe finds a way out if Landlock allows to read everything."""
    need("reduced")
    opened = (
        "\n\nclosed = read_only_rules\n\n\n"
        "def read_only_rules(paths):\n    return closed([Path('/')])\n"
    )
    guest = tmp_path / "guest"
    shutil.copytree(ROOT / "arena/guest", guest)
    with (guest / "kernel" / "landlock.py").open("a") as landlocks:
        landlocks.write(opened)
    for path in (tmp_path, *tmp_path.parents):
        if path.stat().st_uid == os.geteuid() and path != Path("/"):
            path.chmod(path.stat().st_mode | 0o055)
    honest = symlink_view.SymlinkView.__init__

    def other(self, files) -> None:
        honest(self, [(guest if at == "arena/guest" else source, at) for source, at in files])

    monkeypatch.setattr(symlink_view.SymlinkView, "__init__", other)
    boxes = boxes_at("reduced")
    try:
        assert find_escapes(boxes).startswith("read files")
    finally:
        boxes.close()


def test_nothing_is_left_of_it(match, fork_servers):
    def our_folders() -> set[Path]:  # a cluster of another test may have one in this process
        return set(Path("/tmp").glob(f"{prefix()}*"))

    need("reduced")
    fork_servers.end()
    before = living(), our_folders()
    match("reduced", "random", "random", games=2)
    fork_servers.end()
    assert (living(), our_folders()) == before


KERNELS = {
    "none": (-1, "has no Landlock"),
    "an old one": (2, "Landlock is version 2"),
}


@pytest.mark.parametrize("version, said", KERNELS.values(), ids=KERNELS)
def test_a_kernel_without_landlock_is_refused_with_the_reason(monkeypatch, version, said):
    def asked() -> int:
        if version < 0:
            raise OSError(errno.ENOSYS, "Function not implemented")
        return version

    monkeypatch.setattr(landlock.kernel, "landlock_version", asked)
    with pytest.raises(OSError, match=said):
        landlock.require()


def test_it_is_not_available_if_the_fork_server_fails(monkeypatch):
    monkeypatch.setattr(
        symlink_view.SymlinkView, "command", lambda *_: [sys.executable, "-c", "1/0"]
    )
    levels.unavailable.cache_clear()
    try:
        assert "ZeroDivisionError" in levels.unavailable("reduced")
    finally:
        levels.unavailable.cache_clear()


def test_it_is_available_where_namespaces_are_forbidden():
    """As on a standard Ubuntu: bubblewrap is installed, but it may not make namespaces."""
    need("reduced")
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("it takes root and setpriv to be somebody else here")
    code = (
        "from arena.sandbox.levels import strongest, unavailable, caution; import shutil;"
        "from arena.sandbox.boxes import commands; commands.shutil.which = lambda name: None;"
        "level = strongest(); print(level); print(caution('auto', [level]))"
    )
    done = subprocess.run(
        ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups", sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    level, said = done.stdout.splitlines()
    assert level == "reduced"
    assert "bubblewrap" in said
