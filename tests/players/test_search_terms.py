"""A search obeys its arguments, and judges a deal with the methods of the game."""

import re
from math import sqrt

import numpy as np
import pytest
from support.thinking import observations

import Players.search as library
from Game.CardCollection import CardCollection
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.BestReplyPlayer import BestReplyPlayer
from Players.ISMCTSPlayer import ISMCTSPlayer
from Players.MaxNPlayer import MaxNPlayer
from Players.MonteCarloPlayer import MonteCarloPlayer
from Players.ParanoidMCTSPlayer import ParanoidMCTSPlayer
from Players.search import search
from Players.search.flat import FlatSearch
from Players.search.policies import POLICIES
from Players.search.tree_search import TreeSearch

TREES = [ISMCTSPlayer, ParanoidMCTSPlayer, MaxNPlayer, BestReplyPlayer]
EVERY = [*TREES, MonteCarloPlayer]


def first_of(game: str):
    return observations(game, seed=2, many=1)[0]


def visits(found) -> list[int]:
    return [each.visits for each in found]


# The terms


@pytest.mark.parametrize("kind", TREES)
def test_a_larger_c_spreads_the_simulations_over_the_actions(kind):
    """With a large one all actions are tried about equally often, with none mostly one of them."""
    thoughts = []
    for c in (0.0, 100.0):
        player = kind(simulations=900, c=c)
        player.dice = Stream(1)
        player.think(first_of("brisca"), 1.0)
        thoughts.append(visits(player.thoughts))
    greedy, even = thoughts
    assert max(greedy) > 500
    assert max(even) - min(even) <= 90


@pytest.mark.parametrize("policy", POLICIES)
def test_c_of_a_call_is_heeded_as_that_of_a_bot(policy):
    even = search(first_of("brisca"), policy=policy, simulations=900, c=100.0).candidates
    assert max(visits(even)) - min(visits(even)) <= 90


def thoughts_of(kind, dice: int, seen: int) -> list[tuple[str, int, float]]:
    player = kind(simulations=300)
    player.dice = Stream(dice)
    observation = first_of("boerenbridge")
    observation.stream = Stream(seen)
    player.think(observation, 1.0)
    return [(each.text, each.visits, each.mean) for each in player.thoughts]


@pytest.mark.parametrize("kind", EVERY)
def test_a_bot_searches_with_its_own_dice(kind):
    assert thoughts_of(kind, dice=1, seen=1) != thoughts_of(kind, dice=2, seen=1)


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("senseless", [0, -1, 1.5, "10"])
def test_senseless_terms_are_refused_when_a_bot_is_made(kind, senseless):
    """Before any game, and not at its first turn."""
    with pytest.raises(ValueError, match="take"):
        kind(simulations=senseless)


@pytest.mark.parametrize("senseless", [0, -3, 1.5, "10"])
def test_montecarlo_refuses_senseless_numbers_of_worlds(senseless):
    with pytest.raises(ValueError, match=f"worlds is {senseless!r}: give a whole number"):
        MonteCarloPlayer(worlds=senseless)


