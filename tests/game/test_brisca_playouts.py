"""Random games in one call: they end as random legal moves would, from any position."""

import os
import subprocess
import sys

import pytest
from support.brisca import position
from support.chance import assert_likely
from support.endings import endings, outcomes
from support.paths import PATHS
from support.processes import LONG

from Game.brisca.deck import SEATS
from Game.brisca.game import Brisca
from Game.brisca.state import BriscaState
from Game.core.cards import SPANISH
from Game.core.playouts import playouts
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

LATE = {
    "at the start of a trick": position("O4 E1 | E4 C3 | C4 O12 | B4 B1", trump="B2", turn=2),
    "after one card": position("E1 | E4 C3 | C4 O12 | B4 B1", table="O4", trump="B2", turn=1),
    "after three cards": position("E1 | C3 | O12 | B4 B1", table="O4 E4 C4", trump="B2", turn=3),
    "with cards to draw": position("E1 | C3 | O12 | B1", deck="O4 E4 C4 B2", turn=3),
    "two each, and cards to draw": position(
        "E1 E5 | C5 C6 | O4 C3 | B4 B5", deck="E4 O5 E7 B2", turn=1
    ),
    "three each": position("E1 E4 E5 | C3 C5 C6 | B4 B5 E6 | O2 C7 B7", trump="O4", turn=3),
}

# Here nearly every way to play the cards ends with other points. So a way that is chosen too rarely
# shows.
TELLING = {
    "16 endings of 16": position("E12 E1 | B10 O12 | B12 B11 | B1 E10", trump="O10", turn=0),
    "235 endings of 1296": position(
        "E11 B10 B1 | B12 O10 E1 | E10 C12 B11 | O11 C11 B3", trump="C4", turn=1
    ),
}


@pytest.mark.parametrize("name", LATE)
def test_a_playout_ends_as_often_as_random_moves_do(name):
    assert_likely(
        outcomes(BriscaState.playout, LATE[name], SEATS, 3000), endings(LATE[name], SEATS)
    )


@pytest.mark.parametrize("name", TELLING)
def test_every_way_of_playing_the_cards_is_equally_likely(name):
    state = TELLING[name]
    assert_likely(outcomes(BriscaState.playout, state, SEATS, 12000), endings(state, SEATS))


@pytest.mark.parametrize("name", LATE)
def test_the_generic_playout_ends_as_often_as_random_moves_do(name):
    drawn = outcomes(State.playout, LATE[name], SEATS, 1500)
    assert_likely(drawn, endings(LATE[name], SEATS))


@pytest.mark.parametrize("moves", [0, 3, 18])
def test_playouts_of_a_long_game_agree_with_random_moves(moves):
    state, dice = Brisca().deal(Stream(moves)), Stream(moves)
    for _ in range(moves):
        state.play(dice.choice(state.legal()))
    n, means = 4000, []
    for playout in (BriscaState.playout, State.playout):
        stream, total = Stream(2), 0
        for _ in range(n):
            scratch = state.clone()
            playout(scratch, stream)
            total += scratch.points(0) + scratch.points(2)
        means.append(total / n)
    # The points of a side spread by less than 30, so a mean over n games by less than 0.5.
    assert abs(means[0] - means[1]) < 4 * 0.5 * 2**0.5


@pytest.mark.parametrize("moves", range(0, 41, 3))
def test_a_playout_counts_all_the_points_of_the_pack(moves):
    state, dice = Brisca().deal(Stream(moves)), Stream(moves)
    for _ in range(moves):
        state.play(dice.choice(state.legal()))
    for result in outcomes(BriscaState.playout, state, SEATS, 50):
        assert sum(result) == 120


def test_a_playout_is_over_at_the_end():
    state = Brisca().deal(Stream(1))
    state.playout(Stream(2))
    assert state.is_terminal()


def test_a_playout_of_a_finished_game_changes_nothing():
    state = position("| | |", won="O1 | O3 | |")
    assert outcomes(BriscaState.playout, state, SEATS, 3) == [(11, 10, 0, 0)] * 3


