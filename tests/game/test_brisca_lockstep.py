"""The game and the slow reference have equal states, move by move."""

import random

import pytest
from reference.brisca import NUMBERS, PACK, SUITS, ReferenceBrisca, winning_card
from support.brisca import StackedStream, taker, texts

from Game.brisca.game import Brisca
from Game.brisca.state import BriscaState

GAMES = 300  # for each combination of the options


def in_words(game: Brisca, state: BriscaState) -> dict[str, object]:
    return {
        "hands": [texts(state.hand_of(seat)) for seat in range(4)],
        "deck": texts(state.deck_left()),
        "table": texts(state.on_table()),
        "won": [texts(state.pile_of(seat)) for seat in range(4)],
        "points": [state.points(seat) for seat in range(4)],
        "choices": texts(state.legal()),
        "turn": None if state.is_terminal() else state.turn,
        "over": state.is_terminal(),
        "ranks": game.outcome(state).ranks if state.is_terminal() else None,
    }


def by_the_book(game: ReferenceBrisca, tie: str) -> dict[str, object]:
    ranks = {0: (0, 1), 1: (1, 0), None: (0, 0)}
    return {
        "hands": game.hands,
        "deck": game.deck,
        "table": game.table,
        "won": game.won,
        "points": game.points(),
        "choices": game.choices(),
        "turn": None if game.is_over() else game.turn,
        "over": game.is_over(),
        "ranks": ranks[game.winner(tie)] if game.is_over() else None,
    }


@pytest.mark.parametrize("deal", ["page", "original"])
@pytest.mark.parametrize("tie", ["draw", "original"])
def test_random_games_agree_with_the_reference_in_every_state(tie, deal):
    dice = random.Random(f"{tie} {deal}")
    game = Brisca(tie=tie, deal=deal)
    for number in range(GAMES):
        first = number % 4
        pack = dice.sample(PACK, 40)
        book = ReferenceBrisca(pack, first, deal)
        state = game.deal(StackedStream(pack), first)
        assert texts([state.trump]) == [book.trump]
        assert in_words(game, state) == by_the_book(book, tie)
        while not book.is_over():
            card = dice.choice(book.choices())
            book.play(card)
            state.play(game.read_action(state, card))
            assert in_words(game, state) == by_the_book(book, tie), f"game {number}, {card}"


@pytest.mark.parametrize("trump", SUITS)
def test_any_two_cards_compare_as_in_the_reference(trump):
    turned_up = f"{trump}2"
    for led in PACK:
        for card in PACK:
            if card != led:
                blanks = [
                    f"{suit}{n}" for n in NUMBERS for suit in SUITS if suit not in led + trump
                ]
                blanks = [blank for blank in blanks if blank != card][:2]
                row = [led, card, *blanks]
                expected = row.index(winning_card(row, turned_up))
                assert taker(" ".join(row), turned_up) == expected, row
