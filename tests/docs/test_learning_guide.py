"""The examples in docs/learning.md run, one after the other."""

import re
from pathlib import Path

import pytest
from support.optional import optional

GUIDE = Path(__file__).parents[2] / "docs" / "learning.md"


def examples(of_openspiel: bool) -> str:
    """The code of the sections about OpenSpiel, or of all others."""
    sections = re.split(r"^## ", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    some = [one for one in sections if ("OpenSpiel" in one.partition("\n")[0]) == of_openspiel]
    text = re.findall(r"```python\n(.*?)```", "\n".join(some), re.DOTALL)
    assert len(text) >= 2
    return "\n".join(text)


def test_every_example_of_the_guide_to_learning_runs():
    names: dict[str, object] = {}
    exec(compile(examples(False), str(GUIDE), "exec"), names)
    assert names["reward"] in (0.0, 0.5, 1.0)


@pytest.mark.slow
def test_every_example_with_openspiel_runs():
    optional("pyspiel")
    exec(compile(examples(True), str(GUIDE), "exec"), {})
