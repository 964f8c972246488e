"""Decks: which cards there are and how each is written."""

import pytest

from Game.core.cards import FRENCH, SPANISH, TAROT, CardError

DECKS = pytest.mark.parametrize("deck", [SPANISH, FRENCH, TAROT], ids=lambda deck: deck.name)


@pytest.mark.parametrize("deck, size", [(SPANISH, 40), (FRENCH, 52), (TAROT, 78)])
def test_how_many_cards_a_deck_has(deck, size):
    assert len(deck) == len(set(deck.texts)) == size


@DECKS
def test_every_card_can_be_written_and_read_back(deck):
    assert [deck.parse(deck.text(card)) for card in deck] == list(range(len(deck)))


@DECKS
def test_cards_are_read_in_upper_and_lower_case(deck):
    assert [deck.parse(deck.text(card).lower()) for card in deck] == list(deck)


@DECKS
def test_a_line_of_cards_can_be_written_and_read_back(deck):
    cards = list(deck)[::-3]
    assert deck.parse_line(deck.line(cards)) == cards


@DECKS
def test_cards_can_be_read_from_a_list_of_texts(deck):
    assert deck.parse_line(list(deck.texts)) == list(deck)


@DECKS
def test_an_empty_line_has_no_cards(deck):
    assert deck.parse_line("") == []
    assert deck.line([]) == ""


@DECKS
@pytest.mark.parametrize("text", ["", "O8", "X1", "1", "O11 O12", "A22", "A0", "EXX", "🂡"])
def test_an_error_quotes_a_text_that_is_not_a_card(deck, text):
    with pytest.raises(CardError) as error:
        deck.parse(text)
    assert repr(text) in str(error.value)
    assert deck.name in str(error.value)


@DECKS
def test_an_error_shows_how_a_card_is_written(deck):
    with pytest.raises(CardError, match=deck.text(0)):
        deck.parse("nonsense")


def test_the_spanish_deck_in_order():
    numbers = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    assert list(SPANISH.texts) == [f"{suit}{number}" for suit in "OECB" for number in numbers]


def test_french_cards_are_written_rank_first():
    assert [FRENCH.parse(text) for text in ("2C", "10C", "AC", "2D", "AS")] == [0, 8, 12, 13, 51]


def test_the_tarot_deck_has_knights_21_trumps_and_the_excuse():
    assert [TAROT.text(card) for card in (0, 11, 13, 55, 56, 76, 77)] == [
        "1C", "CC", "RC", "RS", "A1", "A21", "EX",
    ]  # fmt: skip


@pytest.mark.parametrize("deck", [FRENCH, TAROT], ids=lambda deck: deck.name)
def test_suits_can_be_written_as_symbols(deck):
    for letter, symbol in zip("CDHS", "♣♦♥♠", strict=True):
        assert deck.parse(f"10{symbol}") == deck.parse(f"10{letter}")
