# cython: auto_pickle=False
"""Players and teams, and collections of them."""

from typing import Any

from Game.recycle.machine.function import Function, Group
from Game.recycle.machine.opcodes import NO_CARD
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

CURRENT, NEXT, PREVIOUS = range(3)
WHICH = {"current": CURRENT, "next": NEXT, "previous": PREVIOUS}


class PlayerInTurn(Function):
    """The current player, the next or the previous."""

    def __init__(self, which: str) -> None:
        super().__init__()
        self.which = WHICH[which]

    def number(self, table: Table) -> int:
        if self.which == CURRENT:
            return table.seat
        if self.which == NEXT:
            return table.next_seat()
        return (table.seat + table.players - 1) % table.players


class TeamInTurn(Function):
    def __init__(self, which: str) -> None:
        super().__init__()
        self.which = WHICH[which]

    def number(self, table: Table) -> int:
        if self.which == CURRENT:
            return table.team
        if self.which == NEXT:
            return table.next_team()
        teams = len(table.teams)
        return (table.team + teams - 1) % teams


class Numbered(Function):
    """A player or a team by its number."""

    def __init__(self, of_team: bool, which: Function, at: Any) -> None:
        super().__init__()
        self.of_team, self.which, self.at, self.safe = of_team, which, at, False

    def number(self, table: Table) -> int:
        number = self.which.number(table)
        most = len(table.teams) if self.of_team else table.players
        if not 0 <= number < most:
            kind = "team" if self.of_team else "player"
            raise GameFault(
                f"there is no {kind} {number}: the {kind}s are 0 to {most - 1}", self.at
            )
        return number


class TeamOf(Function):
    def __init__(self, player: Function) -> None:
        super().__init__()
        self.player, self.safe = player, player.safe

    def number(self, table: Table) -> int:
        number: int = table.team_of[self.player.number(table)]
        return number


class Owner(Function):
    """The player in whose place a card lies.

    A remembered card belongs to the player who remembers it. If no player does, it belongs to the
    player who has the card itself.
    """

    def __init__(self, card: Function, owners: int, at: Any) -> None:
        super().__init__()
        self.card, self.owners, self.at, self.safe = card, owners, at, False

    def number(self, table: Table) -> int:
        card = self.card.number(table)
        if card == NO_CARD:
            raise GameFault("this asks for the owner of a card, but there is no card", self.at)
        holder = 0
        if card < 0:
            holder = self.place_of_memory(table, card) % self.owners
            card = ~card
        if not 1 <= holder <= table.players:
            place: int = table.where[card]
            holder = place % self.owners
        if not 1 <= holder <= table.players:
            raise GameFault(
                f"no player owns {table.card_text(card)}: it lies in a place of the "
                f"{'game' if holder == 0 else 'team'}",
                self.at,
            )
        return holder - 1

    def place_of_memory(self, table: Table, card: int) -> int:
        for number, place in enumerate(table.places):
            if card in place:
                return number
        return 0


class All(Group):
    """All players or teams, in their order, or all but the current one."""

    def __init__(self, of_team: bool, others: bool) -> None:
        super().__init__()
        self.of_team, self.others = of_team, others
        self.everybody: list[int] = []  # as they were counted last

    def items(self, table: Table) -> list[Any]:
        many = len(table.teams) if self.of_team else table.players
        if not self.others:
            if len(self.everybody) != many:
                self.everybody = list(range(many))
            return self.everybody
        left_out = table.team if self.of_team else table.seat
        return [one for one in range(many) if one != left_out]


class Members(Group):
    def __init__(self, team: Function) -> None:
        super().__init__()
        self.team, self.safe = team, team.safe

    def items(self, table: Table) -> list[Any]:
        return list(table.teams[self.team.number(table)])

    def value(self, table: Table) -> Any:
        return self.team.number(table)
