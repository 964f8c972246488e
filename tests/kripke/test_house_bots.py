"""The bots of BoerenBridge at a table of the arena."""

import pytest
from support.paths import ROOT

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.workers import here
from Game.boerenbridge.observation import BoerenBridgeObservation
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.registry import DESCRIBED, USER_GAME, find
from Players.boerenbridge import toolbox
from Players.GreedyPlayer import GreedyPlayer

BOTS = ["kripke(worlds=40)", "greedykripke", "greedy", "random"]


def play(bots, games, **options):
    run = new_match(
        find("boerenbridge")(**options),
        [load(bot) for bot in bots],
        games,
        RunOptions(seed="11", clock=False),
    )
    return list(here.play(run, run.fixtures))


def test_kripke_scores_most_and_random_least_and_nobody_is_faulted():
    records = play(BOTS, 24)
    assert not any(record.faults for record in records)
    points = [0] * len(BOTS)
    for record in records:
        for seat, bot in enumerate(record.seats):
            points[bot] += record.scores[seat]
    assert points[0] == max(points)
    assert points[3] == min(points)


def test_two_bots_share_a_table_of_four():
    (record, *_) = play(["fullkripke", "greedykripke"], 2, rounds="3,2")
    assert sorted(set(record.seats)) == [0, 1]
    assert not record.faults


def test_greedy_plays_each_game_for_which_there_is_a_file():
    files = {path.stem for path in (ROOT / "Players/greedy").glob("*.py")}
    assert files - {"__init__", "described"} == set(GreedyPlayer.games) - {*DESCRIBED, USER_GAME}
    assert "tarot" in files


@pytest.mark.parametrize("game", sorted(set(GreedyPlayer.games) - {USER_GAME}))
def test_greedy_plays_by_the_rules_of_thumb_of_the_game_at_hand(game):
    stream = Stream(3)
    rules = find(game)()
    state = rules.deal(stream)
    state.chance = stream
    player = GreedyPlayer()
    for _ in range(4 if game in DESCRIBED else 12):
        if state.turn == OVER:
            break
        seen = rules.observe(state.view(state.turn), stream)
        action = player.think(seen, 1.0)
        assert seen.number(action) in state.legal()
        if isinstance(seen, BoerenBridgeObservation) and not seen.is_bidding:
            cards = toolbox.playable(seen)
            best = toolbox.highest(cards, seen.trump, seen.suit_led)
            assert action.card.value(seen.trump, seen.suit_led) == best.value(
                seen.trump, seen.suit_led
            )
        state.play(seen.number(action))
    file = "described" if game in DESCRIBED else game
    assert type(player.rules).__module__ == f"Players.greedy.{file}"
