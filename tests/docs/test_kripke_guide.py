"""The examples in docs/kripke.md run, one after the other, and so does the toolbox's."""

import re
import textwrap
from pathlib import Path

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.workers import here
from Game.registry import find

GUIDE = Path(__file__).parents[2] / "docs" / "kripke.md"


def test_every_example_of_the_guide_to_knowledge_is_true():
    examples = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) >= 7
    exec(compile("\n".join(examples), str(GUIDE), "exec"), {})


def test_the_example_of_the_toolbox_is_a_bot_of_boerenbridge(tmp_path):
    guide = GUIDE.with_name("bots.md").read_text(encoding="utf-8")
    (example,) = (
        each for each in re.findall(r"```py\n(.*?)```", guide, re.DOTALL) if "toolbox" in each
    )
    bot = tmp_path / "mine.py"
    bot.write_text(
        "from Players.Player import Player\n\n\nclass Mine(Player):\n"
        "    def think(self, observation, budget):\n"
        f"{textwrap.indent(example, ' ' * 8)}        return observation.get_list_actions()[0]\n"
    )
    bots = [load(str(bot)), load("random"), load("greedy"), load("fullkripke")]
    run = new_match(find("boerenbridge")(), bots, 2, RunOptions(seed="1", clock=False))
    for record in here.play(run, run.fixtures):
        assert record.faults == []
