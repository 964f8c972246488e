"""The example of docs/experiments.md works."""

import re
from pathlib import Path

from arena.cli import COMMANDS
from arena.experiments.catalogue import EXPERIMENTS
from arena.experiments.experiment import Setting
from arena.experiments.running import gather
from arena.experiments.studies.kripke_learning.training import SEEDS, SETS
from arena.pages.report.write import write

GUIDE = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")


def test_the_experiment_of_the_guide_runs_and_has_its_page(tmp_path):
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    names: dict = {}
    exec(compile(example, "docs/experiments.md", "exec"), names)
    experiment, setting = names["WHO_BEGINS"], Setting(600, "1")
    results = gather(experiment, setting, tmp_path, 1, lambda games: None)
    assert len(results) == 2
    page = write(experiment.fold(results, setting), tmp_path)
    assert "It wins " in page.read_text()


def test_the_commands_of_the_guide_are_there():
    shown = re.findall(r"^\$ arena (\w+)(?: (\w+))?", GUIDE, re.MULTILINE)
    assert shown
    assert {command for command, _ in shown} <= set(COMMANDS)
    assert {name for command, name in shown if command == "experiment" and name} <= set(EXPERIMENTS)


def test_the_guide_counts_the_networks_as_they_are_trained():
    assert f"It trains {SEEDS * len(SETS)} networks" in GUIDE
