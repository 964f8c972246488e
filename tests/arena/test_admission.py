"""How the examination judges thinking times on a busy machine. The tests set the times."""

import pytest

from arena.guest.protocol.verdict import Answer, Fault
from arena.match import admission, findings
from arena.match.play import Busy
from arena.replay.record import FORMAT, BotEntry, FaultEntry, Move, Record, SpoiledAttempt

BUDGET = 1.0


def game(seconds: list[float]) -> Record:
    """A game with these thinking times of the bot, in seat 0, one for each of its moves."""
    return Record(
        format=FORMAT, id="", game="brisca", options={}, deal={}, bots=[BotEntry("Mine")],
        seats=[0], sides=[[0]], moves=[Move(0, "O1", int(us * 1e6)) for us in seconds],
        scores=[0], ranks=[0],
    )  # fmt: skip


@pytest.mark.parametrize(
    "seconds, ok",
    [
        ([0.001] * 499 + [0.99], True),  # once in five hundred
        ([0.902] * 400 + [0.91] * 100, True),  # `while time.time() - start < 0.9 * budget`
        ([0.97] * 500, False),
        ([0.5] * 450 + [0.98] * 50, False),
    ],
)
def test_a_bot_that_leaves_a_twentieth_may_compete(seconds, ok):
    *_, step = findings.move_steps([game(seconds)], 1.0)
    assert step.ok is ok
    assert ("leave a twentieth of the budget" in step.advice) is not ok


def test_the_time_that_the_machine_took_is_not_thinking_time():
    record = game([])
    record.moves = [Move(0, "O1", us=4_000_000, waited=3_500_000) for _ in range(500)]
    *_, step = findings.move_steps([record], BUDGET)
    assert step.ok
    assert "0.50 s (p99) of 1 s" in step.text


# Games that a busy machine may have spoiled


def late(cpu: float) -> Record:
    """A game with a timeout, for which the bot has computed so many seconds."""
    record = game([0.1, 0.1])
    record.moves[0] = Move(0, "O1", 1_100_000, round(cpu * 1e6), "timeout")
    return record


HOPELESS = game([0.1, 0.1])
HOPELESS.moves = [Move(0, "O1", 1_100_000, 800_000, "timeout")] * 3
BUSY = Busy(SpoiledAttempt("Mine", "Mine was late"))
IN_TIME, DOUBTFUL, LATE = game([0.1]), late(0.3), late(1.1)
PLAYED = {  # the result of each try, the one that counts, and the number of waits for a core
    "in time": ([IN_TIME], 0, 0),
    "it computed for its whole budget": ([LATE], 0, 0),
    "it computed for most of its budget and never answered": ([HOPELESS], 0, 0),
    "late by chance": ([DOUBTFUL, IN_TIME], 1, 1),
    "late by chance, and again": ([DOUBTFUL, DOUBTFUL, IN_TIME], 2, 2),
    "it sleeps too long": ([DOUBTFUL, DOUBTFUL, DOUBTFUL], 2, 2),
    "it got no core": ([BUSY] * 7 + [IN_TIME], 7, 7),
    "it got no core, and then it was late": ([BUSY, LATE], 1, 1),
}


@pytest.fixture
def waits(monkeypatch) -> list[str]:
    """The reasons for which the arena waited for a core."""
    reasons: list[str] = []
    monkeypatch.setattr(admission, "wait_for_a_core", reasons.append)
    return reasons


@pytest.mark.parametrize("tries, counts, waited", PLAYED.values(), ids=PLAYED)
def test_a_game_that_the_machine_may_have_spoiled_is_repeated(waits, tries, counts, waited):
    results = iter(tries)

    def play() -> Record:
        result = next(results)
        if isinstance(result, Busy):
            raise result
        return result

    assert admission._play_fairly(play, BUDGET) is tries[counts]
    assert next(results, None) is None
    assert len(waits) == waited


class Answering:
    """A seat whose bot gives these answers."""

    end_game = notes = output = None

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)

    def new_game(self, seed):
        pass

    def ask(self, view, ply):
        return self.answers.pop(0)


def test_an_examined_seat_notes_the_arenas_wait_for_a_core_in_each_move(monkeypatch):
    looks = iter([0, 0, 1_000_000, 1_500_000])
    monkeypatch.setattr(admission, "our_waiting", lambda: next(looks))
    waits: list[int] = []
    answer = Answer(3, us=900, waited=200)
    seat = admission.ExaminedSeat(Answering(answer, answer), waits, admission.FaultCounts(0))
    assert seat.ask(None, 0) == seat.ask(None, 4) == answer
    assert waits == [0, 500]


