"""The models of single cards and the joint model: announcements, and counted deals."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from support.boerenbridge import play, position

from Game.boerenbridge.deck import RANKS, SEATS
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.observation import BoerenBridgeObservation
from Game.core.cards import FRENCH
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.agents import choose
from Players.boerenbridge.numbers import AGENTS
from Players.kripke.announcements import HasNoSuit, Plays, announcements_of
from Players.kripke.joint import JointModel
from Players.kripke.policy import others_may_hold
from Players.kripke.rounds import model_of, model_of_state, model_of_view
from Players.kripke.worlds import NOBODY, first_models, possible_holders

GAMES = [{"rounds": "3,4"}, {"rounds": "5"}, {"rounds": "2", "deck": "full"}, {"rounds": "13"}]
N, E, S, W = range(4)


def card(text):
    return FRENCH.parse(text)


def positions(options, games=6, seed=1):
    """Positions of games in which the agents and random bots play, with their real holders."""
    stream = Stream(seed)
    for _ in range(games):
        state = BoerenBridge(**options).deal(stream)
        agents = [stream.below(len(AGENTS)) for _ in range(SEATS)]
        while state.turn != OVER:
            if not state.calling:
                yield state, truth(state)
            state.play(choose(agents[state.turn], state, stream))


def truth(state):
    holders = {card: seat for seat in range(SEATS) for card in state.hand_of(seat)}
    if state.full:
        holders.update(dict.fromkeys(state.cards_aside(), NOBODY))
    return holders


# What announcements do


def test_at_first_everybody_may_hold_a_card_and_an_agent_knows_only_its_own():
    model = first_models([card("QH")])[card("QH")]
    assert model.worlds == (N, E, S, W)
    assert model.cell(N, N) == (N,)
    assert model.cell(N, E) == model.cell(N, W) == (E, S, W)
    assert model.pairs(E) == ((N, S), (N, W), (S, W))


def test_the_player_of_a_card_is_known_to_all_and_the_card_is_out():
    models = first_models([card("QH"), card("KH")]).after(Plays(E, card("QH")))
    assert models[card("QH")].worlds == (E,)
    assert models[card("QH")].out
    assert models[card("QH")].is_common
    assert models[card("KH")].worlds == (N, E, S, W)


def test_a_seat_without_a_suit_holds_none_of_its_cards():
    models = first_models([card("QH"), card("KH"), card("QC")])
    models = models.after(Plays(E, card("KH")), HasNoSuit(E, 2), HasNoSuit(S, 2))
    assert models[card("QH")].worlds == (N, W)
    assert models[card("KH")].worlds == (E,)  # it was his; he has no other
    assert models[card("QC")].worlds == (N, E, S, W)
    assert not models[card("QH")].is_common
    assert models[card("QH")].cell(N, W) == (W,)  # North has it not, so West has
    assert models[card("QH")].cell(S, W) != (W,)


def test_announcements_are_heard_in_the_order_of_playing():
    state = position("QH KC | AC QC | AS KS | QD KD", trump="D", bids="0 0 1 0")
    play(state, "KC QC AS KD")
    heard = [str(each) for each in announcements_of(state.view(0).played, 0, 1)]
    assert heard == [
        "Player North plays King of Clubs",
        "Player East plays Queen of Clubs",
        "Player South plays Ace of Spades",
        "Player South does not have suit Clubs",
        "Player West plays King of Diamonds",
        "Player West does not have suit Clubs",
    ]
    play(state, "QD")  # West has ruffed, and leads
    assert announcements_of(state.view(0).played, 0, 1)[-1] == Plays(W, card("QD"))


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_relations_are_equivalences_and_announcements_only_take_worlds_away(options):
    before = None
    for state, _ in positions(options, games=2):
        models = model_of_state(state).models
        for model in models.values():
            for agent in range(SEATS):
                cells = {model.cell(agent, world) for world in model.worlds}
                assert sorted(sum(cells, ())) == list(model.worlds)  # a partition
                assert all(world in model.cell(agent, world) for world in model.worlds)
        if before is not None and before.keys() == models.keys() and state.played_count:
            assert all(set(models[c].worlds) <= set(before[c].worlds) for c in models)
        before = models


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_the_truth_is_never_taken_away(options):
    for state, holders in positions(options):
        everybody = model_of_state(state)
        assert all(holders[c] in everybody.models[c].worlds for c in holders)
        assert everybody.joint.with_holders(holders).count() == 1
        for seat in range(SEATS):
            mine = model_of_view(state.view(seat), state.full).mine
            assert mine.with_holders(holders).count() == 1


def test_announcements_only_take_deals_away():
    for options in GAMES[:2]:
        for state, _ in positions(options, games=3):
            if state.played_count & 3 == 3:
                continue  # the round may end with this card
            before = model_of_state(state).joint
            played = state.legal()[0]
            after = state.clone()
            after.play(played)
            holder = {played: state.turn}
            joint = model_of_state(after).joint
            assert joint.count() <= before.with_holders(holder).count()


# What is counted


def listed(joint):
    return [tuple(deal.items()) for deal in joint.deals()]


@pytest.mark.parametrize("options", [{"rounds": "2,3"}, {"rounds": "1", "deck": "full"}], ids=str)
def test_probabilities_are_those_of_all_deals_listed(options):
    looked = 0
    for state, _ in positions(options, games=8):
        known = model_of_view(state.view(state.turn), state.full)
        if known.mine.count() > 3000:
            continue
        deals = listed(known.mine)
        assert len(set(deals)) == len(deals) == known.mine.count()
        shares = Counter(pair for deal in deals for pair in deal)
        for each, row in known.mine.marginals().items():
            for holder, share in enumerate(row):
                assert share == pytest.approx(float(Fraction(shares[each, holder], len(deals))))
        looked += 1
    assert looked > 20


def test_the_deals_listed_are_those_that_agree_with_hands_and_voids():
    joint = JointModel((0, 1, 13, 14), (1, 1, 2, 0, 0), (0b10, 0, 0, 0, 0b1111))
    every = listed(joint)
    assert len(every) == joint.count() == 6  # North has one of two clubs; East one of three left
    assert all(dict(deal)[13] != N and dict(deal)[14] != N for deal in every)


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_every_card_is_somewhere_and_every_hand_has_its_size(options):
    for state, holders in positions(options, games=3):
        for joint in (model_of_state(state).joint, model_of_view(state.view(1), state.full).mine):
            rows = joint.marginals()
            assert set(rows) == set(holders)
            assert all(sum(row) == pytest.approx(1) for row in rows.values())
            for seat in range(SEATS):
                held = sum(row[seat] for row in rows.values())
                assert held == pytest.approx(len(state.hand_of(seat)))


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_holders_by_counting_are_possible_in_the_model(options):
    for state, holders in positions(options, games=3):
        known = model_of_view(state.view(state.turn), state.full)
        for each, row in known.mine.marginals().items():
            possible = possible_holders(known.models[each], state.turn, holders[each] == state.turn)
            assert {h for h, share in enumerate(row) if share > 0} <= set(possible)


def test_counting_knows_more_than_the_models_of_single_cards():
    # West has shown no clubs and no hearts, and has two cards: they are the spades.
    joint = JointModel((0, 13 + 13, 39, 40), (1, 1, 0, 2, 0), (0, 0, 0, 0b101, 0b1111))
    assert [joint.marginals()[39][seat] for seat in range(4)] == [0, 0, 0, 1]
    models = first_models((0, 26, 39, 40)).after(HasNoSuit(W, 0), HasNoSuit(W, 2))
    assert models[39].worlds == (N, E, S, W)


def test_without_numbers_every_world_of_a_card_has_a_deal():
    # What the models of single cards say is exactly what announcements alone allow.
    for state, _ in positions({"rounds": "3"}, games=3):
        known = model_of_state(state)
        cards = known.joint.cards
        for each in cards:
            allowed = [h for h in range(4) if not known.joint.barred[h] >> (each // RANKS) & 1]
            assert list(known.models[each].worlds) == allowed


def test_drawn_deals_are_possible_and_all_are_as_likely():
    state = position("KC KS | AC AS | KH KD | AH AD", trump="S", bids="0 0 1 0")
    play(state, "KC AC KH AH")
    joint = model_of_state(state).joint
    drawn = Counter(tuple(deal.items()) for deal in joint.sample(6000, Stream(3)))
    assert set(drawn) == set(listed(joint))
    expected = 6000 / joint.count()
    assert sum((n - expected) ** 2 / expected for n in drawn.values()) < 50  # 23 degrees of freedom


def test_an_impossible_model_has_no_deals():
    joint = JointModel((0, 1), (1, 1, 0, 0, 0), (0, 0, 0, 0, 0b1111))
    assert joint.with_holders({0: N, 1: N}).count() == 0
    assert joint.with_holders({7: N}).count() == 0
    assert list(joint.with_holders({0: S}).deals()) == []
    too_roomy = JointModel((0,), (2, 0, 0, 0, 0), (0, 0, 0, 0, 0b1111))
    assert too_roomy.count() == too_roomy.with_holders({0: N}).count() == 0
    with pytest.raises(ValueError, match="no deal agrees"):
        joint.with_holders({0: S}).marginals()


# What agents derive from it


def test_an_observation_has_the_model_of_its_seat():
    game = BoerenBridge(rounds="3")
    state = game.deal(Stream(2))
    seen = BoerenBridgeObservation(game, state.view(2), Stream(1))
    known = model_of(seen)
    assert known.seat == 2
    mine = {each for each, row in known.mine.marginals().items() if row[2] == 1}
    assert mine == set(state.hand_of(2))
    assert others_may_hold(known.models, 2, state.hand_of(2), 0)


def test_marginals_do_not_wait_for_deals_to_be_listed():
    counts = [model_of_state(state).joint.count() for state, _ in positions({"rounds": "13"}, 1)]
    assert counts[0] > 10**28
    assert all(a >= b for a, b in pairwise(counts))
