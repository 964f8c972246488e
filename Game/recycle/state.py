"""A described game as a state of the house: its actions are the options of the current choice."""

from typing import Any

import msgspec

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.recycle.actions import Points
from Game.recycle.course import STILL, Course, Drawn
from Game.recycle.errors import GameFault
from Game.recycle.table import Table
from Game.recycle.view import UNSEEN, RecycleView


class RecycleState(State):
    course: Course
    table: Table
    orders: list[list[str]]  # how the deal fell: the shuffles before the first choice
    coins: list[int]  # and the coins

    @classmethod
    def at(cls, course: Course, table: Table) -> "RecycleState":
        state = cls()
        state.course, state.table = course, table
        state.orders, state.coins = [], []
        state.follow()
        return state

    def follow(self) -> None:
        """The turn is where the table is."""
        self.turn = OVER if self.table.over else self.table.seat

    def legal(self) -> list[int]:
        return list(range(len(self.table.options)))

    def play(self, action: int) -> int:
        table = self.table
        table.luck = Drawn(self.chance) if self.chance is not None else STILL
        self.course.choose(table, action)
        self.follow()
        return self.turn

    def copy_from(self, other: State) -> None:
        assert isinstance(other, RecycleState)
        self.turn = other.turn
        self.course, self.table = other.course, other.table.clone()
        self.orders, self.coins = other.orders, other.coins

    # Knowing

    def is_seen(self, card: int, place: int, seat: int) -> bool:
        """Does the seat see this card, or know where it lies?"""
        table = self.table
        known = table.known[card if card >= 0 else ~card]
        return bool((known | table.seen_by(place)) >> seat & 1)

    def view(self, seat: int) -> RecycleView:
        table = self.table
        places = [
            tuple([card if self.is_seen(card, place, seat) else UNSEEN for card in cards])
            for place, cards in enumerate(table.places)
        ]
        names = [plain(table.values[slot]) for slot in self.course.kept]
        loops = [[plain(item) for item in items] for items, _ in table.loops]
        maps = [one.entries if isinstance(one, Points) else None for one in table.maps]
        return RecycleView(
            seat,
            self.turn,
            table.pc,
            table.choices,
            (*sum(table.held, ()), table.seat, table.queued),
            (*sum(table.team_held, ()), table.team, table.team_queued),
            table.teams,
            tuple(places),
            tuple(table.stores),
            msgspec.msgpack.encode(maps),
            msgspec.msgpack.encode([names, loops, [index for _, index in table.loops]]),
            tuple(table.scores),
        )

    def redeal(self, seat: int, stream: Stream) -> None:
        if seat == OVER:
            return
        table = self.table
        memory = self.course.is_memory()
        spots, cards = [], []
        for place, row in enumerate(table.places):
            if memory[place // self.course.owners]:
                continue
            for index, card in enumerate(row):
                if not self.is_seen(card, place, seat):
                    spots.append((place, index))
                    cards.append(card)
        known = [table.known[card] for card in cards]
        before = list(cards)
        stream.shuffle(cards)
        instead = dict(zip(before, cards, strict=True))
        for place, row in enumerate(table.places):
            if memory[place // self.course.owners]:
                row[:] = [~instead.get(~card, ~card) for card in row]
        for (place, index), card, who in zip(spots, cards, known, strict=True):
            table.places[place][index] = card
            table.where[card] = place
            table.known[card] = who
        self.look_again()

    def look_again(self) -> None:
        """Collect the options anew, since the cards have changed."""
        table = self.table
        if self.turn == OVER:
            return
        table.choices -= 1
        table.luck, table.options = STILL, []
        try:
            instruction = self.course.code[table.pc]
            self.course.collect(table, instruction[2], instruction[1])
        except GameFault:
            table.trial = False  # a world that no game leads to: nobody can choose there

    # Scoring

    def side(self, seat: int) -> int:
        return self.course.side_of[seat]

    def points(self, seat: int) -> int:
        table = self.table
        if table.over:
            return table.scores[seat]
        here, table.seat, table.fuel = table.seat, seat, self.course.fuel
        try:
            return int(self.course.score(table))
        except GameFault:
            return 0  # as long as the game goes on there may be nothing to count
        finally:
            table.seat, table.fuel = here, self.course.fuel

    def value(self, side: int) -> float:
        """The share of the other sides that did worse; a tie counts for half."""
        ranks = self.course.ranks(self.table)
        best = [min([ranks[seat] for seat in members]) for members in self.course.sides]
        others = len(best) - 1
        if not others:
            return 1.0
        worse = sum([rank > best[side] for rank in best])
        alike = best.count(best[side]) - 1
        return (worse + alike / 2) / others


def plain(value: Any) -> Any:
    """A value as plain data."""
    return list(value) if isinstance(value, range | tuple) else value
