"""Every registered game obeys every law, with all its options."""

import pytest
from conformance import laws_of_inference
from conformance.laws import LAWS, hold
from conformance.subjects import SUBJECTS, Subject, other_files

CASES = [
    pytest.param(subject, id=str(subject), marks=[pytest.mark.slow] if subject.variant else [])
    for subject in SUBJECTS
]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("subject", CASES)
def test_the_game_keeps_the_law(subject: Subject, law: str) -> None:
    hold(law, subject)


@pytest.mark.parametrize("law", [law for law in LAWS if hasattr(laws_of_inference, law)])
@pytest.mark.parametrize("subject", other_files(), ids=lambda subject: subject.game.file)
def test_every_other_described_game_keeps_the_laws_of_inference(subject: Subject, law: str) -> None:
    hold(law, subject)
