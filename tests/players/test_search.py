"""One call searches any game: it finds a legal action, returns its figures, and keeps time."""

import random

import pytest
from support.thinking import observations

from Game import registry
from Game.core.stream import Stream
from Game.ForwardModel import ForwardModel
from Players.search import SearchResult, pacing, search
from Players.search.policies import POLICIES

EVERY = [*POLICIES, "montecarlo"]


def same_figures(found: SearchResult) -> list[tuple[str, int, float, float, float]]:
    """The figures that are the same on every machine."""
    return [(each.text, each.visits, each.mean, each.low, each.high) for each in found.candidates]


@pytest.mark.parametrize("policy", EVERY)
@pytest.mark.parametrize("game", registry.names())
def test_every_policy_searches_every_game(game, policy):
    for observation in observations(game, seed=5, many=3):
        result = search(observation, policy=policy, simulations=30)
        actions = observation.get_list_actions()
        assert result.best in actions
        assert result.best == result.candidates[0].action
        assert sorted(map(str, actions)) == sorted(str(each.action) for each in result.candidates)
        assert all(0 <= each.low <= each.mean <= each.high <= 1 for each in result.candidates)
        visits = [each.visits for each in result.candidates]
        assert visits == sorted(visits, reverse=True)
        assert sum(visits) == result.simulations
        if policy != "montecarlo":
            assert result.simulations == 30


@pytest.mark.parametrize("policy", EVERY)
@pytest.mark.parametrize("game", ["brisca", "boerenbridge", "tarot", "agram"])
def test_the_same_seed_finds_the_same(game, policy):
    result = [
        search(observation, policy=policy, simulations=40, stream=Stream(9))
        for observation in observations(game, seed=8, many=2) + observations(game, seed=8, many=2)
    ]
    first, second = result[:2], result[2:]
    assert [same_figures(each) for each in first] == [same_figures(each) for each in second]


@pytest.mark.parametrize("policy", EVERY)
@pytest.mark.parametrize("game", ["boerenbridge", "tarot"])
def test_the_hidden_cards_of_the_given_world_do_not_matter(game, policy):
    for seen in observations(game, seed=31, many=6):
        one, other = (seen.game.observe(seen.view, Stream(n)) for n in (1, 2))
        result = [
            search(each, policy=policy, simulations=60, stream=Stream(9)) for each in (one, other)
        ]
        assert same_figures(result[0]) == same_figures(result[1])


@pytest.mark.parametrize("policy", EVERY)
def test_the_strongest_cards_in_the_next_hand_are_not_seen(policy):
    """Brisca deals the cards as they happen to lie, so here only the means can be compared."""
    strong, weak = (
        search(next_hand_holds(best), policy=policy, simulations=3000, c=100.0, stream=Stream(4))
        for best in (True, False)
    )
    means = {each.text: each.mean for each in weak.candidates}
    assert all(abs(each.mean - means[each.text]) < 0.05 for each in strong.candidates)


def next_hand_holds(best: bool):
    """Brisca's beginning, with all that is hidden in order, from the next hand on."""
    observation = observations("brisca", seed=6, many=1)[0]
    trump = observation.trump_card
    places = [observation.hands[(observation.turn + i) % 4].l_cards for i in (1, 2, 3)]
    places.append(observation.main_deck.l_cards)  # the trump that is turned up is its last card
    hidden = sorted(
        (card for place in places for card in place if card != trump),
        key=lambda card: (card.get_type() == trump.get_type(), card.get_value()),
        reverse=best,
    )
    for place in places:
        for i, card in enumerate(place):
            place[i] = trump if card == trump else hidden.pop(0)
    return observation


@pytest.mark.parametrize("game", ["brisca", "whist"])
def test_of_two_sides_paranoid_and_maxn_find_the_same(game):
    """The worst result for us is the best for them."""
    for observation in observations(game, seed=31, many=4):
        result = [
            search(observation, policy=policy, simulations=200, stream=Stream(9))
            for policy in ("paranoid", "maxn")
        ]
        assert same_figures(result[0]) == same_figures(result[1])


def test_another_seed_finds_other_numbers():
    one, other = (observations("brisca", seed=8, many=1)[0] for _ in range(2))
    assert same_figures(search(one, simulations=200, stream=Stream(1))) != same_figures(
        search(other, simulations=200, stream=Stream(2))
    )


def test_the_observation_is_left_as_it_was():
    for game in ("brisca", "boerenbridge", "tarot"):
        observation = observations(game, seed=3, many=2)[1]
        world = observation.world()
        before = [world.view(seat) for seat in range(observation.game.seats)]
        search(observation, simulations=50)
        assert observation.world() is world
        assert [world.view(seat) for seat in range(observation.game.seats)] == before


@pytest.mark.parametrize("game", ["brisca", "boerenbridge", "tarot", "agram"])
def test_a_search_after_played_moves_is_for_the_seat_to_move(game):
    future = observations(game, seed=4, many=1)[0].get_randomized_clone()
    dice = random.Random(1)
    for _ in range(6):
        ForwardModel().play(future, dice.choice(future.get_list_actions()))
        result = search(future, simulations=30)
        assert result.best in future.get_list_actions()
        assert sum(each.visits for each in result.candidates) == 30


def test_more_simulations_are_surer():
    few, many = (
        search(observations("brisca", seed=2, many=1)[0], simulations=n) for n in (60, 6000)
    )
    assert widest(many) < widest(few) / 3


def widest(found: SearchResult) -> float:
    return max(each.high - each.low for each in found.candidates)


