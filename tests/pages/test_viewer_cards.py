"""The cards: complete decks, a different drawing for each card, and the traditional pinta."""

import re
from xml.etree import ElementTree

import pytest

from arena.pages.viewer import french, spanish
from arena.pages.viewer.cards import DECKS, card_in_words, drawing, shared_symbols
from arena.pages.words import LANGUAGES, Words

EVERY = [(deck, text) for deck in DECKS for text in DECKS[deck].texts]


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_of_a_deck_has_a_drawing_like_no_other(deck):
    drawings = [drawing(deck, text) for text in DECKS[deck].texts]
    assert all(drawings)
    assert len(set(drawings)) == len(drawings)


def test_drawings_are_well_formed_and_use_only_defined_symbols():
    symbols = shared_symbols(set(DECKS))
    ElementTree.fromstring(f"<svg>{symbols}</svg>")
    there = set(re.findall(r'<symbol id="([\w-]+)"', symbols))
    for deck, text in EVERY:
        face = drawing(deck, text)
        ElementTree.fromstring(f"<svg>{face}</svg>")
        assert set(re.findall(r'href="#([\w-]+)"', face)) <= there


@pytest.mark.parametrize("suit, breaks", [("oros", 0), ("copas", 1), ("espadas", 2), ("bastos", 3)])
def test_the_frame_of_a_suit_has_its_breaks(suit, breaks):
    (frame,) = re.findall(rf'id="frame-{suit}".*?class="frame" d="(.*?)"', spanish.SYMBOLS)
    for edge in (4, 92):
        assert len(re.findall(rf"M[\d.]+ {edge}h", frame)) - 1 == breaks


@pytest.mark.parametrize("number", range(1, 8))
def test_a_low_card_shows_as_many_signs_as_its_number(number):
    for suit in spanish.BREAKS:
        assert spanish.face(suit, number).count(f'href="#pip-{suit}"') == number


def test_hearts_and_diamonds_are_red():
    assert all(
        ("suit-red" in french.face(suit, "7")) == (suit in ("hearts", "diamonds"))
        for suit in ("hearts", "diamonds", "clubs", "spades")
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", DECKS)
def test_every_card_has_a_name_of_its_own_to_be_read_aloud(deck, language):
    names = [card_in_words(Words(language), deck, text) for text in DECKS[deck].texts]
    assert len(set(names)) == len(names)


def test_a_text_that_is_not_a_card_is_shown_and_not_drawn():
    assert card_in_words(Words("en"), "spanish", "bid 3") == "bid 3"
    assert drawing("spanish", "bid 3") == drawing("", "O1") == ""


@pytest.mark.parametrize(
    "language, name", [("en", "ace of oros"), ("es", "as de oros"), ("nl", "aas van oros")]
)
def test_a_card_is_named_in_the_language_of_the_page(language, name):
    assert card_in_words(Words(language), "spanish", "O1") == name
