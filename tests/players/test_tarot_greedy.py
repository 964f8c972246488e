"""The rules of thumb for Tarot: bids, discards, handfuls, slams and cards."""

from collections.abc import Callable

import pytest
from support.tarot import begun, do, drawn

from Game.core.cards import TAROT
from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.observation import TarotObservation
from Game.tarot.playouts.bidding import habitual_discard, worth_of_hand
from Game.tarot.rules.deck import (
    BID,
    BIDS,
    CARDS,
    CONTRACTS,
    DISCARD,
    EXCUSE,
    FIRST_TRUMP,
    PLAY,
    TEXTS,
)
from Game.tarot.state import TarotState
from Players.greedy.tarot import choose
from Players.tarot.discarding import discard_order
from Players.tarot.knowledge import of_group
from Players.tarot.slam import is_sure

Bot = Callable[[TarotObservation, list[int]], int]


def at_random(observation: TarotObservation, legal: list[int]) -> int:
    return observation.stream.choice(legal)


def said(game: Tarot, state: TarotState) -> str:
    """The action of greedy here, as text."""
    observation = TarotObservation(game, state.view(state.turn), Stream(1))
    return TEXTS[choose(observation, state.legal())]


def play_out(game: Tarot, state: TarotState, bots: list[Bot], stream: Stream) -> None:
    while not state.is_terminal():
        legal = state.legal()
        observation = TarotObservation(game, state.view(state.turn), stream)
        state.play(bots[state.turn](observation, legal))


def taken_by(taker: int, bots: list[Bot], seed: int) -> int:
    """The score of the taker at garde on the deal with this number."""
    game = Tarot(deals="1", slams="off")
    state = game.deal(Stream(seed))
    while state.phase == BID:
        state.play(BIDS + 2 if state.turn == taker else BIDS)
    play_out(game, state, bots, Stream(seed))
    return state.points(taker)


# The auction

WEAK = "2C 3C 4C 8C 9C 1D 2D 6D 10D VD 2H 4H 5H 8H 1S 2S 5S 7S 8S A3 A7 A9 A16 10S"
FAIR = "1C 3C 4C RD 2D VD 2H 4H 5H 8H 1S 2S 5S DS RS A3 A7 A9 A13 A16 A17 A18 A21 EX"
GRAND = "RC DC CC RD DD RH DH A1 A5 A6 A7 A9 A11 A12 A13 A15 A16 A17 A18 A19 A20 A21 EX RS"


def holding(hand: str, seat: int = 0) -> tuple[Tarot, TarotState]:
    """A deal, before anyone speaks, in which this seat has this hand."""
    held = TAROT.parse_line(hand)
    rest = [card for card in TAROT if card not in held]
    hands = [rest[:24], rest[24:48]]
    hands.insert(seat, held)
    game = Tarot(deals="1")
    return game, game.lay_out(2, hands, rest[48:])


def the_bid(hand: str, *before: str) -> str:
    """The bid of greedy with this hand after these bids."""
    game, state = holding(hand, len(before))
    return said(game, do(game, state, *before))


def test_the_better_the_hand_the_higher_the_bid():
    hands = (WEAK, FAIR, GRAND)
    assert [the_bid(hand) for hand in hands] == ["passe", "garde", "garde contre"]
    weak, fair = (worth_of_hand(holding(hand)[1], 0) for hand in (WEAK, FAIR))
    assert weak < 0 < fair


def test_greedy_goes_over_a_bid_only_with_a_better_hand():
    assert the_bid(FAIR, "petite", "garde") == "passe"
    assert the_bid(GRAND, "petite", "garde sans") == "garde contre"


def test_two_in_three_deals_are_taken_and_mostly_at_garde():
    contracts = []
    for seed in range(100):
        game = Tarot(deals="1")
        state = game.deal(Stream(seed))
        while state.phase == BID and not state.is_terminal():
            state.play(game.read_action(state, said(game, state)))
        contracts.append(CONTRACTS[state.contract].text)
    assert 40 < contracts.count("passe") + contracts.count("garde") <= 95
    assert contracts.count("passe") < 50
    assert contracts.count("garde") > contracts.count("garde sans") > 0


# The dog

TO_LAY = "RC DC VC 1D DD RH 2S CS A2 A3 A4 A5 | {} | {}".format(
    "2C 3C 4C 5C 6C 7C 8C 9C 10C CC 3D 4D", "2H 3H 4H 5H 6H 7H 8H 9H 10H VH CH DH"
)


def test_short_suits_without_a_king_are_discarded_first_and_queens_beside_kings_kept():
    game, state = drawn(TO_LAY, dog="6D 7S A20 A21")
    do(game, state, "garde", "passe", "passe")
    gone = []
    for _ in range(4):
        gone.append(said(game, state))
        do(game, state, gone[-1])
    assert gone == ["DD", "1D", "6D", "CS"]


KINGS_ONLY = "RC DC 2C RD DD 3D | 1H 2H 3H 4H 5H 6H | 1S 2S 3S 4S 5S 6S"


def test_beside_a_king_other_cards_go_before_his_queen():
    game, state = drawn(KINGS_ONLY, dog="A20 A21 RH")
    do(game, state, "garde", "passe", "passe")
    for card in ("2C", "3D", "DC"):
        assert said(game, state) == card
        assert TEXTS[habitual_discard(state)] == card  # searches imagine the same
        do(game, state, card)


