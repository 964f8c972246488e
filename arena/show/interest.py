"""How interesting a game is for a room: found in its curve, its result, and what it decides."""

import itertools
from collections.abc import Sequence

from arena.show.results import GameResult, MatchResult
from arena.show.script import WHOLE
from arena.show.tension import Chances

LEAD_CHANGE, MOST_CHANGES = 120, 5
OPEN_UNTIL = 400  # a game that is open until its last move
COMEBACK = 300  # a winner that had no chance
CLOSE = 200  # equal points
DECIDES = 350  # the game that decides its match

CLEAR = WHOLE * 55 // 100  # a side leads if it has more than this
SURE = WHOLE * 85 // 100  # the game is no longer open if its winner has more


def interest(curve: Sequence[Chances], closeness: float) -> int:
    """How much happens in a game: the more, the more interesting."""
    changes = min(MOST_CHANGES, lead_changes(curve))
    winner = curve[-1].index(max(curve[-1]))
    own = [chances[winner] for chances in curve]
    undecided = max((n for n, chance in enumerate(own) if chance < SURE), default=0)
    return (
        LEAD_CHANGE * changes
        + OPEN_UNTIL * (undecided + 1) // len(curve)
        + COMEBACK * (WHOLE - min(own)) // WHOLE
        + round(CLOSE * closeness)
    )


def lead_changes(curve: Sequence[Chances]) -> int:
    """How often another side was clearly the favourite."""
    leaders = [chances.index(max(chances)) for chances in curve if max(chances) > CLEAR]
    return sum(now != before for before, now in itertools.pairwise(leaders))


def deciding_games(match: MatchResult) -> frozenset[str]:
    """The game after which the winner of a match cannot be caught; the last game too if it is tied
    or was close."""
    score = [0.0] * len(match.names)
    for number, game in enumerate(match.games, start=1):
        score = [one + more for one, more in zip(score, game.credit, strict=True)]
        first, second = sorted(score, reverse=True)[:2] if len(score) > 1 else (score[0], 0.0)
        if first - second > len(match.games) - number:
            return frozenset({game.id})
    return frozenset({match.games[-1].id})


def value(game: GameResult, found: int, deciders: frozenset[str]) -> int:
    """The interest of a game in its match. `found` is what its curve gives."""
    return found + DECIDES * (game.id in deciders)
