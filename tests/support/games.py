"""Plays any game through its contract: variants, random games, and all that a state shows."""

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import NamedTuple

from support.paths import ROOT
from support.views import encode_view

from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.recycle.reading.dialects import SUFFIXES
from Game.registry import DESCRIBED, GameMaker, find, names


class Shown(NamedTuple):
    """The answers of a state to all questions."""

    turn: int
    legal: list[str]
    views: list[bytes]
    points: list[int]
    cards: list[int]


def snapshot(game: Game, state: State) -> Shown:
    return Shown(
        state.turn,
        [game.action_text(state, action) for action in state.legal()],
        [encode_view(state.view(seat)) for seat in range(game.seats)],
        [state.points(seat) for seat in range(game.seats)],
        game.cards(state),
    )


MANY = 12  # combinations of options; of a game with more, each choice is tried by itself


def variants(kind: GameMaker) -> Iterator[Game]:
    """The game under every combination of its options, or with each choice by itself."""
    if kind.name in DESCRIBED:
        # One interpreter plays them all, so two variants are enough: defaults, and last choices.
        last = {option.name: option.choices[-1] for option in kind.options}
        yield kind()
        if last:
            yield kind(**last)
        return
    options = [option.name for option in kind.options]
    combinations = list(product(*(option.choices for option in kind.options)))
    if len(combinations) <= MANY:
        for values in combinations:
            yield kind(**dict(zip(options, values, strict=True)))
        return
    yield kind()
    for option in kind.options:
        for choice in option.choices:
            if choice != option.default:
                yield kind(**{option.name: choice})


def every_game() -> list[Game]:
    """Every game that comes with the arena, without options."""
    return [find(name)() for name in names()]


def other_descriptions() -> list[Path]:
    """Every file of the repository that describes a game, without those of `every_game`."""
    own = {Path(name).stem for name in names()}
    files = (file for room in ("Game", "bench", "docs", "tests")
             for file in sorted((ROOT / room).rglob("*")))  # fmt: skip
    return [
        file
        for file in files
        if file.suffix in SUFFIXES and (file.parent.name != "games" or file.stem not in own)
    ]


def variant_name(game: Game) -> str:
    """`brisca[tie=draw,deal=page]`"""
    chosen = ",".join(f"{name}={value}" for name, value in game.variant.items())
    return f"{game.name}[{chosen}]" if chosen else game.name


def copy_of(state: State, seed: int) -> State:
    """A clone with a chance of its own. A clone has none, so its maker must give it one."""
    clone = state.clone()
    clone.chance = Stream(seed)
    return clone


def play_random(state: State, stream: Stream, most: int = 10_000) -> Iterator[int]:
    """Play random legal actions to the end, and yield each before it is played."""
    for _ in range(most):
        if state.turn == OVER:
            return
        action = stream.choice(state.legal())
        yield action
        state.play(action)
    raise AssertionError(f"the game is not over after {most} moves")


def walk(game: Game, seed: int) -> Iterator[State]:
    """Play a random game, and yield its state after the deal and after every move.

    It is always the same object. Nothing is copied, so this works even if copies are wrong.
    """
    state = game.deal(Stream(seed))
    for _ in play_random(state, Stream(seed + 1_000_000)):
        yield state
    yield state


def sample(game: Game, seed: int, many: int = 8) -> Iterator[State]:
    """About this number of positions of the same game, from its deal to its end.

    Another seed gives other positions.
    """
    step = max(1, sum(1 for _ in walk(game, seed)) // many)
    return islice(walk(game, seed), seed % step, None, step)


def positions(game: Game, seed: int) -> list[State]:
    """Every position of the same game, each in a separate state."""
    return [copy_of(state, seed) for state in walk(game, seed)]
