"""A room in which a worker plays: failures that a bot did not cause."""

import pytest

from arena.common.errors import Unavailable
from arena.sandbox.isolation import Isolation
from arena.workers import here


def failing(times: int):
    """A seat that cannot be made, so many times."""
    seat = Isolation.seat
    left = [times]

    def maybe(self, *args):
        if left[0]:
            left[0] -= 1
            raise Unavailable("no box today")
        return seat(self, *args)

    return maybe


def test_a_fault_of_the_arena_costs_no_bot_a_game(run, monkeypatch):
    ready = run("osla", "random", games=2)
    right = list(here.play(ready, ready.fixtures))
    monkeypatch.setattr(Isolation, "seat", failing(2))
    again = list(here.play(ready, ready.fixtures))
    assert [record.id for record in again] == [record.id for record in right]
    assert [record.scores for record in again] == [record.scores for record in right]


def test_when_it_fails_every_time_the_run_ends_with_the_reason(run, monkeypatch):
    ready = run("osla", "random")
    monkeypatch.setattr(Isolation, "seat", failing(100))
    with pytest.raises(Unavailable, match="no box today"):
        list(here.play(ready, ready.fixtures))


def test_a_match_keeps_its_seats_and_the_next_one_gets_new_ones(run, monkeypatch):
    taken = []
    seat = Isolation.seat
    monkeypatch.setattr(
        Isolation, "seat", lambda self, *args: taken.append(args[1].spec) or seat(self, *args)
    )
    ready = run("osla", "random", "greedy", games=4, league=True)
    list(here.play(ready, ready.fixtures))
    assert len(taken) == 3 * 4  # three matches, two bots in each, two places for each bot
