"""Finds the cards in a text: their suit signs, their suits, and their order in a hand."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from Game.core.cards import FRENCH, SPANISH, TAROT, Deck
from Game.recycle.named_cards import bare, deck_suit_and_rank, place_in_hand, short_name

DECKS: dict[str, Deck] = {"spanish": SPANISH, "french": FRENCH, "tarot": TAROT}
NAMED = "named"  # the cards of described games: their text is their name
IN_CAPITALS = re.compile(r"(?<!\w)[A-Z0-9]+(?: [A-Z0-9]+)+(?: \(\d+\))?(?!\w)")


@dataclass(frozen=True)
class Face:
    """How a card is shown."""

    sign: str  # its text with a suit sign if the deck has signs: 10♥, A21, O7
    letters: str  # the same without a sign: 10H
    suit: str  # its name; the suit of trumps and of the excuse is empty
    place: tuple[int, int]  # in a sorted hand: the suit and the rank


class Faces:
    """The faces of a deck: one of Game/core/cards.py, "named", or "" for no deck."""

    def __init__(self, deck: str) -> None:
        self._is_named = deck == NAMED
        self._deck = DECKS.get(deck)
        self._faces = dict(_deck_faces(self._deck)) if self._deck else {}
        longest_first = sorted(map(re.escape, self._faces), key=len, reverse=True)
        self._pattern = (
            IN_CAPITALS
            if self._is_named
            else re.compile(rf"(?<!\w)(?:{'|'.join(longest_first) or '(?!)'})(?!\w)")
        )

    def find(self, text: str) -> Face | None:
        """The face of the card that the game writes like this; None for other texts."""
        return _named_face(text) if self._is_named else self._faces.get(text)

    def replace(
        self, text: str, change: Callable[[Face, str], str], other: Callable[[str], str]
    ) -> str:
        """The text with each card changed. `other` changes words in capitals that are not cards."""

        def instead(match: re.Match[str]) -> str:
            face = self.find(match[0])
            return change(face, match[0]) if face else other(match[0])

        return self._pattern.sub(instead, text)

    def short(self, text: str) -> str:
        """The text with short names of cards: `6♣` for `SIX CLUBS`. Games with a deck of their own
        write them short anyway."""
        if not self._is_named:
            return text
        return self.replace(text, lambda face, _: face.sign, str)

    def legend(self) -> str:
        """How cards are written: the sign of each suit. Empty for a deck of words."""
        if self._deck is None:
            return ""
        suits = ", ".join(f"{suit.letter} {suit.name}" for suit in self._deck.suits)
        singles = ", A1 to A21 trumps, EX the excuse" if self._deck.singles else ""
        return f"Suits: {suits}{singles}. A card: {self._deck.texts[0]}."

    def order(self, texts: Iterable[str]) -> list[int]:
        """The positions of the texts, sorted like a hand. Choices that are not cards come first."""

        def key(item: tuple[int, str]) -> tuple[int, tuple[int, int]]:
            face = self.find(item[1])
            return (1, face.place) if face else (0, (0, 0))

        return [number for number, _ in sorted(enumerate(texts), key=key)]


def _deck_faces(deck: Deck) -> Iterable[tuple[str, Face]]:
    texts = iter(deck.texts)
    for group, suit in enumerate(deck.suits):
        for number, rank in enumerate(suit.ranks):
            text = next(texts)
            shown = rank + suit.symbol if suit.symbol else text
            yield text, Face(shown, text, suit.name, (group, number))
    for number, text in enumerate(deck.singles):
        yield text, Face(text, text, "", (len(deck.suits), number))


def _named_face(text: str) -> Face | None:
    names, place = deck_suit_and_rank(text), place_in_hand(text)
    if names is None or place is None:
        return None
    deck, suit, rank = names
    letters = rank + suit.letter if deck.rank_first else suit.letter + rank
    again = text.removeprefix(bare(text))  # distinguishes equal cards
    return Face(short_name(text), letters + again, suit.name, place)
