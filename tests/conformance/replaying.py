"""Plays a described game again in an imagined world: could it have come to this position?

It does not use `Game/recycle/knowledge`. The deal is written with the cards of the imagined world
in place of the real ones, and all choices are made again from the first. The world is possible if
each choice was on offer and the seat saw the same at each step.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from Game.core.stream import Stream
from Game.recycle.game import DescribedGame
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault
from Game.recycle.state import RecycleState

Cards = dict[int, int]  # for each card of the real game, the card in its place


class Played(NamedTuple):
    """A random game: its states, and the option that was chosen in each but the last."""

    game: DescribedGame
    states: list[RecycleState]
    choices: list[int]


def random_game(game: DescribedGame, seed: int, most: int = 300) -> Played:
    dice = Stream(seed)
    state = game.deal(Stream(seed))
    assert isinstance(state, RecycleState)
    state.chance = Stream(seed)
    states, choices = [state], []
    while not states[-1].is_terminal() and len(choices) < most:
        choices.append(dice.below(len(states[-1].legal())))
        states.append(played_on(states[-1], choices[-1]))
    return Played(game, states, choices)


def played_on(state: RecycleState, option: int) -> RecycleState:
    """A copy of the state after the option. Chance falls in the same way each time."""
    after = state.clone()
    assert isinstance(after, RecycleState)
    assert state.chance is not None
    after.chance = Stream(state.chance.word)
    after.play(option)
    return after


def sight(table: Table, seat: int) -> tuple[Any, ...]:
    """Everything that the seat sees."""
    places = [
        [card if table.is_seen(card, place, seat) else None for card in cards]
        for place, cards in enumerate(table.places)
    ]
    return places, table.stores, table.seat, table.pc, table.teams, table.over


def is_possible(played: Played, step: int, seat: int, world: RecycleState) -> bool:
    """Could the seat have seen what it saw, up to this step, if the cards lay as in the world?"""
    game, states, choices = played
    real = states[step].table
    instead = dict(
        pair
        for cards, others in zip(real.places, world.table.places, strict=True)
        for pair in zip(cards, others, strict=True)
    )
    deal = game.write_deal(states[0])
    number = {real.card_name(card): card for card in range(len(real.faces))}
    deal["orders"] = [
        [real.card_name(instead[number[text]]) for text in order] for order in deal["orders"]
    ]
    past = game.read_deal(deal)
    assert isinstance(past, RecycleState)
    past.chance = Stream(states[0].chance.word)
    if not is_same(past, states[0], seat, instead):
        return False
    for state, choice, after in zip(states[:step], choices, states[1:], strict=False):
        same = [choice] if state.turn == seat else range(len(past.legal()))
        found = next((one for one in tried(past, same) if is_same(one, after, seat, instead)), None)
        if found is None:
            return False
        past = found
    return True


def tried(state: RecycleState, options: Any) -> Iterator[RecycleState]:
    for option in options:
        try:
            yield played_on(state, option)
        except GameFault:
            continue


def is_same(past: RecycleState, state: RecycleState, seat: int, instead: Cards) -> bool:
    """Does the seat see the same, and do the same cards lie everywhere, except those exchanged?"""
    there = [[instead.get(card, card) for card in cards] for cards in state.table.places]
    return past.table.places == there and sight(past.table, seat) == sight(state.table, seat)


# All worlds


def hidden_spots(table: Table, seat: int) -> dict[int, list[int]]:
    """The cards that the seat does not see, by place."""
    spots: dict[int, list[int]] = {}
    for place, cards in enumerate(table.places):
        for card in cards:
            if not table.is_seen(card, place, seat):
                spots.setdefault(place, []).append(card)
    return spots


def count_worlds(spots: dict[int, list[int]]) -> int:
    """The number of ways to split the cards among these places, without their order there."""
    left, many = sum(map(len, spots.values())), 1
    for cards in spots.values():
        many *= comb(left, len(cards))
        left -= len(cards)
    return many


def all_worlds(state: RecycleState, seat: int) -> Iterator[RecycleState]:
    """Every split of the hidden cards among the hidden places."""
    spots = hidden_spots(state.table, seat)
    hidden = sorted(card for cards in spots.values() for card in cards)
    for split in splits(hidden, [len(cards) for cards in spots.values()]):
        world = state.clone()
        assert isinstance(world, RecycleState)
        for place, old, new in zip(spots, spots.values(), split, strict=True):
            instead = dict(zip(old, new, strict=True))
            world.table.places[place] = [
                instead.get(card, card) for card in state.table.places[place]
            ]
        yield world


def splits(cards: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in splits(rest, sizes[1:]):
            yield [first, *others]


def kind_of_world(world: RecycleState) -> tuple[tuple[int, ...], ...]:
    """The cards of each place, without their order."""
    return tuple([tuple(sorted(cards)) for cards in world.table.places])
