"""Decks: their cards, numbered from 0, and how each card is written.

Inside the rules a card is its number; everywhere else it is its text (`O11`, `RH`, `A21`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from Game.core import Refusal


class CardError(Refusal):
    """The text is not a card of the deck."""


@dataclass(frozen=True)
class Suit:
    letter: str
    name: str
    ranks: tuple[str, ...]
    symbol: str = ""


@dataclass(frozen=True)
class Deck:
    """The cards of a deck in a fixed order: suit by suit, each in the order of its ranks."""

    name: str
    suits: tuple[Suit, ...]
    rank_first: bool = False  # `RH` rather than `HR`
    singles: tuple[str, ...] = ()  # cards outside the suits: the excuse
    texts: tuple[str, ...] = field(init=False, repr=False)
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        texts: list[str] = []
        numbers: dict[str, int] = {}
        for suit in self.suits:
            for rank in suit.ranks:
                for mark in filter(None, (suit.letter, suit.symbol)):
                    numbers[self._write(rank, mark).upper()] = len(texts)
                texts.append(self._write(rank, suit.letter))
        for single in self.singles:
            numbers[single.upper()] = len(texts)
            texts.append(single)
        object.__setattr__(self, "texts", tuple(texts))
        object.__setattr__(self, "_numbers", numbers)

    def _write(self, rank: str, mark: str) -> str:
        return rank + mark if self.rank_first else mark + rank

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.texts)))

    def text(self, card: int) -> str:
        """The text of a card."""
        return self.texts[card]

    def line(self, cards: Iterable[int]) -> str:
        """The texts of several cards, with spaces between them."""
        return " ".join([self.texts[card] for card in cards])

    def parse(self, text: str) -> int:
        """The number of the card with this text. Upper and lower case are the same."""
        number = self._numbers.get(text.strip().upper())
        if number is None:
            raise CardError(
                f"{text!r} is not a card of the {self.name} deck: "
                f"cards are written like {self.texts[0]} or {self.texts[-1]}"
            )
        return number

    def parse_line(self, text: str | Sequence[str]) -> list[int]:
        """The numbers of several cards: a text with spaces between them, or a list of texts."""
        return [self.parse(word) for word in (text.split() if isinstance(text, str) else text)]


def _suits(names: dict[str, str], ranks: str, symbols: str = "") -> tuple[Suit, ...]:
    marks = symbols or " " * len(names)
    return tuple(
        Suit(letter, name, tuple(ranks.split()), mark.strip())
        for (letter, name), mark in zip(names.items(), marks, strict=True)
    )


SPANISH = Deck(
    "Spanish",
    _suits(
        {"O": "oros", "E": "espadas", "C": "copas", "B": "bastos"},
        "1 2 3 4 5 6 7 10 11 12",
    ),
)

FRENCH = Deck(
    "French",
    _suits(
        {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
        "2 3 4 5 6 7 8 9 10 J Q K A",
        "♣♦♥♠",
    ),
    rank_first=True,
)

TAROT = Deck(
    "Tarot",
    (
        *_suits(
            {"C": "trèfle", "D": "carreau", "H": "cœur", "S": "pique"},
            "1 2 3 4 5 6 7 8 9 10 V C D R",
            "♣♦♥♠",
        ),
    ),
    rank_first=True,
    singles=(*(f"A{n}" for n in range(1, 22)), "EX"),
)
