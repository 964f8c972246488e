"""What can be said about a game of Brisca: tricks, trumps, and the points that a side needs."""

from collections.abc import Iterator
from typing import ClassVar

from Game.brisca.deck import CARDS, NUMBERS, SEATS, points_of
from Game.brisca.state import BriscaState
from Game.core.commentary import (
    GREAT,
    SMALL,
    STRONG,
    USEFUL,
    Commentary,
    Moment,
    Sentence,
    Subject,
    points_of_sides,
)
from Game.core.picture import Fact
from Game.core.turn import OVER

ALL_POINTS = sum([points_of(number) for number in NUMBERS])
HALF = ALL_POINTS // 2
RICH = 14  # an ace and a figure: a trick that is worth a sentence
FEW = 40  # points that are left when people begin to count


def is_trick_over(moment: Moment) -> bool:
    """Has this move completed a trick?"""
    return not moment.states(BriscaState)[1].on_table()


def trumps_to_come(state: BriscaState) -> int:
    """The trumps that lie in hands and in the deck."""
    hidden = [*state.deck_left()]
    for seat in range(SEATS):
        hidden += state.hand_of(seat)
    return sum([card // 10 == state.trump // 10 for card in hidden])


def trick(moment: Moment) -> Iterator[Sentence]:
    """A trick with many points."""
    before, after = moment.states(BriscaState)
    if is_trick_over(moment):
        gained = after.points(after.leader) - before.points(after.leader)
        if gained >= RICH:
            yield Sentence(Fact("remark.trick", (gained,), after.leader), SMALL + gained)


def last_trump(moment: Moment) -> Iterator[Sentence]:
    """The last trump was played. Everybody has seen all ten."""
    before, after = moment.states(BriscaState)
    if trumps_to_come(before) and not trumps_to_come(after) and after.turn != OVER:
        yield Sentence(Fact("remark.last_trump"), STRONG)


def needed(moment: Moment) -> Iterator[Sentence]:
    """How many of the points that are left the side ahead needs for more than half of all."""
    if not is_trick_over(moment):
        return
    points = points_of_sides(moment.game, moment.after)
    left = ALL_POINTS - sum(points)
    need = HALF + 1 - max(points)
    if 0 < need <= left <= FEW:
        seat = moment.game.sides[points.index(max(points))][0]
        yield Sentence(Fact("remark.needs", (need, left), seat), USEFUL)


def more_than_half(moment: Moment) -> Iterator[Sentence]:
    """A side has more than half of the points, so it has won."""
    before = points_of_sides(moment.game, moment.before)
    after = points_of_sides(moment.game, moment.after)
    for side, seats in enumerate(moment.game.sides):
        if before[side] <= HALF < after[side] and moment.after.turn != OVER:
            yield Sentence(Fact("remark.enough", (after[side],), seats[0]), GREAT)


def deck_empty(moment: Moment) -> Iterator[Sentence]:
    """The last card of the deck, the turned-up trump, was drawn."""
    before, after = moment.states(BriscaState)
    if before.deck_left() and not after.deck_left():
        seats = [seat for seat in range(SEATS) if after.trump in after.hand_of(seat)]
        yield Sentence(Fact("remark.turned_up", (), seats[0]), USEFUL)


def last_trick(moment: Moment) -> Iterator[Sentence]:
    """The side that takes the last trick wins. Everybody knows which four cards are left."""
    _, after = moment.states(BriscaState)
    played = CARDS - sum([len(after.hand_of(seat)) for seat in range(SEATS)])
    if is_trick_over(moment) and played == CARDS - SEATS:
        points = points_of_sides(moment.game, after)
        ahead, rest = abs(points[0] - points[1]), ALL_POINTS - sum(points)
        if ahead < rest:
            yield Sentence(Fact("remark.last_trick", (rest,)), GREAT)


class BriscaCommentary(Commentary):
    playouts: ClassVar[int] = 512
    subjects: ClassVar[tuple[Subject, ...]] = (
        trick,
        last_trump,
        needed,
        more_than_half,
        deck_empty,
        last_trick,
    )
