"""The choices of a game so far, and how chance fell: all that is needed to play it again.

A state notes a `Turn` for each choice. Nothing is computed until conclusions are needed.
"""

from typing import Any

from Game.recycle.knowledge.values.formulas import ALL_SEATS
from Game.recycle.knowledge.values.same_luck import NotedChance
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.machine.table import Table

DEAL = -1  # in place of an option: the start of the game, up to its first choice


class Turn:
    """A choice that was made, and the turns before it.

    `start` is the table before it. Without one, that is the table after the turn before. If cards
    were exchanged between the two turns, because a world was imagined, `exchanged` says how.
    """

    def __init__(
        self,
        parent: "Turn | None",
        option: int,
        luck: NotedChance | None,
        start: Table | None = None,
        exchanged: tuple[Any, ...] = (),
    ) -> None:
        self.parent, self.option, self.luck = parent, option, luck
        self.start, self.exchanged = start, exchanged
        self.is_given = False  # does it stand for turns that are not here?
        # The claims that follow from it, when `conclusions` has found them.
        self.after: Table | None = None
        self.claims: tuple[Any, ...] | None = None
        self.unused = 0  # turns so far that have conditions which are not among the claims
        self.arrangements: dict[int, Any] = {}  # for each seat

    @classmethod
    def of_claims(cls, claims: tuple[Any, ...], unused: int) -> "Turn":
        """A turn that stands for all turns of a game: the formulas of a view, and how much is not
        among them."""
        turn = cls(None, DEAL, None)
        turn.claims, turn.is_given = tuple([(ALL_SEATS, claim) for claim in claims]), True
        turn.unused = unused
        return turn


def flatten(turn: Turn | None) -> list[tuple[Any, ...]]:
    """A turn and those before it as rows, the first one first. `pickle` can follow a chain of
    turns only so far, but a row of any length."""
    rows = []
    while turn is not None:
        made = turn.option, turn.luck, turn.start, turn.exchanged
        rows.append((*made, turn.is_given, turn.claims, turn.unused))
        turn = turn.parent
    return rows[::-1]


def chain(rows: list[tuple[Any, ...]]) -> Turn | None:
    """The last turn of the rows that `flatten` gave."""
    turn = None
    for option, luck, start, exchanged, *conclusions in rows:
        turn = Turn(turn, option, luck, start, exchanged)
        turn.is_given, turn.claims, turn.unused = conclusions
    return turn


def exchange(exchanged: tuple[Any, ...], card: int) -> int:
    """The card that lies in place of this one after the exchanges."""
    for instead in exchanged:
        card = instead.get(card, card)
    return card


class NotedTurnLuck(StreamLuck):
    """Chance from a stream, which it notes."""

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self.orders: list[list[int]] = []
        self.winners: list[int] = []
        self.draws: list[int] = []

    def shuffle_order(self, table: Table, place: int) -> list[int] | None:
        order = super().shuffle_order(table, place)
        if order is not None:
            self.orders.append(order)
        return order

    def break_tie(self, table: Table, cards: list[int]) -> int:
        card = super().break_tie(table, cards)
        if not table.trial:
            self.winners.append(card)
        return card

    def draw(self, table: Table, least: int, most: int) -> int:
        number = super().draw(table, least, most)
        if not table.trial:
            self.draws.append(number - least)
        return number
