"""Formatting a description changes only blanks, and formatting it again changes nothing."""

import random
import re

import pytest
from game.recycle.small import CASES, SMALL
from support.paths import ROOT

from Game.recycle.reading.forms.description import read
from Game.recycle.reading.layout import WIDTH, format_description

FILES = [*sorted(CASES.glob("*/*.gdl")), *sorted((ROOT / "Game/recycle/games").glob("*.gdl"))]


def words(text):
    """The words of a text, and its comments line by line."""
    return re.findall(r";;[^\n]*|[^\s;]", text.replace("\r", ""))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_formatting_keeps_words_and_comments_and_is_stable(file):
    text = file.read_text("utf-8-sig")
    made = format_description(text)
    assert [word.rstrip() for word in words(made)] == [word.rstrip() for word in words(text)]
    assert format_description(made) == made
    assert read(made).players == read(text).players
    assert max(map(len, made.splitlines())) <= WIDTH


@pytest.mark.parametrize(
    "text,made",
    [
        ("(game(a)(b))", "(game (a) (b))\n"),
        ("(a , b ,c)", "(a, b, c)\n"),
        ("\ufeff(a)\r\n", "(a)\n"),
        (";; on top\n\n(a)", ";; on top\n\n(a)\n"),
        ("; on top (of it\n(a)", "; on top (of it\n(a)\n"),
        ("(a) ;; behind", "(a)  ;; behind\n"),
        ("(a ;; of a\n b)", "(a  ;; of a\n b)\n"),
        ("(a b ;; of b\n)", "(a b  ;; of b\n )\n"),
        ("(;; first\n a)", "(;; first\n a)\n"),
        ("(a\n;; last\n)", "(a\n ;; last\n )\n"),
        ("(a)\n\n\n\n(b)", "(a)\n\n(b)\n"),
        ("(- 5 -3)(-5 3)", "(- 5 -3)\n(-5 3)\n"),
        ("(a 1..5 '\t P'Q)", "(a 1..5 ' P 'Q)\n"),
        ("", "\n"),
    ],
)
def test_the_format_of_short_forms(text, made):
    assert format_description(text) == made
    assert format_description(made) == made


def test_long_forms_are_split_and_indented():
    long = "(any (filter ((current player) iloc HAND) 'H (== (cardatt SUIT 'H) HEARTS)) 'C " \
           "(do ((move 'C (top (game vloc TRICK))) (set (game sto PLAYED) 1))))"  # fmt: skip
    assert format_description(long) == (
        "(any (filter ((current player) iloc HAND) 'H (== (cardatt SUIT 'H) HEARTS)) 'C\n"
        " (do\n"
        "  ((move 'C (top (game vloc TRICK)))\n"
        "   (set (game sto PLAYED) 1))))\n"
    )


def test_comments_and_blanks_anywhere_are_formatted_stably():
    dice = random.Random(8)
    for number in range(120):
        parts = re.findall(r"[()]|[^\s()]+", SMALL)
        for _ in range(8):
            place = dice.randrange(len(parts))
            parts.insert(place, dice.choice([f";; note {number}\n", "\n\n", "\n ;; x\n\n", "\t"]))
        text = " ".join(parts)
        made = format_description(text)
        assert format_description(made) == made, text
        assert sorted(words(made)) == sorted(words(text))
        assert read(made).players == 2
