"""The games of a phase come back as they were added, and need little memory."""

import random
import tracemalloc

import pytest

from arena.pages.site.data import games as module
from arena.pages.site.data.games import GameDigest, GamesOfMatches

MATCHES, EACH = 40, 100
ALLOWED = 60  # bytes a game; as an object, one needs ten times as much


def game(number: int) -> GameDigest:
    dice = random.Random(number)
    first = float(dice.randrange(121))
    return GameDigest(
        f"{dice.getrandbits(64):016x}",
        number,
        number // 2,
        (f"Team {number // EACH}", "House 1")[:: 1 if number % 2 else -1],
        (0, 1) if first > 60 else (1, 0),
        (first, 120 - first),
        (0, number % 3),
        dice.randrange(50) / 3,
    )


@pytest.fixture
def packs_early(monkeypatch):
    monkeypatch.setattr(module, "MOST", 70)


def test_games_come_back_in_the_order_of_their_numbers_and_unchanged(packs_early):
    numbers = list(range(MATCHES * EACH))
    random.Random(1).shuffle(numbers)
    games = GamesOfMatches()
    for number in numbers:
        games.add(number // EACH, game(number))
    assert games.count == len(numbers)
    assert list(games) == list(range(MATCHES))
    for match, some in games.items():
        assert list(some) == [game(n) for n in range(match * EACH, (match + 1) * EACH)]
    assert MATCHES not in games
    assert games.get(MATCHES, ()) == ()


def test_a_game_that_is_packed_needs_few_bytes(packs_early):
    games = GamesOfMatches()
    tracemalloc.start()
    try:
        for number in range(MATCHES * EACH):
            games.add(number // EACH, game(number))
        assert tracemalloc.get_traced_memory()[0] < ALLOWED * MATCHES * EACH
    finally:
        tracemalloc.stop()
