"""Plays a game that is written by hand again in an imagined world: could it have come to this?

`worlds/<game>.py` says in which rows the cards lie (`rows`: the hands by seat, and the cards that
lie aside), and how a world was dealt (`deal_of`). The choices are made again from that deal. The
world is possible if each choice was on offer and the seat saw the same at each step. Only the first
deal of a game is replayed: the next one comes from chance.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from math import comb
from typing import Any, NamedTuple

from conformance.replaying import splits

from Game.core.game import DealError, Game
from Game.core.state import State
from Game.core.stream import Stream

Rows = list[list[int]]
Kind = tuple[tuple[int, ...], ...]

DRAWS = 30  # worlds that are drawn to see which rows are hidden from a seat


class Replays(NamedTuple):
    """The functions of `worlds/<game>.py`."""

    rows: Callable[[Any], Rows]
    deal_of: Callable[[Game, Any, Any, Rows], Mapping[str, Any]]
    texts: tuple[str, ...]  # of the cards


class PlayedGame(NamedTuple):
    game: Game
    replays: Replays
    states: list[State]  # up to the end of the first deal
    texts: list[str]  # of the choices


def replays_of(game: Game) -> Replays | None:
    """How this game is replayed. None if its worlds are not laid out."""
    name = f"conformance.worlds.{game.name}"
    module = import_module(name) if find_spec(name) else None
    result: Replays | None = getattr(module, "REPLAYS", None)
    return result


def play_first_deal(game: Game, replays: Replays, seed: int) -> PlayedGame:
    dice, state = Stream(seed), game.deal(Stream(seed))
    state.chance = Stream(seed)
    states, texts = [state], []
    while not states[-1].is_terminal():
        now = states[-1]
        legal = now.legal()
        action = legal[dice.below(len(legal))]
        after = played_on(now, action)
        if after.chance.word != state.chance.word:
            break
        texts.append(game.action_text(now, action))
        states.append(after)
    return PlayedGame(game, replays, states, texts)


def played_on(state: State, action: int) -> State:
    after = state.clone()
    after.chance = Stream(state.chance.word)
    after.play(action)
    return after


def is_possible(played: PlayedGame, step: int, seat: int, rows: Rows) -> bool:
    """Could the seat have seen what it saw, up to this step, if the cards lay in these rows?"""
    game, replays, states, texts = played
    try:
        past = game.read_deal(replays.deal_of(game, states[0], states[step], rows))
    except DealError:
        return False
    past.chance = Stream(states[0].chance.word)
    aside = {replays.texts[card] for card in rows[-1]}
    for state, text, after in zip(states[:step], texts, states[1:], strict=False):
        if past.view(seat) != state.view(seat) or past.turn != state.turn:
            return False
        legal = {game.action_text(past, action): action for action in past.legal()}
        hidden = sorted(aside.intersection(legal)) if state.turn != seat else []
        choices = [legal[one] for one in (*hidden, text) if one in legal]
        futures = [played_on(past, action) for action in choices]
        same = [one for one in futures if one.view(seat) == after.view(seat)]
        if not same:
            return False
        past = same[0]
    return kind_of(replays.rows(past)) == kind_of(rows)


def kind_of(rows: Rows) -> Kind:
    """The cards of each row, without their order."""
    return tuple([tuple(sorted(row)) for row in rows])


def imagined_rows(played: PlayedGame, step: int, seat: int, luck: Stream) -> Rows:
    world = played.states[step].clone()
    world.redeal(seat, luck)
    return played.replays.rows(world)


def hidden_rows(played: PlayedGame, step: int, seat: int) -> list[int]:
    """The numbers of the rows that differ from world to world."""
    real, luck = kind_of(played.replays.rows(played.states[step])), Stream(1)
    results = set()
    for _ in range(DRAWS):
        world = kind_of(imagined_rows(played, step, seat, luck))
        results |= {number for number, row in enumerate(world) if row != real[number]}
    return sorted(results)


def count_worlds(rows: Rows, hidden: list[int]) -> int:
    left, many = sum([len(rows[number]) for number in hidden]), 1
    for number in hidden:
        many *= comb(left, len(rows[number]))
        left -= len(rows[number])
    return many


def all_worlds(rows: Rows, hidden: list[int]) -> Iterator[Rows]:
    """Every split of the hidden cards among the hidden rows."""
    cards = sorted([card for number in hidden for card in rows[number]])
    for split in splits(cards, [len(rows[number]) for number in hidden]):
        world = [list(row) for row in rows]
        for number, row in zip(hidden, split, strict=True):
            world[number] = list(row)
        yield world
