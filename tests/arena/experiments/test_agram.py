"""The experiment on Agram: our figures beside the published ones, and the differences."""

from dataclasses import replace

import pytest

from arena.experiments.analysis.results import Figure
from arena.experiments.experiment import Setting
from arena.experiments.running import gather
from arena.experiments.studies.agram import AGRAM, answer
from arena.experiments.studies.agram_known import FigureComparison
from arena.pages.report.model import ReportTable

CLOSE = FigureComparison("wins", 4, Figure(0.25, 0.24, 0.26), again=0.251, digits=3, published=0.24)


def test_differences_within_rounding_do_not_count():
    assert replace(CLOSE, again=0.2505).far == 0
    error = 0.01 / 1.959964
    assert replace(CLOSE, again=0.27).far == pytest.approx((0.02 - 0.0005) / error)


def test_shares_of_few_games_have_their_own_uncertainty():
    far = replace(CLOSE, again=0.3)
    assert far.far > 3
    assert replace(far, games=100).far < 3
    assert (
        replace(CLOSE, published=0.33).published_far
        < 3
        < replace(CLOSE, published=0.5).published_far
    )


def test_the_answer_names_every_disagreement():
    apart = replace(CLOSE, again=0.3)
    old = replace(CLOSE, what="order", published=0.9)
    result = answer([("choices", "12", "12", True)], [CLOSE, apart, old], [CLOSE])
    assert result == (
        "All 1 figures that do not depend on chance are the same.",
        "Of 3 sampled figures 2 lie within 3 standard errors of those measured again: not wins, "
        "4 players (0.250, not 0.300).",
        "Of the published shares, of 100 games each, these do not lie within 3 standard errors: "
        "order, 4 players (0.250, not 0.90).",
        "Of the 1 variants 1 agree.",
    )
    assert answer([("choices", "12", "13", False)], [CLOSE], [])[0] == "Not the same: choices."


@pytest.mark.slow
def test_exact_figures_agree_and_every_published_figure_has_a_row(tmp_path):
    setting = Setting(3, "1")
    report = AGRAM.fold(gather(AGRAM, setting, tmp_path, 1, lambda games: None), setting)
    assert report.answer[0] == "All 8 figures that do not depend on chance are the same."
    tables = {
        part.name: part
        for section in report.sections
        for part in section.parts
        if isinstance(part, ReportTable)
    }
    assert [row[-1] for row in tables["exact"].rows] == ["yes"] * 8
    assert [row[5] for row in tables["sampled"].rows] == [
        0.505, 0.344, 0.251, 0.197, 0.647, 0.42, 0.337, 0.32, 2.385,
        2.45, 2.48, 2.37, 2.12, 1.66, 1.0, 0.562,
    ]  # fmt: skip
    # Three games show nothing, and the 300 games of the other figures have an error too.
    estimating = tables["sampled"].rows[4]
    error = abs(estimating[3 if estimating[2] > 0.647 else 4] - estimating[2]) / 1.959964
    assert estimating[7] == pytest.approx(
        max(0, abs(estimating[2] - 0.647) - 0.0005) / (error**2 + 0.647 * 0.353 / 300) ** 0.5
    )
    assert [(row[0], row[4]) for row in tables["variants"].rows] == [
        (6, 0.52), (5, 0.55), (4, 0.51), (3, 0.61), (2, 0.75), (1, 0.89),
    ]  # fmt: skip
