"""Backups that are made while the competition runs, and the drill of restoring them."""

import shutil
import stat
import zipfile

import pytest
from support import cups

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results import backup
from arena.competition.results.backup import back_up, restore_backup
from arena.competition.results.publishing import publish


def saved(folder, file):
    with open_competition(folder) as competition:
        return back_up(competition, file)


def test_a_restored_competition_has_everything_and_ends_with_the_same_tables(played, tmp_path):
    with open_competition(played, alone=True) as competition:
        publish(phase_state(competition, "qualifying"), sealed=True)
    number = saved(played, tmp_path / "b.zip")
    restored = tmp_path / "again"
    restore_backup(tmp_path / "b.zip", restored)
    assert number == len(zipfile.ZipFile(tmp_path / "b.zip").namelist())
    for phase in ("qualifying", "final"):
        assert cups.table(restored, phase) == cups.table(played, phase)
    for place in ("Out/sealed", "Out/public", "Out/teams", "submissions", "Out/seed"):
        before = {p.relative_to(played): p for p in [*(played / place).rglob("*"), played / place]}
        for inside, path in before.items():
            if path.is_file():
                assert (restored / inside).read_bytes() == path.read_bytes(), inside
    assert cups.play(restored) == 0
    assert stat.S_IMODE((tmp_path / "b.zip").stat().st_mode) == 0o600
    assert stat.S_IMODE((restored / "Out/seed").stat().st_mode) == 0o600


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_games_played_and_files_handed_in_during_a_backup_spoil_nothing(
    where, tmp_path, request, monkeypatch, games_here
):
    folder = cups.make(tmp_path / "cup", cups.LEAGUE, {"Ada": cups.FIRST, "Bob": cups.LAST})
    if where == "postgresql":
        address = request.getfixturevalue("postgres").emptied()
        shutil.rmtree(folder)
        folder = cups.make(
            tmp_path / "cup",
            cups.LEAGUE,
            {"Ada": cups.FIRST, "Bob": cups.LAST},
            f'database = "{address}"\n',
        )
    real = backup.snapshot

    def busy(database, file):
        real(database, file)
        cups.play(folder)
        cups.hand_in(folder, "Ada", cups.MIDDLE)
        [records] = (folder / "Out/records/league").glob("*.jsonl")
        with records.open("a") as torn:
            torn.write('{"a game that is being wri')

    monkeypatch.setattr(backup, "snapshot", busy)
    saved(folder, tmp_path / "b.zip")
    restored = tmp_path / "again"
    restore_backup(tmp_path / "b.zip", restored)
    assert cups.table(restored, "league") == cups.table(folder, "league")
    assert [each.number for each in cups.versions(restored, "Ada")] == [1]
    assert cups.play(restored) == 0


def test_the_drill_ends_with_a_whole_audit(played, tmp_path, capsys):
    from arena.cli import arena

    saved(played, tmp_path / "b.zip")
    arena(["restore", str(tmp_path / "b.zip"), "--into", str(tmp_path / "new")],
          standalone_mode=False)  # fmt: skip
    with open_competition(played) as competition:
        games = sum(competition.store.count(name) for name in ("qualifying", "final"))
    assert f"3 teams, {games} games" in capsys.readouterr().out
    arena(["audit", str(tmp_path / "new"), "--all"], standalone_mode=False)
    assert f"{games} games" in capsys.readouterr().out


def test_a_folder_that_is_published_anew_meanwhile_is_read_as_a_whole(
    played, tmp_path, monkeypatch
):
    with open_competition(played, alone=True) as competition:
        folder = publish(phase_state(competition, "qualifying"), sealed=False)
    once = iter([True])

    class Path(type(tmp_path)):
        def read_bytes(self):
            if self.name == "standings.csv" and next(once, False):
                shutil.copytree(folder, tmp_path / "new")
                (tmp_path / "new" / "standings.csv").write_text("new")
                shutil.rmtree(folder)
                (tmp_path / "new").rename(folder)
            return super().read_bytes()

    content = backup._read_whole(Path(folder))
    assert content[folder / "standings.csv"] == b"new"


def test_what_cannot_be_backed_up_or_restored_is_refused_and_leaves_nothing(played, tmp_path):
    file = tmp_path / "b.zip"
    saved(played, file)
    with pytest.raises(ArenaError, match="exists already"):
        saved(played, file)
    with pytest.raises(ArenaError, match="not empty"):
        restore_backup(file, played)
    bad = tmp_path / "bad.zip"
    bad.write_bytes(file.read_bytes()[:-200])
    with pytest.raises(ArenaError, match="damaged or no backup"):
        restore_backup(bad, tmp_path / "new")
    with pytest.raises(ArenaError, match="no such file"):
        restore_backup(tmp_path / "none.zip", tmp_path / "new")
    shutil.copy(file, bad)
    with zipfile.ZipFile(bad, "a") as archive:
        archive.writestr("../outside", "x")
    with pytest.raises(ArenaError, match="outside of the competition"):
        restore_backup(bad, tmp_path / "new")
    with zipfile.ZipFile(bad, "w") as archive:
        archive.writestr("competition.toml", "x")
    with pytest.raises(ArenaError, match="not a backup"):
        restore_backup(bad, tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.zip", "bad.zip", "cup"]


def test_a_backup_has_no_locks_and_no_old_database(played, tmp_path):
    (played / "Out/lock").write_text("")
    (played / "Out/live").mkdir()
    (played / "Out/live/index.html").write_text("x")
    saved(played, tmp_path / "b.zip")
    names = zipfile.ZipFile(tmp_path / "b.zip").namelist()
    assert not [name for name in names if "lock" in name or "/live/" in name or "-wal" in name]
    assert names.count("Out/competition.db") == 1
