"""The speed of described games: whole random games, with the deal, on one core; and of the worlds
that a seat imagines.

The peer is the first engine of the language. It cannot run here, so its rates are recorded figures:
games a second on one core, including the statistics that it computes. For a game with very many
options (`many_options.gdl`), the peer is a limit: 100 games a second.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.resources import files
from pathlib import Path

from bench.contest import Contest, cpu_side, recorded_side
from bench.rows import Row
from Game.core.game import Game
from Game.core.stream import Stream
from Game.recycle.reading.forms.convert import convert
from Game.recycle.state import RecycleState
from Game.registry import USER_GAME, find

SEED = 1


def whole_games(name: str) -> Callable[[int], int]:
    """A function that plays games and returns their number."""
    return plays(find(name)())


def plays(game: Game) -> Callable[[int], int]:
    stream = Stream(SEED)

    def play(times: int) -> int:
        for _ in range(times):
            state = game.deal(stream)
            state.playout(stream)
            if not state.is_terminal():
                raise RuntimeError(f"a game of {game.title} has not ended")
        return times

    return play


def contest(name: str, rate: float) -> Callable[[], AbstractContextManager[Contest]]:
    @contextmanager
    def prepare() -> Iterator[Contest]:
        yield Contest(
            ours=cpu_side(whole_games(name)),
            peer=recorded_side(rate),
            peer_name=f"the language's first engine: {rate:g} games/s, a recorded figure",
        )

    return prepare


@contextmanager
def dialects() -> Iterator[Contest]:
    """The same Agram in both dialects: they make the same program, so neither is faster."""
    text = (files("Game.recycle") / "games" / "agram.gdl").read_text("utf-8")
    kind = find(USER_GAME)
    new = kind(file="agram.rcy", text=convert(text, "agram.gdl"))
    yield Contest(
        ours=cpu_side(plays(new)),
        peer=cpu_side(plays(kind(file="agram.gdl", text=text))),
        peer_name="the same game in dialect 0.4",
    )


@contextmanager
def many_options() -> Iterator[Contest]:
    file = Path(__file__).parent / "many_options.gdl"
    game = find(USER_GAME)(file=file.name, text=file.read_text("utf-8"))
    yield Contest(
        ours=cpu_side(plays(game)), peer=recorded_side(100), peer_name="100 games/s, the limit"
    )


def redeals(with_history: bool) -> Callable[[int], int]:
    """A function that imagines worlds of Agram after fourteen choices, and returns their number.

    Without the history of the game, the unseen cards are only shuffled.
    """
    state, stream = find("agram")().deal(Stream(SEED)), Stream(SEED)
    for _ in range(14):
        state.play(stream.below(len(state.legal())))
    assert isinstance(state, RecycleState)
    if not with_history:
        state.history = None
    world = state.clone()

    def imagine(times: int) -> int:
        for _ in range(times):
            world.copy_from(state)
            world.redeal(state.turn, stream)
        return times

    return imagine


@contextmanager
def redeal_contest() -> Iterator[Contest]:
    yield Contest(
        ours=cpu_side(redeals(True)),
        peer=cpu_side(redeals(False)),
        peer_name="the same worlds with the unseen cards only shuffled",
    )


ROWS = [
    Row("recycle.agram", "games/s", contest("agram", 150), floor=10, goal=100),
    Row("recycle.hearts", "games/s", contest("hearts", 55), floor=10, goal=100),
    Row("recycle.dialects", "games/s", dialects, floor=0.9),
    Row("recycle.options", "games/s", many_options, floor=1),
    Row("recycle.redeal", "worlds/s", redeal_contest, ceiling=5),
]
