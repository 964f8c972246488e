"""Plays a described game again in an imagined world: could it have come to this position?

It does not use `Game/recycle/knowledge`. It goes back from the imagined world, choice by choice, to
the deal. Each time it puts the cards of the imagined world in place of the real ones, and makes
the choice again. The world is possible if each choice was on offer and the seat saw the same at
each step.

A seat that does not see a hand does not see from which position of it a card is taken. So where a
hand also gets cards, each way in which its player can have sorted it is tried.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, combinations, pairwise, permutations, product
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
    """Chance in which shuffles have these orders, coins fall as a list of them says, and random
    numbers are the real ones: everybody sees them. (None of them has two values, as a coin has.)"""

    def __init__(self, orders: list[list[int]], coins: tuple[int, ...], draws: list[int]) -> None:
        self.orders, self.coins, self.draws, self.tossed = orders, coins, draws, 0

    def below(self, many: int) -> int:
        if many != 2:
            return self.draws.pop(0)
        self.tossed += 1
        return self.coins[self.tossed - 1] if self.tossed <= len(self.coins) else 0

    def shuffle(self, cards: list[int]) -> None:
        order = self.orders.pop(0)
        if sorted(order) == sorted(cards):  # if not, the world is found out to be another
            cards[:] = order


# Choices of one world that are made again, beside those of the game: then it counts as impossible.
MOST_TRIES = 300
SMALL_HAND = 2  # of a deal


class WorldReplay:
    """One imagined world of a seat, followed back to the deal."""

    def __init__(self, played: Played, seat: int) -> None:
        self.played, self.seat = played, seat
        self.known: dict[Any, bool] = {}  # results for the positions that were tried
        self.tries = 0

    def is_possible(self, step: int, instead: Cards) -> bool:
        """Can these cards have lain in place of the real ones at this step?"""
        _, states, choices = self.played
        key = step, tuple(sorted(instead.items()))
        if key in self.known:
            return self.known[key]
        self.known[key] = False
        if step == 0:
            self.known[key] = any(map(self.can_be_dealt, self.orders_of_hands(instead)))
            return self.known[key]
        before, after = states[step - 1], states[step]
        assert after.history is not None
        assert after.history.luck is not None
        instead = self.with_known_arrivals(before, after, instead)
        orders, mixed = orders_before(after.history.luck.orders, instead)
        for earlier in self.earlier_cards(step, mixed):
            made = len(before.table.faces)
            if any(old < made <= new for old, new in earlier.items()):
                continue  # a card from before it was made
            self.tries += 1
            if self.tries > MOST_TRIES + len(self.played.choices):
                break
            past = self.with_cards(before, earlier)
            same = [choices[step - 1]] if before.turn == self.seat else range(len(past.legal()))
            draws = after.history.luck.draws
            leads_here = any(
                is_same(one, after, self.seat, instead) for one in tried(past, same, orders, draws)
            )
            if leads_here and self.is_possible(step - 1, earlier):
                self.known[key] = True
                break
        return self.known[key]

    def with_known_arrivals(
        self, before: RecycleState, after: RecycleState, instead: Cards
    ) -> Cards:
        """The same cards in each hand, in another order: if the seat knew a card that came into a
        hand it does not see, this card came. The order of such a hand is no knowledge."""
        for place in self.growing_places:
            row = after.table.places[place]
            for card in row:
                if card >= len(before.table.where):
                    continue  # a new card
                was = before.table.where[card]
                if was == place or not before.table.is_seen(card, was, self.seat):
                    continue
                holder = next((one for one in row if instead.get(one, one) == card), card)
                if holder != card:
                    instead = {**instead, holder: instead.get(card, card), card: card}
        return instead

    def orders_of_hands(self, instead: Cards) -> Iterator[Cards]:
        """The same cards in each hand of the deal, which its player may have sorted: small hands in
        each order, and large ones that get no more cards with one card of them on top."""
        table = self.played.states[0].table
        hidden = [row for place, row in enumerate(table.places)
                  if not table.sight[place] >> self.seat & 1]  # fmt: skip
        for orders in product(*[permutations(row) for row in hidden if len(row) <= SMALL_HAND]):
            swap = dict(zip(chain(*map(sorted, orders)), chain(*orders), strict=True))
            yield {**instead, **{one: instead.get(swap[one], swap[one]) for one in swap}}
        for place, row in enumerate(table.places):
            if row in hidden and place not in self.growing_places:
                for card in row[:-1]:
                    swap = {card: row[-1], row[-1]: card}
                    yield {**instead, **{one: instead.get(swap[one], swap[one]) for one in swap}}

    def can_be_dealt(self, instead: Cards) -> bool:
        game, first = self.played.game, self.played.states[0]
        deal = game.write_deal(first)
        orders, _ = orders_before(first.orders, instead)
        name = first.table.card_name
        deal["orders"] = [[name(card) for card in order] for order in orders]
        for coins in product(*[sorted({0, 1, coin}) for coin in first.coins]):
            deal["coins"] = list(coins)
            try:
                past = game.read_deal(deal)
            except DealError:  # a shuffle would mix other cards, or other cards tie
                continue
            assert isinstance(past, RecycleState)
            if is_same(past, first, self.seat, instead):
                return True
        return False

    def with_cards(self, state: RecycleState, instead: Cards) -> RecycleState:
        """The state with these cards in place of the real ones."""
        world = state.clone()
        assert isinstance(world, RecycleState)
        table = state.table
        spots = [
            (place, index)
            for place, row in enumerate(table.places)
            for index, card in enumerate(row)
            if card >= 0
        ]
        every = {card: instead.get(card, card) for card in range(len(table.faces))}
        world.exchange(self.seat, spots, every)
        return world

    def earlier_cards(self, step: int, instead: Cards) -> Iterator[Cards]:
        """What can have lain in place of the real cards before the step: first as if each card was
        taken from its real position. The player may have sorted its hand before: so also with the
        cards that came into the hand at different times in each order."""
        yield instead
        before, after = self.played.states[step - 1], self.played.states[step]
        if before.turn == self.seat:
            return
        for place in self.growing_places:
            row = before.table.places[place]
            if all(after.table.where[card] == place for card in row):
                continue
            came: dict[int, list[int]] = {}  # those that were dealt, and each that came later
            for card in row:
                was_dealt = self.was_dealt(card, step - 1)
                came.setdefault(-1 if was_dealt else card, []).append(card)
            images = [instead.get(card, card) for card in row]
            for split in splits(images, [len(cards) for cards in came.values()]):
                now = zip(came.values(), split, strict=True)
                yield {**instead, **{one: other for names, cards in now
                                     for one, other in zip(names, cards, strict=True)}}  # fmt: skip

    def was_dealt(self, card: int, step: int) -> bool:
        """Has the card lain where it lies at this step since the deal?"""
        states = self.played.states
        place = states[step].table.where[card]
        return all(
            card < len(one.table.where) and one.table.where[card] == place for one in states[:step]
        )

    @cached_property
    def growing_places(self) -> list[int]:
        """The hidden places that also get cards during the game: there, a position tells more."""
        states, sight_of = self.played.states, self.played.states[0].table.sight
        grows = set()
        for before, after in pairwise(states):
            for place, row in enumerate(after.table.places):
                if set(row) - set(before.table.places[place]):
                    grows.add(place)
        return [place for place in sorted(grows) if not sight_of[place] >> self.seat & 1]


def is_possible(played: Played, step: int, seat: int, world: RecycleState) -> bool:
    """Could the seat have seen what it saw, up to this step, if the cards lay as in the world?"""
    real = played.states[step].table
    instead = dict(
        pair
        for cards, others in zip(real.places, world.table.places, strict=True)
        for pair in zip(cards, others, strict=True)
    )
    return WorldReplay(played, seat).is_possible(step, instead)


def orders_before(orders: list[list[int]], instead: Cards) -> tuple[list[list[int]], Cards]:
    """The orders of some shuffles in a world, and its exchanges before them.

    The past of the cards that were shuffled is open: as many as possible lay where they really lay.
    """
    results = []
    for order in reversed(orders):
        images = [instead.get(card, card) for card in order]
        results.insert(0, images)
        exchanged = [card for card in order if card not in images]
        others = [card for card in images if card not in order]
        instead = {**instead, **{card: card for card in order}}
        instead.update(zip(exchanged, others, strict=True))
    return results, instead


def tried(
    state: RecycleState, options: Any, orders: list[list[int]], draws: list[int]
) -> Iterator[RecycleState]:
    """The state after each of these options, with every result of the coins."""
    for option in options:
        coins: list[tuple[int, ...]] = [()]
        while coins:
            some = coins.pop()
            after = state.clone()
            assert isinstance(after, RecycleState)
            chance = OrdersOfAWorld(orders[:], some, draws[:])
            after.chance = chance  # type: ignore[assignment]
            try:
                after.play(option)
            except (GameFault, IndexError):  # IndexError: it shuffles more often
                continue
            later = range(len(some), chance.tossed)
            coins += [(*some, *[0] * (number - len(some)), 1) for number in later]
            yield after


def is_same(past: RecycleState, state: RecycleState, seat: int, instead: Cards) -> bool:
    """Does the seat see the same, and do the same cards lie everywhere, except those exchanged?

    The order of a hand that the seat does not see is no knowledge: its player may sort it.
    """
    there = [[instead.get(card, card) for card in cards] for cards in state.table.places]
    plan, sees = state.table.plan, state.table.sight
    for place, (here, wanted) in enumerate(zip(past.table.places, there, strict=True)):
        row, owner = divmod(place, plan.owners)
        is_hand = plan.labels[row][0] == "iloc" and owner > 0 and not sees[place] >> seat & 1
        if (sorted(here) != sorted(wanted)) if is_hand else here != wanted:
            return False
    return sight(past.table, seat) == sight(state.table, seat)


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
    """Every split of the hidden cards among the hidden places. The cards of a place lie in two
    orders: each on its real position if it has one there, and in the order of their numbers."""
    spots = hidden_spots(state.table, seat)
    hidden = sorted(card for cards in spots.values() for card in cards)
    for split in splits(hidden, [len(cards) for cards in spots.values()]):
        rows = list(zip(spots.values(), split, strict=True))
        orders = [[on_real_positions(old, new) for old, new in rows], list(split)]
        for order in orders if orders[0] != orders[1] else orders[:1]:
            yield with_hidden(state, spots, order)


def on_real_positions(old: list[int], new: tuple[int, ...]) -> tuple[int, ...]:
    """The new cards; those that were among the old ones are where they were."""
    others = [card for card in new if card not in old]
    return tuple([card if card in new else others.pop(0) for card in old])


def with_hidden(
    state: RecycleState, spots: dict[int, list[int]], rows: list[tuple[int, ...]]
) -> RecycleState:
    """The state with these cards in place of the hidden ones, place by place."""
    world = state.clone()
    assert isinstance(world, RecycleState)
    for place, old, new in zip(spots, spots.values(), rows, strict=True):
        instead = dict(zip(old, new, strict=True))
        world.table.places[place] = [instead.get(card, card) for card in state.table.places[place]]
    return world


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
