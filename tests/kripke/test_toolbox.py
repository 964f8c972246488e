"""The toolbox of small functions about cards."""

import pytest
from support.boerenbridge import play, position

from Game.boerenbridge.cards import CARDS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.observation import BoerenBridgeObservation
from Game.core.cards import FRENCH
from Game.core.stream import Stream
from Players.boerenbridge import toolbox


def seen(state):
    game = BoerenBridge(rounds=str(state.cards))
    return BoerenBridgeObservation(game, state.view(state.turn), Stream(1))


def cards(text):
    return [CARDS[number] for number in FRENCH.parse_line(text)]


@pytest.fixture
def second():
    """East must follow the king of clubs, and thinks about trumps."""
    state = position("KC KS QS | AC QC KH | KD QD AS | AH QH AD", trump="H", bids="1 1 0 0")
    return seen(play(state, "KC"))


def test_cards_are_compared_by_rank_or_by_what_they_are_worth():
    some = cards("QH KC 10D AC")
    assert str(toolbox.highest(some)) == "AC"
    assert str(toolbox.highest(some, trump="H")) == "QH"
    assert str(toolbox.highest(some, trump="S", led="D")) == "10D"
    assert str(toolbox.lowest(some, trump="D")) == "QH"
    assert str(toolbox.highest_of_suit(some, "C")) == "AC"
    assert str(toolbox.lowest_of_suit(some, "C")) == "KC"
    assert toolbox.highest_of_suit(some, "S") is None
    assert toolbox.lowest([]) is None


def test_cards_that_win_and_that_lose(second):
    assert [str(card) for card in toolbox.playable(second)] == ["QC", "AC"]
    assert str(toolbox.best_on_table(second)) == "KC"
    assert str(toolbox.lowest_winner(second)) == str(toolbox.highest_winner(second)) == "AC"
    assert str(toolbox.highest_loser(second)) == str(toolbox.lowest_loser(second)) == "QC"
    assert toolbox.wins(second, cards("KH")[0])


def test_cards_that_others_may_hold(second):
    assert toolbox.cards_out(second, "C") == []
    assert [str(card) for card in toolbox.cards_out(second, "H")] == ["QH", "AH"]
    assert str(toolbox.highest_out(second, "S")) == "AS"
    assert toolbox.is_highest_left(second, cards("AC")[0])
    assert not toolbox.is_highest_left(second, cards("KH")[0])


def test_nobody_holds_a_suit_that_all_have_shown_to_lack():
    state = position("2C 3C | AD AS | KD KS | QD QS", trump="H", bids="0 0 1 0", deck="full")
    play(state, "2C AD KD QD")
    game = BoerenBridge(rounds="2", deck="full")
    north = BoerenBridgeObservation(game, state.view(0), Stream(1))
    assert toolbox.cards_out(north, "C") == []  # they lie aside
    assert len(toolbox.cards_out(north, "H")) == 13


def test_a_side_suit_is_any_but_trump():
    seat = seen(position("KC QC KS | AC AS QS | KD QD KH | AH QH AD", trump="H"))
    results = {toolbox.random_side_suit(seat, Stream(seed)) for seed in range(40)}
    assert results == {"C", "S"}
    assert toolbox.random_side_suit(seat, Stream(1), least=2) == "C"
    assert toolbox.random_side_suit(seat, Stream(1), least=3) is None
    assert toolbox.side_suits(seat) == ["C", "D", "S"]
    assert toolbox.playable(seat) == []  # bids are made
