"""Files of competitions that a test writes, and a competition that has been played."""

import shutil
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from support import cups

from arena.competition.config.paths import FILE
from arena.competition.play import playing
from Game import registry

HEAD = 'name = "Cup"\ngame = "brisca"\n'
PHASE = '[[phase]]\nname = "league"\nkind = "round-robin"\n'


@pytest.fixture
def cup(tmp_path) -> Callable[..., Path]:
    """Writes competition.toml: the head, more lines, and the phases."""

    def write(top: str = "", phases: str = PHASE, head: str = HEAD) -> Path:
        (tmp_path / FILE).write_text(head + dedent(top) + dedent(phases), encoding="utf-8")
        (tmp_path / "Out").mkdir(exist_ok=True)
        (tmp_path / "Out" / "seed").write_text("0123", encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def toy(monkeypatch):
    """The toy game is registered: two or three seats, each for itself."""
    monkeypatch.setitem(registry.GAMES, "nearest", "toys.nearest:Nearest")


@pytest.fixture
def games_here(monkeypatch) -> None:
    """The games of competitions are played in this process."""
    monkeypatch.setattr(playing, "Cores", cups.in_process)


@pytest.fixture(scope="session")
def played_once(tmp_path_factory) -> Path:
    """A small competition that is completely played, with a team that always crashes."""
    teams = {"One": cups.FIRST, "Two": cups.LAST, "Crash": cups.CRASHES}
    cup = cups.make(tmp_path_factory.mktemp("kept") / "cup", cups.QUALIFYING + cups.FINAL, teams)
    cups.play(cup)
    return cup


@pytest.fixture
def played(played_once, tmp_path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(played_once, tmp_path / "cup"))
