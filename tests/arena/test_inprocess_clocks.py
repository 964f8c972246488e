"""The two clocks of bots in the arena's own process: a timer in the main thread, and func_timeout.

They give the same verdicts. Only the timer interrupts the main thread, so it must leave no trace
there.
"""

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable

import pytest

from arena.sandbox import inprocess
from arena.sandbox.timing import alarm_clock, inprocess_turn
from arena.sandbox.timing.alarm_clock import AlarmedTurn, is_possible, restore_handlers
from arena.sandbox.timing.inprocess_turn import SILENCE, InProcessTurn, TooLate
from arena.sandbox.timing.thread_clock import ThreadedTurn

BUDGET = 0.03
ANSWER = 7, ()


@pytest.fixture(params=[ThreadedTurn, AlarmedTurn])
def kind(request) -> type[InProcessTurn]:
    return request.param


@pytest.fixture(autouse=True)
def _handlers():
    """The handlers of an ordinary program, and at the end those of pytest."""
    before = {number: signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    restore_handlers()
    for number, handler in before.items():
        signal.signal(number, handler)


def answers():
    return ANSWER


def loops():
    while True:
        pass


def sleeps():
    time.sleep(60)


def waits_for_a_lock():
    lock = threading.Lock()
    with lock:
        lock.acquire(timeout=60)


def answers_late():
    end = time.perf_counter() + 2
    while time.perf_counter() < end:
        with contextlib.suppress(BaseException):
            time.sleep(BUDGET)
    return ANSWER


def raises(error: BaseException) -> Callable[[], object]:
    def decide():
        raise error

    return decide


TURNS = {
    "answers": (answers, type(None)),
    "loops": (loops, TooLate),
    "sleeps": (sleeps, TooLate),
    "waits for a lock": (waits_for_a_lock, TooLate),
    "catches the interruption and answers": (answers_late, TooLate),
    "raises": (raises(ValueError("no")), ValueError),
    "exits": (raises(SystemExit(0)), SystemExit),
    "raises KeyboardInterrupt": (raises(KeyboardInterrupt()), KeyboardInterrupt),
}


@pytest.mark.parametrize("decide, error", TURNS.values(), ids=TURNS)
def test_both_clocks_give_the_same_verdict(kind, decide, error):
    said, raised, _, _ = kind(decide, 60.0 if error is type(None) else BUDGET).result()
    assert type(raised) is error
    assert said == (ANSWER if raised is None else SILENCE)


def test_both_clocks_play_the_same_games(thinker, play, monkeypatch):
    body = """
    if o.main_deck.len() == 28 and o.seat == 0:
        while True:
            pass
    if o.main_deck.len() == 4:
        raise ValueError("four")
    return o.get_list_actions()[0]
    """
    monkeypatch.setattr(inprocess, "_alarms_allowed", True)
    games = []
    for _ in range(2):
        (record,) = play(thinker(body), "random", budget=0.5)
        games.append([(move.play, move.fault) for move in record.moves])
        inprocess.use_func_timeout()
    assert games[0] == games[1]
    assert {fault for _, fault in games[0]} == {"", "timeout", "exception"}


def test_only_the_main_thread_has_the_timer(thinker, play):
    kinds = []

    def in_a_thread():
        kinds.append(is_possible())
        records.extend(play(thinker("return o.get_list_actions()[0]"), "random"))

    records = []
    thread = threading.Thread(target=in_a_thread)
    thread.start()
    thread.join()
    assert is_possible()
    assert kinds == [False]
    assert not records[0].faults


# A bot that does not want to end


def catches_in_a_loop():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def goes_on_in_finally():
    while True:
        try:
            time.sleep(60)
        finally:
            continue  # noqa: B012  # the bot does this


def suppresses():
    while True:
        with contextlib.suppress(BaseException):
            sum(i for i in range(1000))


def catches_and_calls_itself():
    try:
        loops()
    except BaseException:
        catches_and_calls_itself()


STUBBORN = (catches_in_a_loop, goes_on_in_finally, suppresses, catches_and_calls_itself)


@pytest.mark.parametrize("decide", STUBBORN)
def test_a_bot_that_catches_the_interruption_is_interrupted_until_it_ends(decide):
    said, raised, _, _ = AlarmedTurn(decide, BUDGET).result()
    assert said == SILENCE
    assert isinstance(raised, TooLate | RecursionError)


def test_nothing_is_interrupted_after_a_turn(monkeypatch):
    monkeypatch.setattr(inprocess_turn, "GRACE", 0.0)
    budget = 0.0003

    def decide():
        end = time.perf_counter() + budget
        while time.perf_counter() < end:
            pass
        return ANSWER

    for _ in range(300):  # the answer and the timer come at nearly the same time
        turn = AlarmedTurn(decide, budget)
        said, raised, _, _ = turn.result()
        assert (raised is None) == (said == ANSWER)
        assert raised is None or isinstance(raised, TooLate)


# The timer runs on after a turn


def works(seconds: float) -> Callable[[], object]:
    def decide():
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            pass
        return ANSWER

    return decide


@pytest.mark.parametrize("pause", [0, 0.1])
def test_a_short_turn_after_a_long_one_ends_in_its_own_time(pause):
    for budget in (60.0, BUDGET):
        assert AlarmedTurn(answers, budget).result()[0] == ANSWER
        time.sleep(pause)  # with the short budget, the timer rings meanwhile
        _, raised, us, _ = AlarmedTurn(loops, BUDGET).result()
        assert isinstance(raised, TooLate)
        assert us < 30e6  # the timer of the long turn has not ended it


def test_a_long_turn_is_not_interrupted_by_the_timer_of_a_short_one():
    for _ in range(3):
        assert AlarmedTurn(answers, BUDGET).result()[0] == ANSWER
        assert AlarmedTurn(works(0.1), 60.0).result()[0] == ANSWER


def test_the_timer_stops_with_the_game(thinker, play):
    play(thinker("return o.get_list_actions()[0]"), "random")
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


# The timer and the handlers of others


def test_the_timer_and_the_handler_of_another_return(thinker, play):
    def mine(number, frame):
        raise AssertionError("the timer of an hour has rung")

    signal.signal(signal.SIGALRM, mine)
    signal.setitimer(signal.ITIMER_REAL, 3600, 60)
    try:
        play(thinker("return o.get_list_actions()[0]"), "random")
        left, interval = signal.getitimer(signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    assert signal.getsignal(signal.SIGALRM) is mine
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert 0 < left < 3600
    assert interval == 60


def test_a_timer_that_should_have_rung_during_a_turn_rings_after_it(monkeypatch):
    rung = threading.Event()
    signal.signal(signal.SIGALRM, lambda number, frame: rung.set())
    signal.setitimer(signal.ITIMER_REAL, 3600)
    two_hours_later = time.perf_counter_ns() + 7200 * 10**9
    monkeypatch.setattr(alarm_clock, "perf_counter_ns", lambda: two_hours_later)
    assert AlarmedTurn(answers, 60.0).result()[0] == ANSWER
    assert rung.wait(60)


def test_a_bot_with_an_alarm_of_its_own_is_late_when_it_answers_late():
    def decide():
        signal.signal(signal.SIGALRM, lambda number, frame: None)
        signal.setitimer(signal.ITIMER_REAL, 0)
        time.sleep(2)
        return ANSWER

    assert isinstance(AlarmedTurn(decide, BUDGET).result()[1], TooLate)
    assert isinstance(AlarmedTurn(loops, BUDGET).result()[1], TooLate)  # its next turn has a clock


def test_ctrl_c_ends_the_run_even_if_the_bot_catches_it():
    def decide():
        with contextlib.suppress(BaseException):
            signal.raise_signal(signal.SIGINT)
        return ANSWER

    with pytest.raises(KeyboardInterrupt):
        AlarmedTurn(decide, 60.0).result()


def test_ctrl_c_is_not_lost_while_the_handlers_are_set(monkeypatch):
    """The user presses it right after our handler is in its place."""
    set_handler = alarm_clock._functions.signal

    def set_and_press(number, handler):
        before = set_handler(number, handler)
        if number == signal.SIGINT and handler is not before:
            signal.raise_signal(signal.SIGINT)
        return before

    monkeypatch.setattr(alarm_clock._functions, "signal", set_and_press)
    with pytest.raises(KeyboardInterrupt):
        AlarmedTurn(lambda: SILENCE, 1.0).result()


def test_ctrl_c_ends_the_run_even_if_the_bot_goes_on():
    def decide():
        with contextlib.suppress(BaseException):
            signal.raise_signal(signal.SIGINT)
        catches_in_a_loop()

    with pytest.raises(KeyboardInterrupt):
        AlarmedTurn(decide, 3600.0).result()


def test_a_timer_that_rings_after_the_bots_code_interrupts_nothing():
    turn = AlarmedTurn(lambda: "an answer", 0.0)
    turn.ring(sys._getframe())
    turn._rings = 1  # it has interrupted the bot
    turn.ring(sys._getframe())
    assert turn._rings == 1
