"""A described game as a state of the house: its actions are the options of the current choice."""

from typing import Any

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.recycle.machine.luck import NO_LUCK, StreamLuck
from Game.recycle.machine.table import Table
from Game.recycle.program import Program
from Game.recycle.reading.errors import GameFault
from Game.recycle.view import RecycleView, replace_held, view_of


class RecycleState(State):
    def __init__(self, program: Program, table: Table) -> None:
        super().__init__()
        self.program, self.interpreter, self.table = program, program.interpreter, table
        self.orders: list[list[str]] = []  # how the deal fell: the shuffles before the first choice
        self.coins: list[int] = []  # and the coins
        self.follow()

    def follow(self) -> None:
        """The turn is where the table is."""
        self.turn = OVER if self.table.over else self.table.seat

    def legal(self) -> list[int]:
        return list(range(len(self.table.options)))

    def offer(self, out: list[int], room: int) -> int:
        count = min(len(self.table.options), room)
        for i in range(count):
            out[i] = i
        return count

    def labels(self) -> list[Any]:
        """The line of the description and the cards that it moves: the same in every world."""
        return [(number, *map(as_key, path)) for number, path in self.table.options]

    def play(self, action: int) -> int:
        table = self.table
        table.luck = StreamLuck(self.chance) if self.chance is not None else NO_LUCK
        self.interpreter.choose(table, action)
        self.follow()
        return self.turn

    def playout(self, stream: Stream) -> None:
        """Play random options to the end; an imagined world that leads nowhere, as far as it goes.

        Whoever deals a real game asks for every move, so nothing that goes wrong there is hidden.
        """
        table, interpreter = self.table, self.interpreter
        table.luck = StreamLuck(self.chance) if self.chance is not None else NO_LUCK
        try:
            while not table.over:
                options = table.options
                if not options:
                    break
                interpreter.choose(table, stream.below(len(options)))
        except GameFault:
            table.options = []
        self.follow()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, RecycleState)
        one = other
        self.turn = one.turn
        self.program, self.interpreter = one.program, one.interpreter
        self.table = one.table.clone()
        self.orders, self.coins = one.orders, one.coins

    # Knowing

    def view(self, seat: int) -> RecycleView:
        return view_of(self.program, self.table, self.turn, seat)

    def redeal(self, seat: int, stream: Stream) -> None:
        if seat == OVER:
            return
        table = self.table
        spots: list[tuple[int, int]] = []
        cards: list[int] = []
        for place in range(len(table.places)):
            row = table.places[place]
            for index in range(len(row)):
                card = row[index]
                if not table.is_seen(card, place, seat):
                    spots.append((place, index))
                    cards.append(card)
        before = cards[:]
        known = [table.known[card] for card in cards]
        stream.shuffle(cards)
        for number in range(len(cards)):
            at, card = spots[number], cards[number]
            row = table.own(at[0])
            row[at[1]] = card
            table.where[card] = at[0]
            table.known[card] = known[number]
        replace_held(table, self.program.variables_at(table.pc), before, cards)
        self.look_again()

    def look_again(self) -> None:
        """Collect the options anew, since the cards have changed."""
        table = self.table
        if self.turn == OVER:
            return
        table.choices -= 1
        table.luck = NO_LUCK
        try:
            self.interpreter.collect(table, self.interpreter.code[table.pc])
        except GameFault:
            table.options = []  # a world that no game leads to: nobody can choose there

    # Scoring

    def side(self, seat: int) -> int:
        found: int = self.program.side_of[seat]
        return found

    def points(self, seat: int) -> int:
        table = self.table
        if table.over:
            points: int = table.scores[seat]
            return points
        try:
            return self.interpreter.points(table, seat)
        except GameFault:
            return 0  # as long as the game goes on there may be nothing to count

    def value(self, side: int) -> float:
        """The share of the other sides that did worse; a tie counts for half.

        A game that stopped before its end, as an imagined one may, is judged as it stands.
        """
        ranks = self.program.ranks([self.points(seat) for seat in range(self.table.players)])
        best = [min([ranks[seat] for seat in members]) for members in self.program.sides]
        others = len(best) - 1
        if not others:
            return 1.0
        worse = sum([rank > best[side] for rank in best])
        alike = best.count(best[side]) - 1
        return (worse + alike / 2) / others


def as_key(item: Any) -> Any:
    """A picked item as something that can be hashed."""
    return tuple(item) if isinstance(item, list) else item
