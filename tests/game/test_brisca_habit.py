"""The rule of thumb of searches compared with the bot `greedy`: the two are nearly the same.

They differ on purpose in two cases (see `Game/brisca/habit.py`). Everywhere else they must agree.
"""

from Game.brisca.cards import CARDS
from Game.brisca.deck import SEATS, TRUMP_COST
from Game.brisca.game import Brisca
from Game.brisca.habit import habitual_card
from Game.brisca.state import BriscaState
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.greedy.brisca import GreedyBrisca

GAMES = 60


def greedy_card(game: Brisca, state: BriscaState) -> int:
    seen = game.observe(state.view(state.turn), Stream(1))
    return seen.number(GreedyBrisca().think(seen, 1.0))


def kind(card: int, trump: int) -> tuple[bool, int]:
    """The facts that the habit uses: is the card a trump, and what does it cost?"""
    is_trump = card // 10 == trump // 10
    return is_trump, CARDS[card].get_value() + TRUMP_COST * is_trump


def test_before_the_last_seat_the_two_differ_in_cards_of_one_cost_only():
    game, compared = Brisca(), 0
    for seed in range(GAMES):
        state, dice = game.deal(Stream(seed)), Stream(seed)
        while state.turn != OVER:
            if state.table_size < SEATS - 1:
                habit, greedy = habitual_card(state), greedy_card(game, state)
                assert kind(habit, state.trump)[1] == kind(greedy, state.trump)[1], state.view(0)
                compared += 1
            state.play(dice.choice(state.legal()))
    assert compared == GAMES * 30


def test_in_the_last_seat_the_two_give_a_trick_of_the_partner_the_same_points():
    game, compared = Brisca(), 0
    for seed in range(GAMES):
        state, dice = game.deal(Stream(seed)), Stream(seed)
        while state.turn != OVER:
            if state.table_size == SEATS - 1 and state.best_place() == 1:
                habit, greedy = habitual_card(state), greedy_card(game, state)
                assert kind(habit, state.trump) == kind(greedy, state.trump), state.view(0)
                compared += 1
            state.play(dice.choice(state.legal()))
    assert compared > GAMES
