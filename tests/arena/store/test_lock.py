import os
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest
from support.paths import PATHS
from support.processes import LONG, wait_until

from arena.common.errors import ArenaError
from arena.store import lock as locks
from arena.store.database import WORKING
from arena.store.lock import hold, is_wanted
from arena.store.store import Store

HOLDER = """
import sys
from pathlib import Path
from arena.store.lock import hold, is_wanted
with hold(Path(sys.argv[1])):
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def lock(tmp_path):
    return tmp_path / "Out" / "lock"


def words_of(lock: Path) -> Path:
    """The file that says who holds the lock."""
    return lock.with_name("lock.holder")


@pytest.fixture
def holder(lock):
    """Another arena that works on the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
    )
    assert process.stdout.readline() == b"ready\n"
    yield process
    process.kill()
    process.communicate()


def test_a_second_arena_is_refused_with_the_name_of_the_first(lock, holder):
    host = os.uname().nodename
    sentence = rf"Another arena works on .*Out: process {holder.pid} on {host}: -c .*Wait"
    with pytest.raises(ArenaError, match=sentence), hold(lock):
        pass


def test_after_a_crash_the_folder_is_free(lock, holder):
    holder.kill()
    holder.wait()
    with hold(lock):
        assert str(holder.pid) not in words_of(lock).read_text()


def test_the_folder_is_free_again_afterwards_and_after_a_failure(lock):
    with pytest.raises(RuntimeError), hold(lock):
        raise RuntimeError
    with hold(lock), pytest.raises(ArenaError, match=f"process {os.getpid()} "), hold(lock):
        pass
    assert not words_of(lock).exists()
    with hold(lock):
        pass


def test_old_lock_files_do_no_harm(lock):
    lock.parent.mkdir()
    lock.write_text("left behind")
    words_of(lock).write_text("process 1 on another machine: arena run")
    with hold(lock):
        assert f"process {os.getpid()} " in words_of(lock).read_text()


def test_the_text_of_the_lock_file_is_shown_without_terminal_escapes(lock):
    with hold(lock):
        words_of(lock).write_bytes(b"\x1b[2J\nme")
        with pytest.raises(ArenaError, match=r"Out: \[2J me\. Wait"), hold(lock):
            pass


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path):
    (tmp_path / "lock").mkdir()
    with pytest.raises(ArenaError, match="lock cannot be written"), hold(tmp_path / "lock"):
        pass


def test_two_folders_on_one_server_have_separate_locks(postgres, tmp_path):
    with postgres.database() as url:
        here, there = (Store.open(url, tmp_path / name) for name in ("here", "there"))
        with here, there:
            sentence = rf"Another arena works on the database .*process {os.getpid()} on "
            with here.alone(), pytest.raises(ArenaError, match=sentence), there.alone():
                pass
            with there.alone():
                pass


def test_two_databases_on_one_server_do_not_disturb_each_other(postgres, tmp_path):
    with (
        postgres.database() as one,
        postgres.database() as other,
        Store.open(one, tmp_path) as here,
        Store.open(other, tmp_path) as there,
        here.alone(),
        there.alone(),
    ):
        sentence = f"Another arena works on the database .*process {os.getpid()} on "
        for url in (one, other):  # each lock keeps out a third arena on its own database
            with (
                Store.open(url, tmp_path) as third,
                pytest.raises(ArenaError, match=sentence),
                third.alone(),
            ):
                pass


def test_users_of_another_database_are_not_named(postgres, tmp_path):
    stranger = {"application_name": "a stranger", "autocommit": True}
    with (
        postgres.database() as one,
        postgres.database() as other,
        psycopg.connect(other, **stranger) as connection,
        Store.open(one, tmp_path) as here,
        Store.open(one, tmp_path) as there,
    ):
        connection.execute(f"SELECT pg_advisory_lock({WORKING})")
        with here.alone(), pytest.raises(ArenaError, match=f"process {os.getpid()}"), there.alone():
            pass


def test_a_holder_that_yields_is_waited_for_and_knows_that_it_is_wanted(lock):
    came = []

    def come():
        with hold(lock):
            came.append("the other")

    with hold(lock, yields=True):
        other = threading.Thread(target=come)
        other.start()
        wait_until(lambda: is_wanted(lock))
        assert not came
    other.join(LONG)
    assert came
    assert not is_wanted(lock)


def test_nobody_waits_for_a_holder_that_does_not_yield_or_while_yielding(lock, holder):
    lock.with_name("lock.yields").touch()  # of a holder that was killed
    with pytest.raises(ArenaError, match="Another arena"), hold(lock, yields=True):
        pass


def test_the_promise_of_a_killed_holder_ends_with_the_next_one(lock):
    with hold(lock):
        pass
    lock.with_name("lock.yields").touch()
    with hold(lock), pytest.raises(ArenaError, match="Another arena"), hold(lock):
        pass


def test_a_holder_that_yields_removes_its_promise_a_moment_before_the_lock_is_free(
    lock, monkeypatch
):
    """Whoever waits for it is not refused in this moment."""
    promise, answers = lock.with_name("lock.yields"), [None, None, None, lambda: None]
    lock.parent.mkdir()
    promise.touch()

    def acquire(path: Path):
        if path != lock:
            return lambda: None  # nobody else waits
        if len(answers) == 3:
            promise.unlink()
        return answers.pop(0)

    monkeypatch.setattr(locks, "_acquire", acquire)
    with hold(lock):
        assert answers == []
