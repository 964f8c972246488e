"""Transcripts of the language's first engine are followed to the last line."""

import pytest
from game.recycle.small import CASES

from Game.core.stream import Stream
from Game.recycle.course import Course
from Game.recycle.rules import read
from Game.recycle.transcript import Difference, follow, transcribe

ALL = sorted(CASES.glob("*/*.transcript"))
GAMES = sorted(CASES.glob("*/*.gdl"))


def course_beside(file):
    source = file.parent / f"{file.parent.name}.gdl"
    return Course(read(source.read_text("utf-8"), source.name))


@pytest.mark.parametrize("file", ALL, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_line_is_what_the_machine_does(file):
    follow(course_beside(file), file.read_text("utf-8"))


def test_there_are_six_transcripts_of_each_of_four_games():
    assert len(ALL) == 24
    assert len(GAMES) == 4


@pytest.mark.parametrize("file", ALL[::6], ids=lambda file: file.parent.name)
def test_no_line_can_be_changed_or_left_out_unnoticed(file):
    course, lines = course_beside(file), file.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if line and line[-1] != " ":
            spoilt = [*lines[:number], line + "X", *lines[number + 1 :]]
            with pytest.raises(Difference):
                follow(course, "\n".join(spoilt) + "\n")
    for short in (lines[:-1], lines[: len(lines) // 2], [*lines, "t: p0"]):
        with pytest.raises(Difference):
            follow(course, "\n".join(short) + "\n")


def test_the_first_difference_is_named_with_both_sides():
    file = CASES / "TeamTrick" / "0.transcript"
    text = file.read_text("utf-8").replace("S:0 TRICKS 1", "S:0 TRICKS 5")
    with pytest.raises(Difference) as caught:
        follow(course_beside(file), text)
    assert str(caught.value) == (
        "Line 112 of the transcript is not what the game does.\n"
        "  transcript: S:0 TRICKS 5\n"
        "  game:       S:0 TRICKS 1"
    )


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_what_the_machine_writes_it_follows(file):
    course = course_beside(file)
    for seed in range(10):
        follow(course, "\n".join(transcribe(course, Stream(seed))) + "\n")


def test_coins_that_a_transcript_does_not_tell_are_found():
    """Equal cards are drawn for by a coin, and what comes of it shows only later."""
    course = Course(
        read(
            """(game (setup (create players 2) (create teams (0) (1))
              (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)))))
             (do ((put points 'EVEN (((RANK (A)) 1)))
                  (repeat 4 (do ((move (top (game iloc STOCK)) (top (game vloc ROW)))
                                 (shuffle (game vloc ROW)))))
                  (repeat 3 (move (max (game vloc ROW) using 'EVEN) (top (game vloc PILE))))))
             (scoring max 0))""",
            "coins.gdl",
        )
    )
    ends = set()
    for seed in range(12):
        lines = transcribe(course, Stream(seed))
        follow(course, "\n".join(lines) + "\n")
        ends.add("\n".join(line for line in lines if "PILE" in line))
    assert len(ends) > 3, "the coins always fall alike: this has proved nothing"
