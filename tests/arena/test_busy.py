"""A game that a busy machine spoiled is repeated until it counts, and the record says so."""

import logging
from collections.abc import Callable

import pytest

from arena.guest.protocol.verdict import NO_ACTION, Answer, Fault
from arena.sandbox.isolation import Isolation
from arena.sandbox.timing import busy_machine as quiet
from arena.workers import here, room

LATE = Answer(NO_ACTION, fault=Fault("timeout", "no answer; it waited"), excuse="it waited")
REASON = "at move 20 OSLAPlayer, in seat 2, was late; it waited"


class Late:
    """A seat that is late at one move, so many times. Otherwise it is unchanged."""

    def __init__(self, seat, left: list[int]) -> None:
        self._seat = seat
        self._left = left

    def ask(self, view: object, ply: int) -> Answer:
        if ply == 20 and self._left[0]:
            self._left[0] -= 1
            return LATE
        return self._seat.ask(view, ply)

    def __getattr__(self, name: str):
        return getattr(self._seat, name)


@pytest.fixture
def late(monkeypatch) -> Callable[[int], None]:
    """The bot that has move 20 is late so many times."""
    seat = Isolation.seat

    def times(n: int) -> None:
        left = [n]
        monkeypatch.setattr(Isolation, "seat", lambda *args: Late(seat(*args), left))

    return times


@pytest.fixture(autouse=True)
def waits(monkeypatch) -> list[str]:
    """The reasons for which the arena waited for a core."""
    reasons: list[str] = []
    monkeypatch.setattr(room, "wait_for_a_core", reasons.append)
    return reasons


def test_a_spoiled_game_is_repeated_with_the_same_result(run, late, waits):
    ready = run("osla", "random", games=2, clock=False)
    right = list(here.play(ready, ready.fixtures))
    late(1)
    again = list(here.play(ready, ready.fixtures))
    for one, other in zip(right, again, strict=True):
        assert one.id == other.id
        assert [move.play for move in one.moves] == [move.play for move in other.moves]
        assert not other.faults
    assert again[0].notes == [f"played again: {REASON}"]
    assert again[1].notes == []
    assert waits == [REASON]


@pytest.mark.parametrize("times", [2, 7])
def test_a_spoiled_game_is_repeated_until_the_machine_has_a_core(run, late, waits, times):
    late(times)
    ready = run("osla", "random", games=2, clock=False)
    first, second = here.play(ready, ready.fixtures)
    assert not first.faults
    assert [replay.reason for replay in first.replays] == [REASON] * times
    assert {replay.bot for replay in first.replays} == {"OSLAPlayer"}
    assert not second.faults
    assert not second.replays
    assert waits == [REASON] * times


# The wait


@pytest.fixture
def shares(monkeypatch) -> Callable[..., list[float]]:
    """We get these shares of a core, one after the other; returns the pauses that were made."""

    def set_shares(*shares: float) -> list[float]:
        left, pauses = iter(shares), []
        monkeypatch.setattr(quiet, "_last_warning", -quiet.SAY_AGAIN)
        monkeypatch.setattr(quiet, "our_share", lambda: next(left))
        monkeypatch.setattr(quiet.time, "sleep", pauses.append)
        monkeypatch.setattr(quiet.time, "monotonic", lambda: sum(pauses))
        return pauses

    return set_shares


def test_the_arena_does_not_wait_if_there_is_a_core(shares, caplog):
    assert shares(quiet.ENOUGH) == []
    quiet.wait_for_a_core("A game was spoiled")
    assert not caplog.records


def test_the_arena_waits_for_a_core_and_says_why(shares, caplog):
    caplog.set_level(logging.WARNING)
    pauses = shares(0.1, 0.1, quiet.ENOUGH)
    quiet.wait_for_a_core("A game was spoiled")
    assert pauses == [quiet.PAUSE] * 2
    (said,) = caplog.messages
    assert said.startswith("The machine is busy: we get 10 % of a core. A game was spoiled. ")


def test_the_arena_says_again_that_it_waits_but_not_all_the_time(shares, caplog):
    caplog.set_level(logging.WARNING)
    pauses = int(quiet.SAY_AGAIN / quiet.PAUSE)
    shares(*[0.1] * pauses, 1.0, *[0.1] * 2, 1.0)
    quiet.wait_for_a_core("A game was spoiled")
    assert len(caplog.messages) == 1
    quiet.wait_for_a_core("another game was spoiled")
    assert len(caplog.messages) == 2
    assert "Another game was spoiled" in caplog.messages[1]
