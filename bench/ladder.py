"""The time to choose the next match of an open ladder, after a long season."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.schedule.match import Match, MatchScore
from arena.schedule.open_ladder import JOIN, Field, LadderEvent, open_ladder
from bench.contest import Contest, cpu_side, recorded_side
from bench.rows import Row
from Game.core.stream import Stream

BOTS, GAMES, AT_ONCE = 500, 10, 1
BEHIND = 1_000_000  # games
NEVER = 10**9
ALLOWED = 5e-3  # seconds


@contextmanager
def matchmaking() -> Iterator[Contest]:
    """Whole rounds, with their scores; a unit is a match."""
    schedule = open_ladder(
        Field(AT_ONCE), [LadderEvent(0, JOIN, bot) for bot in range(BOTS)], GAMES, NEVER
    )
    luck = Stream(1)
    due = next(schedule)

    def play_a_round() -> int:
        nonlocal due
        matches = len(due)
        due = schedule.send([_score(luck, match) for match in due])
        return matches

    games = 0
    while games < BEHIND:
        games += GAMES * play_a_round()

    def choose(times: int) -> int:
        return sum(play_a_round() for _ in range(times))

    yield Contest(cpu_side(choose), recorded_side(1 / ALLOWED), "5 ms, the limit")


def _score(luck: Stream, match: Match) -> MatchScore:
    """The bot with the higher number is a little stronger."""
    one, other = match.entrants
    chance = 0.5 + (one - other) / (4 * BOTS)
    won = sum(luck.below(1 << 20) < chance * (1 << 20) for _ in range(match.games))
    return MatchScore((float(won), float(match.games - won)), (0.0, 0.0))


ROWS = [
    Row(
        "ladder.matchmaking", "s for a match", matchmaking, ceiling=1.0, compiled=False,
        note="500 bots, a million games behind them",
    ),
]  # fmt: skip