def test_greedy_and_habit_discard_the_same_except_in_ties():
    def order(card: int) -> tuple[int, int, int, int]:
        return discard_order(card, of_group(state.hand_of(state.turn), card // 14))

    for seed in range(60):
        game = Tarot(deals="1")
        state = game.deal(Stream(seed))
        do(game, state, "garde", "passe", "passe")
        while state.phase == DISCARD:
            ours = choose(TarotObservation(game, state.view(state.turn), Stream(1)), state.legal())
            habit = habitual_discard(state)
            if ours >= FIRST_TRUMP:
                assert habit == ours
            else:
                assert order(habit)[:2] == order(ours)[:2]  # from a suit that is as short
                same_suit = [card for card in state.legal() if card // 14 == habit // 14]
                assert order(habit)[:3] == min(map(order, same_suit))[:3]  # as rich a card as any
            state.play(habit if seed % 2 else ours)


def test_the_discard_is_always_allowed():
    for seed in range(60):
        game = Tarot(deals="1")
        state = game.deal(Stream(seed))
        do(game, state, "garde", "passe", "passe")
        for _ in range(6):
            do(game, state, said(game, state))
        assert all(card % 14 != 13 for card in state.cards_aside() if card < 56)


# The slam

SURE = "A1 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 EX RC DC CC RD RH DH RS DS CS"


@pytest.mark.parametrize(
    "change, is_announced",
    [
        ("", True),
        ("RD 1D", False),  # a diamond that loses
        ("A13 A2", True),  # eight trumps are out, and eight are above them
        ("A14 2C", False),
    ],
)
def test_a_slam_is_announced_only_when_it_is_sure(change, is_announced):
    hand = SURE.split()
    if change:
        old, new = change.split()
        hand[hand.index(old)] = new
    cards = TAROT.parse_line(hand)
    assert is_sure(cards, set(range(CARDS)).difference(cards)) is is_announced


def test_a_slam_that_is_announced_is_made():
    held = TAROT.parse_line(SURE)
    for seed in range(20):
        rest = [card for card in TAROT if card not in held]
        Stream(seed).shuffle(rest)
        game = Tarot(deals="1")
        state = game.lay_out(2, [held, rest[:24], rest[24:48]], rest[48:])
        do(game, state, "garde sans", "passe", "passe")
        assert said(game, state) == "chelem"
        play_out(game, state, [choose, at_random, at_random], Stream(seed))
        # All points with three bouts; handfuls and the petit at the end may be more.
        assert state.points(0) >= 2 * ((25 + 55) * 4 + 400)


# Handfuls


def test_the_largest_handful_is_shown():
    game, state = drawn("A2 A3 A4 | 1C 2C 3C | 1D 2D 3D", enough=(1, 2, 3), slams="off")
    do(game, state, "garde sans", "passe", "passe")
    assert said(game, state) == "triple poignée"


# The play


@pytest.mark.parametrize(
    "why, hands, play, card",
    [
        ("the petit into the partner's trick", "1C 2D 5D | A9 3D 4D | A1 A2 2H", "1C A9", "A1"),
        ("points into the partner's trick", "1C 2D | RC 3D | CC 2C", "1C RC", "CC"),
        ("little into the taker's trick", "RC 2D | 1C 3D | DC 2C", "RC 1C", "2C"),
        ("the petit home when nobody goes over it", "1C 2D | RC 3D | A1 A5", "1C RC", "A1"),
        ("the lowest trump that is over", "A3 2D | A4 3D | A5 A9", "A3 A4", "A5"),
        ("the excuse to save a queen", "RC 2D 3D | 1C 3C 4D | DC EX 2H", "RC 1C", "EX"),
        ("the excuse before the last trick", "RC 2D | 1C 3C | 2C EX", "RC 1C", "EX"),
    ],
)
def test_the_card_that_is_put_on_a_trick(why, hands, play, card):
    game, state = begun(hands)
    do(game, state, *play.split())
    assert said(game, state) == card, why


def test_a_taker_with_many_trumps_hunts_the_petit_from_the_top():
    hands = "A21 A20 A19 A18 A17 A16 A15 A14 1C | {} | {}".format(
        "2C 3C 4C 5C 6C 7C 8C 9C 10C", "A1 A2 2D 3D 4D 5D 6D 7D 8D"
    )
    game, state = begun(hands)
    assert said(game, state) == "A21"


def test_a_taker_with_few_trumps_leads_a_king_first():
    game, state = begun("A2 RC DC 1D | A3 A4 1C 2C | A5 A6 2D 3C", dog="1H 2H 3H")
    assert said(game, state) == "RC"


def test_a_defender_without_masters_leads_a_suit_that_the_taker_must_trump():
    game, state = begun("2D 3D A2 A3 4D 5D | RD DD 1C 3C 1H 2H | 6D 7D 2C 4C 5C 6C")
    do(game, state, *"2D RD 6D  1C 2C A2  3D DD 7D".split())
    assert said(game, state) == "3C"


def test_the_excuse_is_never_lost_in_the_last_trick():
    met = 0
    for seed in range(40):
        game = Tarot(deals="1", slams="off")
        state = game.deal(Stream(seed))
        while state.phase != PLAY:
            state.play(state.legal()[-1] if state.contract == 0 else state.legal()[0])
        play_out(game, state, [choose] * 3, Stream(seed))
        played = state.cards_played()
        if EXCUSE in played:
            met += 1
            assert EXCUSE not in played[-3:]
    assert met > 30


# How good it is


def test_greedy_takes_and_defends_far_better_than_random():
    takes = defends = takes_not = 0
    deals = 40
    for seed in range(deals):
        taker = seed % 3
        bots: list[Bot] = [at_random] * 3
        bots[taker] = choose
        takes += taken_by(taker, bots, seed) / deals
        takes_not += taken_by(taker, [at_random] * 3, seed) / deals
        others: list[Bot] = [choose] * 3
        others[taker] = at_random
        defends += taken_by(taker, others, seed) / deals
    assert takes > takes_not + 100
    assert defends < takes_not - 50
