"""The peers do the work that is counted for them."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench import brisca, openspiel, robobrisca
from bench.contest import Unmeasurable
from bench.handwritten import compile_library
from bench.interpreted import interpreted_side
from bench.rows import SUBJECTS, choose
from Game.brisca.deck import CARDS
from Game.core.stream import Stream

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler here")
needs_openspiel = pytest.mark.skipif(not find_spec("pyspiel"), reason="OpenSpiel is an extra")


def test_every_row_has_an_id_of_its_own_that_begins_with_its_subject():
    ids = [row.id for row in choose([])]
    assert len(set(ids)) == len(ids)
    assert {name.partition(".")[0] for name in ids} == set(SUBJECTS)


class Counted:
    """A state that counts the moves played on it and its clones."""

    def __init__(self, state, played):
        self.state, self.played = state, played

    def clone(self):
        return Counted(self.state.clone(), self.played)

    def __getattr__(self, name):
        if name in ("play", "apply_action"):
            self.played.append(name)
        return getattr(self.state, name)


def test_as_many_moves_are_counted_as_are_played():
    played = []
    assert brisca.play_from(Counted(brisca.new_deal(), played), 3) == len(played) == 3 * CARDS


def test_playouts_are_counted_as_whole_games():
    assert brisca.play_out_moves(brisca.new_deal(), Stream(1), 1) == brisca.BATCH * CARDS


def test_the_interpreted_side_counts_moves_and_its_own_seconds():
    with interpreted_side("bench.brisca:our_playouts") as side:
        units, seconds = side(5)
    assert units == 5 * CARDS
    assert seconds > 0


# RoboBrisca


@pytest.mark.parametrize("program", [robobrisca.OURS, robobrisca.PLAIN], ids=["ours", "peer"])
def test_the_loops_of_robobrisca_count_what_they_play(program):
    assert robobrisca.rollouts(program)(2) == robobrisca.training(program)(2) == 80
    assert robobrisca.searches(program)(1) == robobrisca.SIMULATIONS


# By hand in C


@needs_compiler
def test_the_peer_in_c_plays_our_brisca():
    with compile_library(brisca.PEER_SOURCE) as library:
        for first in range(4):
            start = brisca.Brisca().deal(Stream(first), first)
            brisca.check_same_game(brisca.HandwrittenBrisca(library, start), start)


@needs_compiler
def test_the_peer_in_c_counts_all_points_of_every_game():
    with compile_library(brisca.PEER_SOURCE) as library:
        peer = brisca.HandwrittenBrisca(library, brisca.new_deal())
        assert sum(peer.means(100, seed=1)) == pytest.approx(120)


@needs_compiler
def test_a_peer_that_plays_another_game_is_refused(tmp_path):
    other = tmp_path / "other.c"
    text = brisca.PEER_SOURCE.read_text()
    other.write_text(
        text.replace("{9, 0, 8, 1, 2, 3, 4, 5, 6, 7}", "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}")
    )
    with compile_library(other) as library, pytest.raises(Unmeasurable, match="different games"):
        brisca.check_same_game(
            brisca.HandwrittenBrisca(library, brisca.new_deal()), brisca.new_deal()
        )


@needs_compiler
def test_a_c_file_that_does_not_compile_is_one_sentence(tmp_path):
    broken = tmp_path / "broken.c"
    broken.write_text("int playouts(")
    with pytest.raises(Unmeasurable, match="failed"), compile_library(broken):
        pass


def test_a_missing_compiler_is_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unmeasurable, match="no C compiler"), compile_library(Path("any.c")):
        pass


# OpenSpiel


def test_a_missing_openspiel_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(Unmeasurable, match="OpenSpiel cannot be imported"):
        openspiel.new_deal()


@needs_openspiel
def test_as_many_decisions_are_counted_for_openspiel_as_are_made():
    played = []
    counted = openspiel.play_from(Counted(openspiel.new_deal(), played), 3)
    assert counted == len(played) == 3 * openspiel.DECISIONS
