"""Sentences about a game as it goes on: each is a fact, from the rules and the moves.

A `Commentary` looks at one move after the other. It has a function for each subject (`Subject`),
which looks at the positions before and after the move and yields what it has to say. A sentence is
true in the position after the move. It uses nothing of what comes later, and only what everybody at
the table knows; the `open_subjects` see all cards.

A game adds its own subjects in a subclass, and their texts to its words, in the table `remark`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, NamedTuple, TypeVar

from Game.core import Refusal
from Game.core.game import Game
from Game.core.picture import Fact
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER

S = TypeVar("S", bound=State)

MOST_LINES = 256  # lines of play that `is_certain` looks at

# How much the sentences of a position are worth: the best one is shown.
SMALL, USEFUL, STRONG, GREAT, FINAL = 10, 30, 50, 70, 100


class NoChance(Stream):
    """The chance of a position that is imagined only as far as chance decides nothing."""

    def __init__(self) -> None:
        super().__init__(0)

    def bits(self) -> int:
        raise ValueError("chance decides here, and nobody knows how")

    def below(self, n: int) -> int:
        return self.bits()


class Moment(NamedTuple):
    """A move, with the positions before and after it."""

    game: Game
    before: State
    after: State
    seat: int  # that made the move
    fault: str = ""  # the verdict, if the arena played at random for the bot

    def states(self, kind: type[S]) -> tuple[S, S]:
        """The positions before and after the move, for a game whose positions are of this class."""
        assert isinstance(self.before, kind)
        assert isinstance(self.after, kind)
        return self.before, self.after


class Sentence(NamedTuple):
    fact: Fact
    weight: int


Subject = Callable[[Moment], Iterator[Sentence]]


class Commentary:
    """What can be said about a game. Subclasses add their subjects."""

    subjects: ClassVar[Sequence[Subject]] = ()
    counts_openly: ClassVar[bool] = True  # does everybody always know the scores?
    playouts: ClassVar[int] = 48  # imagined games that tell the chances; more if they are fast

    def remarks(self, moment: Moment) -> list[Sentence]:
        """What everybody at the table could say after this move, the best first."""
        general = (fault, result, *((lead,) if self.counts_openly else ()))
        return _best_first([*general, *self.subjects], moment)

    def open_remarks(self, moment: Moment) -> list[Sentence]:
        """What can be said by those who see all cards, too."""
        return _best_first((certain,), moment)


def _best_first(subjects: Sequence[Subject], moment: Moment) -> list[Sentence]:
    found = [remark for subject in subjects for remark in subject(moment)]
    return sorted(found, key=lambda remark: -remark.weight)


def fault(moment: Moment) -> Iterator[Sentence]:
    """The bot made no move that counts: the arena has played at random."""
    if moment.fault:
        yield Sentence(Fact(f"remark.fault.{moment.fault}", (), moment.seat), GREAT)


def result(moment: Moment) -> Iterator[Sentence]:
    """Who has won."""
    if moment.after.turn != OVER:
        return
    ranks = moment.game.outcome(moment.after).ranks
    if ranks.count(0) == 1:
        yield Sentence(Fact("remark.won", (), moment.game.sides[ranks.index(0)][0]), FINAL)
    elif ranks.count(0) == len(ranks):
        yield Sentence(Fact("remark.drawn"), FINAL)
    else:
        yield Sentence(Fact("remark.shared", (ranks.count(0),)), FINAL)


def lead(moment: Moment) -> Iterator[Sentence]:
    """Another side is ahead of all others."""
    if moment.after.turn == OVER:
        return
    leader = leading_side(moment.game, moment.after)
    if leader in (None, leading_side(moment.game, moment.before)):
        return
    assert leader is not None
    points = points_of_sides(moment.game, moment.after)
    own = points.pop(leader)
    second = max(points) if moment.game.most_points_win else min(points)
    seat = moment.game.sides[leader][0]
    yield Sentence(Fact("remark.lead", (own, second), seat), STRONG)


def certain(moment: Moment) -> Iterator[Sentence]:
    """Whatever is played, the same side wins: seen by those who see all cards."""
    winner = certain_winner(moment.game, moment.after)
    if winner is not None and certain_winner(moment.game, moment.before) is None:
        yield Sentence(Fact("remark.certain", (), moment.game.sides[winner][0]), GREAT)


def points_of_sides(game: Game, state: State) -> list[int]:
    return [sum([state.points(seat) for seat in seats]) for seats in game.sides]


def leading_side(game: Game, state: State) -> int | None:
    """The side that is ahead of all others on points; None if there is none."""
    points = points_of_sides(game, state)
    best = max(points) if game.most_points_win else min(points)
    return points.index(best) if points.count(best) == 1 else None


def certain_winner(game: Game, state: State) -> int | None:
    """The side that wins alone in every line of play from here.

    None if there is none, or if there are too many lines to look at, or if the game is over.
    """
    if state.turn == OVER:
        return None
    winners: set[int | None] = set()
    lines = 0
    waiting = [state.clone()]
    while waiting:
        position = waiting.pop()
        if position.turn == OVER:
            ranks = game.outcome(position).ranks
            winners.add(ranks.index(0) if ranks.count(0) == 1 else None)
            if None in winners or len(winners) > 1:
                return None
            continue
        actions = position.legal()
        lines += len(actions) - 1
        if lines > MOST_LINES or not actions:
            return None
        for action in actions:
            following = position.clone()
            following.chance = NoChance()
            try:
                following.play(action)
            except (ValueError, Refusal):
                return None
            waiting.append(following)
    return winners.pop()
