"""`arena experiment kripke-learning`: what it counts, what it trains, and what it concludes."""

import subprocess
import sys

import pytest
from support.boerenbridge import play, position
from support.paths import ROOT

from arena.experiments.catalogue import find
from arena.experiments.experiment import Setting, Task
from arena.experiments.studies.kripke_learning import playing, tactics, training
from arena.experiments.studies.kripke_learning.report import fold
from arena.experiments.studies.kripke_learning.tactics import TACTICS, TacticTally
from Game.core.cards import FRENCH

HANDS = "AS KS QH | QS JH JD | JS QD AD | AH KH KD"
DID = {one.key: one.did for one in TACTICS}


def did(key: str, cards: str, card: str) -> bool | None:
    """What the next seat does if it plays this card after these."""
    state = play(position(HANDS, trump="H", bids="2 1 1 1"), cards)
    (number,) = FRENCH.parse_line(card)
    assert number in state.legal()
    return DID[key](state, number)


def test_a_seat_that_cannot_follow_suit_may_trump_in():
    assert did("in", "AS QS JS", "KH") is True
    assert did("in", "AS QS JS", "KD") is False
    assert did("in", "AS", "QS") is None  # it follows
    assert did("in", "", "QH") is None  # it leads


def test_a_seat_may_stay_under_the_best_card():
    assert did("under", "AS QS JS", "KD") is True
    assert did("under", "AS QS JS", "KH") is False
    assert did("under", "AS", "QS") is None  # it can only stay under it


def test_the_highest_rank_counts_as_a_high_lead():
    assert did("high", "", "AS") is True
    assert did("high", "", "QH") is False
    assert did("high", "AS", "QS") is None


def test_a_tally_tells_choices_before_the_bid_is_made_from_those_after_it():
    tally, state = TacticTally(), position(HANDS, trump="H", bids="1 1 1 1")
    for cards in ("AS", "QS", "JS", "KD", "KS", "JH", "QD", "AH"):
        (card,) = FRENCH.parse_line(cards)
        tally.note(state, card)
        state.play(card)
    assert tally.choices["high.needs"] == [1, 1]
    assert tally.choices["high.made"] == [1, 1]
    assert tally.choices["in.needs"] == [
        1,
        2,
    ]  # KD no, JH yes; seat 2 has no trump, seat 3 nothing else


def test_trumps_and_aces_are_strong():
    assert [
        tactics.strength(FRENCH.parse_line(hand), 2)
        for hand in ("AS KS QH", "QS JH JD", "JS QD AD", "AH KH KD")
    ] == [2, 1, 1, 2]


def contestant(kind: str) -> int:
    return next(n for n, one in enumerate(training.CONTESTANTS) if one.kind == kind)


@pytest.mark.slow
def test_a_network_is_trained_and_played(monkeypatch, tmp_path):
    monkeypatch.setattr(playing, "RIVALS", ("greedykripke", "random"))
    task = Task(contestant("kripke"), 0, 30_000, "s")
    monkeypatch.chdir(tmp_path)
    blocks = [training.work(task) for _ in range(2)]  # the second time, the run is there already
    assert blocks[0] == blocks[1]
    assert [at for at, _ in blocks[0]["curve"]] == [5000 * n for n in range(1, 7)]
    untrained = training.work(Task(contestant("untrained"), 0, 30_000, "s"))
    assert not untrained["curve"]
    assert untrained["games"] != blocks[0]["games"]


@pytest.mark.slow
def test_the_hand_made_bot_is_equal_to_itself(monkeypatch):
    """In its own company it wins a quarter, up to the luck of its dice."""
    monkeypatch.setattr(playing, "RIVALS", ("greedykripke",))
    block = training.work(Task(contestant("greedykripke"), 0, 500_000, "s"))
    wins = [share for share, _ in block["games"]["greedykripke"]]
    assert len(wins) == 10
    assert 0.1 < sum(wins) / 10 < 0.4


def block(points: float, under: int = 50) -> dict:
    deals = [[0.25, points + deal % 3 - 1] for deal in range(12)]
    choices = {
        f"{key}.{when}": [50, 100] for key in ("in", "under", "high") for when in ("needs", "made")
    }
    return {
        "curve": [[1, 0.1], [2, 0.2]],
        "games": dict.fromkeys(training.RIVALS, deals),
        "bids": [[0] * 6, *[[4, 3, 2, 1, 0, 0] for _ in range(5)]],
        "choices": choices | {"under.made": [under, 100]},
    }  # fmt: skip


MADE_UP = {
    "raw": lambda seed: block(4 + seed),
    "raw+others": lambda seed: block(4 + seed + 0.1 * (seed % 2)),
    "kripke": lambda seed: block(7 + seed + 0.1 * (seed % 2), 80 + seed % 2),
    "kripke+others": lambda seed: block(6 - seed),
    "marginals": lambda seed: block(1 + seed + 0.1 * (seed % 2)),
    "marginals+others": lambda seed: block(3 + seed + seed % 3),
    "turned": lambda seed: block(4 + seed + seed % 2),
    "untrained": lambda seed: block(-20 + seed),
    "greedykripke": lambda seed: block(2),
}


def test_the_answer_follows_from_the_blocks():
    blocks = [MADE_UP[one.kind](one.seed) for one in training.CONTESTANTS]
    report = fold(blocks, Setting(1000, "s"))
    strength, names, controls, play_of_best, habits = report.answer
    assert "fewer points than those with kripke (-2.64, 95 %: -3.25 to -2.03)" in names
    assert "compared with raw, more with kripke (+3.04, 95 %: " in strength
    assert "fewer with marginals (-2.96" in strength
    assert "not told apart: raw+others (+0.04, " in strength
    assert ", kripke+others (-2.00, " in strength
    assert controls.startswith(
        "The strongest are those with kripke: 9.0 points ahead of the others"
    )
    assert "untrained networks are 18.0 points behind the others" in controls
    assert controls.endswith("So kripke is above greedykripke.")
    assert "loses on purpose after its bid is made 80% (50%; 50%)" in play_of_best
    assert habits.endswith(
        "sure at 99 %: loses on purpose after its bid is made with kripke +30.4%."
    )
    tables = {part.name: part for section in report.sections for part in section.parts
              if hasattr(part, "rows")}  # fmt: skip
    assert set(tables) == {"strength", "gains", "tactics", "bids"}
    assert {row[0] for row in tables["strength"].rows} == set(MADE_UP)


def test_it_is_listed():
    assert find("kripke-learning").name == "kripke-learning"
    assert len(find("kripke-learning").tasks(Setting(10, "s"))) == len(training.CONTESTANTS)


@pytest.mark.parametrize("module", ["gymnasium", "threadpoolctl"])
def test_without_the_extra_the_command_says_what_to_install(module, tmp_path):
    code = f"import sys; sys.modules[{module!r}] = None; from arena.cli import main; main()"
    words = ["experiment", "kripke-learning", "--games", "1000", "--out", "x"]
    ended = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True
    )
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"arena: {module} is not installed")
    assert f"-m pip install -e '{ROOT}[learn]'" in line
    assert not [*tmp_path.iterdir()]
