"""When a bot is late on a busy machine. The test controls the clock and the load."""

import pytest
from sandbox.fakes import BUDGET, MS, FakeBox, FakeBoxes, Machine, seat_of
from sandbox.peer import VIEW

from arena.guest.protocol import wire
from arena.sandbox.timing.budgets import GRACE, WAKING
from arena.sandbox.timing.lateness import MOST_BESIDES, MOST_TIMES, STARVED, Reading, Turn

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
    assert got.waited == pytest.approx(NEEDS / share * (1 - share) * 1e3, rel=0.01)


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


# The arena itself waits for a core


def test_an_arena_that_has_no_core_while_it_reads_the_clocks_harms_no_bot(machine, monkeypatch):
    """The bot computes between the readings of two clocks that belong together."""
    really, held = FakeBox.core_use, []

    def core_use(self):
        use = really(self)
        if machine.now > ALL * MS and not held:  # without its waiting, the bot is late
            held.append(machine.now)
            self.pass_time(machine.now + 40 * MS)
        return use

    monkeypatch.setattr(FakeBox, "core_use", core_use)
    got = answer(machine, NEEDS / 0.5, share=0.5)
    assert held
    assert got.fault is None


def test_an_answer_that_comes_while_the_arena_has_no_core_counts(machine, monkeypatch):
    """The arena has waited for it, and gets its core again long after it came."""
    really, held = FakeBox.receive, []

    def receive(self, deadline):
        try:
            return really(self, deadline)
        finally:
            if machine.now > 0.9 * NEEDS / 0.5 * MS and not held:
                held.append(machine.now)
                self.pass_time(machine.now + 200 * MS)

    monkeypatch.setattr(FakeBox, "receive", receive)
    got = answer(machine, NEEDS / 0.5, share=0.5)
    assert held
    assert got.fault is None


def test_waiting_before_the_first_look_does_not_count_either(machine, monkeypatch):
    """The bot waits, gets its core, and sleeps when the arena looks for the first time."""

    def ask(self, question):
        self.send(wire.with_length(question))
        self.pass_time(machine.now + 40 * MS)  # the arena has no core either
        machine.wants = False

    monkeypatch.setattr(FakeBox, "ask", ask)
    assert answer(machine, ALL + 30, share=0.0).fault is None


def test_a_bot_gets_back_no_more_than_it_did_not_compute():
    """The arena may have noted the waiting of earlier turns a little too late."""
    before = Reading(ran=0, waited=0, used=0, caused=0, stolen=0, printed=0, wants=False)
    turn = Turn(started=0, allowed=100 * MS)
    turn.look(0, before)
    after = before._replace(ran=90 * MS, used=90 * MS, waited=50 * MS)
    assert turn.look(101 * MS, after) == 111 * MS
    assert turn.look(111 * MS, after._replace(ran=100 * MS, used=100 * MS)) is None


def test_time_that_a_hypervisor_takes_before_the_first_look_does_not_count(machine, monkeypatch):
    monkeypatch.setattr("sandbox.fakes.STOLEN_AT", 0)
    machine.steal = 30 * MS
    assert answer(machine, ALL + 20).fault is None
