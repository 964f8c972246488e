"""The bot `greedy` in games in the RECYCLE language: it learns its rules of thumb."""

from statistics import fmean, stdev

import pytest
from game.recycle.test_constructs import Made

from Game.core.stream import Stream
from Game.recycle.game import DescribedGame
from Game.registry import DESCRIBED, USER_GAME, find
from Players.described.fit import Fit
from Players.described.numbers import compared_stores
from Players.greedy import described
from Players.greedy.described import GreedyDescribed, lessons_of
from Players.GreedyPlayer import GreedyPlayer, rules_of

# The larger of two cards wins: a rule that is easy to learn.
HIGHER = """
(game (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)) (SUIT (A, B)))))
 (do ((shuffle (game iloc STOCK))
   (put points 'W (((RANK (TWO)) 1) ((RANK (THREE)) 2) ((RANK (FOUR)) 3) ((RANK (FIVE)) 4)
    ((RANK (SIX)) 5)))
   (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player (end (all player 'P (== (size ('P vloc ROW)) 1)))
  (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc ROW)))))))
 (scoring SIGN (sum ((current player) vloc ROW) using 'W)))
"""

# Say how many high cards you hold.
BIDS = """
(game (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (LOW, HIGH)) (COPY (A, B, C, D, E, F)))))
 (do ((shuffle (game iloc STOCK))
   (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player (end (all player 'P (== ('P sto SPOKE) 1)))
  (choice ((any (range 0 .. 4) 'N (set ((current player) sto BID) 'N))))
  (do ((set ((current player) sto SPOKE) 1))))
 (do ((all player 'P (do (
   (set ('P sto HIGHS) (size (filter ('P iloc HAND) 'C (== (cardatt RANK 'C) HIGH))))
   ((== ('P sto BID) ('P sto HIGHS)) (set ('P sto SCORE) 1)))))))
 (scoring max ((current player) sto SCORE)))
"""


def mean_value(game: DescribedGame, deals: int) -> tuple[float, float]:
    """The mean value of greedy's side, in each seat of each deal, and its standard error."""
    values = []
    for number in range(deals):
        total = 0.0
        for seat in range(game.seats):
            state, dice = game.deal(Stream(number)), Stream(number)
            state.chance = Stream(number)
            bots = {one: GreedyPlayer() for one in range(game.seats)}
            while not state.is_terminal():
                if state.side(state.turn) == state.side(seat):
                    seen = game.observe(state.view(state.turn), Stream(number))
                    action = seen.number(bots[state.turn].think(seen, float("inf")))
                else:
                    action = dice.below(len(state.legal()))
                state.play(action)
            total += state.value(state.side(seat))
        values.append(total / game.seats)
    return fmean(values), stdev(values) / deals**0.5


@pytest.mark.parametrize(
    "name, games, deals", [("agram", 300, 40), ("lastcard", 100, 12), ("onemore", 200, 30)]
)
def test_it_beats_random(name: str, games: int, deals: int, monkeypatch):
    monkeypatch.setattr(described, "GAMES", games)
    value, error = mean_value(find(name)(), deals)
    assert value - 1.96 * error > 0.5


def test_it_learns_which_number_its_hand_is_worth(monkeypatch):
    monkeypatch.setattr(described, "GAMES", 400)
    value, error = mean_value(find(USER_GAME)(file="bids.rcy", text=BIDS), 40)
    assert value - 1.96 * error > 0.55, "a random number is right once in five times"


def test_the_text_tells_which_numbers_a_player_compares():
    program = find("ohhell")().program
    names = [[program.plan.store_names[row] for row in pair] for pair in compared_stores(program)]
    assert names == [["BID", "TRICKS"]]


@pytest.mark.parametrize("sign, wanted", [("max", -1), ("min", 0)])
def test_it_learns_what_the_scoring_wants(sign: str, wanted: int, monkeypatch):
    monkeypatch.setattr(described, "GAMES", 100)
    game = Made(HIGHER.replace("SIGN", sign))
    order = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"]
    for number in range(10):
        seen = game.observe(game.deal(Stream(number)).view(0), Stream(number))
        texts = [str(action) for action in seen.get_list_actions()]
        ranks = sorted(order.index(text.split()[0]) for text in texts)
        chosen = str(GreedyDescribed().think(seen, 9.0))
        assert order.index(chosen.split()[0]) == ranks[wanted]


def test_it_plays_every_described_game_and_learns_once():
    for name in (*DESCRIBED, USER_GAME):
        assert name in GreedyPlayer.games
        assert isinstance(rules_of(name), GreedyDescribed)
    game = find("agram")()
    assert lessons_of(game) is lessons_of(game)


def test_it_does_not_exceed_its_share_of_the_time():
    game = find("hearts")()
    seen = game.observe(game.deal(Stream(1)).view(0), Stream(1))
    GreedyDescribed().think(seen, 0.0)
    assert lessons_of(game).games == 0


def test_a_fit_finds_the_weights():
    fit, dice = Fit(2), Stream(1)
    for _ in range(2000):
        one, two = dice.random(), dice.random()
        fit.add([one, two], 2 * one - two)
    assert fit.expect([1.0, 0.0]) == pytest.approx(2.0, abs=0.2)
    assert fit.expect([0.0, 1.0]) == pytest.approx(-1.0, abs=0.2)
