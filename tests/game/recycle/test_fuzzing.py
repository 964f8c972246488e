"""Damaged and made-up descriptions are refused with the place of the mistake, or played to the end,
or stopped with the line where the game cannot go on. There is no other outcome.
"""

import random
from collections import Counter

import pytest
from game.recycle.spoiling import FILES, LIMITS, made_up, spoilt, survive
from support.cases import case


def outcomes_of_damage(times: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for file in FILES:
        dice, text = random.Random(file.stem), file.read_text("utf-8")
        for number in range(times):
            with case(f"{file.name} {number}"):
                found[survive(spoilt(text, dice) + LIMITS, file.name, number)] += 1
    return found


def test_a_damaged_description_is_refused_or_played_or_stopped():
    assert set(outcomes_of_damage(3)) == {"refused", "played", "stopped"}


def test_a_made_up_game_is_refused_or_played_or_stopped():
    found: Counter[str] = Counter()
    for seed in range(60):
        with case(str(seed)):
            found[survive(made_up(random.Random(seed)), "made.gdl", seed)] += 1
    assert min(found["played"], found["stopped"]) > 5


@pytest.mark.slow
def test_many_damaged_descriptions_are_refused_or_played_or_stopped():
    found = outcomes_of_damage(20)
    assert found["refused"] > 5 * len(FILES)
    assert found["played"] + found["stopped"] > len(FILES) // 2
