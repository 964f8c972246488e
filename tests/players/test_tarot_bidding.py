"""Searches bid in Tarot by the expected result: weak hands pass, strong ones take."""

import pytest

from Game.core.cards import TAROT
from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.observation import TarotObservation
from Game.tarot.rules.deck import BID
from Players.search import search

WEAK = "2C 3C 4C 8C 9C 1D 2D 6D 10D VD 2H 4H 5H 8H 1S 2S 5S 7S 8S 10S A3 A7 A9 A16"
FAIR = "RC DC 4C RD 2D VD 2H 4H 5H 8H 1S 2S DS RS A1 A3 A7 A9 A13 A16 A17 A18 A21 EX"
GRAND = "RC DC CC RD DD RH DH A1 A5 A6 A7 A9 A11 A12 A13 A15 A16 A17 A18 A19 A20 A21 EX RS"


def bids(hand: str, policy: str) -> list[str]:
    """The first bids of a search with this hand, in three deals of the other cards."""
    held = TAROT.parse_line(hand)
    results = []
    for seed in range(3):
        rest = [card for card in TAROT if card not in held]
        Stream(seed).shuffle(rest)
        game = Tarot(deals="1")
        state = game.lay_out(2, [held, rest[:24], rest[24:48]], rest[48:])
        observation = TarotObservation(game, state.view(0), Stream(seed))
        results.append(str(search(observation, policy=policy, simulations=2000).best))
    return results


@pytest.mark.parametrize("policy", ["paranoid", "ismcts", "maxn", "montecarlo"])
def test_searches_pass_with_a_weak_hand_and_take_with_a_good_one(policy):
    # A search that expects selfish bids from the others may try a petite, and they bid higher.
    weak = {"passe"} if policy == "paranoid" else {"passe", "petite"}
    assert set(bids(WEAK, policy)) <= weak
    assert "passe" not in bids(FAIR, policy)
    assert set(bids(GRAND, policy)) <= {"garde sans", "garde contre"}


@pytest.mark.parametrize("policy", ["paranoid", "ismcts", "montecarlo"])
def test_most_deals_are_taken_and_mostly_at_garde(policy):
    game, contracts = Tarot(deals="1"), []
    for seed in range(20):
        state = game.deal(Stream(seed))
        while state.phase == BID and not state.is_terminal():
            observation = TarotObservation(game, state.view(state.turn), Stream(seed))
            result = search(observation, policy=policy, simulations=300)
            state.play(observation.number(result.best))
        contracts.append(state.contract)
    if policy == "montecarlo":  # which thinks the cards are played at random
        assert contracts.count(0) <= 12
        return
    passe, petite, garde, sans, contre = (contracts.count(n) for n in range(5))
    assert 2 <= passe <= 9
    assert garde > petite + sans + contre


@pytest.mark.parametrize("policy", ["paranoid", "ismcts"])
def test_searches_discard_cards_that_would_be_lost(policy):
    held = TAROT.parse_line(FAIR)
    rest = [card for card in TAROT if card not in held]
    Stream(1).shuffle(rest)
    game = Tarot(deals="1")
    state = game.lay_out(2, [held, rest[:24], rest[24:48]], rest[48:])
    for bid in ("garde", "passe", "passe"):
        state.play(game.read_action(state, bid))
    stream = Stream(1)
    for _ in range(6):
        observation = TarotObservation(game, state.view(0), stream)
        result = search(observation, policy=policy, simulations=2000)
        state.play(observation.number(result.best))
    assert TAROT.parse("DC") not in state.cards_aside()  # beside her king
    assert TAROT.parse("DS") not in state.cards_aside()
    suits = [sum(card // 14 == suit for card in state.hand_of(0) if card < 56) for suit in range(4)]
    assert min(suits) <= 1  # a suit is all but empty
