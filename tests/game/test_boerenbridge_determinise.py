"""Imagined worlds of BoerenBridge: each consistent deal is equally likely."""

from itertools import product

import pytest
from reference.boerenbridge import Hands, all_deals, pack_of
from support.boerenbridge import SUITS, hand, play, played, position, texts
from support.cases import case
from support.chance import assert_uniform

from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.observation import BoerenBridgeObservation
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.stream import Stream


def game_of(state: BoerenBridgeState) -> BoerenBridge:
    rounds = ",".join(map(str, state.schedule))
    return BoerenBridge(rounds=rounds, deck="full" if state.full else "top")


def imagined(state: BoerenBridgeState, seat: int, stream: Stream) -> BoerenBridgeState:
    return game_of(state).determinise(state.view(seat), stream)


def dealt_again(state: BoerenBridgeState, seat: int, stream: Stream) -> BoerenBridgeState:
    world = state.clone()
    world.redeal(seat, stream)
    return world


def randomized_clone(state: BoerenBridgeState, seat: int, stream: Stream) -> BoerenBridgeState:
    observation = BoerenBridgeObservation(game_of(state), state.view(seat), stream)
    return observation.get_randomized_clone().world()


EVERY_WAY = pytest.mark.parametrize(
    "make", [imagined, dealt_again, randomized_clone], ids=lambda make: make.__name__
)


def lacking(state: BoerenBridgeState) -> list[set[str]]:
    return [{SUITS[s] for s in range(4) if void >> s & 1} for void in state.view(0).voids]


def deals_of(state: BoerenBridgeState, seat: int) -> list[Hands]:
    """All possible other hands, and the hidden cards last, found by trying them all."""
    others = [other for other in range(4) if other != seat]
    deck = "full" if state.full else "top"
    seen = {*texts(state.cards_played()), *texts(state.hand_of(seat))}
    unseen = [card for card in pack_of(state.cards, deck) if card not in seen]
    rooms = [len(state.hand_of(other)) for other in others]
    void = lacking(state)
    return all_deals(
        unseen, [*rooms, len(unseen) - sum(rooms)], [*(void[other] for other in others), set()]
    )


def as_hands(world: BoerenBridgeState, seat: int) -> Hands:
    """The same of a world."""
    hands = [frozenset(hand(world, other).split()) for other in range(4) if other != seat]
    hidden = texts(world.cards_aside()) if world.full else []
    return (*hands, frozenset(hidden))


def worlds(make, state: BoerenBridgeState, seat: int, n: int) -> list[Hands]:
    stream = Stream(1)
    return [as_hands(make(state, seat, stream), seat) for _ in range(n)]


def assert_each_deal_equally_likely(make, state: BoerenBridgeState, seat: int) -> None:
    deals = deals_of(state, seat)
    assert as_hands(state, seat) in deals, "the truth is among them"
    assert_uniform(worlds(make, state, seat, 6 * len(deals) + 400), deals)


TOP = "AC KC QC | AD KD QD | AH KH QH | AS KS QS"


@EVERY_WAY
@pytest.mark.parametrize("seat", range(4))
def test_before_a_card_is_played_every_deal_is_equally_likely(make, seat):
    state = position("AC KC | AD KD | AH KH | AS KS")
    assert len(deals_of(state, seat)) == 90
    assert_each_deal_equally_likely(make, state, seat)


@EVERY_WAY
@pytest.mark.parametrize("bids", ["1 1 1 1", "0 0 0 0"])
@pytest.mark.parametrize("seat", range(4))
def test_a_player_who_did_not_follow_has_no_card_of_the_suit(make, seat, bids):
    state = play(position(TOP, trump="S", bids=bids), "KC KD QH")
    assert_each_deal_equally_likely(make, state, seat)


@EVERY_WAY
@pytest.mark.parametrize("seat", range(4))
def test_deals_with_two_known_voids_are_equally_likely(make, seat):
    state = position("AC KC KD | AD QD QC | AH KH QH | AS KS QS", trump="C", bids="1 1 1 1")
    play(state, "AC QC QH QS KD AD AH KS")
    assert_each_deal_equally_likely(make, state, seat)


def tied_suits(state: BoerenBridgeState, seat: int) -> int:
    """The number of suits with unseen cards that some other hand cannot have."""
    others = [other for other in range(4) if other != seat and state.hand_of(other)]
    unseen = {card[-1] for other in others for card in hand(state, other).split()}
    return len(unseen & {suit for other in others for suit in lacking(state)[other]})


