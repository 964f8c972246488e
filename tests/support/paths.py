"""Where things are, for tests that start a process of their own."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PATHS = [str(ROOT), str(TESTS)]  # what PYTHONPATH must hold
