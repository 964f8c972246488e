"""Random games of Tarot in one call: they end as random legal cards would."""

import pytest
from support.chance import assert_likely
from support.endings import endings, outcomes, points
from support.tarot import begun, do

from Game.core.playouts import playouts
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.tarot.game import Tarot
from Game.tarot.rules.deck import PHASES, SEATS
from Game.tarot.state import TarotState

# Three tricks each, with suits, trumps and the excuse in every kind of place.
LATE = {
    "from the lead": ("RC A3 2D | 2C A9 EX | 1H 4C RD", ""),
    "the excuse with the leader": ("EX A1 5H | 2H RH A4 | A7 3H DC", ""),
    "trumps to go over": ("A5 A12 1C | A6 A9 A20 | A2 A21 RD", ""),
    "in the middle of a trick": ("RC A3 2D | 2C A9 EX | 1H 4C RD", "RC EX"),
    "with the second card to play": ("RC A3 2D | 2C A9 EX | 1H 4C RD", "A3"),
    "suits only": ("RC 1C 2D | 2C DC 4D | 4C 5C RD", "RC"),
}


def late(name: str) -> TarotState:
    hands, play = LATE[name]
    game, state = begun(hands)
    return do(game, state, *play.split())


@pytest.mark.parametrize("name", LATE)
def test_a_playout_ends_as_often_as_random_cards_do(name):
    state = late(name)
    expected = endings(state, SEATS)
    rare = min(expected.values())
    drawn = outcomes(TarotState.playout, state, SEATS, max(2000, int(8 / rare)))
    assert len(expected) > 1
    assert_likely(drawn, expected)


@pytest.mark.parametrize("seed", range(10))
def test_a_playout_ends_the_game_from_every_phase(seed):
    stream = Stream(seed)
    state, phases = Tarot().deal(stream), set()
    while not state.is_terminal():
        phases.add(PHASES[state.phase])
        scratch = state.clone()
        scratch.playout(stream)
        assert scratch.is_terminal()
        assert sum(points(scratch, SEATS)) == 0
        state.play(stream.choice(state.legal()))
    assert {"bid", "slam", "handful", "play"} <= phases


def test_playouts_do_not_change_the_state():
    state = Tarot().deal(Stream(1))
    before = [state.view(seat) for seat in range(3)]
    means = playouts(state, 3, 50, OVER, Stream(2))
    assert [state.view(seat) for seat in range(3)] == before
    assert sum(means) == pytest.approx(0)
