"""A bot that knows no game plays every game in a sandbox, and beats a random bot: each game has
decisions that matter."""

import pytest

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.sandbox.levels import unavailable
from arena.workers import here
from Game import registry

# How many games are enough for a bot that plays a few worlds out to be clearly ahead.
GAMES = {
    "agram": 6, "boerenbridge": 8, "brisca": 8, "fifteens": 6, "forehead": 20, "gems": 4,
    "hearts": 2, "kuhn": 20, "lastcard": 6, "melds": 2, "ohhell": 4, "onemore": 6, "solo": 4,
    "stairs": 4, "sweep": 4, "tarot": 4, "whist": 6,
}  # fmt: skip
OPTIONS = {name: {"players": "2"} for name in (
    "agram", "forehead", "gems", "lastcard", "onemore", "stairs",
)}  # fmt: skip
OPTIONS["tarot"] = {"deals": "1"}
# There, an ally is often the other bot, and both win: many games would be needed.
MIXED = {"allies"}
LEVEL = "inprocess" if unavailable("sandbox") else "sandbox"


def shares(name: str) -> dict[str, float]:
    """The share of the wins of each bot. Bots that tie share a win."""
    game = registry.find(name)(**OPTIONS.get(name, {}))
    bots = [load("montecarlo(simulations=16)"), load("random")]
    run = new_match(game, bots, GAMES[name], RunOptions(seed="1", clock=False, isolation=LEVEL))
    won: dict[str, list[float]] = {}
    for record in here.play(run, run.fixtures):
        assert record.faults == []
        assert record.isolation == LEVEL
        winners = record.ranks.count(0)
        for side, seats in enumerate(record.sides):
            credit = 1 / winners if record.ranks[side] == 0 else 0.0
            won.setdefault(record.name(seats[0]), []).append(credit)
    return {bot: sum(each) / len(each) for bot, each in won.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*registry.names()} - MIXED))
def test_a_bot_that_thinks_beats_a_random_bot(name, shared_fork_servers):
    won = shares(name)
    assert won["MonteCarloPlayer"] > won["RandomPlayer"]
