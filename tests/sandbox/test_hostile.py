"""Every bot of tests/hostile plays an honest one: the game goes on, and nothing is left of it."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sandbox.watched import Watched
from support.paths import TESTS

from arena.errors import BotError
from arena.guest.kernel import COMPILED
from arena.guest.limits import Limits, Order
from arena.replay.replayer import verify
from arena.sandbox import boxed, levels
from arena.sandbox.containers import Containers

BOTS = sorted((TESTS / "hostile").glob("*.py"))
BUDGET = 0.15
EXPECT = re.compile(r"# expect: (.*)\n# levels: (.*)\n(?:# with ctypes: (.*)\n)?")
# The deal of seed 1, for the one that looks for it.
DECK = "C3 C5 C4 B7 B3 B5 O7 E4 C11 E7 O6 O1 B4 O4 O12 E6 C6 B10 C10 O10 B2 B6 O3 E2 E12 B11 O2 C7"
ARGUMENTS = {"hunts_the_deck": f'("{DECK}")'}


def expectation(path: Path) -> tuple[set[str], list[str]]:
    """What the header of the file says: the verdicts of which one must come, and the levels."""
    found = EXPECT.match(path.read_text())
    assert found, f"{path} does not begin with what is expected of it"
    expected = found[1] if COMPILED or not found[3] else found[3]
    return set(expected.split(" or ")), found[2].split()


def with_ctypes(path: Path) -> str | None:
    """What is expected of a bot that needs ctypes, where it has it."""
    found = EXPECT.match(path.read_text())
    return found and found[3]


SLOW = {level: [pytest.mark.slow] for level in ("process", "docker")}  # not so the sandbox
CASES = [
    pytest.param(path, level, id=f"{path.stem}-{level}", marks=SLOW.get(level, []))
    for path in BOTS
    for level in expectation(path)[1]
]


@pytest.fixture
def strangers(request, level, monkeypatch) -> str:
    """What to ask for, to have the bot at its level.

    Containers take their time to start: the honest opponent of who is in one is here with us.
    """
    if level != "docker":
        return level
    monkeypatch.setenv("DOCKER_HOST", request.getfixturevalue("docker_engine"))
    request.getfixturevalue("untouched")  # before anything is measured
    monkeypatch.setattr(levels, "APART", ("docker",))
    monkeypatch.setattr(levels, "unavailable", lambda _: "")  # test_docker.py asks
    return "auto"


@pytest.fixture(scope="module")
def untouched(docker_engine) -> set[str]:
    """What the engine changes in a container by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", docker_engine)
        order = Order(Limits(2**28), "brisca", {})
        with (
            closing(Containers()) as boxes,
            Watched() as containers,
            closing(boxes.box(order)),
        ):
            return containers.written()


@pytest.fixture
def watched(request, level, strangers, traceless) -> Iterator[Watched | None]:
    """The containers of the game. Nothing is left of them."""
    if level != "docker":
        yield None
        return
    with Watched(request.getfixturevalue("untouched")) as containers:
        yield containers
        assert containers.made()
        assert not containers.left()


@pytest.mark.parametrize("path, level", CASES)
def test_the_game_goes_on(path, level, strangers, watched, match, monkeypatch):
    monkeypatch.setattr(boxed, "LOADING", 0.7)
    expected, _ = expectation(path)
    bot = str(path) + ARGUMENTS.get(path.stem, "")
    if expected == {"load"}:
        with pytest.raises(BotError):
            match(strangers, bot, "random", budget=BUDGET)
        return
    during = None if watched is None else lambda: assert_nothing_is_written(watched)
    run, (record,) = match(strangers, bot, "random", budget=BUDGET, during=during)
    if path.stem in ARGUMENTS:
        assert " ".join(record.deal["deck"]) == DECK
    verify(record)
    assert record.isolation == (level if watched is None else "docker+inprocess")
    assert len(record.moves) == 40
    verdicts = {fault.verdict for fault in record.faults}
    told = [(fault.verdict, fault.reason, fault.traceback) for fault in record.faults]
    if "fine" not in expected:
        assert record.faults, "there is no fault"
    assert verdicts <= expected, told
    assert_honest_is_untouched(record)
    assert_it_is_fit_to_be_shown(run, record)


def assert_nothing_is_written(containers: Watched) -> None:
    """While the bots are there still."""
    assert not containers.written()


def assert_honest_is_untouched(record) -> None:
    assert not [fault for fault in record.faults if fault.seat in (1, 3)]


def assert_it_is_fit_to_be_shown(run, record) -> None:
    """Names and faults are short, and nothing in them is obeyed by a terminal."""
    assert all(0 < len(bot.name) <= 32 and bot.name.isprintable() for bot in run.bots)
    for fault in record.faults:
        told = fault.reason + fault.traceback + fault.output
        assert len(told) < 30_000
        assert all(c.isprintable() or c == "\n" for c in told)
