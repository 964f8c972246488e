import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from support.paths import PATHS, ROOT
from support.postgres import PASSWORD

from arena.common.errors import ArenaError
from arena.store.store import Store

SECRET = "hunter2"


@pytest.fixture
def refused(tmp_path):
    """The error when the store is opened there."""

    def open_it(where):
        with pytest.raises(ArenaError) as refusal, Store.open(where, tmp_path / "records"):
            pass
        shown = "".join(map(str, (refusal.value, refusal.value.__cause__)))
        assert SECRET not in shown
        return str(refusal.value)

    return open_it


def test_sqlite_writes_ahead_and_waits_for_the_disk(tmp_path):
    path = tmp_path / "competition.db"
    with Store.open(path, tmp_path / "records") as store, store.database.reading() as connection:
        results = [
            connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert results == ["wal", 2, 1, 30_000]


def test_a_file_that_is_not_a_database_is_refused(tmp_path, refused):
    path = tmp_path / "competition.db"
    path.write_text("Dear diary, today I will write a little more than a page. " * 100)
    assert "competition.db" in (said := refused(path))
    assert "file is not a database. Put a copy back" in said


def test_a_folder_in_place_of_the_database_is_refused(tmp_path, refused):
    assert "unable to open database file. Make its folder" in refused(tmp_path)


def test_a_locked_database_is_refused_after_a_wait(tmp_path):
    path = tmp_path / "competition.db"
    with Store.open(path, tmp_path / "records", patience=0.1) as store:
        keeper = sqlite3.connect(path)
        keeper.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArenaError, match=r"competition\.db .*locked.*wait until that is done"):
            store.set_note("lots", 1)
        keeper.rollback()
        keeper.close()
        store.set_note("lots", 1)


def test_other_processes_can_read_while_one_writes(tmp_path):
    path = tmp_path / "competition.db"
    with Store.open(path, tmp_path) as one, Store.open(path, tmp_path) as other:
        one.set_note("lots", 1)
        with one.database.writing():
            assert other.note("lots") == 1


@pytest.mark.parametrize(
    "where, says",
    [
        (
            f"mysql://me:{SECRET}@host/cup",
            "mysql:// is not a database that we know. Write postgresql",
        ),
        (f"postgresql://me:{SECRET}@x@host/cup", "more than one @"),
        (f"postgresql://me:{SECRET}@host:port/cup", "cannot be read"),
        (
            f"postgresql://me:{SECRET}@nowhere.invalid/cup",
            "database nowhere.invalid/cup reports an error",
        ),
        (f"postgresql://me:{SECRET}@127.0.0.1:1/cup", "that the server runs"),
        (f"postgres://127.0.0.1:1/cup?password={SECRET}", "that the server runs"),
        (f"postgresql+psycopg://me:{SECRET}@127.0.0.1:1/cup", "that the server runs"),
        (f"postgresql://me:a/b?{SECRET}#@127.0.0.1:1/cup", "that the server runs"),
    ],
)
def test_an_unusable_address_is_refused_without_its_password(refused, where, says):
    assert says in refused(where)


def test_a_wrong_password_is_refused_and_not_shown(postgres, refused):
    with postgres.database() as url:
        locked = url.replace("arena@", f"locked:{SECRET}@")
        unknown = url.replace("arena@", "locked@")
        assert 'authentication failed for user "locked". Check the user' in refused(locked)
        assert "no password supplied. Write the password" in refused(unknown)
        assert PASSWORD not in refused(locked)


def test_a_server_that_repeats_the_password_is_not_repeated(postgres, refused):
    url = postgres.url("postgres").replace("arena@", f"arena:{SECRET}@")
    assert 'parameter "***"' in refused(f"{url}&options=-c%20{SECRET}%3D1")


def test_a_missing_database_is_refused(postgres, refused):
    assert '"nothing" does not exist. Make it (for a database: createdb)' in refused(
        postgres.url("nothing")
    )


def test_a_database_server_that_ends_is_reported(postgres, tmp_path):
    with postgres.database() as url, Store.open(url, tmp_path) as store:
        name = url.partition("?")[0].rpartition("/")[2]
        end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"

        def end_in_the_middle():
            with store.database.reading() as connection:
                postgres.do(end)
                connection.scalar(text("SELECT 1"))

        with pytest.raises(ArenaError, match=f"/{name} reports an error"):
            end_in_the_middle()
        assert store.note("lots") is None


def test_foreign_tables_are_not_changed(where, refused):
    address = where if "://" in where else f"sqlite:///{where}"
    if "://" not in where:
        Path(where).parent.mkdir()
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE game (ours integer)"))
    assert "already exists. Use a separate database" in refused(where)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT ours FROM game")).all() == []
    engine.dispose()


WITHOUT_PACKAGE = """
import sys
sys.modules["psycopg"] = None
from pathlib import Path
from arena.common.errors import ArenaError
from arena.store.store import Store
try:
    Store.open("postgresql://me:hunter2@127.0.0.1/cup", Path("."))
except ArenaError as error:
    print(error)
"""


def run(source):
    env = os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)}
    command = [sys.executable, "-c", source]
    return subprocess.run(command, check=True, env=env, stdout=subprocess.PIPE, text=True).stdout


def test_without_the_package_the_error_says_how_to_install_it():
    output = run(WITHOUT_PACKAGE)
    assert "the PostgreSQL database 127.0.0.1/cup needs it" in output
    assert f"-m pip install -e '{ROOT}[postgresql]'" in output
    assert SECRET not in output


def test_a_worker_that_writes_records_loads_no_database():
    loaded = run("import sys, arena.store.files; print(*sys.modules)").split()
    assert "arena.store.files" in loaded
    assert not {"sqlalchemy", "alembic", "psycopg"} & set(loaded)
