"""Competitions' files, written on the spot, and a competition that has been played."""

import shutil
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from support import cups
from support.plain_crew import PlainCrew

from arena.competition.config.settings import FILE
from arena.competition.play import engine as playing
from Game import registry

HEAD = 'name = "Cup"\ngame = "brisca"\n'
PHASE = '[[phase]]\nname = "league"\nkind = "round-robin"\n'


@pytest.fixture
def cup(tmp_path) -> Callable[..., Path]:
    """Writes a competition: lines on top, those of the phases, and the head if not told."""

    def write(top: str = "", phases: str = PHASE, head: str = HEAD) -> Path:
        (tmp_path / FILE).write_text(head + dedent(top) + dedent(phases), encoding="utf-8")
        (tmp_path / "Out").mkdir(exist_ok=True)
        (tmp_path / "Out" / "seed").write_text("0123", encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def toy(monkeypatch):
    """The toy game is one of the house's: two or three seats, each for itself."""
    monkeypatch.setitem(registry.GAMES, "nearest", "toys.nearest:Nearest")


@pytest.fixture
def plain_crew(monkeypatch) -> None:
    """The games of competitions are played in this process."""
    monkeypatch.setattr(playing, "Crew", PlainCrew)


@pytest.fixture(scope="session")
def kept(tmp_path_factory) -> Path:
    """A small competition of which all has been played, with a team that always crashes."""
    teams = {"One": cups.FIRST, "Two": cups.LAST, "Crash": cups.CRASHES}
    cup = cups.make(tmp_path_factory.mktemp("kept") / "cup", cups.QUALIFYING + cups.FINAL, teams)
    cups.play(cup)
    return cup


@pytest.fixture
def played(kept, tmp_path) -> Path:
    """A copy of it for a test to do with as it likes."""
    return Path(shutil.copytree(kept, tmp_path / "cup"))