LOST = Answer(-1, fault=Fault("timeout", "no answer"))
ODD = Answer(-1, fault=Fault("illegal", "None"))
STARVED = Answer(-1, fault=Fault("timeout", "no answer"), excuse="no core")
WELL = Answer(3)


def test_partners_are_not_asked_any_more_after_three_faults_of_one_kind():
    faults = admission.FaultCounts(0)
    waits: list[int] = []
    one, two = Answering(LOST, STARVED, LOST), Answering(ODD, WELL, ODD, LOST)
    seats = [admission.ExaminedSeat(each, waits, faults) for each in (one, two)]
    for _ in range(3):
        for seat in seats:
            seat.ask(None, 0)
    assert not one.answers
    assert two.answers == [LOST]  # two illegal answers and two timeouts are not enough
    seats[1].ask(None, 0)
    assert [seat.ask(None, 0) for seat in seats] == [admission.ENOUGH] * 2
    assert len(waits) == 7
    one.answers.append(WELL)
    seats[0].new_game(1)
    assert seats[0].ask(None, 0) == WELL  # in a new game it is asked again


def test_a_bot_that_answers_in_time_may_be_late_as_often_as_is_accepted():
    counts = admission.FaultCounts(5)
    counts.add(WELL)
    for _ in range(5):
        counts.add(LOST)
    assert not counts.are_enough
    counts.add(LOST)
    assert counts.are_enough
    counts.new_game()
    for _ in range(3):  # an endless loop
        counts.add(LOST)
    assert counts.are_enough


def games_with(late: int, moves: int, verdict: str = "timeout") -> list[Record]:
    """Games in which so many of the bot's moves were faults."""
    record = game([0.1] * (moves - late))
    record.moves += [Move(0, "O1", 1_100_000, 0, verdict)] * late
    record.faults = [FaultEntry(ply, 0, verdict, "why") for ply in range(late)]
    return [record]


TOLERATED = {  # late moves, all moves, tolerance in a thousand
    "five of five hundred": (5, 500, 10, True),
    "six of five hundred": (6, 500, 10, False),
    "a few moves prove little": (1, 60, 10, True),
    "two of sixty": (2, 60, 10, False),
    "none are accepted": (1, 500, 0, False),
    "many are accepted": (50, 500, 100, True),
}


@pytest.mark.parametrize("late, moves, tolerance, ok", TOLERATED.values(), ids=TOLERATED)
def test_a_few_late_moves_are_accepted(late, moves, tolerance, ok):
    answers, speed = findings.move_steps(games_with(late, moves), BUDGET, tolerance=tolerance)
    assert answers.ok is ok
    assert speed.ok or not ok
    assert f"{late} w" in answers.text
    assert f"accepted ({tolerance} in a thousand)" in answers.text


def test_only_late_moves_are_accepted():
    answers, _ = findings.move_steps(games_with(1, 500, "illegal"), BUDGET)
    assert not answers.ok
    assert "illegal" in answers.advice


def test_a_move_that_is_longer_than_the_budget_and_not_late_is_explained():
    _, speed = findings.move_steps([game([0.0502] * 500)], 0.05)
    assert not speed.ok
    assert "50.2 ms (p99) of 0.05 s. A move is late only 10 ms after the budget" in speed.text


def test_moves_for_which_the_bot_was_not_asked_are_not_counted():
    record = late(BUDGET)
    record.moves.append(Move(0, "O1", 0, 0, admission.FORFEIT))
    timeouts = [FaultEntry(0, 0, "timeout", "late")] * 3
    record.faults = [*timeouts, FaultEntry(2, 0, "forfeit", "")]
    record.moves += [record.moves[0]] * 2
    step, speed = findings.move_steps([record], BUDGET)
    assert step.text.startswith("4 positions, 1 answered well. The test ended after 3 faults")
    assert "forfeit" not in step.advice
    assert "machine" not in speed.advice


LATE_AT_TIMES = [0.9] * 300 + [1.1] * 200
WAITS = {  # how long moves seem to take, how long the arena waited in them, and is that well?
    "it is late when the arena is": (LATE_AT_TIMES, [0.0] * 300 + [0.2] * 200, True),
    "it is late and the arena is not": (LATE_AT_TIMES, [0.0] * 500, False),
    "it is near the limit in all moves": ([0.96] * 500, [0.2] * 500, False),
}


@pytest.mark.parametrize("seconds, waits, ok", WAITS.values(), ids=WAITS)
def test_the_arenas_own_wait_for_a_core_is_not_thinking_time(seconds, waits, ok):
    waited = [round(wait * 1e6) for wait in waits]
    *_, step = findings.move_steps([game(seconds)], BUDGET, waited)
    assert step.ok is ok
