"""How a seat treats its bot's messages: verdicts, restarts, names. The test controls the clock."""

import pytest
from sandbox.fakes import BUDGET, FakeBoxes, seat_of
from sandbox.peer import VIEW

from arena.guest.protocol import wire
from arena.sandbox import box_seat as boxed
from arena.sandbox.boxes.box import Gone
from arena.sandbox.timing.budgets import GRACE, LOADING, RESTARTS, WAKING
from arena.sandbox.timing.lateness import STARVED

PLY = 7
ENOUGH = (BUDGET + GRACE) * 1e3  # milliseconds for an answer
MOVE = wire.Moved(PLY, 5)


@pytest.fixture
def asked(machine):
    """The answer of a bot: `reply` is its reaction to a question, `stops` to the signal."""

    def ask(reply, stops=None):
        def behave(message):
            if isinstance(message, wire.Act):
                return reply
            return stops if message == "interrupt" else None

        boxes = FakeBoxes(machine, behave)
        seat = seat_of(boxes)
        seat.new_game(1)
        return seat.ask(VIEW, PLY), boxes.made[0]

    return ask


def failed(verdict: str, seq: int = PLY) -> wire.Failed:
    return wire.Failed(seq, verdict, "why", "where")


VERDICTS = {
    "an answer to an earlier question": ("protocol", (1, wire.Moved(PLY - 1, 5))),
    "an answer to come": ("protocol", (1, wire.Moved(PLY + 1, 5))),
    "another message": ("protocol", (1, wire.Ready("x"))),
    "garbage": ("protocol", (1, wire.ProtocolError("noise"))),
    "a verdict that only the arena gives": ("protocol", (1, failed("forfeit"))),
    "a verdict that there is not": ("protocol", (1, failed("internal"))),
    "an exception": ("exception", (1, failed("exception"))),
    "no memory": ("memory", (1, failed("memory"))),
    "silence": ("timeout", None),
    "a late answer": ("timeout", (ENOUGH + 1, MOVE)),
    "its end": ("crashed", (1, Gone())),
}


@pytest.mark.parametrize("verdict, reply", VERDICTS.values(), ids=VERDICTS)
def test_every_reaction_of_a_bot_gets_its_verdict_in_time(asked, machine, verdict, reply):
    answer, _ = asked(reply)
    assert answer.fault is not None
    assert answer.fault.verdict == verdict
    assert machine.now <= (BUDGET + GRACE + WAKING) * 1e9 + 1


def test_an_answer_in_time_is_an_answer(asked):
    answer, box = asked((ENOUGH - 1, MOVE))
    assert (answer.action, answer.fault) == (5, None)
    assert answer.us == (ENOUGH - 1) * 1000
    assert not box.is_closed


def test_a_bot_that_stops_at_the_signal_keeps_its_process(asked):
    answer, box = asked(None, stops=(WAKING * 1e3 - 1, failed("timeout")))
    assert answer.fault.verdict == "timeout"
    assert "did not stop" not in answer.fault.reason
    assert not box.is_closed


def test_a_bot_that_does_not_stop_is_ended(asked):
    answer, box = asked(None, stops=(WAKING * 1e3 + 1, failed("timeout")))
    assert answer.fault.reason.endswith("and it did not stop")
    assert box.is_closed


def test_an_interrupted_bot_without_a_core_gets_time_to_stop(machine):
    def behave(message):
        if message != "interrupt":
            return None
        machine.share = 0.01  # from now on others have its core
        return 500, failed("timeout")

    boxes = FakeBoxes(machine, behave)
    seat = seat_of(boxes)
    seat.new_game(1)
    assert seat.ask(VIEW, PLY).fault.verdict == "timeout"
    assert not boxes.made[0].is_closed


def test_a_bot_that_dies_is_started_again_a_few_times_and_then_forfeits(machine):
    boxes = FakeBoxes(machine, lambda said: (1, Gone()) if isinstance(said, wire.Act) else None)
    seat = seat_of(boxes)
    seat.new_game(1)
    verdicts = [seat.ask(VIEW, ply).fault.verdict for ply in range(RESTARTS + 4)]
    assert verdicts == ["crashed"] * (RESTARTS + 1) + ["forfeit"] * 3
    assert len(boxes.made) == RESTARTS + 1
    assert all(box.is_closed for box in boxes.made)


