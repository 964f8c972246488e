"""Invalid descriptions are refused with a sentence and a place. A file has all these sentences."""

from pathlib import Path

import pytest
from game.recycle.small import SMALL
from support.golden import compare

from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.reading.errors import DescriptionError, Source
from Game.recycle.reading.forms.checker import check
from Game.recycle.transcript import transcribe

PAGE = Path(__file__).parent / "refusals.txt"

# In the small game this text is replaced by that one.
SPOILT = [
    (" (scoring max ((current player) sto SUM)))\n", ""),
    (
        "(scoring max ((current player) sto SUM)))",
        "(scoring max ((current player) sto SUM))))\n(do)",
    ),
    ("(scoring max", "(scoring most"),
    (" (scoring max ((current player) sto SUM)))", ")"),
    (SMALL, ""),
    (SMALL, "()"),
    (SMALL, "(deck)"),
    (SMALL, "game"),
    ("(game\n", "(game @\n"),
    ("(declare 2 'SEATS)", "(declare 2 SEATS)"),
    ("(declare 2 'SEATS)", "(declare 2 'SEATS) (declare 3 'SEATS)"),
    ("(declare 2 'SEATS)", "(declare 0 'SEATS)"),
    ("(create players 'SEATS)", "(create players 'SEAT)"),
    ("(create players 'SEATS)", "(create players (size player))"),
    ("(create teams (0) (1))", "(create teams (0) (2))"),
    ("(create teams (0) (1))", "(create teams (0) (0, 1))"),
    ("(RANK (ONE, TWO, THREE))", "(RANK ONE TWO)"),
    ("(RANK (ONE, TWO, THREE))", "(RANK (ONE TWO))"),
    ("(declare 2 'SEATS)", "(declare 99999999999 'SEATS)"),
    ("(shuffle (game iloc STOCK))", "(shufle (game iloc STOCK))"),
    ("(shuffle (game iloc STOCK))", "(shuffle (filter (game iloc STOCK) 'C (== 1 1)))"),
    ("(shuffle (game iloc STOCK))", "(shuffle (game loc STOCK))"),
    ("(shuffle (game iloc STOCK))", "(shuffle STOCK)"),
    ("(shuffle (game iloc STOCK))", "(choice ((turn pass)))"),
    ("(shuffle (game iloc STOCK))", "(turn end)"),
    ("(shuffle (game iloc STOCK))", "(set (game sto N) A)"),
    ("(shuffle (game iloc STOCK))", "(set (game vloc N) 1)"),
    ("(shuffle (game iloc STOCK))", "(repeat all (shuffle (game iloc STOCK)))"),
    ("(shuffle (game iloc STOCK))", "((+ 1 2) (turn pass))"),
    ("(shuffle (game iloc STOCK))", "((== 1 A) (turn pass))"),
    ("(shuffle (game iloc STOCK))", "(remember (top (game iloc STOCK)) (top (game vloc M)))"),
    ("(do\n  ((shuffle", "(do\n  (shuffle"),
    (" (do\n  (", " (shuffle (game iloc STOCK))\n (do\n  ("),
    ("(repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND))))", "(move (top 'P) (top 'P))"),
    ("(top ('P iloc HAND))", "('P iloc HAND)"),
    ("(top ('P iloc HAND))", "(top ('P iloc HAND) 1)"),
    ("(top ('P iloc HAND))", "(top ('C iloc HAND))"),
    ("(top (game iloc STOCK))", "(top (game iloc STOK))"),
    ("(end (all player 'P (== (size ('P iloc HAND)) 0)))", "(all player 'P (== 1 1))"),
    ("(end (all player 'P (== (size ('P iloc HAND)) 0)))", "(end (== (size player)))"),
    ("(end (all player 'P (== (size ('P iloc HAND)) 0)))", "(end (> 'SEATS 2))"),
    ("(end (all player 'P (== (size ('P iloc HAND)) 0)))", "(end (not (> 'SEATS 2)))"),
    ("(stage player", "(stage players"),
    ("(any ((current player) iloc HAND) 'C", "(any (current player) 'C"),
    ("(any ((current player) iloc HAND) 'C", "(any ((curent player) iloc HAND) 'C"),
    ("(score 'C using 'WORTH)", "(score 'C using 'WORT)"),
    ("(score 'C using 'WORTH)", "(score 'C 'WORTH)"),
    ("(score 'C using 'WORTH)", "(cardatt SUIT 'C)"),
    ("((RANK (ONE)) 1)", "((RANK (ONE)))"),
    ("((RANK (ONE)) 1)", "((RANK ((+ 1 1))) 1)"),
    ("(== (size ('P iloc HAND)) 0)", "(== ONE (size ('P iloc HAND)))"),
    ("(== (size ('P iloc HAND)) 0)", "(== 'P 0)"),
]


def refusal(text: str) -> str:
    with pytest.raises(DescriptionError) as caught:
        check(text, "small.gdl")
    return str(caught.value)


def test_the_small_game_is_a_valid_description():
    description, remarks = check(SMALL, "small.gdl")
    assert description.players == 2
    assert remarks == []


def test_every_mistake_gets_the_error_in_the_saved_file():
    found = []
    for old, new in SPOILT:
        assert SMALL.count(old) == 1 or old == SMALL, old
        found.append(f"--- {old.strip()!r} -> {new!r}" if old != SMALL else f"--- all -> {new!r}")
        found.append(refusal(SMALL.replace(old, new)) + "\n")
    compare(PAGE, "\n".join(found))