# Many in one call


def test_playouts_do_not_change_the_state():
    state = Brisca().deal(Stream(1))
    before = state.clone()
    playouts(state, 4, 20, OVER, Stream(2))
    assert [state.view(seat) for seat in range(4)] == [before.view(seat) for seat in range(4)]
    assert state.deck_left() == before.deck_left()


def test_the_mean_of_playouts_is_the_expected_value():
    state = LATE["at the start of a trick"]
    expected = [0.0] * 4
    for result, chance in endings(state, SEATS).items():
        expected = [mean + chance * p for mean, p in zip(expected, result, strict=True)]
    assert playouts(state, 4, 20000, OVER, Stream(3)) == pytest.approx(expected, abs=0.5)


def test_without_a_seat_the_world_is_used_unchanged():
    # One card each: there is one way to go on, and with seat 0 looking there are six.
    state = position("E4 | E1 | E3 | E12", trump="O2")
    assert playouts(state, 4, 50, OVER, Stream(4)) == [0, 25, 0, 0]


def test_cards_that_the_seat_cannot_know_are_dealt_again():
    state = position("E4 | E1 | E3 | E12", trump="O2")
    means = playouts(state, 4, 3000, 0, Stream(5))
    assert means == pytest.approx([0, 25 / 3, 25 / 3, 25 / 3], abs=1)


# Positions that only a bot's imagination makes. In a process of their own: in compiled code a
# slip with an empty hand is a crash.

ODD = {
    "who is to play holds nothing": dict(hands="| E2 E3 | C2 | B2", table="O4", trump="O1"),
    "nobody holds anything, a trick lies open": dict(hands="| | |", table="O4", turn=1),
    "hands of different sizes": dict(hands="O4 O5 O6 | E2 E3 | C2 | B2", trump="O1"),
    "the leader runs out of cards": dict(hands="O4 O5 | E2 E3 | C2 C3 | B1", trump="B2"),
    "the leader holds nothing": dict(hands="| E2 E3 | C2 C3 | B1", trump="B2"),
    "a deck that is not a multiple of four": dict(hands="O4 | E4 | C4 | B4", deck="O5 E5 O2"),
    "a deck of all cards": dict(
        hands="O4 O5 O6 | E4 E5 E6 | C4 C5 C6 | B4 B5 B6", deck=" ".join(SPANISH.texts)
    ),
    "a deck of 32 cards": dict(
        hands="O4 O5 | E4 E5 | C4 C5 | B4 B5", deck=" ".join(SPANISH.texts[:32])
    ),
    "a hand of all cards unseen": dict(hands="O4 O5 O6 | E1 E2 E3 E4 E5 E6 E7 C1 C2 C3 | C4 | B4"),
}

ONE_ODD_PLAYOUT = """
import sys
from support.brisca import position
from Game.brisca.state import BriscaState
from Game.core.stream import Stream
for seed in range(200):
    state = position(**{drawn})
    state.playout(Stream(seed))
    assert 0 <= sum(state.points(seat) for seat in range(4)) <= 240
"""


@pytest.mark.parametrize("name", ODD)
def test_an_edited_position_is_played_as_far_as_possible(name):
    run_alone(ONE_ODD_PLAYOUT.format(drawn=ODD[name]))


NOTHING_LEFT_OF_A_FULL_HAND = """
from support.brisca import position
from Game.core.cards import SPANISH
from Game.core.stream import Stream
for seed in range(200):
    state = position("| | |" + SPANISH.line(SPANISH), table="O4", turn=1)
    state.set_hand(3, [])
    state.take_seat(1)
    state.playout(Stream(seed))
    assert state.is_terminal()
    assert [state.points(seat) for seat in range(4)] == [0] * 4
"""


def test_no_card_is_played_from_an_emptied_hand():
    run_alone(NOTHING_LEFT_OF_A_FULL_HAND)


def run_alone(program: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert run.returncode == 0, f"exit code {run.returncode} {run.stderr[-300:]}"
