"""The rules of Tarot before the count, one promise a test, on positions drawn in the test."""

from itertools import pairwise

import pytest
from support.tarot import begun, choices, do, drawn, hand, texts

from Game.core.cards import TAROT
from Game.core.game import ActionError, DealError
from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.rules.deck import PHASES, half_points_of
from Game.tarot.rules.score import half_points

STRONGEST_FIRST = "R D C V 10 9 8 7 6 5 4 3 2 1".split()


def after(hands: str, play: str):
    """The position after these cards; seat 0 is the taker and leads."""
    game, state = begun(hands)
    return do(game, state, *play.split())


def choice(hands: str, play: str) -> str:
    return choices(after(hands, play))


# Following


def test_a_player_must_follow_suit_or_may_play_the_excuse():
    assert choice("1C 1D | 2C RC EX A1 2D | 3C 3D", "1C") == "2C RC EX"


def test_a_player_who_cannot_follow_plays_a_trump():
    assert choice("1C 1D | A2 A9 RD EX | 3C 3D", "1C") == "A2 A9 EX"


def test_a_player_with_neither_suit_nor_trump_plays_any_card():
    assert choice("1C 1D | 2D RH 5S EX | 3C 3D", "1C") == "2D RH 5S EX"


def test_a_ruff_must_beat_the_trump_on_the_table():
    assert choice("1C 1D | A8 2D | A7 A9 A10", "1C A8") == "A9 A10"


def test_a_player_who_cannot_beat_the_trump_still_plays_a_trump():
    assert choice("1C 1D | A20 2D | A7 A9 RH", "1C A20") == "A7 A9"


def test_a_player_who_follows_suit_need_not_beat_the_card():
    assert choice("5C 1D | 4C RC | 3C 3D", "5C") == "4C RC"


def test_on_a_trump_lead_each_player_must_beat_the_highest():
    assert choice("A5 1D | A3 A9 | A6 A12 A10", "A5") == "A9"
    assert choice("A5 1D | A3 A9 | A6 A12 A10", "A5 A9") == "A10 A12"


def test_on_a_trump_lead_a_player_without_trumps_plays_any_card():
    assert choice("A5 1D | 3C RD EX | 2C 2D", "A5") == "3C RD EX"


def test_the_excuse_lies_under_no_obligation_to_go_over():
    assert choice("A20 1D | A3 EX | 2C 2D", "A20") == "A3 EX"


def test_when_the_excuse_is_led_the_next_card_is_free_and_decides_the_suit():
    hands = "EX 1D | 3C RD A2 | 4C 2D A3"
    assert choice(hands, "EX") == "3C RD A2"
    assert choice(hands, "EX 3C") == "4C"
    assert choice(hands, "EX A2") == "A3"


def test_the_leader_may_play_anything():
    assert choice("A5 EX 1D RH | 1C 2C 3C 4C | 1S 2S 3S 4S", "") == "1D RH A5 EX"


# Taking tricks


@pytest.mark.parametrize("stronger, weaker", [*pairwise(STRONGEST_FIRST)])
def test_a_suit_runs_from_roi_to_1(stronger, weaker):
    assert after(f"{weaker}H 1D | {stronger}H 2D | 3D 4D", f"{weaker}H {stronger}H 3D").turn == 1
    assert after(f"{stronger}H 1D | {weaker}H 2D | 3D 4D", f"{stronger}H {weaker}H 3D").turn == 0


@pytest.mark.parametrize("number", range(2, 22))
def test_trumps_run_from_1_to_21(number):
    played = f"A{number - 1} A{number} 3D"
    assert after(f"A{number - 1} 1D | A{number} 2D | 3D 4D", played).turn == 1


def test_the_petit_takes_a_roi():
    assert after("RC 1D | A1 2D | DC 4D", "RC A1 DC").turn == 1


def test_another_suit_takes_nothing():
    assert after("1C 1D | RD 2D | RH 4D", "1C RD RH").turn == 0


def test_the_excuse_takes_nothing():
    assert after("1C 1D | EX 2D | RH 4D", "1C EX RH").turn == 0
    assert after("EX 1D | 1C 2D | RH 4D", "EX 1C RH").turn == 1


# Counting cards


