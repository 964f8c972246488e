"""Exact values by OpenSpiel's own algorithms, against published ones and an independent count."""

from fractions import Fraction
from itertools import combinations

import pytest
from support.optional import optional
from support.paths import ROOT

pyspiel = optional("pyspiel")
openspiel = optional("arena.learn.openspiel")
policies = optional("open_spiel.python.policy")
exploitability = optional("open_spiel.python.algorithms.exploitability")
cfr = optional("open_spiel.python.algorithms.cfr")
scores = optional("open_spiel.python.algorithms.expected_game_score")

KUHN = "card_arena_kuhn(utility=points)"
CHECK_OR_FOLD, BET_OR_CALL = 0, 1


def solve(game, rounds: int):
    solver = cfr.CFRSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


def first_value(game, policy) -> float:
    return scores.policy_value(game.new_initial_state(), [policy, policy])[0]


def test_uniform_play_of_kuhn_poker_has_its_published_nash_conv() -> None:
    game = pyspiel.load_game(KUHN)
    uniform = policies.UniformRandomPolicy(game)
    assert exploitability.nash_conv(game, uniform) == pytest.approx(11 / 12)
    assert first_value(game, uniform) == pytest.approx(1 / 8)


def test_cfr_learns_the_same_as_in_openspiels_own_kuhn_poker() -> None:
    ours, theirs = pyspiel.load_game(KUHN), pyspiel.load_game("kuhn_poker")
    learned = [solve(game, 20) for game in (ours, theirs)]
    mine, other = (
        (exploitability.nash_conv(game, one), first_value(game, one))
        for game, one in zip((ours, theirs), learned, strict=True)
    )
    assert mine == pytest.approx(other, abs=1e-9)


@pytest.mark.parametrize("bluffs", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhns_equilibria_are_worth_minus_an_eighteenth(bluffs: Fraction) -> None:
    """Kuhn (1950): the first seat bluffs with a jack in any share of deals up to a third."""
    third = Fraction(1, 3)
    bets = {  # the share of bets or calls: seat, facing a bet, card
        (0, False): {"JACK": bluffs, "QUEEN": Fraction(0), "KING": 3 * bluffs},
        (0, True): {"JACK": Fraction(0), "QUEEN": bluffs + third, "KING": Fraction(1)},
        (1, False): {"JACK": third, "QUEEN": Fraction(0), "KING": Fraction(1)},
        (1, True): {"JACK": Fraction(0), "QUEEN": third, "KING": Fraction(1)},
    }

    class Equilibrium(policies.Policy):
        def action_probabilities(self, state, player_id=None):
            seat = state.current_player()
            quiet, loud = state.legal_actions()
            card = next(card for card in bets[0, True] if f"HAND: {card}" in text_of(state, seat))
            faces_a_bet = "FOLD" in state.action_to_string(seat, quiet)
            share = float(bets[seat, faces_a_bet][card])
            return {quiet: 1 - share, loud: share}

    game = pyspiel.load_game(KUHN)
    equilibrium = Equilibrium(game, [0, 1])
    assert first_value(game, equilibrium) == pytest.approx(-1 / 18)
    assert exploitability.nash_conv(game, equilibrium) == pytest.approx(0, abs=1e-9)


def text_of(state, seat: int) -> str:
    return state.information_state_string(seat)


# Small Agram by hand: cards are (suit, rank)
PACK = [("H", 3), ("H", 4), ("H", 5), ("S", 3), ("S", 4)]


def wins(leader, follower, led, answer) -> bool:
    """Does the leader of the first trick win the second one?"""
    (last,) = set(leader) - {led}
    (other,) = set(follower) - {answer}
    if answer[0] == led[0] and answer[1] > led[1]:  # the follower leads the second trick
        return last[0] == other[0] and last[1] > other[1]
    return not (other[0] == last[0] and other[1] > last[1])


def answers(hand, led):
    return [card for card in hand if card[0] == led[0]] or list(hand)


def agram_nash_conv() -> Fraction:
    """What both seats gain together by best play against uniform play."""
    deals = [
        (leader, follower)
        for leader in combinations(PACK, 2)
        for follower in combinations([card for card in PACK if card not in leader], 2)
    ]
    value = lambda *play: Fraction(1 if wins(*play) else -1)  # noqa: E731
    leading: dict = {}
    following: dict = {}
    for leader, follower in deals:
        for led in leader:
            legal = answers(follower, led)
            for answer in legal:
                worth = value(leader, follower, led, answer)
                gains = leading.setdefault(leader, {})
                gains[led] = gains.get(led, 0) + worth / len(legal)
                losses = following.setdefault((follower, led), {})
                losses[answer] = losses.get(answer, 0) - worth / 2
    best = sum(max(one.values()) for one in leading.values())
    best += sum(max(one.values()) for one in following.values())
    return best / len(deals)


def test_uniform_play_of_a_small_agram_has_the_nash_conv_that_a_count_finds() -> None:
    file = ROOT / "tests" / "learn" / "openspiel" / "small_agram.gdl"
    game = pyspiel.load_game(openspiel.register_file(file))
    uniform = policies.UniformRandomPolicy(game)
    expected = agram_nash_conv()
    assert expected > 0
    assert exploitability.nash_conv(game, uniform) == pytest.approx(float(expected))
