"""`arena experiment tarot-strength`: its sentence on the two roles follows from its deals."""

from dataclasses import replace

import pytest

from arena.experiments.experiment import Setting, Task
from arena.experiments.studies import tarot_strength
from arena.experiments.studies.tarot_deals import TarotBot


def block(taker: float, defence: float) -> list[dict[str, float]]:
    return [{"taker": taker, "defence": defence, "searches": 2, "simulations": 900}]


def test_the_answer_says_which_role_is_sure():
    blocks = [block(10.0 + n % 3, 40.0 - 80.0 * (n % 2)) for n in range(20)]
    report = tarot_strength.fold(blocks, Setting(20, "s", {}))
    (answer,) = report.answer
    assert "as the taker +10.9" in answer
    assert "better at 99 %; as the defence +0.0" in answer
    assert answer.endswith("not told apart.")
    assert ("simulations a move", "450 on average; fewer on a busy machine") in report.conditions


def test_each_deal_is_played_in_both_roles(monkeypatch):
    """With a number of simulations, so that no clock is used."""

    def by_count(policy: str, seconds: float) -> TarotBot:
        assert seconds == pytest.approx(0.1)
        return TarotBot(policy, simulations=20)

    monkeypatch.setattr(tarot_strength, "TarotBot", by_count)
    task = Task(0, 3, 2, "s", {})
    rows = tarot_strength.play_block(task)
    assert rows == tarot_strength.play_block(task)
    assert len(rows) == 2
    assert all(row["searches"] > 40 and row["simulations"] > 800 for row in rows)
    assert rows[1:] == tarot_strength.play_block(replace(task, first=4, games=1))
