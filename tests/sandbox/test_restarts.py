"""A bot that died is started again in the middle of a game, and nobody waits long for it."""

import pytest
from sandbox.conftest import need
from support.paths import TESTS

from arena.bots import find as find_bot
from arena.sandbox import boxed
from arena.sandbox.isolation import Isolation
from Game.core.stream import Stream
from Game.registry import find, observer

VIEW = find("brisca")().deal(Stream(1)).view(0)


@pytest.fixture
def exits():
    """A seat whose bot ends in every turn."""
    need("process")
    bot = find_bot(str(TESTS / "hostile" / "exits_always.py"))
    with Isolation() as place:
        seat = place.seat("process", bot, find("brisca")(), observer("brisca"), 1.0, True)
        seat.new_game(1)
        yield seat


def test_it_loads_again_when_that_takes_as_long_as_before(exits):
    assert [exits.ask(VIEW, ply).fault.verdict for ply in range(3)] == ["crashed"] * 3


def test_the_first_load_may_take_long_and_the_next_only_as_long_as_it_needs(exits, monkeypatch):
    monkeypatch.setattr(boxed, "AGAIN", 0.0)
    monkeypatch.setattr(boxed, "AGAIN_TIMES", 0)
    assert exits.ask(VIEW, 0).fault.verdict == "crashed"
    fault = exits.ask(VIEW, 1).fault
    assert (fault.verdict, fault.reason) == ("load", "it was not loaded within 0 s")


def test_what_was_not_loaded_at_first_is_not_waited_for_that_long_again(monkeypatch):
    need("process")
    monkeypatch.setattr(boxed, "LOADING", 0.3)
    monkeypatch.setattr(boxed, "AGAIN", 0.1)
    bot = find_bot(str(TESTS / "hostile" / "loops_at_import.py"))
    with Isolation() as place:
        seat = place.seat("process", bot, find("brisca")(), observer("brisca"), 1.0, True)
        seat.new_game(1)
        reasons = [seat.ask(VIEW, ply).fault.reason for ply in range(5)]
    assert reasons == [
        "it was not loaded within 0.3 s",
        *["it was not loaded within 0.1 s"] * 3,
        "it died 4 times",
    ]
