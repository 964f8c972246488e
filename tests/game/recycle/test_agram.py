"""The description of Agram agrees with an independent reference and with published figures."""

import random

import pytest
from reference.agram import ReferenceAgram

from Game.core.stream import Stream
from Game.registry import find

GAMES = 60
Agram = find("agram")


def hands(state):
    plan, table = state.program.plan, state.table
    first = plan.rows["iloc", "HAND"] * plan.owners + 1
    return [
        sorted(table.card_name(card) for card in table.places[first + seat])
        for seat in range(plan.players)
    ]


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_agree_with_the_reference_in_every_state(players):
    dice, game = random.Random(players), Agram(players=players)
    for number in range(GAMES):
        state = game.deal(Stream(number))
        book = ReferenceAgram(game.write_deal(state)["orders"][0], players)
        while book.winner is None:
            texts = [game.action_text(state, action) for action in state.legal()]
            assert sorted(texts) == sorted(book.choices())
            assert hands(state) == [sorted(hand) for hand in book.hands]
            assert state.turn == book.turn
            card = dice.choice(book.choices())
            book.play(card)
            state.play(game.read_action(state, card))
        assert state.is_terminal()
        assert [state.points(seat) for seat in range(players)] == book.points()
        assert game.outcome(state).ranks.index(0) == book.winner


@pytest.mark.parametrize("players,choices", [(2, 12), (3, 18), (4, 24), (5, 30)])
def test_the_number_of_choices_agrees_with_published_figures(players, choices):
    game = Agram(players=players)
    state, leads, made = game.deal(Stream(5)), [], 0
    stream = Stream(6)
    while not state.is_terminal():
        if made % players == 0:
            leads.append(len(state.legal()))
        state.play(stream.choice(state.legal()))
        made += 1
    assert made == choices
    assert leads == [6, 5, 4, 3, 2, 1]


def test_every_player_knows_the_cards_that_were_played():
    game = Agram(players=3)
    state = game.deal(Stream(3))
    card = state.table.options[0][1][0]
    state.play(0)
    for seat in range(3):
        assert any(card in place for place in state.view(seat).places)
        held = [c for place in state.view(seat).places for c in place if c >= 0]
        assert len(held) == 6 + (seat != 0)