def test_a_pack_counts_91_points():
    assert sum(map(half_points_of, TAROT)) == 182


@pytest.mark.parametrize(
    "cards, halves",
    [("A1 A21 EX RC RS", 9), ("DH", 7), ("CD", 5), ("VC", 3), ("10S 1C A2 A20", 1)],
)
def test_each_card_has_its_points(cards, halves):
    assert {half_points_of(card) for card in TAROT.parse_line(cards)} == {halves}


# The auction


def bidding(*bids: str):
    game, state = drawn("RC 1D | 1C RD | 2C 2D")
    return do(game, state, *bids)


def test_the_seat_after_the_dealer_speaks_first_and_all_bids_are_open():
    state = bidding()
    assert state.turn == 0
    assert choices(state) == "passe petite garde garde sans garde contre"


def test_a_bid_is_higher_than_those_before():
    assert choices(bidding("garde")) == "passe garde sans garde contre"
    assert choices(bidding("petite", "passe")) == "passe garde garde sans garde contre"
    assert choices(bidding("garde contre")) == "passe"


def test_the_highest_bidder_takes():
    state = bidding("petite", "garde sans", "passe")
    assert (state.taker, PHASES[state.phase], state.turn) == (1, "slam", 1)


def test_no_player_has_an_ally_before_the_auction_is_over():
    assert [bidding("garde").allies(seat) for seat in range(3)] == [[0], [1], [2]]


def test_the_other_two_stand_against_the_taker():
    state = bidding("passe", "garde", "passe")
    assert [state.allies(seat) for seat in range(3)] == [[0, 2], [1], [0, 2]]


def test_when_all_pass_the_next_player_deals_and_no_player_scores():
    game, state = drawn("RC 1D RH 1H | 1C RD 2H 3H | 2C 2D 4H 5H", deals="3")
    state.chance = Stream(1)
    do(game, state, "passe", "passe", "passe")
    assert (state.deal, state.dealer, state.turn) == (1, 0, 1)
    assert [state.points(seat) for seat in range(3)] == [0, 0, 0]
    assert choices(state) == "passe petite garde garde sans garde contre"


def test_when_all_pass_the_last_deal_the_game_is_over():
    state = bidding("passe", "passe", "passe")
    assert state.is_terminal()
    assert state.legal() == []


@pytest.mark.parametrize("dealer", range(3))
def test_with_a_fixed_contract_seat_0_takes_and_the_dog_is_not_seen(dealer):
    _, state = drawn(
        "RC 1D | 1C RD | 2C 2D", contract="fixed", slams="off", handfuls="off", dealer=dealer
    )
    assert (state.taker, PHASES[state.phase]) == (0, "play")
    assert state.turn == (dealer + 1) % 3
    assert state.view(0).dog == state.view(0).known_aside == b""


# The dog

DOG = "5C 6C"


def with_dog(hands: str, dog: str, *more: str):
    game, state = drawn(hands, dog=dog, slams="off", handfuls="off")
    return do(game, state, "garde", "passe", "passe", *more)


def test_the_dog_goes_into_the_taker_s_hand():
    state = with_dog("RC 1D | 1C RD | 2C 2D", DOG)
    assert (PHASES[state.phase], state.turn) == ("discard", 0)
    assert hand(state, 0) == "5C 6C RC 1D"


def test_no_king_bout_or_trump_is_discarded():
    state = with_dog("RC 1D A1 A9 | 1C 2C 3C 4C | 1H 2H 3H 4H", "DC EX A21 10S")
    assert choices(state) == "DC 1D 10S"


def test_trumps_but_no_bouts_are_discarded_if_no_other_card_is_left():
    state = with_dog("RC 1D A1 A9 | 1C 2C 3C 4C | 1H 2H 3H 4H", "A21 A3 EX", "1D")
    assert choices(state) == "A3 A9"


def test_the_taker_discards_as_many_cards_as_the_dog_had():
    state = with_dog("RC 1D | 1C RD | 2C 2D", DOG, "1D")
    assert PHASES[state.phase] == "discard"
    do(Tarot(), state, "5C")
    assert (PHASES[state.phase], hand(state, 0)) == ("play", "6C RC")


