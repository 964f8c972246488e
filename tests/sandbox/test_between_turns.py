"""A bot that computes when it is not its turn is stopped, and noted when that is certain."""

import signal
from types import SimpleNamespace

import pytest
from sandbox.conftest import LEVELS, need
from sandbox.fakes import MS, FakeBox, FakeBoxes, seat_of
from sandbox.peer import VIEW

from arena.bots.bot import find as find_bot
from arena.guest.protocol import wire
from arena.sandbox import isolation
from arena.sandbox.isolation import Isolation
from arena.sandbox.timing import cores as cores_of_boxes
from arena.sandbox.timing.idling import FREE, NOTE, STRIKES, Pause
from Game.registry import find

TURNS = STRIKES + 1  # the first suspicion only notes the stolen time


@pytest.fixture
def box(machine) -> FakeBox:
    return FakeBox(machine, lambda message: None)


def pauses(box: FakeBox, used: list[float], look: bool = False) -> Pause:
    """Pauses in which the bot uses so many nanoseconds, on a core of its own."""
    pause = Pause(box)
    for nanoseconds in used:
        pause.begin(box.machine.now)
        box.used += nanoseconds
        box.machine.now += int(nanoseconds)
        if look:
            pause.look()
        pause.end(box.machine.now)
    return pause


def test_a_bot_that_computes_in_every_pause_is_caught(box):
    assert pauses(box, [FREE + 1] * TURNS).strikes == STRIKES


def test_a_bot_that_is_caught_is_stopped_in_each_pause_from_then_on(box):
    pause = pauses(box, [FREE + 1] * TURNS)
    assert box.signals == []
    pause.begin(box.machine.now)
    assert box.signals == [signal.SIGSTOP]
    pause.end(box.machine.now)
    assert box.signals == [signal.SIGSTOP, signal.SIGCONT]


def test_a_bot_that_shares_its_core_with_a_partner_is_stopped_in_every_pause(box):
    pause = Pause(box, stops=True)
    for _ in range(2):
        pause.begin(0)
        assert box.signals.pop() == signal.SIGSTOP
        pause.end(1)
        assert box.signals.pop() == signal.SIGCONT
    assert pause.strikes == 0


@pytest.mark.parametrize(
    "game, level, cores, is_stopped",
    [
        ("brisca", "sandbox", set(), True),
        ("brisca", "sandbox", {1}, False),  # its partner is on another core
        ("brisca", "process", set(), False),
        ("boerenbridge", "sandbox", set(), False),  # there are no partners
    ],
)
def test_only_bots_with_a_partner_on_their_core_are_stopped(
    write_bot, monkeypatch, game, level, cores, is_stopped
):
    def seat(boxes, bot, game, terms, *_):
        made.append(terms.stops)
        return SimpleNamespace(close=lambda: None)

    made: list[bool] = []
    monkeypatch.setattr(cores_of_boxes, "_for_partners", cores)
    monkeypatch.setattr(isolation, "boxes_at", lambda *_: None)
    monkeypatch.setattr(isolation, "BoxedSeat", seat)
    place = Isolation()
    for bot in (write_bot("pass"), "random"):
        place.seat(level, find_bot(bot), find(game)(), 1.0, True)
    assert made == [is_stopped, False]


def test_a_bot_that_computes_while_another_thinks_is_stopped_at_once(box):
    pauses(box, [FREE + 1], look=True)
    assert box.signals == [signal.SIGSTOP, signal.SIGCONT]


@pytest.mark.parametrize("used", [[FREE] * 99, [99 * FREE], [99 * FREE, 0] + [FREE] * 99])
def test_a_little_work_or_a_single_strike_is_allowed(box, used):
    assert pauses(box, used).strikes < STRIKES


def test_time_that_a_hypervisor_takes_is_not_the_bots_work(box, machine):
    """A virtual machine may count time for a thread in which it did not run."""
    machine.now = 10**9
    pause = Pause(box)
    for turn in range(99):
        machine.steal = turn * 20 * MS
        pause.begin(machine.now)
        box.used += 20 * MS
        machine.now += 20 * MS
        pause.end(machine.now)
    assert pause.strikes < STRIKES


def test_a_bot_that_computes_while_another_thinks_is_noted(machine):
    def plays(message):
        return (5, wire.Moved(0, 5)) if isinstance(message, wire.Act) else None

    table = []
    burner, honest = FakeBoxes(machine, plays), FakeBoxes(machine, plays)
    mine, theirs = seat_of(burner, table), seat_of(honest, table)
    table += [mine, theirs]
    for seat in table:
        seat.new_game(1)
    for _ in range(TURNS + 1):
        assert mine.ask(VIEW, 0).fault is None
        burner.made[0].used += 2 * FREE
        machine.now += 2 * FREE
        assert theirs.ask(VIEW, 0).fault is None
    assert mine.notes() == [NOTE]
    assert theirs.notes() == []


@pytest.mark.parametrize("level", LEVELS)
def test_threads_that_go_on_after_the_answer_are_stopped(write_bot, level, monkeypatch):
    """In a real box; the test waits until they have worked, however long that takes."""
    need(level)
    monkeypatch.setattr(Isolation, "_shares_core_with_partner", lambda *_: False)
    burner = write_bot(
        "import threading\n"
        "if threading.active_count() == 1:\n"
        "    threading.Thread(target=spin, daemon=True).start()",
        before="def spin():\n    while True:\n        sum(range(1000))\n",
    )
    with Isolation() as place:
        bots = (find_bot(burner), find_bot("random"))
        mine, theirs = (place.seat(level, bot, find("brisca")(), 60.0, True) for bot in bots)
        for seat in (mine, theirs):
            seat.new_game(1)
        while not mine.notes():
            assert mine.ask(VIEW, 0).fault is None
            begun = mine._box.cpu()
            while not mine._pause.strikes >= STRIKES and mine._box.cpu() < begun + 2 * FREE:
                pass
        assert theirs.ask(VIEW, 0).fault is None
        assert theirs.notes() == []
        assert mine.ask(VIEW, 0).fault is None
        assert mine.ask(VIEW, 0).fault is None
        while mine._box.core_use().wants:  # it stops as soon as it gets a core to do so
            pass
