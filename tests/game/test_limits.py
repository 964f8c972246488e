"""Every fixed size of the compiled rules and searches has room for the most that is allowed.

The compiled code does not check its indexes. `tools/sanitize.sh` runs these tests with a build that
does; interpreted, a size that is too small is an IndexError.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import PATHS

from Game.core.stream import Stream
from Game.ForwardModel import ForwardModel
from Game.recycle.reading.limits import MOST_PLAYERS
from Game.registry import USER_GAME, find
from Players.search.limits import DEEPEST, WIDEST
from Players.search.policies import POLICIES
from Players.search.tree_search import TreeSearch


def described(players: int, cards: int, each: int):
    """A game in which everybody takes so many of the cards that lie open, one by one; the number
    of a seat's cards, and its own number, are its points."""
    seats = " ".join([f"({seat})" for seat in range(players)])
    values = ", ".join([f"C{number}" for number in range(cards)])
    return find(USER_GAME)(
        file="limit.gdl",
        text=f"""(game (setup (create players {players}) (create teams {seats})
 (create deck (game vloc STOCK) (deck (CARD ({values})))))
 (stage player (end (all player 'P (== (size ('P vloc ROW)) {each})))
  (choice ((any (game vloc STOCK) 'C (move 'C (top ((current player) vloc ROW)))))))
 (scoring max (size ((current player) vloc ROW))))""",
    )


def seen_by_the_first(game):
    state = game.deal(Stream(1))
    return game.observe(state.view(state.turn), Stream(2))


@pytest.mark.parametrize("players", [1, 2, 8, 9, MOST_PLAYERS])
def test_playouts_have_points_for_every_seat(players):
    seen = seen_by_the_first(described(players, 2 * players, 2))
    assert ForwardModel().playout(seen, 3) == [2.0] * players
    assert ForwardModel().playout(seen, 3, fresh=False) == [2.0] * players


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_a_search_has_room_for_all_players_and_for_more_actions_than_it_considers(policy):
    state = described(MOST_PLAYERS, WIDEST + 20, 1).deal(Stream(1))
    search = TreeSearch(state, MOST_PLAYERS, POLICIES[policy], 0.7, Stream(3))
    search.run(3)
    assert 1 <= len(search.statistics()) <= 3


@pytest.mark.parametrize("policy", ["bestreply", "ismcts"])
def test_a_walk_stops_at_its_limit_in_a_long_game(policy):
    text = f"""(game (setup (create players 2) (create teams (0) (1))
 (create deck (game vloc STOCK) (deck (CARD (ONE)))))
 (stage player (end (== (game sto N) {DEEPEST + 40})) (choice ((inc (game sto N) 1))))
 (scoring max (game sto N)))"""
    state = find(USER_GAME)(file="long.gdl", text=text).deal(Stream(1))
    search = TreeSearch(state, 2, POLICIES[policy], 0.7, Stream(3))
    search.run(DEEPEST + 20)  # where nobody has a choice, each goes one move deeper
    assert search.count == DEEPEST + 20
    assert search.tree.size > DEEPEST - 3


def test_a_search_with_too_many_seats_is_refused():
    state = described(2, 4, 1).deal(Stream(1))
    with pytest.raises(ValueError, match="5000 seats"):
        TreeSearch(state, 5000, POLICIES[min(POLICIES)], 0.7, Stream(3))


def test_interpreted_the_limits_are_the_same():
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-k",
            "playouts",
            __file__,
        ],
        env=os.environ | {"ARENA_INTERPRETED": "1", "PYTHONPATH": os.pathsep.join(PATHS)},
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0, done.stdout
