"""Brisca as described in the language and the compiled Brisca, walked side by side."""

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
    """`O11`, as the description has it."""
    return f"{card[0]} N{card[1:]}"


def laid(state, kind, name, owner):
    """What lies in a place, as the other game writes cards, from bottom to top."""
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
        "won": [sorted(texts(state.won_by(seat))) for seat in range(4)],
        "table": sorted(texts(state.on_table())),
        "turn": state.turn,
        "choices": sorted(texts(state.legal())),
        "ranks": game.outcome(state).ranks if state.is_terminal() else None,
    }


def walk(told, number, first):
    """Play one game on both sides; where they part an assertion fails."""
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
def test_every_state_of_random_games_is_the_compiled_one_s(first):
    told = UserGame(text=FILE.read_text("utf-8"), file=FILE.name, first=first)
    for number in range(GAMES):
        walk(told, number, first)


def test_a_slip_in_the_description_is_found():
    spoilt = FILE.read_text("utf-8").replace(" 200)", " 0)")
    with pytest.raises(AssertionError, match="game 1"):
        walk(UserGame(text=spoilt, file="spoilt.gdl"), 1, 0)
