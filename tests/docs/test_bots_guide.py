"""The examples in docs/bots.md run in one bot, one after the other."""

import re
import textwrap
from pathlib import Path

import pytest

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.workers import here
from Game.registry import find

GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"


@pytest.mark.slow
def test_every_example_of_the_guide_runs(tmp_path):
    first, *examples = re.findall(
        r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(examples) >= 5
    body = textwrap.indent("\n".join(examples), " " * 8)
    bot = tmp_path / "guide.py"
    bot.write_text(
        f"{first}\n\nclass Guide(MyBot):\n    def think(self, observation, budget):\n{body}",
        encoding="utf-8",
    )
    run = new_match(
        find("brisca")(), [load(str(bot)), load("random")], 2, RunOptions(seed="1", clock=False)
    )
    for record in here.play(run, run.fixtures):
        assert record.faults == []


def test_the_first_example_is_a_bot_by_itself(tmp_path):
    first = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0]
    (tmp_path / "mine.py").write_text(first, encoding="utf-8")
    assert load(str(tmp_path / "mine.py")).name == "MyBot"


def test_no_example_of_a_search_gives_away_its_time():
    """A student copies the line, and the bot would think for a tenth of its budget."""
    budgets = re.findall(r"search\(observation, (budget[^,)]*)", GUIDE.read_text("utf-8"))
    assert set(budgets) == {"budget"}
