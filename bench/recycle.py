"""How fast described games are played: whole random games, deal included, on one core.

The peer is the language's first engine. It cannot be run here, so its rates are recorded figures:
games a second on one core, with the statistics that it keeps.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from bench.contest import Contest, recorded, timed
from bench.rows import Row
from Game.core.stream import Stream
from Game.registry import find

SEED = 1


def whole_games(name: str) -> Callable[[int], int]:
    """Plays so many games, and says how many that were."""
    game, stream = find(name)(), Stream(SEED)

    def play(times: int) -> int:
        for _ in range(times):
            state = game.deal(stream)
            state.playout(stream)
            if not state.is_terminal():
                raise RuntimeError(f"a game of {name} did not come to its end")
        return times

    return play


def contest(name: str, rate: float) -> Callable[[], AbstractContextManager[Contest]]:
    @contextmanager
    def held() -> Iterator[Contest]:
        yield Contest(
            ours=timed(whole_games(name)),
            peer=recorded(rate),
            peer_name=f"the language's first engine: {rate:g} games/s, a recorded figure",
        )

    return held


ROWS = [
    Row("recycle.agram", "games/s", contest("agram", 150), floor=10, goal=50),
    Row("recycle.hearts", "games/s", contest("hearts", 55), floor=10),
]
