"""The `arena` command as a user has it: what it prints, where, and how it ends."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

from arena.cli import main

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "arena"]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What was printed, which must be one JSON object and nothing else."""
        return json.loads(self.out)


@pytest.fixture
def arena(capfd, monkeypatch, shared_fork_servers) -> Callable[..., Ended]:
    """Runs the command in this process, with boxes of fork servers that other tests use, too."""

    def run(*words: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["arena", *map(str, words)])
        code = 0
        output, stream = os.dup(1), sys.stdout
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:  # the command may have sent both elsewhere, since it is the last to use them
            os.dup2(output, 1)
            os.close(output)
            sys.stdout = stream
        return Ended(code, *capfd.readouterr())

    return run


@pytest.fixture
def shell() -> Callable[..., Ended]:
    """Runs the command in a process of its own."""

    def run(*words: object, stdin: str = "", command: list[str] = COMMAND, **more) -> Ended:
        done = subprocess.run(
            [*command, *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            env=ENVIRONMENT | more.pop("env", {}),
            **more,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    """Whoever calls the command is in a folder of his own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def bot() -> Callable[..., str]:
    """Writes a bot of which the lines of `think` are given; returns its path."""

    def write(think: str, name: str = "mine.py", top: str = "") -> str:
        body = dedent(think).strip().replace("\n", "\n        ")
        Path(name).write_text(
            f"from Players.Player import Player\n{top}\n\nclass Mine(Player):\n"
            f"    def think(self, observation, budget):\n        {body}\n"
        )
        return name

    return write
