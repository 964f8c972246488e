"""The disk fills up while live pages are written, and has room again later."""

import errno
import json
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.common.errors import ArenaError
from arena.server.visible import TABLE
from arena.store.live.events import events_after


@pytest.fixture
def disk(monkeypatch):
    """`room`: how many files can still be written; of the next one, a half."""
    disk, real = SimpleNamespace(room=10**6), Path.write_bytes

    def write(path, data):
        disk.room -= 1
        if disk.room < 0:
            real(path, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, data)

    monkeypatch.setattr(Path, "write_bytes", write)
    return disk


def contents(*folders):
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {path: path.read_bytes() for path in files if ".new/" not in str(path)}


def test_pages_stay_whole_on_a_full_disk_and_go_on_when_there_is_room(stage, disk, caplog):
    folders = stage.live, stage.folder / "Out" / "public"
    stage.look()
    before, told = contents(*folders), len(events_after(stage.competition.store.database, 0))
    stage.begin("qualifying")
    stage.play("qualifying", 5)
    seen = []
    for room in range(12):
        disk.room = room
        with suppress(ArenaError):
            stage.look()
        seen.append(contents(*folders))
    disk.room = 10**6
    stage.look()
    after = contents(*folders)
    for room, files in enumerate(seen):
        for path, data in files.items():
            ends = path.suffix == ".html" and data.rstrip().endswith(b"</html>")
            assert ends or data in (before.get(path), after[path]), (room, path)
        assert before.keys() <= files.keys()
    assert json.loads(after[stage.live / "qualifying/summary.json"])["games"] == 5
    events = events_after(stage.competition.store.database, 0)[told:]
    assert [json.loads(bytes(each.data)) for each in events if each.kind == TABLE] == [{"games": 5}]
    said = [record.message for record in caplog.records if "is not shown" in record.message]
    assert said
    assert all("Make room on the disk" in sentence for sentence in said)
