"""Reads the cards of described games. Their text is their name, such as `ACE HEARTS`.

A card belongs to the French or to the Spanish deck if its name has a suit and a rank of that deck.
"""

import re

from Game.core.cards import FRENCH, SPANISH, Deck, Suit

NUMBERS = ("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN")
SMALL = {word: str(number) for number, word in enumerate(NUMBERS, start=2)}
DIGITS = {str(number): str(number) for number in range(2, 11)}
FRENCH_RANKS = {
    **SMALL, **DIGITS, "T": "10", "JACK": "J", "QUEEN": "Q", "KING": "K", "ACE": "A",
    "J": "J", "Q": "Q", "K": "K", "A": "A",
}  # fmt: skip
SPANISH_NUMBERS = ("UNO", "DOS", "TRES", "CUATRO", "CINCO", "SEIS", "SIETE")
SPANISH_RANKS = {
    **SMALL, **DIGITS,
    **{word: str(number) for number, word in enumerate(SPANISH_NUMBERS, start=1)},
    "ONE": "1", "ACE": "1", "AS": "1", "1": "1", "SOTA": "10", "JACK": "10",
    "CABALLO": "11", "KNIGHT": "11", "11": "11", "REY": "12", "KING": "12", "12": "12",
}  # fmt: skip
SPANISH_RANKS |= {f"N{rank}": rank for rank in SPANISH.suits[0].ranks}
COLOURS = ("RED", "BLACK")


def _suit_words(deck: Deck) -> dict[str, Suit]:
    """The suits by their names, in the plural and in the singular."""
    names = {suit.name.upper(): suit for suit in deck.suits}
    return names | {name[:-1]: suit for name, suit in names.items()}


DECKS = (
    (FRENCH, _suit_words(FRENCH), FRENCH_RANKS),
    (SPANISH, _suit_words(SPANISH), SPANISH_RANKS),
    # Single letters stand for suits only beside a rank such as N11.
    (SPANISH, {suit.letter: suit for suit in SPANISH.suits},
     {f"N{rank}": rank for rank in SPANISH.suits[0].ranks}),
)  # fmt: skip


def deck_suit_and_rank(text: str) -> tuple[Deck, Suit, str] | None:
    """The deck, the suit and the rank of a card. None for another text."""
    words = [word for word in bare(text).split(" ") if word not in COLOURS]
    if len(words) != 2:
        return None
    for deck, suits, ranks in DECKS:
        for first, second in (words, words[::-1]):
            suit, rank = suits.get(first), ranks.get(second)
            if suit is not None and rank in suit.ranks:
                return deck, suit, rank
    return None


def suit_and_rank(text: str) -> tuple[str, str] | None:
    """The names of the suit and of the rank of a card. None for another text."""
    names = deck_suit_and_rank(text)
    return (names[1].name, names[2]) if names is not None else None


def place_in_hand(text: str) -> tuple[int, int] | None:
    """The place of a card in a sorted hand: its suit, its rank. None for another text."""
    names = deck_suit_and_rank(text)
    if names is None:
        return None
    deck, suit, rank = names
    return deck.suits.index(suit), suit.ranks.index(rank)


def short_name(text: str) -> str:
    """The card as people write it: `6♣` for `SIX CLUBS`, `O10` for `SOTA OROS`."""
    names = deck_suit_and_rank(text)
    if names is None:
        return text
    _, suit, rank = names
    again = text.removeprefix(bare(text))  # distinguishes equal cards
    return (rank + suit.symbol if suit.symbol else suit.letter + rank) + again


def bare(text: str) -> str:
    """The card without the number that distinguishes it from equal cards."""
    return re.sub(r" \(\d+\)$", "", text)
