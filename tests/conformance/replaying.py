"""Plays a described game again in an imagined world: could it have come to this position?

It does not use `Game/recycle/knowledge`. The deal is written with the cards of the imagined world
in place of the real ones, and all choices are made again from the first. The world is possible if
each choice was on offer and the seat saw the same at each step.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from Game.core.game import DealError
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
    stored = table.stores, table.texts
    return places, stored, table.seat, table.pc, table.teams, table.over


class OrdersOfAWorld:
    """Chance that falls as in the real game, except that shuffles have these orders."""

    def __init__(self, real: Stream, orders: list[list[int]]) -> None:
        self.real, self.orders = Stream(real.word), orders

    def below(self, many: int) -> int:
        return self.real.below(many)

    def shuffle(self, cards: list[int]) -> None:
        self.real.shuffle(cards[:])
        order = self.orders.pop(0)
        if sorted(order) == sorted(cards):  # if not, the world is found out to be another
            cards[:] = order


def is_possible(played: Played, step: int, seat: int, world: RecycleState) -> bool:
    """Could the seat have seen what it saw, up to this step, if the cards lay as in the world?"""
    game, states, choices = played
    real = states[step].table
    instead = dict(
        pair
        for cards, others in zip(real.places, world.table.places, strict=True)
        for pair in zip(cards, others, strict=True)
    )
    exchanges = [instead]  # of each state up to this one, from the last to the first
    shuffles: list[list[list[int]]] = []  # of each choice, likewise
    for after in reversed(states[1 : step + 1]):
        assert after.history is not None
        assert after.history.luck is not None
        orders, instead = orders_before(after.history.luck.orders, instead)
        exchanges.append(instead)
        shuffles.append(orders)
    deal = game.write_deal(states[0])
    orders, _ = orders_before(states[0].orders, instead)
    deal["orders"] = [[real.card_name(card) for card in order] for order in orders]
    try:
        past = game.read_deal(deal)
    except DealError:  # a shuffle would mix other cards
        return False
    assert isinstance(past, RecycleState)
    if not is_same(past, states[0], seat, exchanges.pop()):
        return False
    for state, choice, after in zip(states[:step], choices, states[1:], strict=False):
        orders, instead = shuffles.pop(), exchanges.pop()
        same = [choice] if state.turn == seat else range(len(past.legal()))
        futures = tried(past, same, state.chance, orders)
        found = next((one for one in futures if is_same(one, after, seat, instead)), None)
        if found is None:
            return False
        past = found
    return True


def orders_before(orders: list[list[int]], instead: Cards) -> tuple[list[list[int]], Cards]:
    """The orders of some shuffles in a world, and its exchanges before them.

    The past of the cards that were shuffled is open: as many as possible lay where they really lay.
    """
    found = []
    for order in reversed(orders):
        images = [instead.get(card, card) for card in order]
        found.insert(0, images)
        exchanged = [card for card in order if card not in images]
        others = [card for card in images if card not in order]
        instead = {**instead, **{card: card for card in order}}
        instead.update(zip(exchanged, others, strict=True))
    return found, instead


def tried(
    state: RecycleState, options: Any, chance: Any, orders: list[list[int]]
) -> Iterator[RecycleState]:
    for option in options:
        after = state.clone()
        assert isinstance(after, RecycleState)
        after.chance = OrdersOfAWorld(chance, orders[:])  # type: ignore[assignment]
        try:
            after.play(option)
        except (GameFault, IndexError):  # IndexError: it shuffles more often
            continue
        yield after


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
