"""Folders of the project, for tests that start a process."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PATHS = [str(ROOT), str(TESTS)]  # PYTHONPATH must contain them
