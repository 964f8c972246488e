"""How a game is told: how long each position is shown, and which sentence is said when.

A game takes the same time for every room: a number of its moves are slowed down, those that changed
the chances the most.
"""

from collections.abc import Sequence
from itertools import accumulate

from arena.show.script import Comment, Telling
from arena.show.tension import Chances
from Game.core.commentary import Sentence

# In milliseconds, at speed 1.
PACE = 1_200  # a move
QUICKEST = 400  # a move of a long game
LONGEST = 180_000  # all moves of a game, unless it has too many
SLOWED = 1_800  # more, for a turning point
RESULT = 6_000  # the last position
APART = 4_000  # between two sentences, at least

FEWEST_MOVES, MOST_TURNING = 8, 6  # a game has a turning point for each so many moves; at most so
SWING = 500  # parts of `script.WHOLE`: a smaller change is no turning point


def pace_of(moves: int) -> int:
    return max(QUICKEST, min(PACE, LONGEST // max(1, moves)))


def turning_room(moves: int) -> int:
    """How many moves can be slowed down."""
    return max(1, min(MOST_TURNING, moves // FEWEST_MOVES))


def seconds_of(moves: int) -> int:
    """The time that a game with so many moves takes."""
    total = pace_of(moves) * moves + SLOWED * turning_room(moves) + RESULT
    return -(-total // 1_000)


def tell(curve: Sequence[Chances], remarks: Sequence[Sequence[Sentence]]) -> Telling:
    """`curve` has the chances in each position, `remarks` the sentences for it, the best first."""
    turning = turning_points(curve)
    hold = hold_times(len(curve) - 1, turning)
    return Telling(turning=turning, hold=hold, comments=chosen_comments(hold, remarks))


def turning_points(curve: Sequence[Chances]) -> tuple[int, ...]:
    """The positions after the moves that changed the chances the most, in their order."""
    swings = {position: swing(curve, position) for position in range(1, len(curve))}
    large = [position for position, each in swings.items() if each >= SWING]
    large.sort(key=lambda position: (-swings[position], position))
    return tuple(sorted(large[: turning_room(len(curve) - 1)]))


def swing(curve: Sequence[Chances], position: int) -> int:
    """How much the move before this position changed the chances of a side, at most."""
    pairs = zip(curve[position - 1], curve[position], strict=True)
    return max(abs(now - before) for before, now in pairs)


def hold_times(moves: int, turning: Sequence[int]) -> tuple[int, ...]:
    """How long each position is shown. They add up to `seconds_of` the moves."""
    pace = pace_of(moves)
    hold = [pace + SLOWED * (position in turning) for position in range(moves)]
    return (*hold, 1_000 * seconds_of(moves) - sum(hold))


def chosen_comments(
    hold: Sequence[int], remarks: Sequence[Sequence[Sentence]]
) -> tuple[Comment, ...]:
    """The most important sentences, so that two of them are never close together."""
    starts = [0, *accumulate(hold)]
    offered = [(position, some[0]) for position, some in enumerate(remarks) if some]
    offered.sort(key=lambda each: (-each[1].weight, each[0]))
    chosen: dict[int, Sentence] = {}
    for position, remark in offered:
        if all(abs(starts[position] - starts[other]) >= APART for other in chosen):
            chosen[position] = remark
    return tuple(
        [
            Comment(position, remark.fact.key, remark.fact.values, remark.fact.seat)
            for position, remark in sorted(chosen.items())
        ]
    )
