"""Coins that decide ties, and random numbers, in formulas.

`max` and `min` toss a coin at each tie, and nobody sees the coins. A world is possible if some
results of the coins lead to what was seen. So a formula first names the toss: ("in", TOSSES + n,
results). `without_tosses` then says that there is a result which makes the formula true.
"""

from collections.abc import Sequence
from typing import NamedTuple

from Game.recycle.knowledge.values.formulas import (
    TOSSES,
    Formula,
    both,
    cards_of,
    either,
    replace,
    size_of,
)

MOST_ATOMS = 5000  # in a formula: a larger one is too hard


class TooHard(Exception):
    """The value depends on hidden cards in a way that no formula expresses here."""


class Toss(NamedTuple):
    results: Sequence[Formula]  # of each card, when it can win
    winner: int  # the number of the card that won in the real game


def without_tosses(formula: Formula, tosses: Sequence[Toss]) -> Formula:
    """Can the formula hold, with some results of the coins?"""
    while toss_cards := [card for card in cards_of(formula) if card >= TOSSES]:
        if size_of(formula) > MOST_ATOMS:
            raise TooHard
        toss = max(toss_cards)  # a later toss may depend on an earlier one
        results = tosses[toss - TOSSES].results
        needed: dict[Formula, list[Formula]] = {}
        for number, can_win in enumerate(results):
            if can_win is not False:
                needed.setdefault(with_result(formula, toss, number), []).append(can_win)
        formula = either(
            [
                both([rest, True if len(needed) == 1 else either(wins)])
                for rest, wins in needed.items()
            ]
        )
    return formula


def with_real_results(formula: Formula, tosses: Sequence[Toss]) -> Formula:
    """The formula with the results of the real game."""
    for card in cards_of(formula) if tosses else ():
        if card >= TOSSES:
            formula = with_result(formula, card, tosses[card - TOSSES].winner)
    return formula


def with_result(formula: Formula, toss: int, result: int) -> Formula:
    def change(card: int, among: int) -> Formula:
        return bool(among >> result & 1) if card == toss else ("in", card, among)

    return replace(formula, change)
