"""Every registered game, under all its options, keeps every law."""

import pytest
from conformance.laws import LAWS, hold
from conformance.subjects import SUBJECTS, Subject


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_the_game_keeps_the_law(subject: Subject, law: str) -> None:
    hold(law, subject)
