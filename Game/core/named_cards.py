"""Reads the cards of described games. Their text is their name, such as `ACE HEARTS`."""

import re

from Game.core.cards import FRENCH

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
IN_HAND = {suit.name: suit.ranks for suit in FRENCH.suits}  # the order of a sorted hand


def suit_and_rank(text: str) -> tuple[str, str] | None:
    """The suit and the rank of a card, as the French deck names them. None for another text."""
    words = [word for word in bare(text).split(" ") if word not in COLOURS]
    if len(words) != 2:
        return None
    if words[0] in SUITS:
        words.reverse()
    rank, suit = RANKS.get(words[0]), SUITS.get(words[1])
    return (suit, rank) if rank and suit else None


def place_in_hand(text: str) -> tuple[int, int] | None:
    """The place of a card in a sorted hand: its suit, its rank. None for another text."""
    found = suit_and_rank(text)
    if found is None:
        return None
    suit, rank = found
    return list(IN_HAND).index(suit), IN_HAND[suit].index(rank)


def bare(text: str) -> str:
    """The card without the number that distinguishes it from equal cards."""
    return re.sub(r" \(\d+\)$", "", text)
