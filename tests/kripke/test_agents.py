"""The four agents do what their description says, and their games are the same in both modes."""

import pytest
from reference import kripke_agents as reference
from support.boerenbridge import play, position

from arena.experiments.experiment import Task
from arena.experiments.studies.boerenbridge_agents import PUBLISHED, play_block, score_agents
from Game.boerenbridge.deck import BIDS, cards_in_play
from Game.boerenbridge.game import BoerenBridge
from Game.core.cards import FRENCH
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.agents import choose, guess, play_on
from Players.boerenbridge.numbers import AGENTS, FULL_KRIPKE, GREEDY, GREEDY_KRIPKE, RANDOM

SLOW = {GREEDY: reference.greedy, GREEDY_KRIPKE: reference.greedy_kripke,
        FULL_KRIPKE: reference.full_kripke}  # fmt: skip
GAMES = [{}, {"rounds": "8"}, {"rounds": "5,6", "deck": "full"}, {"rounds": "13"}]


@pytest.mark.parametrize("options", GAMES, ids=str)
@pytest.mark.parametrize("agent", SLOW, ids=["greedy", "greedykripke", "fullkripke"])
def test_an_agent_plays_a_card_that_its_description_allows(agent, options):
    stream = Stream(1)
    decisions = 0
    for _ in range(12):
        state = BoerenBridge(**options).deal(stream)
        while state.turn != OVER:
            action = choose(agent, state, stream)
            assert action in state.legal()
            if not state.calling:
                sight = reference.Sight(state)
                allowed = SLOW[agent](sight)
                assert action in allowed, (state.view(state.turn), FRENCH.line(allowed))
                decisions += 1
            elif state.bid_count < 4:
                pack = cards_in_play(state.cards, state.full)
                wins = reference.guess(state.hand_of(state.turn), pack, state.trump)
                assert action == BIDS + wins
            # Any of the four goes on, so that all kinds of positions come up.
            state.play(choose(stream.below(4), state, stream))
    assert decisions > 100


def test_every_card_that_the_description_allows_is_played_now_and_then():
    state = position("AH AD AC | QC KC KD | QS KS AS | QD KH QH", trump="S", bids="3 0 1 1")
    led = {FRENCH.text(choose(GREEDY_KRIPKE, state, Stream(seed))) for seed in range(60)}
    assert led == {"AH", "AD", "AC"}


@pytest.mark.parametrize(
    "hands, bids, cards, wants",
    [
        # Opens with the highest trump left; has its tricks, and opens low
        ("AH QC QS | KH QH AC | KC KS AS | QD KD AD", "1 0 0 0", "", "AH"),
        ("AH QC KS | KH QH AC | KC QS AS | QD KD AD", "0 1 0 0", "", "QC"),
        # Follows with the highest left; with the highest that still loses
        ("QC KS QS | AC KH QD | KC AH AS | QH KD AD", "1 1 0 0", "QC", "AC"),
        ("KC KS QS | AC QC KH | AH QD AS | QH KD AD", "1 0 0 0", "KC", "QC"),
        # Ruffs high; undertrumps; throws the highest card that is not the best of its suit
        ("KC KS QS | KH QH AD | AC QC AH | QD KD AS", "1 1 0 0", "KC", "KH"),
        ("KC KS QS | KH AS AD | QH QD AH | AC QC KD", "1 1 0 0", "KC KH", "QH"),
        ("KC KS QS | AC QC AD | QH QD AS | AH KH KD", "1 1 0 0", "KC AC", "QD"),
    ],
)
def test_full_kripke_wins_until_it_has_its_tricks_and_then_loses(hands, bids, cards, wants):
    state = position(hands, trump="H", bids=bids)
    if cards:
        play(state, cards)
    assert FRENCH.text(choose(FULL_KRIPKE, state, Stream(1))) == wants


@pytest.mark.parametrize(
    "hand, wins",
    [("10C QC KD JD QS", 0), ("10C QC KH JD QS", 1), ("AC AD AH JD QS", 1),
     ("AC AH KH JD 10S", 2), ("AH KH QH AC AD", 5)],
)  # fmt: skip
def test_a_hand_is_bid_by_its_mean_beside_that_of_the_pack(hand, wins):
    rest = [c for c in cards_in_play(5, False) if c not in FRENCH.parse_line(hand)]
    others = [FRENCH.line(rest[i : i + 5]) for i in (0, 5, 10)]
    state = position(" | ".join([hand, *others]), trump="H")
    assert guess(state, 0) == wins


def test_a_dealer_who_must_change_bids_something_else():
    state = position("QH KH | AC QC | AS KS | QD KD", trump="H", bids="1 1 0 0")
    assert state.turn == 3
    assert choose(GREEDY, state, Stream(1)) in state.legal()


def test_the_hidden_cards_do_not_change_an_agents_choice():
    stream = Stream(5)
    for _ in range(40):
        state = BoerenBridge(rounds="5,4").deal(stream)
        while state.turn != OVER:
            other = state.clone()
            other.redeal(state.turn, stream)
            for agent in AGENTS.values():
                assert choose(agent, state, Stream(7)) == choose(agent, other, Stream(7))
            state.play(choose(RANDOM, state, stream))


@pytest.mark.slow
def test_the_published_scores_come_out_again():
    block = play_block(Task(0, 0, 20_000, "published", {"games": 20_000}))
    for agent in score_agents([block]):
        assert agent.published.low - 3 * agent.error < agent.mean, agent
        assert agent.mean < agent.published.high + 3 * agent.error, agent
        assert abs(agent.deviation - agent.published.deviation) < 0.5
        assert abs(agent.wins - agent.published.wins) < 0.02
    assert {agent.published.name for agent in score_agents([block])} == {
        one.name for one in PUBLISHED.values()
    }
    assert 0.15 < block["changed"] / block["rounds"] < 0.25


def test_a_game_of_agents_is_played_to_its_end():
    state = BoerenBridge().deal(Stream(3))
    play_on(state, [0, 1, 2, 3], Stream(4))
    assert state.is_terminal()
    assert len(state.past) == 4
