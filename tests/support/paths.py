"""Folders of the project, for tests that start a process, and its files."""

import shutil
from pathlib import Path

from Players import comes_with_the_arena

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PATHS = [str(ROOT), str(TESTS)]  # PYTHONPATH must contain them


def our_files(room: str, pattern: str = "*") -> list[Path]:
    """The files in this folder of the project, without a user's own bots in Players/."""
    folder = ROOT / room
    files = sorted(file for file in folder.rglob(pattern) if file.is_file())
    if room == "Players":
        files = [file for file in files if comes_with_the_arena(file.relative_to(folder))]
    return files


def copy_ours(room: str, place: Path, pattern: str = "*") -> None:
    """Copy these files of a room into this folder, each to the place that it has in the project."""
    for file in our_files(room, pattern):
        if "__pycache__" not in file.parts:
            copy = place / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