def test_all_players_see_the_dog_and_only_the_taker_sees_the_discards():
    state = with_dog("RC 1D | 1C RD | 2C 2D", DOG, "1D", "5C")
    views = [state.view(seat) for seat in range(3)]
    assert [texts(view.dog) for view in views] == [["5C", "6C"]] * 3
    assert [texts(view.known_aside) for view in views] == [["5C", "1D"], [], []]
    assert [view.aside for view in views] == [2, 2, 2]


def test_all_players_see_discarded_trumps():
    state = with_dog("RC 1D A1 A9 | 1C 2C 3C 4C | 1H 2H 3H 4H", "A21 A3 EX", "1D", "A3", "A9")
    laid = [texts(state.view(seat).known_aside) for seat in range(3)]
    assert laid == [["1D", "A3", "A9"], ["A3", "A9"], ["A3", "A9"]]


def test_a_taker_who_discards_a_trump_has_no_plain_card_left():
    state = with_dog("RC 1D A1 A9 | 1C 2C 3C 4C | 1H 2H 3H 4H", "A21 A3 EX", "1D", "A3", "A9")
    lacks = set(texts(state.lacks(0)))
    assert {"1C", "1H"} <= lacks
    assert not lacks & {"RC", "A1", "A21", "EX"}


@pytest.mark.parametrize("contract", ["garde sans", "garde contre"])
def test_no_player_sees_the_dog_of_garde_sans_and_contre(contract):
    state = begun("RC 1D | 1C RD | 2C 2D", contract)[1]
    assert [state.view(seat).dog + state.view(seat).known_aside for seat in range(3)] == [b""] * 3
    assert hand(state, 0) == "RC 1D"


# Slam and handfuls


def spoken(hands: str, *words: str, enough=(2, 3, 4), **options: str):
    game, state = drawn(hands, enough=enough, **options)
    return do(game, state, "passe", "garde sans", "passe", *words)


HANDS = "1C 2C 3C | A2 A5 EX | A1 A3 4C"


def test_the_taker_is_asked_for_a_slam():
    state = spoken(HANDS)
    assert (state.turn, choices(state)) == (1, "pas de chelem chelem")


def test_the_player_who_announced_a_slam_leads():
    state = spoken(HANDS, "chelem", handfuls="off")
    assert (state.turn, PHASES[state.phase]) == (1, "play")


def test_without_a_slam_the_seat_after_the_dealer_leads():
    state = spoken(HANDS, "pas de chelem", handfuls="off")
    assert (state.turn, PHASES[state.phase]) == (0, "play")


def test_each_seat_is_asked_for_the_handfuls_that_it_has():
    state = spoken(HANDS, slams="off")
    asked = []
    for _ in range(3):
        asked.append((state.turn, choices(state)))
        do(Tarot(), state, "pas de poignée")
    assert asked == [
        (0, "pas de poignée"),
        (1, "pas de poignée poignée double poignée"),
        (2, "pas de poignée poignée"),
    ]
    assert PHASES[state.phase] == "play"


def test_the_full_pack_asks_for_13_15_and_18_trumps():
    for trumps, words in [(12, 0), (13, 1), (14, 1), (15, 2), (17, 2), (18, 3), (19, 3)]:
        own = [*TAROT.texts[56 : 56 + trumps], *TAROT.texts[: 24 - trumps]]
        rest = [text for text in TAROT.texts if text not in own]
        rows = " | ".join(" ".join(row) for row in (own, rest[:24], rest[24:48]))
        game, state = drawn(rows, slams="off")
        do(game, state, "garde sans", "passe", "passe")
        assert len(state.legal()) == 1 + words


def shown(hands: str, word: str, enough=(2, 3, 4)) -> list[str]:
    state = spoken(hands, "pas de poignée", word, slams="off", enough=enough)
    rows = {texts(state.view(seat).handfuls[1]).__repr__() for seat in range(3)}
    assert len(rows) == 1, "all see the same"
    return texts(state.view(0).handfuls[1])


def test_a_handful_shows_the_highest_trumps_and_not_the_excuse():
    assert shown("1C 2C 3C 4C | A2 A5 A9 EX | A1 A3 5C 6C", "poignée") == ["A5", "A9"]


