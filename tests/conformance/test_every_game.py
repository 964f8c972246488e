"""Every registered game, under all its options, keeps every law."""

import pytest
from conformance.laws import LAWS
from conformance.subjects import SUBJECTS, Subject

SEEDS = range(6)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_the_game_keeps_the_law(subject: Subject, law: str) -> None:
    for seed in SEEDS:
        LAWS[law](subject, seed)
