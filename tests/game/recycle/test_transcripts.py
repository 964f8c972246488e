"""Transcripts of the language's first engine are followed to the last line."""

import pytest
from game.recycle.small import CASES

from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.reading.forms.description import read
from Game.recycle.transcript import transcribe
from Game.recycle.transcript_replay import Difference, follow

ALL = sorted(CASES.glob("*/*.transcript"))
GAMES = sorted(CASES.glob("*/*.gdl"))


def program_beside(file):
    source = file.parent / f"{file.parent.name}.gdl"
    return Program(read(source.read_text("utf-8"), source.name))


@pytest.mark.parametrize("file", ALL, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_our_engine_repeats_every_line_of_a_transcript(file):
    follow(program_beside(file), file.read_text("utf-8"))


def test_there_are_six_transcripts_of_each_of_four_games():
    assert len(ALL) == 24
    assert len(GAMES) == 4


@pytest.mark.parametrize("file", ALL[::6], ids=lambda file: file.parent.name)
def test_a_changed_or_missing_line_is_noticed(file):
    program, lines = program_beside(file), file.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if line and line[-1] != " ":
            spoilt = [*lines[:number], line + "X", *lines[number + 1 :]]
            with pytest.raises(Difference):
                follow(program, "\n".join(spoilt) + "\n")
    for short in (lines[:-1], lines[: len(lines) // 2], [*lines, "t: p0"]):
        with pytest.raises(Difference):
            follow(program, "\n".join(short) + "\n")


def test_the_first_difference_is_reported_with_both_lines():
    file = CASES / "TeamTrick" / "0.transcript"
    text = file.read_text("utf-8").replace("S:0 TRICKS 1", "S:0 TRICKS 5")
    with pytest.raises(Difference) as caught:
        follow(program_beside(file), text)
    assert str(caught.value) == (
        "Line 112 of the transcript is not what the game does.\n"
        "  transcript: S:0 TRICKS 5\n"
        "  game:       S:0 TRICKS 1"
    )


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_our_engine_can_replay_its_own_transcripts(file):
    program = program_beside(file)
    for seed in range(10):
        follow(program, "\n".join(transcribe(program, Stream(seed))) + "\n")


def test_coins_missing_in_a_transcript_are_inferred():
    """A coin decides between equal cards, and its effect shows only later."""
    program = Program(
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
        lines = transcribe(program, Stream(seed))
        follow(program, "\n".join(lines) + "\n")
        ends.add("\n".join(line for line in lines if "PILE" in line))
    assert len(ends) > 3, "the coins always fall alike: this has proved nothing"


LONG = """(game (setup (create players 2) (create teams (0) (1))
 (create deck (game iloc STOCK) (deck (RANK (A, B)) (SUIT (X, Y)))))
 (do ((put points 'JOINT (((RANK (A)) (SUIT (X)) 7) ((SUIT (Y)) 1)))
      (set (game sto SUM) (sum (game iloc STOCK) using 'JOINT))))
 (stage player (end (== (game sto N) %d)) (choice ((inc (game sto N) 1))))
 (scoring max (game sto N)))"""


def test_a_transcript_that_stops_early_is_replayed_as_far_as_it_goes():
    program = Program(read(LONG % 600, "long.gdl"))
    lines = transcribe(program, Stream(1))
    tries = [number for number, line in enumerate(lines) if line.startswith("t: ")]
    for choices in (499, 500):
        end = tries[choices]  # the first is that of player 0, before the first choice
        follow(program, "\n".join(lines[:end]) + "\n")
        scored = [f"s:{choices} 0", "t: p1", f"s:{choices} 1", "t: p0"]
        follow(program, "\n".join([*lines[:end], *scored]) + "\n")
        with pytest.raises(Difference):
            follow(program, "\n".join([*lines[:end], "s:1 0", "t: p1", "s:0 1", "t: p0"]) + "\n")
    with pytest.raises(Difference):
        follow(program, "\n".join(lines[: tries[480]]) + "\n")


def test_separators_in_a_point_map_do_not_matter():
    program = Program(read(LONG % 3, "joint.gdl"))
    text = "\n".join(transcribe(program, Stream(1))) + "\n"
    assert "A:A,X 7\n" in text
    for other in ("A:A;X 7", "A:A X 7", "A:AX 7", "A:A,X, 7"):
        follow(program, text.replace("A:A,X 7", other))
    for wrong in ("A:A,Y 7", "A:A,X 8", "A:A 7"):
        with pytest.raises(Difference):
            follow(program, text.replace("A:A,X 7", wrong))


def test_actions_before_an_any_may_be_written_once_or_for_each_item():
    program = Program(
        read(
            """(game (setup (create players 2) (create teams (0) (1))
             (create deck (game iloc STOCK) (deck (RANK (A, B, C)))))
            (choice ((do ((set (game sto N) 1)
                          (remember (top (game iloc STOCK)) (top (game mem LAST)))
                          (any (game iloc STOCK) 'C (move 'C (top (game vloc PILE))))))))
            (scoring max (game sto N)))""",
            "before.gdl",
        )
    )
    lines = transcribe(program, Stream(2))
    tried = [number for number, line in enumerate(lines) if " ?-> " in line]
    first, *others = [number for number, line in enumerate(lines) if line == "S:table N 1"]
    assert len(tried) == len(others) == 3  # and once when it was done
    again = [*range(others[0], tried[1]), *range(others[1], tried[2])]
    assert len(again) >= 4
    follow(program, "\n".join(lines) + "\n")
    once = [line for number, line in enumerate(lines) if number not in again]
    follow(program, "\n".join(once) + "\n")
    for gone in (first, first + 1, first + 2, others[2], tried[1]):
        with pytest.raises(Difference):
            follow(program, "\n".join([*lines[:gone], *lines[gone + 1 :]]) + "\n")


def test_a_trial_of_an_option_may_omit_turns_and_point_maps():
    program = Program(
        read(
            """(game (setup (create players 2) (create teams (0) (1))
             (create deck (game iloc STOCK) (deck (RANK (A, B)))))
            (choice ((do ((cycle current next) (put points 'P (((RANK (A)) 3)))
                          (set (game sto N) 1)))
                     (do ((set (game sto N) 2) (create teams (1) (0))))))
            (scoring max (game sto N)))""",
            "tried.gdl",
        )
    )
    lines = transcribe(program, Stream(2))
    start = lines.index("C:RANK=B table INVISIBLE STOCK") + 1
    assert lines[start : start + 6] == [
        "t: p1",
        "A:A 3",
        "S:table N 1",
        "S:table N 2",
        "T:1 ",
        "T:0 ",
    ]
    follow(program, "\n".join(lines) + "\n")
    for gone in ([0], [1], [0, 1], [4, 5], [0, 1, 4, 5]):
        left = [line for number, line in enumerate(lines) if number - start not in gone]
        follow(program, "\n".join(left) + "\n")
    for gone in (2, 3, 6, 7):  # these lines may be missing; stored numbers may not
        left = lines[: start + gone] + lines[start + gone + 1 :]
        with pytest.raises(Difference):
            follow(program, "\n".join(left) + "\n")