class Hour:
    """A clock that advances by a minute at each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 60.0
        return self.now


@pytest.mark.parametrize("policy", [*POLICIES, "montecarlo"])
def test_a_search_ends_before_its_budget_does(monkeypatch, policy):
    given = []

    def work_until(end, work, *more):
        given.append(end)
        work(1)

    monkeypatch.setattr(library, "perf_counter", Hour())
    monkeypatch.setattr(library.pacing, "work_until", work_until)
    search(first_of("brisca"), 2.0, policy)
    search(first_of("brisca"), 0.1, policy, reserve=0.03)
    long, short = given
    assert 60 + 1.8 < long <= 60 + 2.0 - 0.01
    assert 180 + 0.05 <= short <= 180 + 0.1 - 0.03


# What a simulation is worth


class Deals(State):
    """One choice, then a rest that is worth something only if it is played by habit, and a second
    deal that spoils it all."""

    def __init__(self) -> None:
        super().__init__()
        self.moves = 0
        self.is_one_deal = False
        self.worth = 0.0

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Deals)
        self.turn, self.moves, self.worth = other.turn, other.moves, other.worth
        self.is_one_deal = other.is_one_deal

    def legal(self) -> list[int]:
        return [0, 1]

    def play(self, action: int) -> int:
        self.moves += 1
        if self.moves == 2 and self.is_one_deal:
            self.turn = OVER
        elif self.moves == 4:
            self.worth = 0.0
            self.turn = OVER
        return self.turn

    def redeal(self, seat: int, stream: Stream) -> None:
        pass

    def playout(self, stream: Stream) -> None:
        self.worth = 0.25
        while self.turn != OVER:
            self.play(0)

    def finish(self, stream: Stream) -> None:
        self.worth = 0.75
        while self.turn != OVER:
            self.play(0)

    def stop_after_deal(self) -> None:
        self.is_one_deal = True

    def side(self, seat: int) -> int:
        return seat

    def points(self, seat: int) -> int:
        return 0

    def value(self, side: int) -> float:
        return self.worth


@pytest.mark.parametrize("policy", POLICIES)
def test_a_tree_plays_to_the_end_of_the_deal_and_no_further(policy):
    root = Deals()
    tree = TreeSearch(root, 1, POLICIES[policy], 0.4, Stream(1))
    tree.run(2)  # each first action once: the tree is left before the deal is over
    assert [worth for _, worth, _ in tree.statistics().values()] == [0.75, 0.75]
    assert not root.is_one_deal  # the given state is unchanged


def test_monte_carlo_plays_the_deal_to_its_end_and_no_further():
    flat = FlatSearch(Deals(), 0, 1, Stream(1))
    flat.run(4)
    assert flat.prospects[0] == flat.prospects[1] > 0


# The bounds


class Coin(Deals):
    """Chance decides its value: 1 in three of four games."""

    def redeal(self, seat: int, stream: Stream) -> None:
        self.worth = float(stream.below(4) > 0)

    def playout(self, stream: Stream) -> None:
        self.turn = OVER

    finish = playout


@pytest.mark.parametrize("simulations", [8, 60])
def test_the_mean_lies_within_the_bounds_nineteen_times_of_twenty(simulations):
    inside, widths = 0, []
    for seed in range(400):
        result = search(Tossed(seed), simulations=simulations, c=100.0).candidates
        for each in result:
            inside += each.low <= 0.75 <= each.high
            widths.append(each.high - each.low)
    assert 0.91 <= inside / len(widths) <= 0.995
    if simulations == 60:  # as wide as the errors of so many results, no wider
        assert sum(widths) / len(widths) == pytest.approx(
            2 * 1.96 * sqrt(0.25 * 0.75 / 30), rel=0.1
        )


class Tossed:
    """An observation of a coin, as a search asks one."""

    def __init__(self, seed: int) -> None:
        self.game = Named()
        self.stream = Stream(seed)

    def world(self) -> Coin:
        return Coin()

    def action(self, number: int) -> int:
        return number


class Named:
    seats = 1

    @staticmethod
    def action_text(state: State, action: int) -> str:
        return str(action)


@pytest.mark.parametrize(
    "terms, said",
    [
        ({"budget": float("nan")}, "budget is nan: take a number of seconds"),
        ({"budget": float("inf")}, "budget is inf: take a number of seconds"),
        ({"budget": "ismcts"}, "budget is 'ismcts': take a number of seconds"),
        ({"budget": 0.02, "reserve": -1}, "reserve is -1: take a number of seconds, 0 or more"),
        ({"budget": 0.02, "reserve": "x"}, "reserve is 'x'"),
        ({"simulations": 9, "stream": 1}, "stream is 1: take a Stream"),
        ({"simulations": 9, "policy": None}, "policy is None: take one of ismcts"),
        ({"simulations": 9, "policy": ["ismcts"]}, "take one of ismcts"),
        ({"simulations": 9, "c": "big"}, "c is 'big': take a number"),
    ],
)
def test_senseless_terms_of_a_search_are_refused_in_a_sentence(terms, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        search(first_of("brisca"), **terms)


@pytest.mark.parametrize("kind", EVERY)
def test_a_bot_refuses_a_reserve_that_would_make_it_late(kind):
    with pytest.raises(ValueError, match="reserve is -1: take a number of seconds, 0 or more"):
        kind(reserve=-1)


def test_whole_numbers_of_any_kind_are_numbers_of_simulations():
    result = search(first_of("brisca"), simulations=np.int64(10))
    assert result.simulations == 10


@pytest.mark.parametrize("policy", [*POLICIES, "montecarlo"])
def test_an_emptied_hand_leaves_nothing_to_search_for(policy):
    seen = first_of("brisca")
    seen.hands[seen.turn] = CardCollection()
    with pytest.raises(ValueError, match="no action to choose from"):
        search(seen, policy=policy, simulations=20)
