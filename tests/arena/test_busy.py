"""A machine that is too busy: the game is played again, once, and the record says so."""

from collections.abc import Callable

import pytest

from arena.guest.verdict import NO_ACTION, Answer, Fault
from arena.sandbox.isolation import Isolation
from arena.workers import here

LATE = Answer(NO_ACTION, fault=Fault("timeout", "no answer; it waited"), excuse="it waited")


class Late:
    """A seat that is late at one move, so many times, and else what it was."""

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
def late(monkeypatch) -> Callable[[int], list[int]]:
    """Whoever has move 20 is late so many times; returns how many seats were made by then."""
    seat = Isolation.seat

    def times(n: int) -> list[int]:
        left, made = [n], []

        def made_late(self, *args):
            made.append(left[0])
            return Late(seat(self, *args), left)

        monkeypatch.setattr(Isolation, "seat", made_late)
        return made

    return times


def test_the_game_is_played_again_as_if_nothing_had_been(run, late):
    ready = run("osla", "random", games=2)
    right = list(here.play(ready, ready.fixtures))
    late(1)
    again = list(here.play(ready, ready.fixtures))
    for one, other in zip(right, again, strict=True):
        assert one.id == other.id
        assert [move.play for move in one.moves] == [move.play for move in other.moves]
        assert not other.faults
    assert again[0].notes[0].startswith("played again: at move 20 ")
    assert again[0].notes[0].endswith("was late; it waited")
    assert again[1].notes == []


def test_who_has_seen_the_cards_does_not_play_again(run, late):
    made = late(1)
    ready = run("osla", "random")
    list(here.play(ready, ready.fixtures))
    assert made == [1] * 4 + [0] * 4  # all seats are taken by new boxes


def test_the_second_time_it_stands(run, late):
    late(2)
    ready = run("osla", "random", games=2)
    first, second = here.play(ready, ready.fixtures)
    assert [(fault.ply, fault.verdict) for fault in first.faults] == [(20, "timeout")]
    assert len(first.notes) == 1
    assert not second.faults


def test_each_game_has_its_own_second_chance(run, late):
    late(3)
    ready = run("osla", "random", games=2)
    first, second = here.play(ready, ready.fixtures)
    assert first.faults
    assert not second.faults
    assert second.notes