def test_a_forfeit_ends_with_the_game(machine):
    boxes = FakeBoxes(machine, lambda said: (1, Gone()) if isinstance(said, wire.Act) else None)
    seat = seat_of(boxes)
    seat.new_game(1)
    for ply in range(RESTARTS + 2):
        seat.ask(VIEW, ply)
    seat.end_game()
    seat.new_game(2)
    assert seat.ask(VIEW, 0).fault.verdict == "crashed"


LOADS = {
    "its file raises": ((1, failed("load")), "why"),
    "its process ends": ((1, Gone()), "its process ended while it was loaded"),
    "its constructor takes too long": (
        (LOADING * 1e3 + 1, wire.Ready("")),
        f"its file and constructor took more than {LOADING:g} s",
    ),
}


@pytest.mark.parametrize("reply, reason", LOADS.values(), ids=LOADS)
def test_a_bot_that_cannot_be_loaded_is_at_fault_in_every_turn_and_is_tried_once(
    machine, monkeypatch, reply, reason
):
    monkeypatch.setattr(boxed, "build_advice", lambda: "")
    boxes = FakeBoxes(machine, lambda said: reply if isinstance(said, wire.Start) else None)
    machine.wants = False
    seat = seat_of(boxes)
    seat.new_game(1)
    faults = [seat.ask(VIEW, ply).fault for ply in range(3)]
    assert [(fault.verdict, fault.reason) for fault in faults] == [("load", reason)] * 3
    assert len(boxes.made) == 1


def test_a_process_that_ends_beside_outdated_modules_has_the_advice_to_build(machine, monkeypatch):
    monkeypatch.setattr(boxed, "build_advice", lambda: "run `make build`")
    boxes = FakeBoxes(machine, lambda said: (1, Gone()) if isinstance(said, wire.Start) else None)
    seat = seat_of(boxes)
    seat.new_game(1)
    reason = seat.ask(VIEW, 0).fault.reason
    assert reason == "its process ended while it was loaded; run `make build`"


def test_loading_without_a_core_repeats_the_game_without_a_fault(machine):
    boxes = FakeBoxes(machine, lambda said: (10**9, None) if isinstance(said, wire.Start) else None)
    machine.share = 0.0
    seat = seat_of(boxes)
    seat.new_game(1)
    assert seat.ask(VIEW, 0).excuse == STARVED


@pytest.mark.parametrize("name", ["x" * 4000, "\x1b[2J\u202e\n", ""])
def test_a_name_is_short_and_harmless_whatever_the_bot_sends(machine, name):
    reply = 1, wire.Ready(name)
    boxes = FakeBoxes(machine, lambda said: reply if isinstance(said, wire.Start) else None)
    result = seat_of(boxes).name()
    assert 0 < len(result) <= 32
    assert result.isprintable()


def test_a_bot_that_gets_no_core_to_say_its_name_is_asked_again(machine, monkeypatch):
    def behave(said):
        return (10**9 if machine.share == 0.0 else 1, wire.Ready("Ana"))

    def wait(reason):
        machine.share = 1.0
        texts.append(reason)

    texts = []
    monkeypatch.setattr(boxed, "wait_for_a_core", wait)
    machine.share = 0.0
    assert seat_of(FakeBoxes(machine, behave)).name() == "Ana"
    assert texts == [f"RandomPlayer was asked for its name; {STARVED}"]


def test_every_game_is_played_in_a_box_of_its_own(machine):
    boxes = FakeBoxes(machine, lambda said: (1, MOVE) if isinstance(said, wire.Act) else None)
    seat = seat_of(boxes)
    for game in range(3):
        seat.new_game(game)
        assert seat.ask(VIEW, PLY).fault is None
        seat.end_game()
    assert len(boxes.made) == 3
    assert all(box.is_closed for box in boxes.made)
