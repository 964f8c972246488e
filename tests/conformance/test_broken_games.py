"""The suite is worth something: each broken toy is caught, by the law that is meant to."""

import pytest
from conformance.laws import LAWS
from conformance.subjects import Subject, redealt
from conformance.worlds.nearest import another_world
from toys.broken import BROKEN

from Game.core.observation import GameObservation


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_a_broken_game_is_caught(kind) -> None:
    subject = Subject(kind(seats="3"), GameObservation, another_world)
    with pytest.raises(AssertionError):
        for seed in range(6):
            LAWS[kind.law](subject, seed)


@pytest.mark.parametrize("kind", [k for k in BROKEN if k.law == "check_no_leak"])
def test_a_leak_is_caught_by_the_game_s_own_redeal_too(kind) -> None:
    subject = Subject(kind(seats="3"), GameObservation, redealt)
    with pytest.raises(AssertionError, match="apart"):
        for seed in range(6):
            LAWS["check_no_leak"](subject, seed)


def test_every_law_catches_something() -> None:
    caught = {kind.law for kind in BROKEN}
    assert caught == set(LAWS)
