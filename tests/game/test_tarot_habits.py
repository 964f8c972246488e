"""Searches continue imagined games of Tarot by rules of thumb, and never break the rules."""

from collections import Counter

import pytest
from support.tarot import begun, do, drawn, texts

from Game.core.stream import Stream
from Game.tarot.game import Tarot
from Game.tarot.observation import TarotObservation
from Game.tarot.playouts.bidding import habitual_bid, habitual_discard
from Game.tarot.playouts.estimate import HIGH, LEAST, LONG, NOTHING, WORTHS
from Game.tarot.rules.deck import BID, CONTRACTS, DISCARD, PHASES, PLAY, TEXTS
from Players.search import search


@pytest.mark.parametrize("seed", range(12))
def test_cards_played_by_habit_are_allowed(seed):
    game, stream = Tarot(deals="1"), Stream(seed)
    state = game.deal(stream)
    do(game, state, ("petite", "garde", "garde sans", "garde contre")[seed % 4], "passe", "passe")
    while state.phase != PLAY:
        state.play(state.legal()[0])
    for _ in range(20):
        ended, again = state.clone(), state.clone()
        ended.finish(stream)
        for card in ended.cards_played():
            assert card in again.legal()
            again.play(card)
        assert again.is_terminal()
        assert [again.points(seat) for seat in range(3)] == [ended.points(s) for s in range(3)]


@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_ended_by_habit_from_every_phase(seed):
    stream = Stream(seed)
    state, phases = Tarot().deal(stream), set()
    while not state.is_terminal():
        phases.add(PHASES[state.phase])
        ended = state.clone()
        ended.finish(stream)
        assert ended.is_terminal()
        assert sum(ended.points(seat) for seat in range(3)) == 0
        state.play(stream.choice(state.legal()))
    assert {"bid", "slam", "handful", "play"} <= phases


def bid_by_the_table(hand: list[str], legal: list[str]) -> str:
    """A slow copy of the rule: the highest bid that the sum over the table allows."""
    trumps = [int(card[1:]) for card in hand if card[0] == "A"]
    plain = [card for card in hand if card[0] != "A" and card != "EX"]
    lengths = Counter(card[-1] for card in plain)
    ranks = Counter(card[:-1] for card in plain)
    features = {
        "the petit": trumps.count(1),
        "the 21": trumps.count(21),
        "the excuse": hand.count("EX"),
        "a trump": len(trumps),
        "a high trump": sum(trump >= HIGH for trump in trumps),
        "a king": ranks["R"],
        "a queen": ranks["D"],
        "a cavalier": ranks["C"],
        "a card of a long suit": sum(max(0, n - LONG + 1) for n in lengths.values()),
    }
    assert features.keys() == WORTHS.keys()
    worth = NOTHING + sum(WORTHS[name] * n for name, n in features.items())
    return [bid for bid in legal if bid == "passe" or worth >= LEAST[bid]][-1]


def test_better_hands_get_higher_bids():
    contracts = set()
    for seed in range(200):
        game = Tarot(deals="1")
        state = game.deal(Stream(seed))
        while state.phase == BID and not state.is_terminal():
            expected = bid_by_the_table(texts(state.hand_of(state.turn)), texts(state.legal()))
            assert CONTRACTS[habitual_bid(state)].text == expected
            contracts.add(expected)
            do(game, state, expected)
    assert len(contracts) >= 4


def test_the_habit_discards_legal_cards_of_a_short_suit():
    for seed in range(100):
        game = Tarot(deals="1")
        state = game.deal(Stream(seed))
        do(game, state, "garde", "passe", "passe")
        while state.phase == DISCARD:
            card = habitual_discard(state)
            assert card in state.legal()
            state.play(card)
    game, state = drawn("RC DC VC 1D DD RH | {} | {}".format(
        "2C 3C 4C 5C 6C 7C", "2H 3H 4H 5H 6H 7H"), dog="6D 2S A20")  # fmt: skip
    do(game, state, "garde", "passe", "passe")
    assert TEXTS[habitual_discard(state)] == "2S"


def test_no_slam_is_announced_by_habit():
    # Each would win all, and announce it: then the deal would be worth 400 more.
    game, state = drawn("RC RD | 1C 1D | 2C 2D", handfuls="off")
    do(game, state, "garde sans", "passe", "passe")
    ended = state.clone()
    ended.finish(Stream(1))
    assert ended.points(0) == 2 * ((25 + 55) * 4 + 200)


def test_most_cards_are_played_as_the_rule_of_thumb_says():
    # Last, and the trick is the partner's: the queen goes into it seven times in eight, and once
    # it is any card.
    game, state = begun("1C 2D 3D | RC 3H 4H | DC 2C 3C")
    do(game, state, "1C", "RC")
    stream, given = Stream(1), 0
    for _ in range(400):
        ended = state.clone()
        ended.finish(stream)
        given += TEXTS[ended.cards_played()[2]] == "DC"
    assert 0.88 < given / 400 < 0.96  # 7/8 + 1/8 * 1/3


def test_a_search_tries_the_lowest_of_equivalent_cards():
    game, state = begun("2C 3C 4C 10C VC A2 A3 A21 EX | {} | {}".format(
        "1D 2D 3D 4D 5D 6D 7D 8D 9D", "1H 2H 3H 4H 5H 6H 7H 8H 9H"))  # fmt: skip
    observation = TarotObservation(game, state.view(0), Stream(1))
    result = search(observation, simulations=200, policy="paranoid")
    tried = {each.text for each in result.candidates if each.visits}
    assert tried == {"2C", "10C", "VC", "A2", "A21", "EX"}
    assert sum(each.visits for each in result.candidates) == 200
