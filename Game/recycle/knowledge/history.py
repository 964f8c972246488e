"""The choices of a game so far, and how chance fell: all that is needed to play it again.

A state notes a `Turn` for each choice. Nothing is computed until conclusions are needed.
"""

from typing import Any, Protocol

from Game.recycle.knowledge.formulas import ALL_SEATS
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.machine.table import Table

DEAL = -1  # in place of an option: the start of the game, up to its first choice


class NotedChance(Protocol):
    """How chance fell: the orders of shuffles, the winners of ties, as cards, and how far each
    random number is above its least value."""

    orders: list[list[int]]
    winners: list[int]
    draws: list[int]


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
        self.unused = 0  # conditions that no formula expresses
        self.arrangements: dict[int, Any] = {}  # for each seat

    @classmethod
    def of_claims(cls, claims: tuple[Any, ...]) -> "Turn":
        """A turn that stands for all turns of a game: the formulas of a view."""
        turn = cls(None, DEAL, None)
        turn.claims, turn.is_given = tuple([(ALL_SEATS, claim) for claim in claims]), True
        return turn


def flatten(turn: Turn | None) -> list[tuple[Any, ...]]:
    """A turn and those before it as rows, the first one first. `pickle` can follow a chain of
    turns only so far, but a row of any length."""
    rows = []
    while turn is not None:
        rows.append(
            (turn.option, turn.luck, turn.start, turn.exchanged, turn.is_given, turn.claims)
        )
        turn = turn.parent
    return rows[::-1]


def chain(rows: list[tuple[Any, ...]]) -> Turn | None:
    """The last turn of the rows that `flatten` gave."""
    turn = None
    for option, luck, start, exchanged, is_given, claims in rows:
        turn = Turn(turn, option, luck, start, exchanged)
        turn.is_given, turn.claims = is_given, claims
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


class SameLuck:
    """Chance that falls again as it was noted."""

    def __init__(self, noted: NotedChance | None) -> None:
        self.orders = noted.orders if noted is not None else []
        self.winners = noted.winners if noted is not None else []
        self.draws = noted.draws if noted is not None else []
        self.order = self.winner = self.drawn = 0  # the next ones

    def at_the_same_point(self) -> "SameLuck":
        other = SameLuck(self)
        other.order, other.winner, other.drawn = self.order, self.winner, self.drawn
        return other

    def shuffle_order(self, table: Table, place: int) -> list[int] | None:
        if table.trial or self.order == len(self.orders):
            return None
        self.order += 1
        order: list[int] = self.orders[self.order - 1]
        return order

    def break_tie(self, table: Table, cards: list[int]) -> int:
        if not table.trial:
            for number in range(self.winner, len(self.winners)):
                if self.winners[number] in cards:
                    self.winner = number + 1
                    return self.winners[number]
        return cards[0]

    def draw(self, table: Table, least: int, most: int) -> int:
        if table.trial or self.drawn == len(self.draws):
            return least
        self.drawn += 1
        return least + self.draws[self.drawn - 1]
