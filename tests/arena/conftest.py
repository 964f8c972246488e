"""Fixtures for the tests of the arena: bots that a test writes, and their games."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent

import pytest

from arena.bots.bot import load
from arena.match.run import Run, RunOptions, new_league, new_match
from arena.replay.record import Record
from arena.workers import here
from Game.registry import find

HEAD = "from Players.Player import Player\n"


@pytest.fixture
def write_bot(tmp_path) -> Callable[..., str]:
    """Writes a bot's file; returns its path."""

    def write(source: str | bytes, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source if isinstance(source, bytes) else dedent(source).encode())
        return str(path)

    return write


@pytest.fixture
def thinker(write_bot) -> Callable[..., str]:
    """Writes a bot of which only the body of `think` is given; returns its path."""

    def write(body: str, *, before: str = "", name: str = "mine.py") -> str:
        think = indent(dedent(body).strip(), " " * 8)
        source = f"{HEAD}{dedent(before)}\n\nclass Mine(Player):\n    def think(self, o, budget):\n"
        return write_bot(source + think + "\n", name)

    return write


def make_run(
    *bots: str,
    games: int = 1,
    league: bool = False,
    options: dict[str, str] | None = None,
    **terms,
) -> Run:
    new_run = new_league if league else new_match
    run_options = RunOptions(**{"seed": "1", "isolation": "inprocess"} | terms)
    return new_run(find("brisca")(**options or {}), [load(bot) for bot in bots], games, run_options)


@pytest.fixture
def run() -> Callable[..., Run]:
    return make_run


@pytest.fixture
def play() -> Callable[..., list[Record]]:
    """Plays games of Brisca between bots, and returns their records."""

    def games_of(*bots: str, **terms) -> list[Record]:
        ready = make_run(*bots, **terms)
        try:
            return list(here.play(ready, ready.fixtures))
        except (KeyboardInterrupt, SystemExit) as ended:
            raise AssertionError("a bot has ended the whole run") from ended

    return games_of


@pytest.fixture
def faulty(thinker) -> str:
    """A bot that never answers with an action."""
    return thinker("return None", name="faulty.py")


@pytest.fixture
def records(play, faulty) -> list[Record]:
    """Two games without and two with faults."""
    return [*play("osla", "random", games=2), *play(faulty, "random", games=2)]


@pytest.fixture
def text_file(tmp_path, play) -> Path:
    """A game between OSLA and Random in RoboBrisca's text."""
    from arena.replay import text48

    path = tmp_path / "game.txt"
    path.write_bytes(text48.write(play("osla", "random")[0]).encode())
    return path
