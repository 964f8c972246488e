"""The observation of BoerenBridge: it shows the real position, and a bot can think with it."""

import pytest
from support.boerenbridge import play, played, position

from Game.boerenbridge.cards import CARDS, Bid, Card, Play
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.observation import BoerenBridgeObservation
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.stream import Stream
from Game.ForwardModel import ForwardModel
from Players.search.flat import FlatSearch


def observe(state: BoerenBridgeState, seat: int | None = None) -> BoerenBridgeObservation:
    """What the seat sees, by default the one to act."""
    game = BoerenBridge(rounds=",".join(map(str, state.schedule)))
    return BoerenBridgeObservation(
        game, state.view(state.turn if seat is None else seat), Stream(1)
    )


def texts(things: object) -> str:
    return " ".join(map(str, things))


HANDS = "AC KC QD | AD KD QC | AH KH QH | AS KS QS"


def test_during_the_bidding_the_observation_shows_the_bid_of_each_player():
    observation = observe(position(HANDS, trump="D", dealer=1, bids="1 0"))
    assert (observation.turn, observation.dealer, observation.opener) == (0, 1, 2)
    assert observation.is_bidding
    assert not observation.must_change
    assert observation.bids == [None, None, 1, 0]
    assert observation.bids_in_order == [(2, 1), (3, 0)]
    assert texts(observation.get_list_actions()) == "bid 0 bid 1 bid 2 bid 3"


def test_the_dealer_sees_that_he_must_change_and_what_he_may():
    observation = observe(position(HANDS, dealer=1, bids="1 0 1 1"))
    assert observation.must_change
    assert observation.turn == observation.dealer == 1
    assert observation.get_list_actions() == [Bid(0), Bid(2)]


def test_a_changed_bid_is_there_twice_and_the_last_one_counts():
    observation = observe(position(HANDS, dealer=1, bids="1 0 1 1 2"))
    assert observation.bids_in_order == [(2, 1), (3, 0), (0, 1), (1, 1), (1, 2)]
    assert observation.bids == [1, 2, 1, 0]


def test_during_the_play_the_observation_shows_the_table_and_known_voids():
    state = play(position(HANDS, trump="D", dealer=3, bids="1 1 1 1"), "AC QC AH QS KC AD")
    observation = observe(state)
    assert texts(observation.hand) == "QH KH"
    assert observation.trump == "D"
    assert texts(observation.trick) == "KC AD"
    assert observation.suit_led == "C"
    assert texts(observation.cards_played) == "AC QC AH QS KC AD"
    assert observation.tricks == [1, 0, 0, 0]
    assert observation.voids == ["", "C", "C", "C"]
    assert observation.hand_sizes == [1, 1, 2, 2]
    assert observation.leader == 0
    assert observation.get_list_actions() == [Play(card) for card in observation.hand]


def test_it_shows_the_round_the_schedule_and_the_scores():
    state = played(BoerenBridge(rounds="3,4,5"), 1, 18)
    observation = observe(state)
    assert (observation.round, observation.rounds, observation.cards) == (1, [3, 4, 5], 4)
    assert observation.scores == [state.points(seat) for seat in range(4)]
    assert len(observation.past) == 1


def test_the_other_hands_are_imagined_and_the_own_one_is_real():
    state = played(BoerenBridge(), 5, 9)
    observation = observe(state)
    clones = [observation.get_randomized_clone() for _ in range(30)]
    assert all(clone.hands[clone.seat] == observation.hand for clone in clones)
    assert len({str(clone.hands) for clone in clones}) > 5


def test_playing_on_moves_everything_on():
    observation = observe(position(HANDS, dealer=3))
    model = ForwardModel()
    for wins in (1, 1, 1, 1):
        model.play(observation, Bid(wins))
    assert observation.bids == [1, 1, 1, 1]
    assert not observation.is_bidding
    card = observation.hand[0]
    model.play(observation, Play(card))
    assert observation.trick == [card]
    assert card not in observation.hand
    assert observation.turn == 1


def test_an_illegal_card_is_refused_with_the_legal_ones():
    observation = observe(position(HANDS, dealer=3))
    with pytest.raises(ValueError, match=r"bid 4 cannot.*bid 0 bid 1 bid 2 bid 3"):
        ForwardModel().play(observation, Bid(4))
    with pytest.raises(ValueError, match=r"AC cannot"):
        ForwardModel().play(observation, observation.action(12))


@pytest.mark.parametrize("wrong", [Bid(14), Bid(-1), Play(Card(52)), "bid 1", 53, None])
def test_an_object_that_is_not_an_action_is_refused(wrong):
    with pytest.raises(ValueError, match="Bid or a Play"):
        observe(position(HANDS)).number(wrong)


def test_cards_know_their_suit_rank_and_value():
    knave = next(card for card in CARDS if str(card) == "JH")
    assert (knave.suit, knave.rank) == ("H", 9)
    assert knave.value("S") == 9
    assert knave.value("S", led="H") == 22
    assert knave.value("H") == 35
    assert knave.value("H", led="H") == 48


def test_cards_and_actions_do_not_change():
    for thing, name in ((CARDS[0], "number"), (Bid(1), "wins"), (Play(CARDS[0]), "card")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)


def test_the_search_of_brisca_finds_the_bid_that_must_be_met():
    # With every trump and the lead a seat takes all three tricks, however the others lie.
    state = position("AH KH QH | AC KC QC | AD KD QD | AS KS QS", trump="H", dealer=3)
    observation = observe(state)
    search = FlatSearch(observation.world(), 0, 4, Stream(1))
    search.run(300)
    assert observation.action(search.best()) == Bid(3)


def test_the_text_of_the_table_has_all_that_a_person_needs():
    state = play(position(HANDS, trump="D", dealer=3, bids="1 1 1 1"), "AC QC AH QS KC AD")
    text = observe(state).table_text()
    assert "Round 1 of 1, cards each: 3, trump D, West, seat 3 deals" in text
    assert [line.split() for line in text.splitlines()[1:3]] == [
        ["bid", "tricks", "score"],
        ["North,", "seat", "0", "1", "1", "0"],
    ]
    assert "East has no C" in text
    assert "Table: North played KC, East played AD" in text
    assert "You are South, seat 2 and hold QH KH" in text
    changing = observe(position(HANDS, dealer=1, bids="1 0 1 1")).table_text()
    assert "The bids add up to the tricks: change yours." in changing
