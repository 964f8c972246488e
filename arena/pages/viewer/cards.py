"""The cards of every deck: their suits and ranks, their names, and their drawings.

`spanish.py`, `french.py` and `trumps.py` draw the cards as SVG. A card of no deck has no drawing:
the page shows its text.
"""

import re
from collections.abc import Iterable, Iterator

from arena.pages.viewer import french, spanish, trumps
from arena.pages.viewer.named import NamedCards, word_card
from arena.pages.words import Words
from Game.core.cards import FRENCH, SPANISH, TAROT, Deck
from Game.core.words import read_words
from Players.terminal.cards import Faces

SPANISH_SUITS = {suit.name for suit in SPANISH.suits}
DECKS: dict[str, Deck] = {"spanish": SPANISH, "french": FRENCH, "tarot": TAROT}

BACK = (
    '<symbol id="card-back" viewBox="0 0 64 96"><rect class="paper" width="64" height="96" rx="5"/>'
    '<rect class="back" x="3.5" y="3.5" width="57" height="89" rx="3"/>'
    '<rect class="back-line" x="7" y="7" width="50" height="82" rx="2"/>'
    '<path class="back-line" d="M7 23 23 7M7 41 41 7M7 59 57 9M7 77 57 27M11 89 57 43M29 89 57 61'
    "M47 89 57 79M41 7 57 23M23 7 57 41M7 9 57 59M7 27 57 77M7 43 53 89M7 61 35 89M7 79 17 89"
    '"/><circle class="back" cx="32" cy="48" r="12"/>'
    '<path class="back-sign" d="M32 38 35 45 42 48 35 51 32 58 29 51 22 48 29 45Z"/></symbol>'
)


def parts(deck: Deck) -> Iterator[tuple[str, str, str]]:
    """The text, suit and rank of each card. Cards outside the suits have no suit."""
    texts = iter(deck.texts)
    for suit in deck.suits:
        for rank in suit.ranks:
            yield next(texts), suit.name, rank
    for single in deck.singles:
        yield next(texts), "", single


NAMED = "named"  # the cards of described games: their text is their name
PARTS: dict[str, dict[str, tuple[str, str]]] = {
    name: {text: (suit, rank) for text, suit, rank in parts(deck)} for name, deck in DECKS.items()
} | {NAMED: NamedCards()}


def deck_of(texts: Iterable[str]) -> str:
    """The first deck that has all these cards, or an empty text."""
    wanted = set(texts)
    return next((name for name, cards in PARTS.items() if wanted and wanted <= set(cards)), "")


BID = re.compile(r"bid (\d+)")


def action_text(words: Words, deck: str, text: str) -> str:
    """A card or another action as it is written on the page. Bids are in its language."""
    bid = BID.fullmatch(text)
    return words("viewer.bid", n=bid[1]) if bid else Faces(deck).short(text)


def card_in_words(words: Words, deck: str, text: str) -> str:
    """The name of a card, for reading aloud. A text that is not a card is as on the page."""
    if text not in PARTS.get(deck, {}):
        return action_text(words, deck, text)
    suit, rank = PARTS[deck][text]
    if suit:
        drawn = drawn_deck(deck, text)
        ranks = "french" if drawn == NAMED else drawn
        name = words.under(f"viewer.ranks.{ranks}").get(rank, rank)
        suits = read_words("Game.core", words.language)
        return words("viewer.card_of", rank=name, suit=suits[suit])
    if rank.startswith("A"):
        return words("viewer.card_trump", rank=rank.removeprefix("A"))
    return words("viewer.card_excuse")


def drawing(deck: str, text: str) -> str:
    """The card's face as SVG, 64 by 96. Empty for a text that is not a card of the deck."""
    if text not in PARTS.get(deck, {}):
        return word_card(text) if deck == NAMED else ""
    suit, rank = PARTS[deck][text]
    if suit in SPANISH_SUITS:
        return spanish.face(suit, int(rank))
    return french.face(suit, rank) if suit else trumps.face(rank.removeprefix("A"))


def drawn_deck(deck: str, text: str) -> str:
    """The deck whose drawings the card uses: a described game may play with Spanish cards."""
    suit, _ = PARTS.get(deck, {}).get(text) or ("", "")
    return "spanish" if suit in SPANISH_SUITS else deck


def shared_symbols(decks: set[str]) -> str:
    """The SVG symbols that the faces of these decks use."""
    made = BACK + (spanish.SYMBOLS if "spanish" in decks else "")
    return made + (french.SYMBOLS if decks & {"french", "tarot", NAMED} else "")
