"""The house bots are as strong as the documents say. The seeds are fixed, so no test is flaky."""

from statistics import fmean

import pytest

from arena.experiments.studies.tarot_deals import TarotBot, TarotEffort, deal, roles
from arena.replay.result import result
from arena.standings.tally import tally
from Game.core.build import is_compiled
from Game.core.stream import Stream

pytestmark = pytest.mark.slow


def share(records) -> float:
    """Of the first bot."""
    results = [result(record, deal=0) for record in records]
    return tally([bot.name for bot in records[0].bots], results)[0].share


def test_osla_beats_random_in_about_71_percent(play):
    assert 0.68 <= share(play("osla", "random", games=300, seed="7", clock=False)) <= 0.74


def test_random_is_as_good_as_random(play):
    assert 0.45 <= share(play("random", "random", games=300, seed="7", clock=False)) <= 0.55


def test_greedy_beats_osla(play):
    assert share(play("greedy", "osla", games=100, seed="7", clock=False)) > 0.65


@pytest.mark.parametrize("worlds, least", [(20, 0.65), (100, 0.75)])
def test_montecarlo_beats_osla_more_often_with_more_time(play, worlds, least):
    games = 100
    got = share(play(f"montecarlo(worlds={worlds})", "osla", games=games, seed="7", clock=False))
    assert got > least


@pytest.mark.skipif(not is_compiled(), reason="without a compiler it takes many minutes")
def test_paranoid_beats_greedy_in_tarot_as_the_taker_and_as_the_defence():
    """The same hands and contract, beside greedy at all three seats; points of each defender."""
    bot = TarotBot("paranoid", simulations=300)
    gains = [roles(deal("1", number), bot, Stream(number), TarotEffort()) for number in range(12)]
    as_taker, as_defence = (fmean(gain) for gain in zip(*gains, strict=True))
    assert as_taker > 0
    assert as_defence > 0
    assert as_taker + as_defence > 10