def test_the_result_can_be_printed():
    result = search(observations("tarot", seed=2, many=1)[0], simulations=1000)
    lines = str(result).splitlines()
    assert lines[0].split() == ["action", "visits", "mean", "95", "%"]
    assert [line.split("  ")[0].strip() for line in lines[1:-1]] == [
        each.text for each in result.candidates
    ]
    assert lines[-1].startswith("1,000 simulations in ")


REFUSED = {
    "There is no policy 'ismct'. Did you mean 'ismcts'?": {"policy": "ismct", "simulations": 1},
    "Give a limit": {},
    "take 1 or more": {"simulations": 0},
    "too many": {"simulations": 10**10},
    "take a whole number": {"simulations": 1.5},
    "c is nan: take a number": {"simulations": 1, "c": float("nan")},
    "c is 'x': take a number": {"simulations": 1, "c": "x"},
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_impossible_searches_are_refused_in_a_sentence(sentence):
    with pytest.raises(ValueError, match=sentence.replace("?", r"\?")):
        search(observations("brisca", seed=1, many=1)[0], **REFUSED[sentence])


def test_a_game_that_is_over_is_refused():
    observation = observations("brisca", seed=1, many=1)[0]
    while not observation.is_terminal():
        ForwardModel().play(observation, observation.get_list_actions()[0])
    with pytest.raises(ValueError, match="The game is over"):
        search(observation, simulations=10)


# The clock


class Clock:
    """A clock that advances by the given cost of each unit of work."""

    def __init__(self, costs) -> None:
        self.now = 0.0
        self.waited = 0.0  # for a core
        self.costs = costs
        self.done: list[int] = []

    def __call__(self) -> float:
        return self.now

    def cpu(self) -> float:
        return self.now - self.waited

    def pause(self, seconds: float) -> None:
        """Another program has the core."""
        self.now += seconds
        self.waited += seconds

    def work(self, units: int) -> None:
        self.done.append(units)
        self.now += sum(self.costs(sum(self.done) - i) for i in range(units))


@pytest.mark.parametrize("cost", [1e-6, 3e-5, 1e-3])
def test_work_ends_just_before_the_deadline(cost):
    clock = Clock(lambda _: cost)
    pacing.work_until(0.1, clock.work, clock, clock.cpu, pacing.Pauses())
    assert 0.1 <= clock.now <= 0.1 + 2 * cost
    assert len(clock.done) < 200  # it does not look at the clock all the time


def test_work_that_becomes_ten_times_slower_is_late_by_a_tenth_at_most():
    clock = Clock(lambda done: 1e-5 if done < 3000 else 1e-4)
    pacing.work_until(0.1, clock.work, clock, clock.cpu, pacing.Pauses())
    assert clock.now <= 0.11


def busy(clock: Clock, every: float, pause: float):
    """Work on a machine that gives our core away, for a while and again and again."""
    given_away = [every]

    def work(units: int) -> None:
        clock.work(units)
        while clock.now - clock.waited >= given_away[0]:
            given_away[0] += every
            clock.pause(pause)

    return work


def test_work_ends_in_time_although_the_core_is_given_away_again_and_again():
    pauses = pacing.Pauses()
    for every in (0.0031, 0.0052, 0.0117, 0.0243):
        clock = Clock(lambda _: 1e-5)
        pacing.work_until(0.2, busy(clock, every, 0.015), clock, clock.cpu, pauses)
        assert 0.09 < clock.now <= 0.2


def test_the_longest_pause_is_remembered_in_the_next_turn():
    pauses, first, second = pacing.Pauses(), Clock(lambda _: 1e-5), Clock(lambda _: 1e-5)
    pacing.work_until(0.1, busy(first, 0.08, 0.03), first, first.cpu, pauses)
    pacing.work_until(0.1, second.work, second, second.cpu, pauses)
    assert 0.07 <= second.now <= 0.075
    for _ in range(50):
        later = Clock(lambda _: 1e-5)
        pacing.work_until(0.1, later.work, later, later.cpu, pauses)
    assert later.now > 0.099


def test_a_long_pause_leaves_half_of_the_turn():
    pauses, clock = pacing.Pauses(), Clock(lambda _: 1e-5)
    pauses.note(60.0)
    pacing.work_until(0.1, clock.work, clock, clock.cpu, pauses)
    assert 0.049 < clock.now < 0.051


def test_a_deadline_that_has_passed_leaves_time_for_one():
    clock = Clock(lambda _: 1.0)
    pacing.work_until(-1.0, clock.work, clock, clock.cpu, pacing.Pauses())
    assert clock.done == [1]


def test_some_of_the_budget_is_kept():
    assert pacing.deadline(5.0, budget=1.0, reserve=0.01) == pytest.approx(5.94)
    assert pacing.deadline(5.0, budget=0.01, reserve=0.01) == pytest.approx(5.005)


@pytest.mark.parametrize("policy", EVERY)
def test_a_budget_is_spent_on_simulations(policy):
    result = search(observations("brisca", seed=1, many=1)[0], 0.02, policy)
    assert result.simulations > 0
    assert sum(each.visits for each in result.candidates) == result.simulations


@pytest.mark.parametrize("policy", EVERY)
def test_no_time_is_spent_where_there_is_no_choice(policy):
    last = observations("brisca", seed=1, many=40)[39]
    result = search(last, 1.0, policy)
    assert [each.visits for each in result.candidates] == [0]
    assert result.best in last.get_list_actions()
