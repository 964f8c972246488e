"""Runs the `arena` command as a user does: its output, its errors and its exit code."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest
from support.processes import LONG

from arena.cli import main

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "arena"]


def environment(more: dict[str, str]) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)} | more


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output, which must be one JSON object and nothing else."""
        return json.loads(self.out)


@pytest.fixture
def arena(capfd, monkeypatch, shared_fork_servers) -> Callable[..., Ended]:
    """Runs the command in this process, with fork servers that other tests use too."""

    def run(*words: object, stdin: str = "") -> Ended:
        monkeypatch.setattr(sys, "argv", ["arena", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", StringIO(stdin))
        code = 0
        output, stream = os.dup(1), sys.stdout
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:  # the command may have redirected both
            os.dup2(output, 1)
            os.close(output)
            sys.stdout = stream
        return Ended(code, *capfd.readouterr())

    return run


@pytest.fixture
def shell() -> Callable[..., Ended]:
    """Runs the command in another process, and waits for its end."""

    def run(*words: object, stdin: str = "", command: list[str] = COMMAND, **more) -> Ended:
        done = subprocess.run(
            [*command, *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=LONG,
            env=environment(more.pop("env", {})),
            **more,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts the command in a process group of its own, as a terminal does."""
    processes: list[subprocess.Popen[str]] = []

    def start(
        *words: object, program: tuple[str, ...] = ("-m", "arena"), **more
    ) -> subprocess.Popen[str]:
        processes.append(
            subprocess.Popen(
                [sys.executable, *program, *map(str, words)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=environment(more.pop("env", {})),
                start_new_session=True,
                **more,
            )
        )
        return processes[-1]

    yield start
    for process in processes:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    """The command runs in an empty folder, and its user has not answered any question before."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))


@pytest.fixture
def bot() -> Callable[..., str]:
    """Writes a bot with these lines in `think`, and returns its path."""

    def write(think: str, name: str = "mine.py", top: str = "") -> str:
        body = dedent(think).strip().replace("\n", "\n        ")
        Path(name).write_text(
            f"from Players.Player import Player\n{top}\n\nclass Mine(Player):\n"
            f"    def think(self, observation, budget):\n        {body}\n"
        )
        return name

    return write
