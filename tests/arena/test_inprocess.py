"""Bots in the arena's process: when they are late, and that they cannot end the arena."""

import os
import posix

import pytest
from support.inprocess_clock import SECOND, Machine, controlled

from arena.sandbox.inprocess import TimedRunner
from arena.sandbox.timing import inprocess_turn, thread_clock
from arena.sandbox.timing.alarm_clock import AlarmedTurn
from arena.sandbox.timing.budgets import GRACE, LOADING, TOO_LONG
from arena.sandbox.timing.inprocess_turn import SILENCE, InProcessTurn, TooLate
from arena.sandbox.timing.lateness import MOST_BESIDES, MOST_TIMES, STARVED
from arena.sandbox.timing.thread_clock import ThreadedTurn
from Game.registry import find

BUDGET = 1.0


@pytest.fixture
def machine(monkeypatch) -> Machine:
    return controlled(monkeypatch)


@pytest.fixture(params=[ThreadedTurn, AlarmedTurn])
def kind(request) -> type[InProcessTurn]:
    return request.param


def answered(kind: type[InProcessTurn], machine: Machine, *spent: float) -> InProcessTurn:
    """The turn of a bot that spends its time like this; `said` is its result."""

    def decide():
        machine.think(*spent)
        return "an action", ()

    turn = kind(decide, BUDGET)
    turn.said = turn.result()
    return turn


def test_an_answer_within_the_budget_counts(kind, machine):
    said, error, us, _ = answered(kind, machine, BUDGET).said
    assert (said, error, us) == (("an action", ()), None, 1_000_000)


def test_an_answer_after_the_budget_is_late(kind, machine):
    said, error, us, _ = answered(kind, machine, BUDGET + 2 * GRACE).said
    assert said == SILENCE
    assert isinstance(error, TooLate)
    assert str(error) == "answered after 1.02 s, the budget is 1 s"
    assert us == 1_020_000


def test_a_bot_gets_back_the_time_in_which_it_had_no_core(kind, machine):
    turn = answered(kind, machine, 3 * BUDGET, 2 * BUDGET)
    assert turn.said[1] is None
    assert turn.waited == 2 * SECOND


def test_a_bot_with_threads_of_its_own_gets_nothing_back(kind, machine):
    turn = answered(kind, machine, 3 * BUDGET, 2 * BUDGET, 2 * BUDGET)
    assert isinstance(turn.said[1], TooLate)
    assert turn.waited == 0


def test_a_bot_that_never_gets_a_core_is_excused(kind, machine, monkeypatch):
    """The arena looks, and the bot still wants a core when the longest turn is over."""
    turn = kind(lambda: None, BUDGET)
    turn._lateness()
    monkeypatch.setattr(InProcessTurn, "_wants_a_core", lambda self: True)
    monkeypatch.setattr(ThreadedTurn, "_wants_a_core", lambda self: True)
    machine.now = turn._allowed + 1
    assert turn._look() is not None
    assert not turn.excuse
    machine.now = turn._allowed * MOST_TIMES + MOST_BESIDES
    assert turn._look() is None
    assert turn.excuse == STARVED


def test_the_arenas_wait_for_a_core_does_not_count_but_the_bots_own_time_does(monkeypatch):
    """The arena's thread may have Python's lock while it waits, and the bot cannot run then."""
    machine, host = Machine(), thread_clock.threading.get_native_id()
    for module in (inprocess_turn, thread_clock):
        monkeypatch.setattr(module, "perf_counter_ns", machine.clock)
        monkeypatch.setattr(module, "core_use", lambda thread: used[thread])
    used = {host: (0, 0)}
    spent = {"ran": 0, "delay": 0}
    monkeypatch.setattr(inprocess_turn, "stolen_time", lambda: 0)

    def decide():
        bot = thread_clock.threading.get_native_id()
        used[host] = 0, spent["delay"] * SECOND
        used[bot] = spent["ran"] * SECOND, SECOND
        machine.now += 6 * SECOND
        return "an action", ()

    waited = []
    for ran, delay in ((1, 0), (1, 2), (1, 100), (6, 100)):
        machine.now, used[host], spent = 0, (0, 0), {"ran": ran, "delay": delay}
        turn = ThreadedTurn(decide, BUDGET)
        turn.result()
        waited.append(round(turn.waited / SECOND))
    assert waited == [1, 3, 5, 0]


@pytest.mark.parametrize("seconds, reason", [(LOADING, ""), (LOADING + 2 * GRACE, TOO_LONG)])
def test_a_file_and_its_constructor_have_a_time_limit_in_every_game(machine, seconds, reason):
    runner = TimedRunner(lambda seed: machine.think(seconds), seeds_globals=True)
    for seed in (1, 2):
        fault = runner.new_game(find("brisca")(), seed)
        assert (fault.reason if fault else "") == reason


EXITS = {
    "os": ("import os", "os._exit(3)"),
    "posix": ("import posix", "posix._exit(3)"),
    "by name": ("from os import _exit", "_exit(3)"),
    "abort": ("import os", "os.abort()"),
    "another program": ("import os", "os.execlp('true', 'true')"),
}


@pytest.mark.parametrize("clock", [True, False])
@pytest.mark.parametrize("top, exits", EXITS.values(), ids=EXITS)
def test_a_bot_cannot_end_the_arena_with_a_function_of_os(play, thinker, top, exits, clock):
    (record,) = play(thinker(exits, before=top), "random", clock=clock)
    fault = record.faults[0]
    assert fault.verdict == "crashed"
    assert fault.reason.startswith("it called os.")
    assert fault.reason.endswith(", which ends the whole process")
    assert len(record.faults) == 20


@pytest.mark.parametrize("exit", [os._exit, posix._exit])
def test_a_forked_process_still_ends_by_os_exit(play, thinker, exit):
    play(thinker("return o.get_list_actions()[0]"), "random")
    child = os.fork()
    if child == 0:
        exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_file_that_exits_when_it_is_imported_gets_a_sentence(run, write_bot):
    with pytest.raises(Exception, match=r"it called os\._exit"):
        run(write_bot("import os\nos._exit(0)\n"), "random")
