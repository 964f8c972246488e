"""Damaged descriptions are refused with the place of the mistake, or played to the end, or stopped
with the line where the game cannot go on. There is no other outcome.
"""

import random
import re
from pathlib import Path

import pytest
from game.recycle.small import CASES
from game.recycle.test_constructs import Made
from support.cases import case
from support.paths import ROOT

from Game.core.stream import Stream
from Game.recycle.reading.checker import check
from Game.recycle.reading.errors import DescriptionError, GameFault

FILES = [*sorted(CASES.glob("*/*.gdl")), *sorted((ROOT / "Game/recycle/games").glob("*.gdl"))]
WORDS = ["0", "999999999", "'P", "(", ")", "@", "\0", "é", "..", ",", "-", "any", "all", "mem",
         "owner", "1", "(turn pass)", "'C", "player", "team", "-7", "(shuffle (game iloc STOCK))",
         "(repeat all (move (top (game iloc STOCK)) (top (game mem M))))"]  # fmt: skip
LIMITS = "\n;; choices: 150\n;; work: 20000\n"


def words_changed(text: str, dice: random.Random) -> str:
    """The text with one to three words removed, doubled, moved or replaced."""
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


def forms(text: str) -> list[tuple[int, int]]:
    """The start and the end of each form in the text."""
    lefts, found = [], []
    for place, letter in enumerate(text):
        if letter == "(":
            lefts.append(place)
        elif letter == ")" and lefts:
            found.append((lefts.pop(), place + 1))
    return [(first, last) for first, last in found if last - first < 300] or [(0, 0)]


def form_replaced(text: str, dice: random.Random) -> str:
    """The text with one form in the place of another: well formed, but mostly without meaning."""
    first, last = dice.choice(forms(text))
    other, end = dice.choice(forms(text))
    return text[:first] + text[other:end] + text[last:]


def letters_changed(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice([1, 2, 5])):
        place = dice.randrange(len(text))
        text = text[:place] + dice.choice(["", *"()'\" \n;,.-AZaz09#\0\ufeffé"]) + text[place + 1 :]
    return text


SPOILING = (words_changed, form_replaced, form_replaced, letters_changed)


def play(text: str, name: str, number: int) -> None:
    """Play a random game, with views and imagined worlds."""
    check(text, name)
    game, stream = Made(text), Stream(number)
    state = game.deal(stream)
    while not state.is_terminal():
        if len(state.legal()) < 50:
            assert len(set(game.texts(state))) == len(state.legal())
        view = state.view(state.turn)
        imagined = game.determinise(view, stream)
        assert imagined.view(state.turn) == view
        imagined.playout(stream)
        state.play(stream.choice(state.legal()))


@pytest.mark.slow
def test_a_damaged_description_is_refused_or_played():
    played_or_stopped = 0
    for file in FILES:
        with case(file.name):
            played_or_stopped += spoil_and_play(file)
    assert played_or_stopped > len(FILES) // 2


def spoil_and_play(file: Path) -> int:
    """Try many damaged versions of the file; return how many were not refused."""
    dice, text = random.Random(file.stem), file.read_text("utf-8")
    refusals, faults, played = [], [], 0
    for number in range(18):
        spoilt = text
        for _ in range(dice.choice([1, 1, 2])):
            spoilt = dice.choice(SPOILING)(spoilt, dice)
        try:
            play(spoilt + LIMITS, file.name, number)
            played += 1
        except DescriptionError as error:
            refusals.append(str(error))
        except GameFault as fault:
            faults.append(str(fault))
    place = re.compile(r"(made.gdl|" + re.escape(file.name) + r"):\d+:\d+: .*\n")
    assert [refusal for refusal in refusals if not place.match(refusal)] == []
    assert [fault for fault in faults if "This is line" not in fault] == []
    assert len(refusals) > 3
    return played + len(faults)
