"""Draws the cards of described games. Cards with a rank and a suit look like French cards; others
show their words one below the other.
"""

import re

RANKS = {
    "TWO": "2", "THREE": "3", "FOUR": "4", "FIVE": "5", "SIX": "6", "SEVEN": "7", "EIGHT": "8",
    "NINE": "9", "TEN": "10", "JACK": "J", "QUEEN": "Q", "KING": "K", "ACE": "A",
}  # fmt: skip
RANKS |= {rank: rank for rank in list(RANKS.values())} | {"T": "10"}
SUITS = {
    word: suit
    for suit in ("clubs", "diamonds", "hearts", "spades")
    for word in (suit.upper(), suit.upper()[:-1])
}
COLOURS = ("RED", "BLACK")
LINES = 5  # of words on a card
SIZES = ((4, 17), (6, 13.5), (8, 10.5), (10, 8.6), (13, 6.8))  # letters in a word, and their size
SMALLEST = 5.4


class NamedCards(dict[str, tuple[str, str]]):
    """A mapping from a text such as `ACE HEARTS` to its suit and rank."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.read(text) is not None

    def __getitem__(self, text: str) -> tuple[str, str]:
        found = self.read(text)
        if found is None:
            raise KeyError(text)
        return found

    def get(self, text: str, default: object = None) -> tuple[str, str] | None:  # type: ignore[override]
        return self.read(text)

    def read(self, text: str) -> tuple[str, str] | None:
        words = [word for word in bare(text).split(" ") if word not in COLOURS]
        if len(words) != 2:
            return None
        if words[0] in SUITS:
            words.reverse()
        rank, suit = RANKS.get(words[0]), SUITS.get(words[1])
        return (suit, rank) if rank and suit else None


def bare(text: str) -> str:
    """The card without the number that distinguishes it from equal cards."""
    return re.sub(r" \(\d+\)$", "", text)


def word_card(text: str) -> str:
    """The drawing of a card with its words on it."""
    words = bare(text).split(" ")[:LINES]
    size = next((size for most, size in SIZES if max(map(len, words)) <= most), SMALLEST)
    size = min(size, 80 / len(words) / 1.25)
    top = 6 + size  # visible even if other cards overlap
    rows = "".join(
        f'<text class="word-card" x="32" y="{top + number * size * 1.24:.1f}" '
        f'font-size="{size:g}">{word[:14]}</text>'
        for number, word in enumerate(words)
    )
    return f'<rect class="paper" width="64" height="96" rx="5"/>{rows}'
