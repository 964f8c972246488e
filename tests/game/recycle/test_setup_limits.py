"""The setup of a described game is limited, and a signal interrupts it."""

import signal
import sys

import pytest

from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.machine.opcodes import MOST_WORK
from Game.recycle.reading.errors import DescriptionError, GameFault
from Game.recycle.reading.forms.description import read
from Game.recycle.reading.limits import MOST_CARDS

DECK = "(create deck (game iloc STOCK) (deck (RANK (ONE, TWO)) (SUIT (REDS, BLUES))))"


def course(setup: str, more: str = "", limit: str = "") -> Program:
    """A game for two players with this in its setup, from line 3 on."""
    return Program(
        read(
            f"(game (setup (create players 2) (create teams (0) (1))\n{DECK}\n{setup})\n"
            f"{more}(stage player (end (== 1 1)) (choice ((turn pass)))) (scoring max 0))\n{limit}",
            "test.gdl",
        )
    )


def nested(times: int, body: str, depth: int) -> str:
    return f"(repeat {times} " * depth + body + ")" * depth


@pytest.mark.parametrize(
    "setup",
    [
        f"(repeat 3000000 {DECK})",
        nested(1000, DECK, 3),
        nested(2, DECK, 30),
        f"(repeat {MOST_CARDS // 4} {DECK})",
        DECK * (MOST_CARDS // 4),
    ],
    ids=["often", "nested", "deep", "one too many", "written out"],
)
def test_too_many_cards_in_all_decks_are_refused_with_the_line(setup):
    with pytest.raises(GameFault, match=f"at most {MOST_CARDS} cards together") as caught:
        course(setup)
    assert "This is line 3, after 0 choices" in str(caught.value)


def test_the_number_of_cards_is_limited():
    made = course(f"(repeat {MOST_CARDS // 4 - 1} {DECK})")
    assert len(made.start(StreamLuck(Stream(1))).faces) == MOST_CARDS


def test_cards_that_are_created_later_count_too():
    made = course("", more=f"(do ((repeat 3000000 {DECK})))\n")
    with pytest.raises(GameFault, match="cards together") as caught:
        made.start(StreamLuck(Stream(1)))
    assert "This is line 4" in str(caught.value)


def test_too_large_a_deck_is_refused_before_it_is_created():
    ten = ", ".join([f"V{number}" for number in range(10)])
    rows = " ".join([f"(A{row} ({ten}))" for row in range(40)])
    with pytest.raises(DescriptionError, match="A deck has at most 2000 cards"):
        course(f"(create deck (game iloc STOCK) (deck {rows}))")


@pytest.mark.parametrize(
    "setup",
    [
        nested(1_000_000, "(inc (game sto N) 1)", 2),
        nested(1_000_000, "(shuffle (game iloc STOCK))", 1),
        nested(1_000_000, "(create teams (0) (1))", 1),
        nested(1_000_000, "(turn pass)", 3),
        "(all player 'A " * 60 + "(turn pass)" + ")" * 60,
    ],
    ids=["numbers", "shuffles", "teams", "nothing", "players"],
)
def test_an_endless_setup_is_stopped(setup):
    with pytest.raises((GameFault, DescriptionError)) as caught:
        course(setup).start(StreamLuck(Stream(1)))
    if isinstance(caught.value, GameFault):
        assert "it has used up its 5 million steps" in str(caught.value)
        assert "line 3" in str(caught.value)


def test_a_memory_is_limited():
    note = "(remember (top (game iloc STOCK)) (top (game mem NOTES)))"
    course(f"(repeat {MOST_CARDS} {note})")
    with pytest.raises(GameFault, match=f"a memory has more than {MOST_CARDS} cards") as caught:
        course(f"(repeat {MOST_CARDS + 1} {note})")
    assert "line 3" in str(caught.value)


def test_huge_numbers_stop_the_game():
    square = "(set (game sto N) (* (game sto N) (game sto N)))"
    with pytest.raises(GameFault, match="a number is larger than"):
        course(f"(set (game sto N) 9) {nested(99, square, 1)}").start(StreamLuck(Stream(1)))


class Pressed(Exception):
    """Raised instead of KeyboardInterrupt."""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such timers")
def test_a_signal_interrupts_a_long_setup():
    """The timer counts this process's own time, so it comes in the middle on any machine."""

    def press(number: int, frame: object) -> None:
        raise Pressed

    before = signal.signal(signal.SIGVTALRM, press)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.05)
        with pytest.raises(Pressed):
            course(nested(1_000_000, "(inc (game sto N) 1)", 2), limit=";; work: 100000000").start(
                StreamLuck(Stream(1))
            )
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def test_the_work_of_a_whole_game_is_limited():
    """Each choice alone is within its limit, but there are too many."""
    made = Program(
        read(
            "(game (setup (create players 2))\n"
            "(stage player (end (== (size (game iloc NONE)) 1)) (choice ((turn pass))))"
            "(scoring max 0))",
            "test.gdl",
        )
    )
    table = made.start(StreamLuck(Stream(1)))
    table.spent = MOST_WORK
    with pytest.raises(GameFault, match="whole game has used up its 1000 million steps") as caught:
        made.interpreter.choose(table, 0)
    assert "This is line 2, after 1 choice, " in str(caught.value)
