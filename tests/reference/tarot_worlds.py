"""All deals of Tarot that a seat must think possible, found by trying them all. For small packs.

Each world is tried by playing the deal again from its start. Nothing is deduced.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from reference.tarot import (
    best_of,
    has_petit_alone,
    is_plain,
    is_trump,
    playable,
    shown_for,
)

World = tuple[frozenset[str], frozenset[str], frozenset[str]]  # two hands, and what lies aside


@dataclass(frozen=True)
class Story:
    """The events of a deal as a seat has seen them."""

    seat: int
    size: int  # cards in a hand at first
    pack: Sequence[str]
    hand: Sequence[str]
    played: Sequence[str]
    first: int  # who led first
    taker: int | None
    dog: Sequence[str]  # if it was shown
    aside: int  # how many cards lie aside
    laid: Sequence[str]  # those among them that the seat knows
    handfuls: Sequence[Sequence[str]]

    def plays(self) -> list[tuple[int, str, list[str]]]:
        """The seat, the card, and the cards of the trick before it, for each play."""
        found, trick, leader = [], [], self.first
        for card in self.played:
            found.append(((leader + len(trick)) % 3, card, list(trick)))
            trick.append(card)
            if len(trick) == 3:
                leader = (leader + trick.index(best_of(trick))) % 3
                trick = []
        return found


def possible_worlds(story: Story) -> Iterator[World]:
    """All worlds that agree with these events."""
    sizes = dict.fromkeys(range(3), story.size)
    for seat, _, _ in story.plays():
        sizes[seat] -= 1
    if story.dog and story.taker is not None:
        sizes[story.taker] += len(story.dog) - story.aside
    one, two = ((story.seat + i) % 3 for i in (1, 2))
    known = {*story.hand, *story.played, *story.laid}
    unseen = [card for card in story.pack if card not in known]
    for first in combinations(unseen, sizes[one]):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, sizes[two]):
            hidden = [card for card in rest if card not in second]
            aside = [*story.laid, *hidden]
            hands = {story.seat: list(story.hand), one: list(first), two: list(second)}
            if len(aside) == story.aside and is_possible(story, hands, aside):
                yield frozenset(first), frozenset(second), frozenset(aside)


def is_possible(story: Story, hands: dict[int, list[str]], aside: list[str]) -> bool:
    plays = story.plays()
    before = {seat: hands[seat] + [c for who, c, _ in plays if who == seat] for seat in range(3)}
    for seat in range(3):
        row = story.handfuls[seat]
        if row and not set(row) <= set(before[seat]):
            return False
        if row and sorted(shown_for(before[seat], len(row))) != sorted(row):
            return False
    dealt = dict(before)
    if story.dog and story.taker is not None:
        full = before[story.taker] + aside
        if not set(story.dog) <= set(full) or not may_lay_away(story, full, aside):
            return False
        dealt[story.taker] = [card for card in full if card not in story.dog]
    if any(has_petit_alone(hand) for hand in dealt.values()):
        return False
    for seat, card, trick in plays:
        if card not in playable(before[seat], trick):
            return False
        before[seat] = [other for other in before[seat] if other != card]
    return True


def may_lay_away(story: Story, full: list[str], aside: list[str]) -> bool:
    """May these cards be discarded from the full hand, and does the seat's view agree?"""
    trumps = [card for card in aside if is_trump(card)]
    if any(not is_plain(card) and card not in trumps for card in aside):
        return False
    if any(card in ("A1", "A21") or card not in story.laid for card in trumps):
        return False
    return not trumps or all(card in aside for card in full if is_plain(card))
