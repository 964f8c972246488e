"""The examples in docs/learning.md run, one after the other."""

import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "learning.md"


def test_every_example_of_the_guide_to_learning_runs():
    examples = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) >= 5
    names: dict[str, object] = {}
    exec(compile("\n".join(examples), str(GUIDE), "exec"), names)
    assert names["reward"] in (0.0, 0.5, 1.0)
