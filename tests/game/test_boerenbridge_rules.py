"""The rules of BoerenBridge, one promise a test, on positions drawn in the test."""

import pytest
from support.boerenbridge import bids, choices, hand, play, position, scores, tricks

from Game.boerenbridge.deck import BIDS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.cards import FRENCH
from Game.core.stream import Stream
from Game.core.turn import OVER

THREE = "AC KC QC | AD KD QD | AH KH QH | AS KS QS"


# Bidding


def test_the_seat_on_the_dealers_left_bids_first_and_the_others_follow():
    state = position(THREE, dealer=1)
    turns = [state.turn]
    for _ in range(3):
        turns.append(state.play(BIDS + 3))
    assert turns == [2, 3, 0, 1]


def test_a_bid_is_any_number_of_tricks_up_to_the_cards():
    assert choices(position(THREE)) == "0 1 2 3"
    assert choices(position("AC | AD | AH | AS")) == "0 1"


def test_bids_that_add_up_to_another_number_stand():
    state = position(THREE, dealer=3, bids="1 1 1 1")
    assert bids(state) == [1, 1, 1, 1]
    assert state.turn == 0
    assert choices(state) == "QC KC AC"


def test_the_dealer_bids_again_if_the_bids_add_up_to_the_tricks():
    state = position(THREE, dealer=3, bids="1 1 0 1")
    assert state.turn == 3
    assert choices(state) == "0 2"


@pytest.mark.parametrize("said, left", [("1 1 1 0", "1"), ("0 0 0 3", "2")])
def test_a_changed_bid_stays_a_number_of_tricks(said, left):
    assert choices(position(THREE, bids=said)) == left


@pytest.mark.parametrize("said, left", [("1 1 1 0", "1 2 3"), ("1 0 1 1", "0 2 3")])
def test_with_the_option_the_dealer_changes_to_any_other_bid(said, left):
    assert choices(position(THREE, bids=said, rebid="any")) == left


def test_the_changed_bid_counts_and_everybody_has_heard_both():
    state = position(THREE, dealer=3, bids="1 1 0 1 2")
    assert bids(state) == [1, 1, 0, 2]
    assert state.view(0).bids == bytes([1, 1, 0, 1, 2])
    assert (state.turn, choices(state)) == (0, "QC KC AC")


# Playing


def test_the_player_who_opened_the_bidding_leads_the_first_trick():
    assert position(THREE, dealer=0, bids="1 1 1 1").turn == 1


def test_a_player_follows_suit_if_he_can():
    state = position("AC KD | KC QC | AD AH | AS KH", bids="1 1 1 1")
    assert choices(play(state, "AC")) == "QC KC"


def test_a_player_who_cannot_follow_may_play_any_card():
    state = position("AC KD | KC QC | AD AH | AS KH", bids="1 1 1 1")
    assert choices(play(state, "AC KC")) == "AD AH"


def test_no_player_has_to_trump_or_to_beat():
    state = position("QC KD | KC AC | 2H AH | AS KH", trump="H", deck="full", bids="1 1 1 1")
    assert choices(play(state, "QC")) == "KC AC"
    assert choices(play(state, "AC")) == "2H AH"


@pytest.mark.parametrize(
    "cards, trump, taker",
    [
        ("QC | KC | JC | AC", "H", 3),  # the highest of the suit led
        ("2C | AD | AS | KD", "H", 0),  # other suits never win
        ("AC | KC | 2H | QC", "H", 2),  # the lowest trump beats the ace led
        ("AC | 3H | 2H | QC", "H", 1),  # the higher of two trumps
        ("2H | AC | 4H | 3H", "H", 2),  # trump led
        ("10C | 9C | JC | 8C", "S", 2),  # the knave beats the ten
    ],
)
@pytest.mark.parametrize("leader", range(4))
def test_the_highest_trump_or_else_the_highest_card_of_the_suit_takes_the_trick(
    cards, trump, taker, leader
):
    row = cards.split(" | ")
    seats = [row[(seat - leader) % 4] for seat in range(4)]
    blanks = ["3D", "4D", "5D", "6D"]
    hands = " | ".join(f"{card} {blank}" for card, blank in zip(seats, blanks, strict=True))
    dealer = (leader + 3) % 4
    state = position(hands, trump=trump, dealer=dealer, deck="full", bids="2 2 2 2")
    for card in row:
        state.play(FRENCH.parse(card))
    assert tricks(state).index(1) == (leader + taker) % 4
    assert state.turn == (leader + taker) % 4, "who takes the trick leads the next"


def test_a_player_who_does_not_follow_shows_a_void():
    state = position("AC KD | KC QC | AD AH | AS KH", bids="1 1 1 1")
    play(state, "AC KC AD AS")
    assert list(state.view(1).voids) == [0, 0, 1, 1]


# Scoring


def finished(bidding: str, **options: str) -> BoerenBridgeState:
    """Seat 0 takes all three tricks."""
    state = position("AH KH QH | AC KC QC | AD KD QD | AS KS QS", bids=bidding, **options)
    return play(state, "AH AC AD AS KH KC KD KS QH QC QD QS")


