"""The experiment on conclusions in described games: its blocks and its page."""

from dataclasses import replace

import pytest

from arena.experiments.catalogue import find
from arena.experiments.experiment import Setting, Task
from arena.experiments.studies import described_knowledge as study
from arena.pages.report.write import write
from Game.core.stream import Stream
from Game.registry import find as find_game


def cheap_arms() -> list[study.KnowledgeArm]:
    budgets = {study.FLAT: 1, study.TREE: 4}
    return [replace(arm, budget=budgets[arm.policy]) for arm in study.ARMS]


def test_its_page_has_a_row_for_each_arm(tmp_path, monkeypatch):
    monkeypatch.setattr(study, "ARMS", cheap_arms())
    setting = Setting(3, "1")
    experiment = find("described-knowledge")
    tasks = [task for task in experiment.tasks(setting) if task.parameters["arm"] in (0, 1, 4)]
    blocks = [experiment.work(task) for task in tasks]
    assert [len(block["rows"]) for block in blocks] == [2, 2, 2]  # deals, each played twice
    assert all(0 <= share <= 1 for block in blocks for row in block["rows"] for share in row)
    report = experiment.fold(blocks, setting)
    assert "Agram for 2, montecarlo with 1 world" in report.answer[0]
    write(report, tmp_path)
    assert len((tmp_path / "wins.csv").read_text("utf-8").splitlines()) == 4


def test_equal_players_share_the_wins(monkeypatch):
    """If nobody concludes anything, the same deal is played twice in the same way."""
    monkeypatch.setattr(study, "ARMS", cheap_arms())
    monkeypatch.setattr(study, "stream_at", lambda key, *path: Stream(path[2]))
    monkeypatch.setattr(study, "without_conclusions", lambda state: state)
    (row, *_) = study.play_block(Task(0, 0, 2, "1", {"arm": 0}))["rows"]
    assert row == [0.5, 0.5]


def test_a_player_without_conclusions_imagines_voids_that_were_shown():
    game = find_game("agram")(players="2")
    for seed in range(20):
        state, dice = game.deal(Stream(seed)), Stream(seed)
        for _ in range(6):
            state.play(dice.below(len(state.legal())))
        if state.claims(state.turn):
            assert not study.without_conclusions(state).claims(state.turn)
            return
    pytest.fail("nobody has shown a void")
