"""Brisca as described in the language agrees with compiled Brisca, move by move."""

import random
from pathlib import Path

import pytest
from support.brisca import texts

from Game.brisca.game import Brisca
from Game.core.stream import Stream
from Game.recycle.user_game import UserGame

FILE = Path(__file__).with_name("brisca.gdl")
GAMES = 30  # with each seat to start


def described_card(card: str) -> str:
    """The description's name of a card such as `O11`."""
    return f"{card[0]} N{card[1:]}"


def laid(state, kind, name, owner):
    """The cards in a place from bottom to top, as the other game writes them."""
    plan, table = state.program.plan, state.table
    place = plan.rows[kind, name] * plan.owners + owner
    return ["".join(table.card_name(card).split(" N")) for card in table.places[place]]


def described(game, state):
    def everybody(kind, name):
        return [sorted(laid(state, kind, name, 1 + seat)) for seat in range(4)]

    deck = laid(state, "vloc", "TURNED", 0) + laid(state, "iloc", "DECK", 0)
    return {
        "hands": everybody("iloc", "HAND"),
        "deck": deck[::-1],
        "won": everybody("vloc", "WON"),
        "table": sorted(sum(everybody("vloc", "TRICK"), [])),
        "turn": state.turn,
        "choices": sorted(
            "".join(game.action_text(state, action).split(" N")) for action in state.legal()
        ),
        "ranks": game.outcome(state).ranks if state.is_terminal() else None,
    }


def compiled(game, state):
    return {
        "hands": [sorted(texts(state.hand_of(seat))) for seat in range(4)],
        "deck": texts(state.deck_left()),
        "won": [sorted(texts(state.pile_of(seat))) for seat in range(4)],
        "table": sorted(texts(state.on_table())),
        "turn": state.turn,
        "choices": sorted(texts(state.legal())),
        "ranks": game.outcome(state).ranks if state.is_terminal() else None,
    }


def walk(told, number, first):
    """Play one game with both. An assertion fails at the first difference."""
    dice, house = random.Random(number), Brisca(tie="draw")
    right = house.deal(Stream(number), first)
    dealt = sum([texts(right.hand_of(seat)) for seat in range(4)], []) + texts(right.deck_left())
    state = told.read_deal(
        {"orders": [[described_card(card) for card in reversed(dealt)]], "coins": []}
    )
    state.chance = Stream(0)
    while True:
        assert described(told, state) == compiled(house, right), f"game {number}"
        if right.is_terminal():
            return
        card = dice.choice(texts(right.legal()))
        right.play(house.read_action(right, card))
        state.play(told.read_action(state, described_card(card)))


@pytest.mark.parametrize("first", range(4))
def test_random_games_agree_with_compiled_brisca_in_every_state(first):
    told = UserGame(text=FILE.read_text("utf-8"), file=FILE.name, first=first)
    for number in range(GAMES):
        walk(told, number, first)


def test_the_comparison_finds_a_mistake_in_the_description():
    spoilt = FILE.read_text("utf-8").replace(" 200)", " 0)")
    with pytest.raises(AssertionError, match="game 1"):
        walk(UserGame(text=spoilt, file="spoilt.gdl"), 1, 0)
