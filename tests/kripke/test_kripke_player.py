"""KripkePlayer: its imagined deals agree with its knowledge, and it beats FullKripke."""

import os
import subprocess
import sys

import pytest
from support.boerenbridge import play, position
from support.paths import ROOT

from arena.standings.interval import student
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.observation import BoerenBridgeObservation
from Game.core.cards import FRENCH
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.agents import choose
from Players.boerenbridge.imagining import Imagining
from Players.boerenbridge.numbers import FULL_KRIPKE, LAYERS
from Players.KripkePlayer import KripkePlayer


def observe(state, seed=1):
    game = BoerenBridge(rounds=",".join(map(str, state.schedule)))
    return BoerenBridgeObservation(game, state.view(state.turn), Stream(seed))


def thinks(state, **how):
    player = KripkePlayer(**how)
    player.__dict__["dice"] = Stream(1)
    return str(player.think(observe(state), 1.0)), player


def score(deal, seat, make):
    """The score of a player against three FullKripke; the deals do not depend on the player."""
    game = BoerenBridge()
    state = game.deal(Stream(deal))
    state.chance, dice = Stream(deal + 1), Stream(deal + 2)
    while state.turn != OVER:
        state.play(make(state, dice) if state.turn == seat else choose(FULL_KRIPKE, state, dice))
    return state.points(seat)


def imagining(layer, worlds):
    def act(state, dice):
        tried = Imagining(state, state.turn, LAYERS[layer], dice)
        tried.run(worlds)
        return tried.actions[tried.best()]

    return act


def full(state, dice):
    return choose(FULL_KRIPKE, state, dice)


@pytest.mark.slow
@pytest.mark.parametrize("layer", ["counting", "knowing"])
def test_it_scores_far_more_than_full_kripke_in_the_same_seats(layer):
    more = [
        sum(score(10 * deal, seat, imagining(layer, 40)) - score(10 * deal, seat, full)
            for seat in range(4)) / 4
        for deal in range(25)
    ]  # fmt: skip
    mean = sum(more) / len(more)
    error = (sum((m - mean) ** 2 for m in more) / (len(more) - 1) / len(more)) ** 0.5
    assert mean > 2 * student(len(more) - 1) * error


def test_with_a_number_of_worlds_it_does_the_same_whatever_the_clock():
    state = BoerenBridge(rounds="5").deal(Stream(4))
    one, two = thinks(state, worlds=50), thinks(state, worlds=50)
    assert one[0] == two[0]
    assert one[1].thoughts == two[1].thoughts
    assert len(one[1].thoughts) == 6
    for action, worlds, chance, low, high in one[1].thoughts:
        assert str(action).startswith("bid ")
        assert worlds == 50
        assert 0 <= low <= chance <= high <= 1


@pytest.mark.parametrize("rounds", ["1", "5", "13"])
@pytest.mark.parametrize("knows", LAYERS)
def test_it_plays_legally_in_rounds_of_any_size(rounds, knows):
    state = BoerenBridge(rounds=rounds).deal(Stream(2))
    while state.turn != OVER:
        legal = {observe(state).action(number).number for number in state.legal()}
        player = KripkePlayer(worlds=3, knows=knows)
        action = player.think(observe(state), 1.0)
        assert action.number in legal
        state.play(action.number)


def test_its_moves_are_legal_with_the_whole_pack():
    game = BoerenBridge(rounds="4", deck="full")
    state = game.deal(Stream(3))
    while state.turn != OVER:
        for knows in LAYERS:
            seen = BoerenBridgeObservation(game, state.view(state.turn), Stream(1))
            action = KripkePlayer(worlds=3, knows=knows).think(seen, 1.0)
            assert action.number in state.legal()
        state.play(action.number)


@pytest.mark.parametrize("bid, wants", [("0", "QC"), ("1", "AC")])
def test_it_takes_a_trick_it_has_bid_and_ducks_one_it_has_not(bid, wants):
    hands = "KC KS QS | AC QC QH | KH QD AS | AH KD AD"
    state = play(position(hands, trump="D", bids=f"1 {bid} 0 0"), "KC")
    assert thinks(state)[0] == wants


@pytest.mark.parametrize("knows, imagined", [("none", True), ("per-card", False),
                                             ("counting", False), ("knowing", False)])  # fmt: skip
def test_only_agents_that_ignore_announcements_imagine_void_suits(knows, imagined):
    state = position("KC KS QS | AC QC QH | KH QD AS | AH KD AD", trump="D", bids="1 1 0 0")
    play(state, "KC QC KH KD")  # South and West have no clubs, and West leads
    tried = Imagining(state, 3, LAYERS[knows], Stream(1))
    ace_of_clubs = FRENCH.parse("AC")
    seen = set()
    for _ in range(200):
        tried.draw()
        seen |= {seat for seat in range(3) if ace_of_clubs in tried.world.hand_of(seat)}
    assert (2 in seen) == imagined
    assert seen >= {0, 1}


def test_an_unknown_layer_is_refused():
    with pytest.raises(ValueError, match="none, per-card, counting, knowing"):
        KripkePlayer(knows="everything")
    with pytest.raises(ValueError, match="at least one world"):
        KripkePlayer(worlds=0)


SCRIPT = """
from Game.boerenbridge.game import BoerenBridge
from Game.core.stream import Stream
from Players.boerenbridge.agents import play_on
from Players.boerenbridge.imagining import Imagining
for options in ({}, {"rounds": "6,7", "deck": "full", "opener": "last-trick-winner"}):
    stream = Stream(5)
    for _ in range(3):
        state = BoerenBridge(**options).deal(stream)
        play_on(state, [0, 1, 2, 3], stream)
        print([state.points(seat) for seat in range(4)], stream.word)
    for layer in range(4):
        state = BoerenBridge(**options).deal(stream)
        while state.played_count < 6:
            tried = Imagining(state, state.turn, layer, stream)
            tried.run(3)
            print([tried.points(i) for i in range(len(tried.actions))], tried.best())
            state.play(tried.actions[tried.best()])
"""


@pytest.mark.slow
def test_agents_and_imagining_are_the_same_compiled_and_interpreted():
    both = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True,
            env=os.environ | {"ARENA_INTERPRETED": mode, "PYTHONPATH": str(ROOT)},
        ).stdout
        for mode in "01"
    ]  # fmt: skip
    assert both[0].count("\n") > 60
    assert both[0] == both[1]
