"""Bots of root run as another user, and see the needed files also below closed folders."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sandbox.conftest import need
from support.paths import ROOT

from arena.common.errors import Unavailable
from arena.sandbox.boxes import commands
from arena.sandbox.host import root_view
from arena.sandbox.host.cleanup import prefix
from arena.sandbox.levels import boxes_at

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs bots as somebody else")


@pytest.fixture
def private(tmp_path):
    """A folder that only root may enter, in one that everybody may enter."""
    for path in (tmp_path, *tmp_path.parents[:-1]):
        path.chmod(path.stat().st_mode | 0o055)
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    return folder


@pytest.mark.parametrize("level", ["sandbox", "reduced"])
def test_a_project_below_a_closed_folder_has_its_boxes(private, level):
    need(level)
    for room in ("Game", "Players", "arena"):
        shutil.copytree(ROOT / room, private / "deep" / room)
    code = (
        "import arena; from arena.sandbox.levels import unavailable; "
        f"print(arena.__file__, unavailable({level!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(private / "deep")},
        cwd=private,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == [str(private / "deep" / "arena" / "__init__.py")], done.stderr


def test_a_file_that_no_view_can_show_is_named(monkeypatch, private):
    def our_folders() -> set[Path]:  # a fork server that the tests share may keep some
        return set(Path("/tmp").glob(f"{prefix()}*"))

    before = our_folders()
    monkeypatch.setattr(commands, "box_files", lambda: [(private, "arena/guest")])
    for level in ("sandbox", "reduced"):
        need(level)
        with pytest.raises(Unavailable, match=f"may not read {private}"):
            boxes_at(level)
    assert our_folders() <= before


def test_without_bubblewrap_the_closed_folder_is_named(monkeypatch, private):
    (private / "guest").mkdir()
    assert root_view.first_unreadable([private / "guest"]) is None
    monkeypatch.setattr(root_view, "TOOLS", ("bwrap", "no-such-program"))
    assert root_view.first_unreadable([private / "guest"]) == private
    assert root_view.first_unreadable([Path("/usr/bin")]) is None