def test_the_excuse_is_shown_when_a_trump_is_lacking():
    assert shown("1C 2C 3C 4C | A2 A5 A9 EX | A1 A3 5C 6C", "triple poignée") == [
        "A2",
        "A5",
        "A9",
        "EX",
    ]


# The view in play


def test_the_debt_for_the_excuse_is_seen_until_its_side_has_a_card_to_give():
    game, state = begun("RC VD 1H | EX RD 2H | 1C DD RH")
    debts = []
    for card in "RC EX 1C VD RD DD 2H RH".split():
        debts.append(state.view(2).debt)
        do(game, state, card)
    assert debts == [-1, -1, -1, 1, 1, 1, 1, 1]
    assert [half_points(state, camp) for camp in (0, 1)] == [10, 28]


def test_a_card_given_for_the_excuse_is_counted_at_once():
    game, state = begun("RC 1D 1H | EX RD 2H | 1C 2D RH")
    do(game, state, *"RC EX 1C 1D RD 2D".split())
    assert state.view(0).debt == -1
    assert [half_points(state, camp) for camp in (0, 1)] == [11, 19]


def test_the_state_knows_which_cards_a_seat_lacks():
    game, state = begun("1C A9 1H | A2 A3 5H | 2D RH A20")
    do(game, state, *"1C A2 A20".split())
    assert {"RC", "2C"} <= set(texts(state.lacks(1))) & set(texts(state.lacks(2)))
    assert not {"A3", "A21", "EX"} & set(texts(state.lacks(1)))


def test_a_player_who_does_not_beat_the_trump_has_no_higher_one():
    game, state = begun("A9 1C 1H | A2 2C 5H | 2D RH 3C")
    do(game, state, "A9", "A2", "2D")
    assert set(texts(state.lacks(1))) == {f"A{n}" for n in range(10, 22)}
    assert set(texts(state.lacks(2))) == {f"A{n}" for n in range(1, 22)}


# Dealing and writing


def test_a_deal_with_the_petit_alone_is_refused():
    own = ["A1", *TAROT.texts[:23]]
    rest = [text for text in TAROT.texts if text not in own]
    deal = {"dealer": 0, "hands": [own, rest[:24], rest[24:48]], "dog": rest[48:]}
    with pytest.raises(DealError, match="petit"):
        Tarot().read_deal(deal)


@pytest.mark.parametrize("other", ["EX", "A7"])
def test_the_petit_with_the_excuse_or_a_trump_is_a_deal(other):
    own = ["A1", other, *TAROT.texts[:22]]
    rest = [text for text in TAROT.texts if text not in own]
    deal = {"dealer": 0, "hands": [own, rest[:24], rest[24:48]], "dog": rest[48:]}
    assert Tarot().read_deal(deal).turn == 1


@pytest.mark.parametrize("text", ["RH", "rh", "R♥", "r♥"])
def test_cards_are_read_as_players_write_them(text):
    game, state = begun("RH EX | 1C 2C | 3C 4C")
    assert game.action_text(state, game.read_action(state, text)) == "RH"


def test_words_are_read_in_upper_and_lower_case():
    game, state = drawn("RH EX | 1C 2C | 3C 4C")
    assert game.action_text(state, game.read_action(state, " Garde SANS ")) == "garde sans"


@pytest.mark.parametrize("text", ["1C", "ZZ", "garde"])
def test_an_illegal_card_is_refused_with_the_legal_ones(text):
    game, state = begun("RH EX | 1C 2C | 3C 4C")
    with pytest.raises(ActionError, match=f"'{text}' is not possible here: choose one of RH, EX"):
        game.read_action(state, text)


def test_an_illegal_word_is_refused_with_the_legal_ones():
    game, state = drawn("RH EX | 1C 2C | 3C 4C")
    do(game, state, "petite")
    with pytest.raises(
        ActionError, match=r"'petite'.*choose one of passe, garde, garde sans, garde contre$"
    ):
        game.read_action(state, "petite")


@pytest.mark.parametrize("deals", [1, 2, 3, 6])
def test_each_seat_deals_in_turn(deals):
    state, dealers = Tarot(deals=str(deals)).deal(Stream(1)), {}
    while not state.is_terminal():
        dealers[state.deal] = state.dealer
        state.play(state.legal()[0])
    assert [*dealers.values()] == [2, 0, 1, 2, 0, 1][:deals]
