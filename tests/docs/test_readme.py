"""The README is true: its commands run, and its examples are bots."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import ROOT, copy_ours

README = (ROOT / "README.md").read_text(encoding="utf-8")

COMMANDS = [
    line[2:]
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ ")
]
# `make` runs this test itself, and there is no shell to source a file in.
ELSEWHERE = ("make league", "make test", "source .venv/bin/activate")


def fewer_games(settings: Path) -> None:
    """Play fewer games: 100 for each pair take long and prove no more."""
    text = settings.read_text(encoding="utf-8")
    assert text.count("games = 100") == 2
    settings.write_text(text.replace("games = 100", "games = 4"), encoding="utf-8")


@pytest.mark.slow
def test_the_commands_of_the_readme_run_in_their_order(tmp_path):
    copy_ours("Players", tmp_path)
    shutil.copy(ROOT / "play_match.py", tmp_path)
    beside_python = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = [command for command in COMMANDS if command not in ELSEWHERE]
    assert len(run) >= 10
    for command in run:
        done = subprocess.run(
            shlex.split(command),
            cwd=tmp_path,
            env={**os.environ, "PATH": beside_python},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
        if command.startswith("arena init "):
            fewer_games(tmp_path / "cup" / "competition.toml")
        shown = README.partition(f"$ {command}\n")[2].splitlines()
        for line in shown[: next(i for i, s in enumerate(shown) if s.startswith(("$ ", "```")))]:
            assert line in done.stdout.splitlines(), f"$ {command}\n{done.stdout}"


def test_the_files_that_the_readme_points_to_are_there():
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    paths = re.findall(r"`((?:Game|Players|arena|docs)/[\w/.]*)`", README)
    for path in links + paths:
        assert (ROOT / path).exists(), path


def test_the_bot_of_the_readme_plays_without_faults(tmp_path):
    from arena.bots.bot import load
    from arena.match.run import RunOptions, new_match
    from arena.workers import here
    from Game.registry import find

    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "looks.py").write_text(code, encoding="utf-8")
    bots = [load(str(tmp_path / "looks.py")), load("random")]
    run = new_match(find("brisca")(), bots, 4, RunOptions(seed="1", clock=False))
    assert [record.faults for record in here.play(run, run.fixtures)] == [[]] * 4