@pytest.mark.slow
@EVERY_WAY
@pytest.mark.parametrize("tied", [2, 3, 4])
def test_deals_with_this_number_of_known_voids_are_equally_likely(make, tied):
    game, found = BoerenBridge(rounds="13"), 0
    for seed in range(20_000):
        state = played(game, seed, 4 + 52 - 11)
        if tied_suits(state, seed % 4) == tied and 3 <= len(deals_of(state, seed % 4)) <= 300:
            assert_each_deal_equally_likely(make, state, seed % 4)
            found += 1
        if found == 4:
            return
    raise AssertionError("no such position was found: this has proved nothing")


@EVERY_WAY
def test_cards_that_were_not_dealt_lie_anywhere_too(make):
    state = position("2C | AD | 5H | 9S", deck="full", bids="1 1 1 1")
    play(state, "2C AD")
    # Seat 3 holds a card, as seat 2 does, and forty-six lie hidden.
    assert_each_deal_equally_likely(make, state, 3)


@pytest.mark.slow
def test_two_hands_and_the_cards_that_were_not_dealt_lie_anywhere_together():
    state = position("2C | AD | 5H | 9S", deck="full", bids="1 1 1 1")
    play(state, "2C AD")
    assert_each_deal_equally_likely(dealt_again, state, 0)


def test_a_void_shown_with_the_whole_pack_bars_a_hand_and_not_the_hidden_cards():
    state = position("2C 3C | AD 4D | 5H 4C | 9S 8C", deck="full", bids="1 1 1 1")
    play(state, "2C AD 4C 8C")
    deals = worlds(dealt_again, state, 0, 3000)
    assert not any(card.endswith("C") for deal in deals for card in deal[0])
    assert any(card.endswith("C") for deal in deals for card in deal[1])
    assert any(card.endswith("C") for deal in deals for card in deal[3])


@pytest.mark.slow
@EVERY_WAY
def test_any_position_of_a_random_game_is_dealt_evenly(make):
    # Late enough that all deals can be tried; with the whole pack, four cards lie hidden.
    for deck, seed in product(("top", "full"), range(6)):
        cards, left = ("12", 3 + seed % 4) if deck == "full" else ("5", 6 + seed % 4)
        state = played(BoerenBridge(rounds=cards, deck=deck), seed, 4 + 4 * int(cards) - left)
        deals = deals_of(state, seed % 4)
        with case(f"{deck}, seed {seed}"):
            if len(deals) <= 400:
                assert_each_deal_equally_likely(make, state, seed % 4)
            else:
                assert set(worlds(make, state, seed % 4, 200)) <= set(deals)


def test_rounds_of_every_size_are_imagined_to_the_end():
    """Known cards stay, and no card exists twice, from the first bid to the last card."""
    for cards, deck, seed in product(range(1, 14), ("top", "full"), range(3)):
        with case(f"{cards} cards, {deck}, seed {seed}"):
            game, stream = BoerenBridge(rounds=str(cards), deck=deck), Stream(cards)
            imagine_all_the_way(game, seed, stream)


def imagine_all_the_way(game: BoerenBridge, seed: int, stream: Stream) -> None:
    state = game.deal(Stream(seed))
    while not state.is_terminal():
        world = imagined(state, seed, stream)
        assert sorted(game.cards(world)) == list(range(52))
        assert hand(world, seed) == hand(state, seed)
        assert world.cards_played() == state.cards_played()
        assert [len(world.hand_of(p)) for p in range(4)] == [
            len(state.hand_of(p)) for p in range(4)
        ]
        for seat, suits in enumerate(lacking(state)):
            if seat != seed:
                assert not any(card[-1] in suits for card in hand(world, seat).split())
        state.play(stream.choice(state.legal()))


def test_without_a_seat_no_card_is_dealt_again():
    state = played(BoerenBridge(), 3, 9)
    world = dealt_again(state, -1, Stream(1))
    assert [hand(world, seat) for seat in range(4)] == [hand(state, seat) for seat in range(4)]


def test_an_impossible_deal_is_refused():
    state = play(position(TOP, trump="S", bids="1 1 1 1"), "KC KD QH QS")
    state.set_hands([[], [10, 12], [36, 37], [50, 51]])  # a club with seat 1, who has shown none
    state.set_hands([[], [10, 12], [], []])
    with pytest.raises(ValueError, match="no deal"):
        state.redeal(0, Stream(1))


def test_one_imagined_world_says_nothing_about_the_real_one():
    state = played(BoerenBridge(), 4, 13)
    other = dealt_again(state, 0, Stream(1))
    assert [hand(other, seat) for seat in range(4)] != [hand(state, seat) for seat in range(4)]
    first, second = (imagined(real, 0, Stream(2)) for real in (state, other))
    assert as_hands(first, 0) == as_hands(second, 0)
