"""Every registered game obeys every law, with all its options."""

import pytest
from conformance.laws import LAWS, hold
from conformance.subjects import SUBJECTS, Subject

CASES = [
    pytest.param(subject, id=str(subject), marks=[pytest.mark.slow] if subject.variant else [])
    for subject in SUBJECTS
]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("subject", CASES)
def test_the_game_keeps_the_law(subject: Subject, law: str) -> None:
    hold(law, subject)
