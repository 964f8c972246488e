# cython: auto_pickle=False
"""The base classes of actions, and of the steps after an action that is tried.

An action runs at once. If there is an `any` in it, it is `choosing`: it offers a way for each item.
To try it means to go through all its ways, one after the other, and to undo each. To run it means
to follow the path of one way.

Most options need no try. An action is `safe` when it cannot fail, `sure` when it certainly does
something, and `plain` when its ways can be listed without a try, because the action at the end of
each is safe and sure.
"""

from typing import Any

from Game.recycle.machine.opcodes import MOST_OPTIONS
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault


class TableAction:
    def __init__(self, at: Any) -> None:
        self.at = at
        self.safe = self.sure = self.plain = self.choosing = False
        self.ends = False  # is it plain, and does it have only one way?

    def run(self, table: Table) -> None:
        raise NotImplementedError

    def attempt(self, table: Table, then: "Continuation") -> None:
        """Go on in each of its ways. Without an `any` there is only one."""
        self.run(table)
        then.go_on(table)

    def list_ways(self, table: Table, number: int, path: tuple[Any, ...]) -> None:
        """Add its ways to the table's options. Only for a plain action."""
        options = table.options
        if len(options) == MOST_OPTIONS:
            refuse_more(self.at)
        options.append((number, path))


def refuse_more(at: Any) -> None:
    raise GameFault(f"a choice has more than {MOST_OPTIONS} options", at)


class Continuation:
    """The step that follows an action while options are searched."""

    def go_on(self, table: Table) -> None:
        raise NotImplementedError


class FoundOption(Continuation):
    """The end of a sequence of actions. It becomes an option if it changed anything."""

    def __init__(self, number: int, at: Any) -> None:
        self.number, self.at = number, at

    def go_on(self, table: Table) -> None:
        if not table.journal:
            return
        if len(table.options) == MOST_OPTIONS:
            refuse_more(self.at)
        table.options.append((self.number, tuple(table.path)))
        if table.log is not None:
            for effect in table.draft:
                table.log.append(effect)