def test_a_bid_that_is_met_scores_ten_and_two_a_trick():
    assert scores(finished("3 0 0 1"))[:3] == [16, 10, 10]


@pytest.mark.parametrize("bid, score", [(0, -6), (1, -4), (2, -2)])
def test_a_bid_that_is_missed_costs_two_for_each_trick(bid, score):
    assert scores(finished(f"{bid} 3 3 3")) == [score, -6, -6, -6]


SIX = (
    "AH KH QH JH 10H 9H | AC KC QC JC 10C 9C | AD KD QD JD 10D 9D | AS KS QS JS 10S 9S",
    "AH AC AD AS KH KC KD KS QH QC QD QS JH JC JD JS 10H 10C 10D 10S 9H 9C 9D 9S",
)


@pytest.mark.parametrize("zero_bonus, nothing", [("on", 20), ("off", 10)])
def test_a_bid_of_nothing_scores_twenty_in_a_round_of_six_with_the_option(zero_bonus, nothing):
    state = play(position(SIX[0], bids="5 0 0 0", zero_bonus=zero_bonus), SIX[1])
    assert scores(state) == [-2, nothing, nothing, nothing]


def test_a_bid_of_nothing_scores_ten_in_a_round_of_five():
    hands = " | ".join(" ".join(row.split()[:5]) for row in SIX[0].split("|"))
    state = play(position(hands, bids="4 0 0 0"), " ".join(SIX[1].split()[:20]))
    assert scores(state) == [-2, 10, 10, 10]


def test_the_most_points_win_and_players_who_tie_share_a_place():
    state = finished("3 0 0 3")
    assert scores(state) == [16, 10, 10, -6]
    assert BoerenBridge().outcome(state).ranks == (0, 1, 1, 3)
    assert [state.value(side) for side in range(4)] == [1, 0.5, 0.5, 0]


# Rounds


def after_a_round(seed: int, **options: str) -> tuple[BoerenBridgeState, int]:
    """A game at the start of its second round, and who opened the first."""
    state, dice = BoerenBridge(**options).deal(Stream(seed)), Stream(seed + 1)
    opener = state.opener
    while state.round == 0:
        state.play(dice.choice(state.legal()))
    return state, opener


@pytest.mark.parametrize("seed", range(20))
def test_the_dealer_moves_one_seat_to_the_left(seed):
    state, opener = after_a_round(seed)
    assert state.opener == state.turn == (opener + 1) % 4
    assert state.dealer() == opener


@pytest.mark.parametrize("seed", range(20))
def test_with_the_option_the_winner_of_the_last_trick_opens(seed):
    state, _ = after_a_round(seed, opener="last-trick-winner")
    past = state.past[0]
    leader = past.opener
    for start in range(0, 12, 4):
        trick = past.played[start : start + 4]

        def strength(card: int, led: int = trick[0] // 13) -> tuple[bool, bool, int]:
            return card // 13 == past.trump, card // 13 == led, card % 13

        leader = (leader + max(range(4), key=lambda i: strength(trick[i]))) % 4
    assert state.opener == state.turn == leader


def test_each_round_has_the_cards_of_the_schedule():
    state, dice, sizes = BoerenBridge(rounds="2,5,1").deal(Stream(1)), Stream(2), {}
    while not state.is_terminal():
        sizes.setdefault(state.round, {len(state.hand_of(seat)) for seat in range(4)})
        state.play(dice.choice(state.legal()))
    assert sizes == {0: {2}, 1: {5}, 2: {1}}


def test_a_round_has_the_top_ranks_and_all_are_dealt():
    state = BoerenBridge(rounds="3").deal(Stream(1))
    dealt = {card for seat in range(4) for card in hand(state, seat).split()}
    assert dealt == {rank + suit for rank in "QKA" for suit in "CDHS"}


def test_with_the_whole_pack_any_card_may_be_dealt():
    dealt = {
        card
        for seed in range(100)
        for card in hand(BoerenBridge(rounds="3", deck="full").deal(Stream(seed)), 0).split()
    }
    assert dealt == set(FRENCH.texts)


def test_any_suit_can_be_trump_and_any_seat_can_deal_first():
    states = [BoerenBridge().deal(Stream(seed)) for seed in range(100)]
    assert {state.trump for state in states} == {0, 1, 2, 3}
    assert {state.dealer() for state in states} == {0, 1, 2, 3}


def test_a_round_that_is_over_is_remembered():
    state, opener = after_a_round(3)
    (past,) = state.view(0).past
    assert (past.cards, past.opener, len(past.played), sum(past.won)) == (3, opener, 12, 3)


def test_the_next_round_needs_chance():
    state, dice = BoerenBridge().deal(Stream(1)), Stream(2)
    for _ in range(15):
        state.play(dice.choice(state.legal()))
    while state.round == 0 and len(state.cards_played()) < 11:
        state.play(dice.choice(state.legal()))
    clone = state.clone()
    with pytest.raises(ValueError, match="no random stream"):
        clone.play(clone.legal()[0])


def test_the_game_is_over_after_the_last_round():
    state = finished("3 0 0 3")
    assert state.turn == OVER
    assert state.legal() == []
