"""Cards for the screen: which deck has which, what each is called, and its drawing.

The drawings are SVG, made here from simple shapes: `spanish.py`, `french.py` and `trumps.py` draw,
this module knows all of them. A card of no deck is left to the page, which shows its text.
"""

from collections.abc import Iterable, Iterator

from arena.pages.viewer import french, spanish, trumps
from arena.pages.viewer.named import NamedCards, lettered
from arena.pages.words import Words
from Game.core.cards import FRENCH, SPANISH, TAROT, Deck
from Game.core.words import read_words

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
    """Each card's text, suit and rank; what stands outside the suits has no suit."""
    texts = iter(deck.texts)
    for suit in deck.suits:
        for rank in suit.ranks:
            yield next(texts), suit.name, rank
    for single in deck.singles:
        yield next(texts), "", single


NAMED = "named"  # the cards of described games, whatever they are
PARTS: dict[str, dict[str, tuple[str, str]]] = {
    name: {text: (suit, rank) for text, suit, rank in parts(deck)} for name, deck in DECKS.items()
} | {NAMED: NamedCards()}


def deck_of(texts: Iterable[str]) -> str:
    """The deck that has all these cards, if there is one."""
    wanted = set(texts)
    return next((name for name, cards in PARTS.items() if wanted and wanted <= set(cards)), "")


def card_in_words(words: Words, deck: str, text: str) -> str:
    """What a card is called when it is read aloud; what is no card is called by its text."""
    if text not in PARTS.get(deck, {}):
        return text
    suit, rank = PARTS[deck][text]
    if suit:
        ranks = "french" if deck == NAMED else deck
        said = words.under(f"viewer.ranks.{ranks}").get(rank, rank)
        suits = read_words("Game.core", words.language)
        return words("viewer.card_of", rank=said, suit=suits[suit])
    if rank.startswith("A"):
        return words("viewer.card_trump", rank=rank.removeprefix("A"))
    return words("viewer.card_excuse")


def drawing(deck: str, text: str) -> str:
    """The card's face as SVG in a field of 64 by 96; nothing for what is no card of the deck."""
    if text not in PARTS.get(deck, {}):
        return lettered(text) if deck == NAMED else ""
    suit, rank = PARTS[deck][text]
    if deck == "spanish":
        return spanish.face(suit, int(rank))
    return french.face(suit, rank) if suit else trumps.face(rank.removeprefix("A"))


def shared(decks: set[str]) -> str:
    """The symbols that the faces of these decks are made of."""
    made = BACK + (spanish.SYMBOLS if "spanish" in decks else "")
    return made + (french.SYMBOLS if decks & {"french", "tarot", NAMED} else "")
