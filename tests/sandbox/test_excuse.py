"""Whose fault it is that a bot is late."""

import os
import subprocess
import sys
from contextlib import ExitStack

import pytest
from arena.sandbox.excuse import Look, excuse
from sandbox.conftest import need

from arena.bots import find as find_bot
from arena.sandbox.box import number
from arena.sandbox.boxed import BoxedSeat
from arena.sandbox.isolation import Isolation, share_a_core
from Game.core.stream import Stream
from Game.registry import find, observer

BUDGET = 0.1
MS = 1_000_000
GAME = find("brisca")()
VIEW = GAME.deal(Stream(1)).view(0)
EARLY = Look(ran=5 * MS, waited=3 * MS, used=6 * MS, others=40 * MS)

TURNS = {  # what the processor did in the rest of the turn, in ms: ran, waited, used, others
    "it waited most of the time": ((20, 70, 20, 0), True),
    "it waited a little more than a quarter": ((60, 26, 60, 0), True),
    "it waited less than a quarter": ((60, 24, 60, 0), False),
    "it slept": ((0, 0, 0, 0), False),
    "it computed": ((90, 1, 90, 0), False),
    "it waited for its own threads": ((10, 80, 90, 0), False),
    "it waited for its own threads, and for others more": ((10, 80, 30, 0), True),
    "it waited for its partner's threads": ((10, 70, 10, 60), False),
    "it is gone": ((-5, -3, -6, 0), False),
}


@pytest.mark.parametrize("spent, excused", TURNS.values(), ids=TURNS)
def test_who_had_to_wait_for_others_than_bots_is_excused(spent, excused):
    now = Look(*(before + ms * MS for before, ms in zip(EARLY, spent, strict=True)))
    told = excuse(EARLY, now, spent[2] * MS, BUDGET)
    assert bool(told) == excused
    assert ("the machine was busy" in told) == excused


def test_who_used_all_of_its_budget_is_not_excused_however_long_it_waited():
    now = Look(EARLY.ran + 50 * MS, EARLY.waited + 50 * MS, EARLY.used + 50 * MS, EARLY.others)
    assert excuse(EARLY, now, 99 * MS, BUDGET)
    assert not excuse(EARLY, now, 100 * MS, BUDGET)


@pytest.fixture
def one_core():
    cores = os.sched_getaffinity(0)
    share_a_core(0)
    yield
    os.sched_setaffinity(0, cores)


BOT = """
import time
from Players.Player import Player

class Mine(Player):
    def think(self, observation, budget):
        {}
        return observation.get_list_actions()[0]
"""
COMPUTES, SLEEPS = "for _ in range(10**12): pass", "time.sleep(100)"


@pytest.fixture
def sit(tmp_path):
    """A seat in a box of its own whose bot does this in its turns."""
    with Isolation() as place:

        def seated(level: str, think: str, budget: float = BUDGET) -> BoxedSeat:
            need(level)
            path = tmp_path / "mine.py"
            path.write_text(BOT.format(think))
            bot = find_bot(str(path))
            seat = place.seat(level, bot, GAME, observer("brisca"), budget, True)
            seat.name()
            seat.new_game(1)
            return seat

        yield seated


@pytest.mark.parametrize("level", ["process", "sandbox"])
@pytest.mark.parametrize("think, excused", [(COMPUTES, True), (SLEEPS, False)])
def test_who_wants_a_core_that_others_use_is_excused_and_who_sleeps_is_not(
    sit, one_core, level, think, excused
):
    seat = sit(level, think)
    with ExitStack() as stack:
        for _ in range(3):  # programs of somebody else on our core
            other = subprocess.Popen(
                [sys.executable, "-c", "while True: pass"], start_new_session=True
            )
            stack.callback(other.wait)
            stack.callback(other.kill)
        answer = seat.ask(VIEW, 0)
    assert answer.fault.verdict == "timeout"
    assert ("the machine was busy" in answer.fault.reason) == excused
    assert ("the machine was busy" in answer.excuse) == excused


@pytest.mark.parametrize("level", ["process", "sandbox"])
def test_who_has_a_core_to_itself_is_not_excused(sit, level):
    seat = sit(level, COMPUTES)
    try:  # before everybody else, so that it does not matter who else is busy here
        first = os.sched_param(1)
        os.sched_setscheduler(number(seat._box.process), os.SCHED_FIFO, first)
    except PermissionError:
        pytest.skip("only root can let a process go before all others")
    answer = seat.ask(VIEW, 0)
    assert (answer.fault.verdict, answer.excuse) == ("timeout", "")


def test_a_bot_that_is_excused_has_not_died(sit, monkeypatch):
    """It could not stop in time because it had no core; so it is not nearer to its forfeit."""
    monkeypatch.setattr("arena.sandbox.boxed.excuse", lambda *look: "busy" if busy else "")
    seat = sit("sandbox", "sum(range(10**12))", 0.05)
    busy = True
    for ply in range(6):
        assert seat.ask(VIEW, ply).fault.verdict == "timeout"
    busy = False
    verdicts = [seat.ask(VIEW, ply).fault.verdict for ply in range(6)]
    assert verdicts == ["timeout"] * 4 + ["forfeit"] * 2