def test_a_byte_order_mark_and_windows_line_ends_change_nothing():
    windows = "\ufeff" + SMALL.replace("\n", "\r\n")
    assert check(windows) == check(SMALL)
    wrong = windows.replace("(shuffle", "(shufle")
    assert refusal(wrong) == refusal(SMALL.replace("(shuffle", "(shufle"))


@pytest.mark.parametrize(
    "old,new",
    [
        ("(ONE, TWO, THREE)", "(ONE, TWO, THREE,)"),
        ("(create teams (0) (1))", "(create teams (0), (1,))"),
        ("(create teams (0) (1))", ""),
        ("'P", "' P"),
        ("'P", "\u2019P"),
        (" ", "\t"),
        (" ", "  \u00a0"),
        (") (", ")("),
        (") 0)", ")0)"),
        (" 'C", "'C"),
        ("(== (size ('P iloc HAND)) 0)", "((== (size ('P iloc HAND)) (0)))"),
        ("(== (size ('P iloc HAND)) 0)", "(== (size ('P iloc HAND)) (% 4 2))"),
        ("(== (size ('P iloc HAND)) 0)", "(== (size ('P iloc HAND)) (mod 4 2))"),
        ("(score 'C using 'WORTH)", "(- (score 'C using 'WORTH) -0)"),
        ("(score 'C using 'WORTH)", "(-(score 'C using 'WORTH)0)"),
        ("(shuffle (game iloc STOCK))", "((shuffle (game iloc STOCK)))"),
        ("(game\n", "; a game\n;; of ours\n\n(game ;; it (is\n"),
        ("SUM)))\n", "SUM))) ;; the end"),
    ],
)  # fmt: skip
def test_spelling_that_does_not_matter_is_ignored(old, new):
    """All these spellings are the same game, without a warning."""
    assert old in SMALL
    description, remarks = check(SMALL.replace(old, new))
    assert remarks == []
    assert transcribe(Program(description), Stream(3)) == transcribe(
        Program(check(SMALL)[0]), Stream(3)
    )


def test_names_can_be_numbers():
    text = SMALL
    for name, digits in (("ONE", "1"), ("TWO", "10"), ("THREE", "2H")):
        text = text.replace(name, digits)
    lines = transcribe(Program(check(text)[0]), Stream(3))
    assert "C:RANK=10;SUIT=REDS table INVISIBLE STOCK" in lines
    assert "A:2H 3" in lines
    low = "(size (filter ('P iloc HAND) 'C (== (cardatt RANK 'C) 10)))"
    check(text.replace("(size ('P iloc HAND))", low))
    check(text.replace("(size ('P iloc HAND))", low.replace("(cardatt RANK 'C) 10", "10 'X")
                       .replace("'X", "(cardatt RANK 'C)")))  # fmt: skip


def test_a_negative_number_differs_from_a_difference():
    for text, worth in (("-5", -5), ("(-5)", -5), ("(-5 3)", 2), ("(+ 5 -3)", 2), ("(- 5 -3)", 8)):
        program = Program(check(SMALL.replace("((current player) sto SUM)))\n", f"{text}))\n"))[0])
        assert transcribe(program, Stream(1))[-2] == f"s:{worth} 1"


@pytest.mark.parametrize(
    "old,new,sentence",
    [
        ("SUM)))\n", "SUM))) ) )\n", "The game is closed before this `)`, which is passed over."),
        ("(shuffle (game iloc STOCK))", "",
         "Nothing is ever shuffled, and the text gives the order of this deck: all players know "
         "each card of it. Write a `shuffle` before cards are dealt."),
        ("(0) (1)", "(0)", "Player 1 is put in no team, so it plays in one of its own."),
        ("(stage player", "(do (((== 1 2) (move (top (game vloc NONE)) (top (game vloc OUT))))))"
         " (stage player", "Nothing is ever put in the game's vloc NONE: it stays empty."),
        ("(stage player", "(do ((repeat all (move (top (game vloc NONE)) (top (game vloc OUT))))))"
         " (stage player", "Nothing is ever put in the game's vloc NONE: it stays empty."),
    ],
)  # fmt: skip
def test_the_checker_warns_of_unusual_descriptions_and_they_can_be_played(old, new, sentence):
    description, remarks = check(SMALL.replace(old, new, 1), "small.gdl")
    assert {remark.sentence for remark in remarks} == {sentence}
    assert all(remark.text(Source("small.gdl", "")).startswith("small.gdl:") for remark in remarks)
    assert transcribe(Program(description), Stream(1))[-1] == "t: p0"


def test_a_comment_is_ignored():
    assert check(SMALL.replace("(do\n", "(do ;; (deal\n")) == check(SMALL)


def test_the_checker_warns_of_a_place_that_stays_empty():
    score = "((current player) sto SUM)))"
    _, remarks = check(SMALL.replace(f"max {score}", "max (size (game vloc OUT))))"))
    assert [remark.sentence for remark in remarks] == [
        "Nothing is ever put in the game's vloc OUT: it stays empty."
    ]


def test_the_depth_of_nested_forms_is_limited():
    deep = "(not " * 200 + "(== 1 1)" + ")" * 200
    assert "forms within each other" in refusal(SMALL.replace("(all player 'P (== (size ('P iloc "
                                                             "HAND)) 0))", deep))  # fmt: skip
    allowed = "(not " * 90 + "(== (game sto N) 1)" + ")" * 90
    text = SMALL.replace("(all player 'P (== (size ('P iloc HAND)) 0))", allowed)
    assert Program(check(text)[0])
