"""Random games of BoerenBridge in one call: they end as random legal moves would."""

from collections import Counter

import pytest
from support.boerenbridge import play, played, position
from support.chance import assert_likely
from support.endings import Points, endings, outcomes, points
from support.games import copy_of

from Game.boerenbridge.deck import SEATS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.cards import FRENCH
from Game.core.playouts import playouts
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

LATE = {
    "before the first bid": position("AC | AD | AH | AS", trump="H"),
    "the dealer must change by one": position(
        "AC KC | AD KD | AH KH | AS KS", trump="H", bids="0 0 1 1"
    ),
    "the dealer must change to any": position(
        "AC KC | AD KD | AH KH | AS KS", trump="H", bids="0 0 1 1", rebid="any"
    ),
    "the dealer must change from nothing": position(
        "AC KD | AD KC | AH KS | AS KH", trump="H", bids="0 1 1 0"
    ),
    "before the first card": position("AC KD | AD KC | AH KS | AS KH", trump="H", bids="1 1 1 1"),
    "some can follow": position(
        "AC QC KD | AD KC QH | AH KS QD | AS KH QS", trump="D", bids="1 0 1 2"
    ),
    "in the middle of a trick": play(
        position("AC QC KD | AD KC QH | AH KS QD | AS KH QS", trump="D", bids="1 0 1 2"), "AC KC"
    ),
    "a bid of nothing in a long round": play(
        position(
            "AC KC QC JC 10C 9C | AD KD QD JD 10D 9D | AH KH QH JH 10H 9H | AS KS QS JS 10S 9S",
            trump="C",
            bids="6 0 0 2",
        ),
        "AC AD AH AS KC KD KH KS QC QD QH QS JC JD JH JS",
    ),
}


def grouped(
    expected: Counter[Points], drawn: list[Points]
) -> tuple[list[object], dict[object, float]]:
    """The rare endings, which would be drawn too seldom to be counted, taken together."""
    rare = {end for end, chance in expected.items() if chance * len(drawn) < 5}
    weights: Counter[object] = Counter()
    for end, chance in expected.items():
        weights["rare" if end in rare else end] += chance
    if weights["rare"] * len(drawn) < 5:
        del weights["rare"]
        drawn = [end for end in drawn if end not in rare]
    return ["rare" if end in rare else end for end in drawn], dict(weights)


@pytest.mark.parametrize("playout", [BoerenBridgeState.playout, State.playout])
@pytest.mark.parametrize("name", LATE)
def test_a_playout_ends_as_often_as_random_moves_do(name, playout):
    expected = endings(LATE[name], SEATS)
    drawn = outcomes(playout, LATE[name], SEATS, 6000)
    assert set(drawn) <= set(expected), "a playout ends as no legal moves do"
    assert_likely(*grouped(expected, drawn))


@pytest.mark.parametrize(
    "options",
    [{}, {"deck": "full"}, {"opener": "last-trick-winner", "rebid": "any", "rounds": "6,1,8"}],
    ids=str,
)
@pytest.mark.parametrize("moves", [0, 2, 18, 31])
def test_playouts_of_a_long_game_agree_with_random_moves(moves, options):
    state = played(BoerenBridge(**options), moves, moves)
    n, means = 4000, []
    for playout in (BoerenBridgeState.playout, State.playout):
        stream, totals = Stream(2), [0, 0, 0, 0]
        for _ in range(n):
            scratch = copy_of(state, 0)
            scratch.chance = stream
            playout(scratch, stream)
            totals = [total + p for total, p in zip(totals, points(scratch, SEATS), strict=True)]
        means.append([total / n for total in totals])
    # Scores spread by less than 20, so the mean of n games by less than 0.32.
    assert means[0] == pytest.approx(means[1], abs=4 * 0.32 * 2**0.5)


def test_playouts_do_not_change_the_state():
    state = played(BoerenBridge(), 1, 20)
    before = [state.view(seat) for seat in range(4)]
    playouts(state, 4, 20, OVER, Stream(2))
    playouts(state, 4, 20, 2, Stream(2))
    assert [state.view(seat) for seat in range(4)] == before


def test_cards_that_the_seat_cannot_know_are_dealt_again():
    # One card each, and the ace of trumps is with one of the others.
    state = position("QC | AC | KC | JC", trump="C", bids="1 1 1 1")
    assert playouts(state, 4, 50, OVER, Stream(4)) == [-2, 12, -2, -2]
    means = playouts(state, 4, 3000, 0, Stream(5))
    assert means == pytest.approx([-2, 8 / 3, 8 / 3, 8 / 3], abs=0.6)


@pytest.mark.parametrize("hands", ["AC KC | AD | AH | AS", "AC | | AH | AS", "| | |"])
def test_hands_of_unequal_size_are_played_as_far_as_possible(hands):
    state = position("AC KC | AD KD | AH KH | AS KS", bids="1 1 1 1")
    state.set_hands([FRENCH.parse_line(row) for row in hands.split("|")])
    state.playout(Stream(1))
    assert state.legal() == []
