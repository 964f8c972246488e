"""What is no description is refused in a sentence with its place. The sentences are kept."""

import random
import re
from pathlib import Path

import pytest
from game.recycle.small import CASES, SMALL
from support.kept import compare

from Game.core.stream import Stream
from Game.recycle.checker import check
from Game.recycle.course import Course, Drawn
from Game.recycle.errors import DescriptionError, GameFault

PAGE = Path(__file__).parent / "refusals.txt"

# In the small game this text is replaced by that one.
SPOILT = [
    (" (scoring max ((current player) sto SUM)))\n", ""),
    ("(scoring max ((current player) sto SUM)))", "(scoring max ((current player) sto SUM))))"),
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
    ("(create teams (0) (1))", "(create teams (0))"),
    ("(RANK (ONE, TWO, THREE))", "(RANK ONE TWO)"),
    ("(RANK (ONE, TWO, THREE))", "(RANK (ONE TWO))"),
    ("(RANK (ONE, TWO, THREE))", "(RANK (1, 2))"),
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
    ("((RANK (ONE)) 1)", "((RANK (1)) 1)"),
]


def refusal(text: str) -> str:
    with pytest.raises(DescriptionError) as caught:
        check(text, "small.gdl")
    return str(caught.value)


def test_the_small_game_is_one():
    description, remarks = check(SMALL, "small.gdl")
    assert description.players == 2
    assert remarks == []


def test_every_mistake_is_refused_as_on_the_page():
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


def test_a_comment_is_passed_over():
    assert check(SMALL.replace("(do\n", "(do ;; (deal\n")) == check(SMALL)


def test_a_place_that_stays_empty_is_remarked_on_and_played():
    score = "((current player) sto SUM)))"
    _, remarks = check(SMALL.replace(f"max {score}", "max (size (game vloc OUT))))"))
    assert [remark.sentence for remark in remarks] == [
        "Nothing is ever put in the game's vloc OUT: it stays empty."
    ]


def test_forms_within_forms_have_a_limit():
    deep = "(not " * 200 + "(== 1 1)" + ")" * 200
    assert "forms within each other" in refusal(SMALL.replace("(all player 'P (== (size ('P iloc "
                                                             "HAND)) 0))", deep))  # fmt: skip
    allowed = "(not " * 90 + "(== (game sto N) 1)" + ")" * 90
    text = SMALL.replace("(all player 'P (== (size ('P iloc HAND)) 0))", allowed)
    assert Course(check(text)[0])


# Fuzzing

WORDS = ["0", "999999999", "'P", "(", ")", "@", "\0", "é", "..", ",", "-", "any", "all", "mem",
         "owner", "1", "(turn pass)", "'C", "player"]  # fmt: skip


def mutated(text: str, dice: random.Random) -> str:
    """The text with one to three of its words lost, doubled, moved or replaced."""
    words = re.findall(r";;[^\n]*|\s+|[()]|'?\w+|[^\s\w()']+", text)
    for _ in range(dice.choice([1, 1, 2, 3])):
        place, other = dice.randrange(len(words)), dice.randrange(len(words))
        what = dice.randrange(5)
        if what == 0 and len(words) > 9:
            del words[place]
        elif what == 1:
            words.insert(place, words[other])
        elif what == 2:
            words[place], words[other] = words[other], words[place]
        elif what == 3:
            words[place] = dice.choice(WORDS)
        elif dice.random() < 0.1 and place > 9:
            del words[place:]
    return "".join(words)


@pytest.mark.parametrize("file", sorted(CASES.glob("*/*.gdl")), ids=lambda file: file.stem)
def test_a_mutated_description_is_refused_or_played_and_never_more(file):
    dice, text = random.Random(file.stem), file.read_text("utf-8")
    refusals, faults, played = [], [], 0
    for number in range(150):
        try:
            course = Course(check(mutated(text, dice), file.name)[0])
            stream = Stream(number)
            table = course.start(Drawn(stream))
            for _ in range(200):
                if not table.over:
                    course.choose(table, stream.below(len(table.options)))
            played += 1
        except DescriptionError as error:
            refusals.append(str(error))
        except GameFault as fault:
            faults.append(str(fault))
    place = re.compile(rf"{file.name}:\d+:\d+: [A-Z`'].*\n")
    assert [refusal for refusal in refusals if not place.match(refusal)] == []
    assert [fault for fault in faults if "This is line" not in fault] == []
    assert len(refusals) > 50
    assert played > 5
