"""The two experiments on BoerenBridge: their blocks and their pages."""

import pytest

from arena.experiments.catalogue import EXPERIMENTS, find
from arena.experiments.experiment import Setting, Task
from arena.experiments.running import gather
from arena.experiments.studies import boerenbridge_agents as agents
from arena.experiments.studies import boerenbridge_knowledge as knowledge
from arena.pages.report.write import write


def test_the_list_has_both():
    assert find("boerenbridge-agents") is agents.AGENTS_AT_ONE_TABLE
    assert find("boerenbridge-knowledge") is knowledge.KNOWLEDGE
    assert {"boerenbridge-agents", "boerenbridge-knowledge"} <= set(EXPERIMENTS)


def test_games_of_the_agents_do_not_depend_on_the_blocks():
    total = {"games": 60}
    whole = agents.play_block(Task(0, 0, 60, "7", total))
    parts = [agents.play_block(Task(i, 20 * i, 20, "7", total)) for i in range(3)]
    assert whole["games"] == 60
    for one, three in zip(agents.score_agents([whole]), agents.score_agents(parts), strict=True):
        assert one.mean == three.mean
        assert one.deviation == three.deviation
        assert one.wins == pytest.approx(three.wins)
    assert sum(one.wins for one in agents.score_agents([whole])) == pytest.approx(1)


def test_the_seats_change_half_way():
    tasks = agents.AGENTS_AT_ONE_TABLE.tasks(Setting(6_000, "1"))
    assert [task.games for task in tasks] == [2_500, 2_500, 1_000]
    assert all(task.parameters["games"] == 6_000 for task in tasks)
    early = agents.play_block(Task(0, 10, 5, "1", {"games": 6_000}))
    late = agents.play_block(Task(0, 10, 5, "1", {"games": 10}))
    assert early["sums"] != late["sums"]


def test_the_page_of_the_agents_has_ours_beside_the_published_figures(tmp_path):
    setting = Setting(400, "1")
    experiment = agents.AGENTS_AT_ONE_TABLE
    blocks = gather(experiment, setting, tmp_path, 1, lambda games: None)
    report = experiment.fold(blocks, setting)
    page = write(report, tmp_path).read_text(encoding="utf-8")
    assert "FullKripke has the highest mean score" in page
    assert "23.3 to 24.1" in page
    assert report.answer[1].startswith("FullKripke: ")
    assert "published 23.6, in new runs of the original 23.3 to 24.1; wins" in report.answer[1]
    rows = (tmp_path / "scores.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("agent,mean,from,to,deviation,published mean")
    assert [row.partition(",")[0] for row in rows[1:]] == [
        "FullKripke", "Greedy", "GreedyKripke", "Random"
    ]  # fmt: skip
    assert (tmp_path / "wins.csv").is_file()


def test_a_mean_outside_the_range_is_reported():
    far = agents.AgentScores(agents.PUBLISHED["random"], 100_000, 5.0, 15.0, 0.1)
    inside = agents.AgentScores(agents.PUBLISHED["random"], 100_000, -3.65, 15.0, 0.1)
    assert inside.far == 0
    assert far.far > 50
    assert (
        "Outside the range of new runs of the original: Random by" in agents.answer([far], 0.2)[2]
    )


def test_the_players_differ_only_in_their_knowledge(monkeypatch):
    monkeypatch.setattr(knowledge, "WORLDS", 4)
    task = Task(0, 0, 2, "1", {})
    block = knowledge.play_block(task)
    assert block == knowledge.play_block(task)
    for players in block.values():
        assert set(players) == {"fullkripke", "none", "per-card", "counting", "knowing"}
        assert all(len(numbers) == 2 for numbers in players.values())
        assert players["counting"] != players["fullkripke"]


def test_the_page_of_the_layers_answers_in_two_sentences(tmp_path, monkeypatch):
    monkeypatch.setattr(knowledge, "WORLDS", 2)
    setting = Setting(3, "1")
    blocks = gather(knowledge.KNOWLEDGE, setting, tmp_path, 1, lambda games: None)
    report = knowledge.KNOWLEDGE.fold(blocks, setting)
    assert len(report.answer) == 2
    assert "counting adds" in report.answer[0]
    write(report, tmp_path)
    assert (tmp_path / "added-three-fullkripke.csv").is_file()
    assert (tmp_path / "scores-one-of-each.csv").is_file()


@pytest.mark.parametrize("name", ["boerenbridge-agents", "boerenbridge-knowledge"])
def test_even_a_single_game_has_its_page(tmp_path, monkeypatch, name):
    monkeypatch.setattr(knowledge, "WORLDS", 1)
    experiment, setting = find(name), Setting(1, "1")
    report = experiment.fold(gather(experiment, setting, tmp_path, 1, lambda games: None), setting)
    assert "nan" not in " ".join(report.answer)
    assert "Outside" not in " ".join(report.answer)
    assert " to " not in report.answer[1].partition(",")[0]  # one game has no interval
    assert write(report, tmp_path).is_file()


def test_a_difference_is_certain_only_outside_its_interval():
    sure = knowledge.mean([1.0, 1.2, 0.9, 1.1])
    assert sure.clear
    assert sure.low < sure.value < sure.high
    assert not knowledge.mean([1.0, -1.2, 0.9, -1.1]).clear
    assert not knowledge.mean([1.0]).clear
