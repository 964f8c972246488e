"""The state of a described game. Its actions are the options of the current choice."""

from typing import Any

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.recycle.compiling.program import Program
from Game.recycle.knowledge.arrangements import Arrangements
from Game.recycle.knowledge.conclusions import conclusions, simplified
from Game.recycle.knowledge.history import NotedTurnLuck, Turn, chain, exchange, flatten
from Game.recycle.knowledge.values.formulas import Claim, Formula, replace
from Game.recycle.machine.luck import NO_LUCK, StreamLuck
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault
from Game.recycle.view import RecycleView, replace_held, view_of


class RecycleState(State):
    def __init__(self, program: Program, table: Table) -> None:
        super().__init__()
        self.program, self.interpreter, self.table = program, program.interpreter, table
        # The chance of the deal: the orders of its shuffles, and its coins.
        self.orders: list[list[int]] = []
        self.coins: list[int] = []
        # The choices so far, and the exchanges of cards since the last one, in imagined worlds.
        self.history: Turn | None = None
        self.exchanged: tuple[dict[int, int], ...] = ()
        self.imagined_for = OVER  # the seat for which cards were exchanged
        self.follow()

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: some bots copy positions with it."""
        past = flatten(self.history), self.exchanged, self.imagined_for
        deal = self.orders, self.coins
        return rebuild, (self.program, self.table, self.chance, *deal, *past)

    def follow(self) -> None:
        """Take the turn from the table."""
        self.turn = OVER if self.table.over else self.table.seat

    def legal(self) -> list[int]:
        return list(range(len(self.table.options)))

    def offer(self, out: list[int], room: int) -> int:
        count = min(len(self.table.options), room)
        for i in range(count):
            out[i] = i
        return count

    def labels(self) -> list[Any]:
        """A key for each option that is the same in every world: its number in the description, and
        the items that it picks."""
        return [(number, *map(as_key, path)) for number, path in self.table.options]

    def play(self, action: int) -> int:
        table = self.table
        luck = NotedTurnLuck(self.chance) if self.chance is not None else None
        self.note(action, luck)
        table.luck = luck if luck is not None else NO_LUCK
        self.interpreter.choose(table, action)
        self.follow()
        return self.turn

    def note(self, action: int, luck: NotedTurnLuck | None) -> None:
        """Note a choice before it is carried out."""
        parent = self.history
        start = None
        if self.exchanged or parent is None or parent.is_given:
            start = self.table.clone()
        self.history = Turn(parent, action, luck, start, self.exchanged)
        self.exchanged, self.imagined_for = (), OVER

    def playout(self, stream: Stream) -> None:
        """Play random options to the end.

        If an imagined world leads to a fault, the playout stops there. A real game is played move
        by move, so this hides no fault of it.
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
        self.history = None
        self.follow()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, RecycleState)
        one = other
        self.turn = one.turn
        self.program, self.interpreter = one.program, one.interpreter
        self.table = one.table.clone()
        self.orders, self.coins = one.orders, one.coins
        self.history, self.exchanged = one.history, one.exchanged
        self.imagined_for = one.imagined_for

    # Knowing

    def view(self, seat: int) -> RecycleView:
        claims = self.claims(seat)
        unused = self.history.unused if self.history is not None else 0
        return view_of(self.program, self.table, self.turn, seat, claims, unused)

    def claims(self, seat: int) -> list[Formula]:
        """What the seat can conclude about hidden cards from the choices so far."""
        if self.history is None:
            return []
        all_claims: tuple[Claim, ...] = conclusions(self.program, self.history)
        claims = [formula for seats, formula in all_claims if seats >> seat & 1]

        def change(card: int, faces: int) -> Formula:
            return ("in", exchange(self.exchanged, card), faces)

        table = self.table
        is_seen = [table.is_seen(card, table.where[card], seat) for card in range(len(table.faces))]

        def face_of(card: int) -> int | None:
            return table.faces[card] if is_seen[card] else None

        hidden = sum(
            {1 << face for face, seen in zip(table.faces, is_seen, strict=True) if not seen}
        )
        if self.exchanged:
            claims = [replace(claim, change) for claim in claims]
        claims = [simplified(claim, face_of, hidden) for claim in claims]
        return [claim for claim in dict.fromkeys(claims) if claim is not True]

    def arrangements(self, seat: int, cards: list[int]) -> Arrangements | None:
        """How the seat can arrange these hidden cards; None if any order is possible."""
        history = self.history
        is_same = history is not None and (not self.exchanged or self.imagined_for == seat)
        if history is not None and is_same and seat in history.arrangements:
            arrangements: Arrangements | None = history.arrangements[seat]
            return arrangements
        claims = self.claims(seat)
        arrangements = None
        if claims:
            arrangements = Arrangements(cards, self.table.faces, claims, self.program.imagined)
            if arrangements.is_free:
                arrangements = None
        if history is not None and is_same:
            history.arrangements[seat] = arrangements
        return arrangements

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
        arrangements = self.arrangements(seat, cards)
        before = cards[:]
        counts = self.program.imagined
        relaxed = counts.relaxed
        if arrangements is None:
            stream.shuffle(cards)
        else:
            cards = arrangements.draw(stream)
        if self.history is not None and self.history.unused and counts.relaxed == relaxed:
            counts.relaxed += 1
        self.exchange(seat, spots, dict(zip(before, cards, strict=True)))

    def exchange(self, seat: int, spots: list[tuple[int, int]], instead: dict[int, int]) -> None:
        """Put other cards on these spots, as far as the seat can know. The options follow."""
        table = self.table
        cards = [table.places[place][index] for place, index in spots]
        known = [table.known[card] for card in cards]
        for number in range(len(spots)):
            at, card = spots[number], instead[cards[number]]
            row = table.own(at[0])
            row[at[1]] = card
            table.where[card] = at[0]
            table.known[card] = known[number]
        replace_held(table, self.program.variables_at(table.pc), instead)
        self.exchanged = (*self.exchanged, instead)
        self.imagined_for = seat
        self.look_again()

    def look_again(self) -> None:
        """Collect the options again, because the cards have changed."""
        table = self.table
        if self.turn == OVER:
            return
        table.choices -= 1
        table.luck = NO_LUCK
        try:
            self.interpreter.collect(table, self.interpreter.code[table.pc])
        except GameFault:
            table.options = []  # no game leads to this world

    # Scoring

    def side(self, seat: int) -> int:
        side: int = self.program.side_of[seat]
        return side

    def points(self, seat: int) -> int:
        table = self.table
        if table.over:
            points: int = table.scores[seat]
            return points
        try:
            return self.interpreter.points(table, seat)
        except GameFault:
            return 0  # during the game the score may not be defined

    def value(self, side: int) -> float:
        """The share of the other sides that did worse. A tie counts for half.

        The value of an unfinished game is that of its present scores.
        """
        ranks = self.program.ranks([self.points(seat) for seat in range(self.table.players)])
        best = [min([ranks[seat] for seat in members]) for members in self.program.sides]
        others = len(best) - 1
        if not others:
            return 1.0
        worse = sum([rank > best[side] for rank in best])
        alike = best.count(best[side]) - 1
        return (worse + alike / 2) / others


def rebuild(
    program: Program,
    table: Table,
    chance: Any,
    orders: list[list[int]],
    coins: list[int],
    turns: list[tuple[Any, ...]],
    exchanged: tuple[dict[int, int], ...],
    imagined_for: int,
) -> RecycleState:
    """The state that was pickled."""
    state = RecycleState(program, table)
    state.chance, state.orders, state.coins = chance, orders, coins
    state.history, state.exchanged, state.imagined_for = chain(turns), exchanged, imagined_for
    return state


def as_key(item: Any) -> Any:
    """A hashable value for a picked item."""
    return tuple(item) if isinstance(item, list) else item
