"""Damaged and made-up descriptions are refused with the place of the mistake, or played to the end,
or stopped with the line where the game cannot go on. There is no other outcome.
"""

import random
from collections import Counter

import pytest
from game.recycle.spoiling import FILES, LIMITS, NAMES, made_up, mixed, spoilt, survive
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
    assert set(outcomes_of_damage(2)) == {"refused", "played", "stopped"}


@pytest.mark.parametrize("dialect", NAMES)
def test_a_made_up_game_is_refused_or_played_or_stopped(dialect):
    found: Counter[str] = Counter()
    for seed in range(60):
        with case(str(seed)):
            found[survive(made_up(random.Random(seed), dialect), NAMES[dialect], seed)] += 1
    assert min(found["played"], found["stopped"]) > 5


def test_options_that_pick_different_things_are_played_or_stopped():
    found: Counter[str] = Counter()
    for seed in range(60):
        with case(str(seed)):
            found[survive(mixed(random.Random(seed)), NAMES["0.5"], seed)] += 1
    assert min(found["played"], found["stopped"]) > 5


@pytest.mark.slow
def test_many_damaged_descriptions_are_refused_or_played_or_stopped():
    found = outcomes_of_damage(10)
    assert found["refused"] > 5 * len(FILES)
    assert found["played"] + found["stopped"] > len(FILES) // 2
