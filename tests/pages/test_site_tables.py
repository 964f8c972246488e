"""Pages of games with more than two sides, and the words for faults in each language."""

import re
from pathlib import Path
from typing import get_args

import pytest
from support import sites
from support.viewing import data_in, games

from arena.guest.protocol.verdict import Verdict
from arena.pages.site.leaderboard import fault_counts
from arena.pages.viewer import page
from arena.pages.words import LANGUAGES, Words
from arena.replay.record import FaultEntry

NAMES = ["Ada", "Bea", "Cleo"]


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    """Three who have met at Tarot, where points may be below zero."""
    played = games("random", "random", "random", number=6, game="tarot", deals="1")
    assert any(score < 0 for record in played for score in record.scores)
    return sites.make_site(tmp_path_factory.mktemp("site"), NAMES, played=played)


def read(folder: Path, name: str) -> str:
    return (folder / sites.PHASE / name).read_text("utf-8")


def test_scores_below_zero_are_not_run_together_with_a_dash(table):
    scores = re.findall(r"<div><span>(.*?)</span>", read(table, "matches/1.html"))
    assert len(scores) == 6
    for score in scores:
        assert score.count("\u2009:\u2009") == 2
        assert "\u2013" not in score


def test_the_fair_share_of_three_is_marked_at_a_third(table):
    marks = re.findall(r'class="half" d="M([\d.]+) 0V12"', read(table, "index.html"))
    assert set(marks) == {"33.3"}


def test_the_fair_share_of_two_is_marked_at_a_half(tmp_path):
    folder = sites.make_site(tmp_path, NAMES[:2])
    marks = re.findall(r'class="half" d="M([\d.]+) 0V12"', read(folder, "index.html"))
    assert set(marks) == {"50"}
    assert "\u2009:\u2009" not in read(folder, "matches/1.html")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_has_a_name_in_every_language(language):
    words = Words(language)
    names = [words.verdict(verdict) for verdict in get_args(Verdict)]
    assert len(set(names)) == len(names)
    if language == "en":
        assert names == list(get_args(Verdict))
    else:
        assert "timeout" not in names


def test_faults_are_described_in_the_language_of_the_page():
    assert (
        fault_counts(Words("nl"), {"timeout": 2, "illegal": 1})
        == "1\u00a0\u00d7 ongeldige zet, 2\u00a0\u00d7 te laat"
    )
    (record,) = games("random", "random")
    record.moves[3].fault = "timeout"
    record.faults.append(FaultEntry(3, record.moves[3].seat, "timeout", "no answer"))
    assert "fuera de tiempo" in data_in(page([record], "es"))["said"]
    assert "timeout" in data_in(page([record], "en"))["said"]


def test_an_unknown_verdict_is_shown_as_it_was_written():
    assert Words("es").verdict("enchanted") == "enchanted"


def test_a_time_has_the_decimal_mark_of_the_language():
    assert Words("en").duration(0.0123) == "12.3 ms"
    assert Words("es").duration(0.0123) == "12,3 ms"
