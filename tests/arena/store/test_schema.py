"""Tables of older versions. `kept/` has databases of released versions, as SQL."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from arena.common.errors import ArenaError
from arena.store import schema
from arena.store.store import Store
from arena.store.tables import SCHEMA, VERSION, metadata

KEPT = Path(__file__).parent / "kept"
NEWER = f"{int(VERSION) + 1:04}"
NEXT = f"""
import sqlalchemy as sa
from alembic import op

revision = "{NEWER}"
down_revision = "{VERSION}"


def upgrade():
    op.add_column("team", sa.Column("motto", sa.Text, nullable=False, server_default="Win."))
    op.create_table("prize", sa.Column("id", sa.Integer, primary_key=True))
"""


def test_the_migrations_make_the_tables_that_the_code_works_with(open_store):
    with open_store().database.reading() as connection:
        opts = {"version_table": SCHEMA, "compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, metadata) == []


def test_the_version_that_the_code_names_is_that_of_the_last_migration():
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [VERSION]


@pytest.mark.parametrize("kept", sorted(KEPT.glob("*.sql")), ids=lambda path: path.stem)
def test_a_database_of_an_older_version_is_opened_with_all_that_was_in_it(kept, tmp_path):
    path = tmp_path / "competition.db"
    connection = sqlite3.connect(path)
    connection.executescript(kept.read_text())
    connection.close()
    with Store.open(path, tmp_path / "records") as store:
        assert [team.name for team in store.teams()] == ["Ada", "Éclair"]
        ada, other = store.teams()
        data = (("Ana", "Eva"), "ada@example.org", True)
        assert ada[3:] == (((), "", None) if kept.stem == "0001" else data)
        assert other[3:] == ((), "", None)
        assert [(v.team, v.number, v.status) for v in store.versions()] == [
            ("ada", 1, "refused"),
            ("ada", 2, "admitted"),
            ("eclair", 1, ""),
        ]
        assert [result.who for _, result in store.results("league")] == [
            ("OSLAPlayer", "RandomPlayer")
        ]
        assert store.note("lots") == {"order": [2, 1]}
        with store.database.reading() as connection:
            assert connection.scalar(text(f"SELECT version_num FROM {SCHEMA}")) == VERSION


@pytest.fixture
def upgrade(tmp_path, monkeypatch):
    """Add a migration, as the next version of Card Arena would; returns its file."""

    def make(step=NEXT):
        folder = tmp_path / "migrations"
        if not folder.exists():
            shutil.copytree(schema.MIGRATIONS, folder)
        (folder / "versions" / f"v{NEWER}.py").write_text(step)
        monkeypatch.setattr(schema, "MIGRATIONS", folder)
        monkeypatch.setattr(schema, "VERSION", NEWER)

    return make


def mottos(store):
    with store.database.reading() as connection:
        return connection.execute(text("SELECT name, motto FROM team")).all()


def test_a_migration_changes_the_tables_and_keeps_their_rows(open_store, upgrade):
    open_store().register("Ada", "ada")
    upgrade()
    assert mottos(open_store()) == [("Ada", "Win.")]


def test_a_step_that_fails_changes_nothing_and_can_be_done_again(open_store, upgrade):
    open_store().register("Ada", "ada")
    upgrade(NEXT + '    op.execute("SELECT nonsense")\n')
    with pytest.raises(ArenaError, match="nonsense"):
        open_store()
    upgrade()
    assert mottos(open_store()) == [("Ada", "Win.")]


def test_a_database_of_a_newer_version_is_refused_and_not_changed(open_store, upgrade, monkeypatch):
    open_store().register("Ada", "ada")
    upgrade()
    newer = open_store()
    monkeypatch.undo()
    with pytest.raises(
        ArenaError, match=f"newer Card Arena: its tables are of version {NEWER}.*{VERSION}"
    ):
        open_store()
    with pytest.raises(ArenaError, match="git pull and make setup"):  # it is not published on PyPI
        open_store()
    assert mottos(newer) == [("Ada", "Win.")]
