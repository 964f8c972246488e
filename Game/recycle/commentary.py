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


class RecycleCommentary(Commentary):
    counts_openly: ClassVar[bool] = False  # the scores may come from hidden cards

    def __init__(self, game: DescribedGame) -> None:
        self.counts = Counts(game)
        self.subjects: Sequence[Subject] = (  # type: ignore[misc]
            self.one_card_each,
            self.one_card,
            self.empty_stock,
        )

    def has_come_to_one_card_each(self, moment: Moment) -> bool:
        """Have all hands one card now, and did not before?"""
        before, after = moment.states(RecycleState)
        return {*self.counts.all_hands(after)} == {1} != {*self.counts.all_hands(before)}

    def one_card_each(self, moment: Moment) -> Iterator[Sentence]:
        """All hands have one card."""
        if self.has_come_to_one_card_each(moment):
            yield Sentence(Fact("remark.one_card_each"), STRONG)

    def one_card(self, moment: Moment) -> Iterator[Sentence]:
        """One seat has a single card, and all others have clearly more.

        In games with tricks, the seat that leads always has one card less: that is no news.
        """
        before, after = moment.states(RecycleState)
        hands = self.counts.all_hands(after)
        if len(hands) > 1 and min(hands) == 1 and sorted(hands)[1] > 2:
            seat = hands.index(1)
            if self.counts.hand(before, seat) > 1:
                yield Sentence(Fact("remark.one_card", (), seat), USEFUL)

    def empty_stock(self, moment: Moment) -> Iterator[Sentence]:
        """The last card was taken from a stock."""
        before, after = moment.states(RecycleState)
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


class AgramCommentary(RecycleCommentary):
    def __init__(self, game: DescribedGame) -> None:
        super().__init__(game)
        self.subjects = (*self.subjects, self.last_trick, ace_led)  # type: ignore[misc]

    def last_trick(self, moment: Moment) -> Iterator[Sentence]:
        """The last trick begins. Its winner wins the game."""
        _, after = moment.states(RecycleState)
        if self.has_come_to_one_card_each(moment) and not any(trick_of_agram(after)):
            yield Sentence(Fact("remark.agram_last", (), after.turn), GREAT)


def ace_led(moment: Moment) -> Iterator[Sentence]:
    """An ace is led: there is no trump, so nothing beats it."""
    _, after = moment.states(RecycleState)
    trick = [cards for cards in trick_of_agram(after) if cards]
    if len(trick) == 1 and "ACE" in trick[0][0].split():
        yield Sentence(Fact("remark.agram_ace", (), moment.seat), USEFUL)


def commentary_of(game: DescribedGame) -> RecycleCommentary:
    """What can be said about this game. Some games have sentences of their own."""
    kind = OWN.get(game.name, RecycleCommentary)
    return kind(game)


OWN: Mapping[str, type[RecycleCommentary]] = {"agram": AgramCommentary}
