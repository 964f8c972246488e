"""Draws the cards of described games. Cards with a rank and a suit of the French or the Spanish
deck look like such cards; others show their words one below the other.
"""

from Game.recycle.named_cards import bare, suit_and_rank

LINES = 5  # of words on a card
SIZES = ((4, 17), (6, 13.5), (8, 10.5), (10, 8.6), (13, 6.8))  # letters in a word, and their size
SMALLEST = 5.4


class NamedCards(dict[str, tuple[str, str]]):
    """A mapping from a text such as `ACE HEARTS` to its suit and rank."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and suit_and_rank(text) is not None

    def __getitem__(self, text: str) -> tuple[str, str]:
        names = suit_and_rank(text)
        if names is None:
            raise KeyError(text)
        return names

    def get(self, text: str, default: object = None) -> tuple[str, str] | None:  # type: ignore[override]
        return suit_and_rank(text)


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
