"""Golden files: saved output that a person has checked, with which a test compares new output.

    ARENA_REGENERATE=1 python -m pytest tests/conformance

writes them again after an intended change. Then read the difference in the commit.
"""

import os
from difflib import unified_diff
from pathlib import Path

import pytest

REGENERATE = bool(os.environ.get("ARENA_REGENERATE"))
HOW = "ARENA_REGENERATE=1 python -m pytest tests/conformance"


def compare(file: Path, now: str, more: str = "") -> None:
    """Fail and show the difference if the file differs from this text."""
    if REGENERATE:
        file.parent.mkdir(exist_ok=True)
        file.write_text(now, encoding="utf-8")
        pytest.skip(f"written: {file.name}")
    if not file.exists():
        pytest.fail(f"There is no {file.name} to compare with: {HOW} writes it", pytrace=False)
    kept = file.read_text(encoding="utf-8")
    difference = "\n".join(
        unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1)
    )
    if difference:
        pytest.fail(
            f"{difference}\n{more}\nIf you intended this change, write the file again: {HOW}",
            pytrace=False,
        )
