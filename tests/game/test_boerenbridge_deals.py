"""Options and written deals of BoerenBridge: impossible ones are refused with a reason."""

import re

import pytest

from Game.boerenbridge.game import BoerenBridge
from Game.core.cards import FRENCH
from Game.core.game import ActionError, DealError
from Game.core.options import OptionError
from Game.core.stream import Stream

GAME = BoerenBridge()


def deal_text() -> dict:
    return {
        "dealer": 2,
        "trump": "D",
        "hands": ["QC KC AC".split(), "QD KD AD".split(), "QH KH AH".split(), "QS KS AS".split()],
    }


def refusal(deal: object, game: BoerenBridge = GAME) -> str:
    with pytest.raises(DealError) as error:
        game.read_deal(deal)
    return str(error.value)


def test_a_deal_as_it_is_written():
    assert GAME.write_deal(GAME.read_deal(deal_text())) == deal_text()


@pytest.mark.parametrize("dealer", range(4))
def test_the_seat_after_the_dealer_opens(dealer):
    state = GAME.read_deal(deal_text() | {"dealer": dealer})
    assert state.turn == state.opener == (dealer + 1) % 4


@pytest.mark.parametrize("dealer", [-1, 4, "0", None, 1.0, True, [1]])
def test_no_other_seat_may_deal(dealer):
    assert repr(dealer) in refusal(deal_text() | {"dealer": dealer})


@pytest.mark.parametrize("trump", ["X", "", None, 1, "CD", ["C"]])
def test_trump_is_a_suit(trump):
    assert repr(trump) in refusal(deal_text() | {"trump": trump})


def test_a_duplicate_card_is_named():
    deal = deal_text()
    deal["hands"][3][0] = "QC"
    assert "QC twice" in refusal(deal)


def test_a_card_below_the_ranks_of_the_round_is_named():
    deal = deal_text()
    deal["hands"][3][0] = "JS"
    assert "JS" in refusal(deal)
    whole = BoerenBridge(deck="full")
    assert whole.write_deal(whole.read_deal(deal))["hands"][3] == ["JS", "KS", "AS"]


def test_a_hand_has_the_cards_of_the_first_round():
    assert "3 cards" in refusal(deal_text() | {"hands": [["QC"], ["QD"], ["QH"], ["QS"]]})
    assert "4 cards" in refusal(deal_text(), BoerenBridge(rounds="4"))


# Actions


def test_bids_and_cards_are_written_as_text():
    state = GAME.read_deal(deal_text())
    texts = [GAME.action_text(state, action) for action in state.legal()]
    assert texts == ["bid 0", "bid 1", "bid 2", "bid 3"]
    for text in ("bid 1", "bid 1", "bid 2", "bid 3"):
        state.play(GAME.read_action(state, text))
    assert [GAME.action_text(state, action) for action in state.legal()] == ["QS", "KS", "AS"]


@pytest.mark.parametrize("text", ["bid 4", "bid", "3", "BID 3", "bid  3", "QC", "bid -1"])
def test_an_impossible_bid_is_quoted(text):
    with pytest.raises(ActionError, match=re.escape(f"{text!r}") + ".*bid 0 bid 1"):
        GAME.read_action(GAME.read_deal(deal_text()), text)


# Options


@pytest.mark.parametrize(
    "rounds, kept", [("7", "7"), ("1,13", "1,13"), (" 3, 04 ,5", "3,4,5"), (5, "5")]
)
def test_rounds_are_any_list_of_hand_sizes(rounds, kept):
    assert BoerenBridge(rounds=rounds).chosen["rounds"] == kept


@pytest.mark.parametrize(
    "rounds", ["", "0", "14", "3,", "3,,4", "three", "-3", "3.5", "3;4", None, ["3"], "99", "٣"]
)
def test_a_text_that_is_not_a_list_of_hand_sizes_is_refused_with_an_example(rounds):
    with pytest.raises(OptionError, match=r"1 to 13, like 3,4,5,4,3"):
        BoerenBridge(rounds=rounds)


def test_a_game_has_no_more_rounds_than_can_be_kept():
    assert BoerenBridge(rounds=",".join(["1"] * 52)).schedule == bytes([1] * 52)
    with pytest.raises(OptionError, match="53 rounds"):
        BoerenBridge(rounds=",".join(["1"] * 53))


def test_games_with_the_same_rounds_have_the_same_options():
    assert BoerenBridge(rounds="3, 4").chosen == BoerenBridge(rounds="3,4").chosen


def test_every_card_is_dealt_as_often_to_every_seat():
    counts = {(card, seat): 0 for card in FRENCH if card % 13 >= 10 for seat in range(4)}
    for seed in range(2000):
        state = GAME.deal(Stream(seed))
        for seat in range(4):
            for card in state.hand_of(seat):
                counts[card, seat] += 1
    assert all(abs(count - 500) < 100 for count in counts.values())
