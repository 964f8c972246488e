"""All worlds that a seat holds possible, by brute force. Only for games with very few cards."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from math import factorial
from typing import Any

from Game.core.stream import Stream
from Game.recycle.game import DescribedGame
from Game.recycle.machine.table import TakenCard
from Game.recycle.reading.errors import GameFault
from Game.recycle.state import RecycleState

World = tuple[tuple[int, ...], ...]  # the cards of each place


class NextResultNeeded(Exception):
    """A random number is wanted that the script does not have. It is below `many`."""

    def __init__(self, many: int) -> None:
        super().__init__(many)
        self.many = many


class Script:
    """Chance with given results."""

    def __init__(self, results: tuple[int, ...]) -> None:
        self.results, self.used = results, 0

    def below(self, many: int) -> int:
        if self.used == len(self.results):
            raise NextResultNeeded(many)
        self.used += 1
        return self.results[self.used - 1]

    def shuffle(self, cards: list[int]) -> None:
        number, left = self.below(factorial(len(cards))), cards[:]
        for place in range(len(cards)):
            which, number = divmod(number, factorial(len(left) - 1))
            cards[place] = left.pop(which)


def all_results(run: Callable[[Any], RecycleState]) -> Iterator[RecycleState]:
    """What comes of each result of chance."""
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        try:
            yield run(Script(script))
        except NextResultNeeded as needed:
            scripts += [(*script, result) for result in range(needed.many)]
        except GameFault:
            continue  # no game goes on like this


def played(state: RecycleState, option: int, chance: Any) -> RecycleState:
    after = state.clone()
    assert isinstance(after, RecycleState)
    after.chance = chance
    after.table.unseen_moves = []
    after.play(option)
    return after


def moves_by_face(state: RecycleState) -> list[TakenCard]:
    """The cards that were chosen by their faces in the last turn."""
    return [move for move in state.table.unseen_moves or () if isinstance(move, TakenCard)]


def sorted_hands(
    real: RecycleState, states: list[RecycleState], seat: int, moves: dict[int, TakenCard]
) -> Iterator[RecycleState]:
    """The states with the cards of these places in each order, as far as the seat does not follow
    them. It follows only those that it sees if the place has also got cards in this turn."""
    for place, move in moves.items():
        row = real.table.places[place]
        followed = [real.table.is_seen(card, place, seat) for card in row]
        if row == move.row:
            followed = [bool(seats >> seat & 1) for seats in move.followed]
        spots = [spot for spot, is_followed in enumerate(followed) if not is_followed]
        states = [other for state in states for other in in_each_order(state, place, spots)]
    yield from {position(state): state for state in states}.values()


def in_each_order(state: RecycleState, place: int, spots: list[int]) -> Iterator[RecycleState]:
    row = state.table.places[place]
    for order in permutations(spots):
        other = state.clone()
        assert isinstance(other, RecycleState)
        cards = other.table.own(place)
        for spot, old in zip(spots, order, strict=True):
            cards[spot] = row[old]
        yield other


def world(state: RecycleState) -> World:
    return tuple([tuple(cards) for cards in state.table.places])


def position(state: RecycleState) -> Any:
    """Everything that decides how the game goes on."""
    table = state.table
    return (
        world(state), tuple(table.stores), tuple(table.texts), table.teams, tuple(table.known),
        table.pc, table.seat, table.queued, tuple(table.held), repr(table.values),
        repr(table.loops),
    )  # fmt: skip


def sight(state: RecycleState, seat: int) -> Any:
    """Everything that the seat sees."""
    table = state.table
    places = [
        [card if table.is_seen(card, place, seat) else None for card in cards]
        for place, cards in enumerate(table.places)
    ]
    offered = [number for number, _ in table.options] if table.seat == seat else []
    maps = [points and points.entries for points in table.maps]
    stored = table.stores, table.texts, table.teams, maps
    has_variables = table.loops or state.program.variables_at(table.pc)
    held = state.view(seat).names if has_variables else b""
    return places, *stored, held, table.seat, table.queued, table.pc, table.over, offered


class ExactWorlds:
    """A game, and for each seat all positions in which it would have seen the same."""

    def __init__(self, game: DescribedGame, seed: int) -> None:
        def deal(chance: Any) -> RecycleState:
            state = game.deal(chance)
            assert isinstance(state, RecycleState)
            state.chance = None
            return state

        self.real = deal(Stream(seed))
        self.chance = Stream(seed)
        starts = list({position(one): one for one in all_results(deal)}.values())
        self.seats = [
            [one for one in starts if sight(one, seat) == sight(self.real, seat)]
            for seat in range(game.seats)
        ]

    def worlds(self, seat: int) -> set[World]:
        return {world(one) for one in self.seats[seat]}

    def play(self, option: int) -> None:
        """Play on, with every choice of the others and every result of chance.

        A card that leaves a hand unseen may come from each position: its player sorts the hand.
        """
        real, mover = self.real, self.real.turn
        self.real = played(real, option, self.chance)
        taken: dict[int, TakenCard] = {}
        for move in moves_by_face(self.real):
            taken.setdefault(real.table.where[move.row[0]], move)
        for seat, before in enumerate(self.seats):
            seen, after = sight(self.real, seat), {}
            for state in sorted_hands(real, before, seat, taken):
                own = seat == mover
                for choice in [option] if own else range(len(state.legal())):
                    for one in all_results(partial(played, state, choice)):
                        if sight(one, seat) == seen:
                            after[position(one)] = one
            self.seats[seat] = list(after.values())
