"""Compiled and interpreted rules give equal states in all games."""

import os
import subprocess
import sys

import pytest
from support.compiled import need_compiled
from support.paths import PATHS, ROOT


def run(interpreted: bool, *command: str) -> subprocess.Popen[str]:
    """Start Python in one of the two modes."""
    return subprocess.Popen(
        [sys.executable, *command],
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join(PATHS), "ARENA_INTERPRETED": str(int(interpreted))},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def lines(process: subprocess.Popen[str]) -> list[str]:
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    return output.splitlines()


WHICH = "from Game.core.build import is_compiled; print(is_compiled())"


def test_compiled_modules_are_used() -> None:
    need_compiled()
    assert lines(run(False, "-c", WHICH)) == ["True"]


def test_the_sources_are_used_when_asked_for() -> None:
    assert lines(run(True, "-c", WHICH)) == ["False"]


@pytest.mark.parametrize("room", ["Game", "Players"])
def test_no_compiled_module_is_used_when_the_sources_are_asked_for(room: str) -> None:
    hot = sorted(
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in (ROOT / room).rglob("*.pxd")
    )
    first = "import Game, importlib"
    show = f"[print(importlib.import_module(name).__file__[-3:]) for name in {hot}]"
    assert lines(run(True, "-c", f"{first}; {show}")) == [".py"] * len(hot)


@pytest.mark.slow
def test_every_state_is_the_same_compiled_and_interpreted() -> None:
    need_compiled()
    script = str(ROOT / "tests" / "support" / "digests.py")
    both = run(False, script), run(True, script)
    compiled, interpreted = map(lines, both)
    assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
    assert len(compiled) > 40
    assert compiled[1:] == interpreted[1:]
