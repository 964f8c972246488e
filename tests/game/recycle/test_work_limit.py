"""What a view and an imagined world may cost: a number of steps, and never seconds."""

import sys

import pytest
from game.recycle import test_exact_new_worlds, test_exact_worlds
from game.recycle.exact_worlds import ExactWorlds
from game.recycle.test_dialect05 import FOLDER
from game.recycle.test_exact_worlds import what_is_shown
from support.cases import case

from Game.core.stream import Stream
from Game.recycle.knowledge import arrangements, unseen_moves
from Game.recycle.knowledge.values.formulas import holds
from Game.recycle.user_game import UserGame

SEEDS = (1, 2)

# Calls of Python's functions. Without a limit, some views of these games needed far more.
MOST_CALLS_OF_VIEW = 3_000_000
MOST_CALLS_OF_WORLD = 1_000_000


def calls(function, *arguments):
    """What the function returns, and how many functions were called meanwhile."""
    count = 0

    def note(frame, event, argument):
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        result = function(*arguments)
    finally:
        sys.setprofile(None)
    return result, count


@pytest.mark.slow
def test_the_work_of_a_view_of_go_fish_and_of_a_world_has_a_limit():
    text = (FOLDER / "GoFish.rcy").read_text("utf-8")
    game = UserGame(text=text, file="GoFish.rcy")
    for seed in SEEDS:
        state, stream = game.deal(Stream(seed)), Stream(seed)
        while not state.is_terminal():
            view, work = calls(state.view, state.turn)
            assert work < MOST_CALLS_OF_VIEW
            _, work = calls(game.determinise, view, Stream(1))
            assert work < MOST_CALLS_OF_WORLD
            state.play(stream.below(len(state.legal())))


def test_what_is_left_out_is_counted():
    """... and a world that may contradict it counts as relaxed."""
    text = (FOLDER / "GoFish.rcy").read_text("utf-8")
    game = UserGame(text=text, file="GoFish.rcy")
    state, stream = game.deal(Stream(2)), Stream(2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unseen_moves, "MOST_STEPS_TO_FORGET", 10)
        for _ in range(4):
            state.play(stream.below(len(state.legal())))
        view = state.view(state.turn)
    assert view.dropped > 0
    assert game.imagined.relaxed == 0
    game.determinise(view, Stream(1))
    assert game.imagined.relaxed == 1


def test_a_world_whose_steps_are_used_up_is_relaxed(monkeypatch):
    text = (FOLDER / "GoFish.rcy").read_text("utf-8")
    game = UserGame(text=text, file="GoFish.rcy")
    state, stream = game.deal(Stream(2)), Stream(2)
    for _ in range(4):
        state.play(stream.below(len(state.legal())))
    view = state.view(state.turn)
    assert (view.dropped, bool(view.conclusions)) == (0, True)
    game.determinise(view, Stream(1))
    assert game.imagined.relaxed == 0
    monkeypatch.setattr(arrangements, "MOST_STEPS_OF_WORLD", 10)
    world = game.determinise(view, Stream(1))
    assert game.imagined.relaxed == 1
    assert sorted(game.cards(world)) == sorted(game.cards(state))


GAMES = [
    *[(name, test_exact_worlds.described(name, test_exact_worlds.RANKS))
      for name in test_exact_worlds.GAMES],
    *[(name, test_exact_new_worlds.described(*course))
      for name, course in test_exact_new_worlds.GAMES.items()],
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("most", [10, 40, 200, 1000])
def test_less_work_says_less_and_never_something_wrong_or_secret(most, monkeypatch):
    """Where the work ends must not depend on what a seat does not know."""
    monkeypatch.setattr(unseen_moves, "MOST_STEPS_TO_FORGET", most)
    dropped = 0
    for name, game in GAMES:
        with case(name):
            exact, dice = ExactWorlds(game, 1), Stream(1)
            while not exact.real.is_terminal():
                for seat in range(game.seats):
                    shown = what_is_shown(exact.real, seat)
                    claims = exact.real.claims(seat)
                    possible = exact.seats[seat]
                    for one in possible[:: len(possible) // 5 + 1]:
                        assert what_is_shown(one, seat) == shown, f"seat {seat} sees a secret"
                    for one in possible[:: len(possible) // 40 + 1]:
                        faces = faces_by_position(exact.real, one)
                        assert all(holds(claim, faces) for claim in claims), "a possible world"
                    dropped += exact.real.view(seat).dropped
                exact.play(dice.below(len(exact.real.legal())))
    assert dropped > 0


def faces_by_position(real, other):
    """The faces in another world of the positions where the cards of the real one lie."""
    faces = list(real.table.faces)
    for place, cards in enumerate(real.table.places):
        for card, there in zip(cards, other.table.places[place], strict=True):
            if card >= 0:
                faces[card] = other.table.faces[there]
    return faces
