"""When a bot is late on a busy machine. The test controls the clock and the load."""

import pytest
from sandbox.fakes import BUDGET, MS, FakeBoxes, Machine, seat_of
from sandbox.peer import VIEW

from arena.guest.protocol import wire
from arena.sandbox.timing.budgets import GRACE, WAKING
from arena.sandbox.timing.lateness import MOST_BESIDES, MOST_TIMES, STARVED

NEEDS = 0.9 * BUDGET * 1e3  # milliseconds of a core that an honest bot takes for its answer
ALL = (BUDGET + GRACE) * 1e3  # milliseconds that it has


def answer(machine: Machine, after: float | None, share: float = 1.0):
    """The answer of a bot that takes so many milliseconds; with None, it never answers."""

    def behave(message):
        if isinstance(message, wire.Act) and after is not None:
            return after, wire.Moved(0, 5)
        return None

    seat = seat_of(FakeBoxes(machine, behave))
    seat.new_game(1)
    machine.share = share
    return seat.ask(VIEW, 0)


@pytest.mark.parametrize("share", [0.5, 0.25, 0.12])
def test_a_bot_that_waits_for_a_core_has_that_time_too(machine, share):
    got = answer(machine, NEEDS / share, share)
    assert got.fault is None
    assert got.waited == pytest.approx((NEEDS / share - 2) * (1 - share) * 1e3, rel=0.01)


@pytest.mark.parametrize("share", [1.0, 0.5, 0.25])
def test_an_endless_bot_gets_no_more_processor_time_on_a_busy_machine(machine, share):
    got = answer(machine, None, share)
    assert (got.fault.verdict, got.excuse) == ("timeout", "")
    assert machine.now * share <= (ALL + WAKING * 1e3) * MS * 1.05


def test_a_bot_that_sleeps_does_not_wait(machine):
    machine.wants = False
    got = answer(machine, ALL + 1)
    assert (got.fault.verdict, got.excuse) == ("timeout", "")


def test_a_bot_that_hardly_gets_a_core_has_an_excuse(machine):
    got = answer(machine, None, share=0.001)
    assert (got.fault.verdict, got.excuse) == ("timeout", STARVED)
    longest = ALL * MS * MOST_TIMES + MOST_BESIDES
    assert machine.now >= longest


CAUSED = {
    "it prints": {"prints": True},
    "its other threads work": {"threads": 0.5},
    "the arena works for it": {"arena": 0.5},
}


@pytest.mark.parametrize("caused", CAUSED.values(), ids=CAUSED)
def test_waiting_that_the_bot_causes_counts(machine, caused):
    """Here the bot itself gives half of its core to another thread."""
    for name, value in caused.items():
        setattr(machine, name, value)
    got = answer(machine, NEEDS / 0.5, share=0.5)
    assert (got.fault.verdict, got.excuse) == ("timeout", "")


@pytest.mark.parametrize("caused", CAUSED.values(), ids=CAUSED)
def test_a_bot_cannot_spoil_a_game(machine, caused):
    """The game counts if the bot itself may be the reason why it gets no core."""
    for name, value in caused.items():
        setattr(machine, name, 1.0 if value == 0.5 else value)
    got = answer(machine, None, share=0.001)
    assert (got.fault.verdict, got.excuse) == ("timeout", "")


def test_waiting_that_linux_has_not_reported_yet_does_not_count_either(machine):
    """Linux adds a thread's waiting only when the thread gets its core."""
    machine.in_turns = True
    got = answer(machine, NEEDS / 0.25, share=0.25)
    assert got.fault is None


@pytest.mark.parametrize("taken, fault", [(30 * MS, None), (10 * MS, "timeout")])
def test_time_that_a_hypervisor_takes_does_not_count(machine, taken, fault):
    """The bot neither runs nor waits meanwhile."""
    machine.steal = taken
    got = answer(machine, ALL + 20)
    assert (got.fault and got.fault.verdict) == fault
