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


def test_only_differences_that_are_told_apart_are_called_differences():
    """The sentence about sets that make fewer points agrees with the table above it."""
    text = " ".join(GUIDE.read_text(encoding="utf-8").split())
    [fewer] = re.findall(r"With ([^.]+), a network makes about three points fewer", text)
    [unclear] = re.findall(r"[.] ([^.]+), but the games do not tell it apart", text)
    rows = dict(
        re.findall(r"^[|] `([\w+]+)` (?:[|][^|]*){2}[|] ([^|]*) [|]", GUIDE.read_text(), re.M)
    )
    assert {name: "not told apart" in rows[name] for name in re.findall(r"`(.*?)`", fewer)} == {
        "raw+others": False,
        "kripke+others": False,
    }
    assert "not told apart" in rows[re.findall(r"`(.*?)`", unclear)[0]]
