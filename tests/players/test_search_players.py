"""The house bots that search play every game without a fault, and report their thoughts."""

import pytest
from support.thinking import observations

from arena.bots.bot import find
from arena.match.run import RunOptions, new_match
from arena.replay.result import result
from arena.standings.tally import tally
from arena.workers import here
from Game import registry
from Game.registry import find as game_named
from Players.BestReplyPlayer import BestReplyPlayer
from Players.ISMCTSPlayer import ISMCTSPlayer
from Players.MaxNPlayer import MaxNPlayer
from Players.MonteCarloPlayer import MonteCarloPlayer
from Players.ParanoidMCTSPlayer import ParanoidMCTSPlayer

KINDS = [ISMCTSPlayer, ParanoidMCTSPlayer, MaxNPlayer, BestReplyPlayer, MonteCarloPlayer]
NAMES = ["ismcts", "paranoidmcts", "maxn", "bestreply", "montecarlo"]


def matches(game: str, *bots: str, games: int = 2, **terms):
    terms.setdefault("clock", False)
    played = new_match(
        game_named(game)(),
        [find(bot) for bot in bots],
        games,
        RunOptions(isolation="inprocess", seed="3", strict=True, **terms),
    )
    return list(here.play(played, played.fixtures))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", registry.names())
def test_each_plays_every_game(game, name):
    bots = [f"{name}(simulations=4)", "random"]
    for record in matches(game, *bots[: len(game_named(game)().sides)], games=2):
        assert record.faults == []
        assert record.moves


@pytest.mark.parametrize("name", NAMES)
def test_with_a_number_of_simulations_the_same_game_is_played_again(name):
    first, second = (
        matches("boerenbridge", f"{name}(simulations=25)", "random", games=4) for _ in range(2)
    )
    assert [[move.play for move in record.moves] for record in first] == [
        [move.play for move in record.moves] for record in second
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_each_search_reports_its_thoughts(kind):
    observation = observations("boerenbridge", seed=1, many=1)[0]
    player = kind(simulations=60)
    chosen = player.think(observation, 1.0)
    assert player.thoughts[0].action == chosen
    assert {each.action for each in player.thoughts} == set(observation.get_list_actions())


@pytest.mark.parametrize("kind", KINDS)
def test_each_takes_the_time_there_is(kind):
    observation = observations("brisca", seed=1, many=1)[0]
    player = kind()
    assert player.think(observation, 0.02) in observation.get_list_actions()
    assert sum(each.visits for each in player.thoughts) > 0


def share(records) -> float:
    """The share of the games that the first bot has won."""
    results = [result(record, deal=0) for record in records]
    return tally([bot.name for bot in records[0].bots], results)[0].share


# A side in how many games against random: as many seatings as a game has, some times over.
AGAINST_RANDOM = {"agram": 30, "hearts": 4, "onemore": 12, "stairs": 6, "tarot": 3}


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.names())
def test_a_little_search_beats_random_in_every_game(game):
    sides = len(game_named(game)().sides)
    bots = ["paranoidmcts(simulations=40)", *["random"] * (sides - 1)]
    won = share(matches(game, *bots, games=AGAINST_RANDOM.get(game, 8)))
    assert won > 1.2 / sides


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_beats_the_rules_of_thumb_in_boerenbridge(name):
    bots = [f"{name}(simulations=100)", "greedy", "greedy", "greedy"]
    assert share(matches("boerenbridge", *bots, games=12)) > 0.5  # a quarter would be even


@pytest.mark.slow
@pytest.mark.parametrize(
    "first, second, games, least",
    [
        ("ismcts(simulations=400)", "montecarlo(simulations=400)", 120, 0.54),
        ("ismcts(simulations=150)", "osla", 24, 0.7),
        ("paranoidmcts(simulations=150)", "osla", 24, 0.7),
    ],
)
def test_tree_search_is_stronger_in_brisca(first, second, games, least):
    assert share(matches("brisca", first, second, games=games)) > least
