"""What can be said about described games: their hands and stocks, and Agram's own facts.

A description does not say what its places mean. Everybody sees how many cards lie in a place, so
the sentences count cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from Game.core import picture
from Game.core.commentary import (
    GREAT,
    SMALL,
    STRONG,
    USEFUL,
    Commentary,
    Moment,
    Sentence,
    Subject,
)
from Game.core.picture import Fact
from Game.core.turn import OVER
from Game.recycle.game import DescribedGame
from Game.recycle.picture import RecyclePicture
from Game.recycle.state import RecycleState


class Counts:
    """How many cards lie in the hands and in the stocks of a described game."""

    def __init__(self, game: DescribedGame) -> None:
        drawn = RecyclePicture(game).drawn
        self.seats = game.seats
        self.hands = {zone.seat: row for row, zone in drawn if zone.kind == picture.HAND}
        self.stocks = [row for row, zone in drawn if zone.kind == picture.STOCK]

    def hand(self, state: RecycleState, seat: int) -> int:
        return sum([len(state.table.places[place]) for place in self.hands[seat]])

    def all_hands(self, state: RecycleState) -> list[int]:
        """The cards of each seat; empty if not every seat has a hand."""
        if len(self.hands) < self.seats:
            return []
        return [self.hand(state, seat) for seat in range(self.seats)]

    def stock(self, state: RecycleState, number: int) -> int:
        return sum([len(state.table.places[place]) for place in self.stocks[number]])


def states(moment: Moment) -> tuple[RecycleState, RecycleState]:
    before, after = moment.before, moment.after
    assert isinstance(before, RecycleState)
    assert isinstance(after, RecycleState)
    return before, after


class RecycleCommentary(Commentary):
    counts_openly: ClassVar[bool] = False  # the scores may come from hidden cards

    def __init__(self, game: DescribedGame) -> None:
        self.counts = Counts(game)
        self.subjects: Sequence[Subject] = (  # type: ignore[misc]
            self.one_card_each,
            self.one_card,
            self.empty_hand,
            self.empty_stock,
            *OWN.get(game.name, ()),
        )

    def one_card_each(self, moment: Moment) -> Iterator[Sentence]:
        """All hands have one card."""
        before, after = states(moment)
        hands = self.counts.all_hands(after)
        if hands and {*hands} == {1} != {*self.counts.all_hands(before)}:
            yield Sentence(Fact("remark.one_card_each"), STRONG)

    def one_card(self, moment: Moment) -> Iterator[Sentence]:
        """One seat has a single card, and all others have more."""
        before, after = states(moment)
        hands = self.counts.all_hands(after)
        if len(hands) > 1 and sorted(hands)[:2] > [1, 1] and min(hands) == 1:
            seat = hands.index(1)
            if self.counts.hand(before, seat) > 1:
                yield Sentence(Fact("remark.one_card", (), seat), USEFUL)

    def empty_hand(self, moment: Moment) -> Iterator[Sentence]:
        """One seat has no card left, and all others have some."""
        before, after = states(moment)
        hands = self.counts.all_hands(after)
        if after.turn != OVER and hands.count(0) == 1:
            seat = hands.index(0)
            if self.counts.hand(before, seat):
                yield Sentence(Fact("remark.empty_hand", (), seat), USEFUL)

    def empty_stock(self, moment: Moment) -> Iterator[Sentence]:
        """The last card was taken from a stock."""
        before, after = states(moment)
        for number in range(len(self.counts.stocks)):
            if self.counts.stock(before, number) and not self.counts.stock(after, number):
                yield Sentence(Fact("remark.empty_stock"), USEFUL + SMALL)


# Agram


def trick_of_agram(state: RecycleState) -> list[list[str]]:
    """The cards that each seat has in the trick."""
    plan = state.program.plan
    first = plan.rows["vloc", "TRICK"] * plan.owners + 1
    places = state.table.places[first : first + state.table.players]
    return [[state.table.card_name(card) for card in place] for place in places]


def last_trick(moment: Moment) -> Iterator[Sentence]:
    """The last trick begins. Its winner wins the game."""
    before, after = states(moment)
    counts = Counts(moment.game) if isinstance(moment.game, DescribedGame) else None
    assert counts is not None
    is_new = {*counts.all_hands(after)} == {1} != {*counts.all_hands(before)}
    if is_new and not any(trick_of_agram(after)):
        yield Sentence(Fact("remark.agram_last", (), after.turn), GREAT)


def ace_led(moment: Moment) -> Iterator[Sentence]:
    """An ace is led: there is no trump, so nothing beats it."""
    _, after = states(moment)
    trick = [cards for cards in trick_of_agram(after) if cards]
    if len(trick) == 1 and "ACE" in trick[0][0].split():
        yield Sentence(Fact("remark.agram_ace", (), moment.seat), USEFUL)


# The games whose rules have sentences of their own
OWN: Mapping[str, Sequence[Subject]] = {"agram": (last_trick, ace_led)}
