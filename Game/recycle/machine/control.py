# cython: auto_pickle=False
"""Actions that put others together: `do`, `any`, `all`, `let`, `repeat` and conditions."""

from typing import Any

from Game.recycle.machine.action import Continuation, TableAction
from Game.recycle.machine.function import Function
from Game.recycle.machine.opcodes import ACTION_WORK, MOST_OPTIONS
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

MOST_REPEATS = 50  # of a choice within one option


class Sequence(TableAction):
    """Actions one after the other."""

    def __init__(self, parts: list[TableAction], at: Any) -> None:
        super().__init__(at)
        self.parts = parts
        self.choosing = any(part.choosing for part in parts)
        self.safe = all(part.safe for part in parts)
        self.sure = any(part.sure for part in parts)
        self.plain = self.ends = self.safe and self.sure and not self.choosing

    def run(self, table: Table) -> None:
        for part in self.parts:
            part.run(table)

    def attempt(self, table: Table, then: Continuation) -> None:
        self.attempt_from(table, then, 0)

    def attempt_from(self, table: Table, then: Continuation, start: int) -> None:
        for number in range(start, len(self.parts)):
            part = self.parts[number]
            if part.choosing:
                part.attempt(table, RestOfSequence(self, then, number + 1))
                return
            part.run(table)
        then.go_on(table)


class RestOfSequence(Continuation):
    def __init__(self, action: Sequence, then: Continuation, start: int) -> None:
        self.action, self.then, self.start = action, then, start

    def go_on(self, table: Table) -> None:
        self.action.attempt_from(table, self.then, self.start)


class When(TableAction):
    def __init__(self, test: Function, body: TableAction, at: Any) -> None:
        super().__init__(at)
        self.test, self.body = test, body
        self.choosing, self.plain = body.choosing, body.plain
        self.safe = test.safe and body.safe

    def run(self, table: Table) -> None:
        if self.test.truth(table):
            self.body.run(table)

    def attempt(self, table: Table, then: Continuation) -> None:
        # The test runs again when the option is chosen: nothing has changed until then.
        if self.test.truth(table):
            self.body.attempt(table, then)
        else:
            then.go_on(table)

    def without_test(self) -> TableAction:
        return without_test(self.body)

    def list_ways(self, table: Table, number: int, path: tuple[Any, ...]) -> None:
        if self.test.truth(table):
            self.body.list_ways(table, number, path)


def without_test(action: TableAction) -> TableAction:
    """What is left to do when an option is chosen: its test held when it was found."""
    return action.without_test() if isinstance(action, When) else action


class ForEach(TableAction):
    """`all`: the body is done with every item, in order.

    In an option the last item comes first, as in the first engine: when the option is tried, and
    when it is carried out. The name of an option is for people and for records, so it has the
    items from the first to the last.
    """

    def __init__(
        self, group: Function, slot: int, body: TableAction, in_option: bool, at: Any
    ) -> None:
        super().__init__(at)
        self.group, self.slot, self.body = group, slot, body
        self.reverses = in_option
        self.choosing = body.choosing
        self.safe = group.safe and body.safe

    def run(self, table: Table) -> None:
        for item in self.items(table):
            table.values[self.slot] = item
            self.body.run(table)

    def attempt(self, table: Table, then: Continuation) -> None:
        RestOfItems(self, self.items(table), then, 0).go_on(table)

    def items(self, table: Table) -> list[Any]:
        items = list(self.group.items(table))
        table.burn(self.at, 1 + len(items))
        if self.reverses and (self.choosing or not table.naming):
            items.reverse()
        return items


class RestOfItems(Continuation):
    def __init__(self, action: ForEach, items: list[Any], then: Continuation, start: int) -> None:
        self.action, self.items, self.then, self.start = action, items, then, start

    def go_on(self, table: Table) -> None:
        if self.start == len(self.items):
            self.then.go_on(table)
            return
        table.descend(self.action.at)
        table.values[self.action.slot] = self.items[self.start]
        rest = RestOfItems(self.action, self.items, self.then, self.start + 1)
        self.action.body.attempt(table, rest)
        table.depth -= 1


class Pick(TableAction):
    """`any`: the body is done with one item, which is chosen.

    If there is no item, nothing is done: an option stays that does something beside this.
    """

    def __init__(self, group: Function, slot: int, body: TableAction, at: Any) -> None:
        super().__init__(at)
        self.group, self.slot, self.body = group, slot, body
        self.choosing, self.plain = True, body.plain
        self.safe = group.safe and body.safe

    def run(self, table: Table) -> None:
        item = next_of_path(table, self.at)
        if item is None:
            return
        is_later = table.as_first_engine and item != self.group.items(table)[0]
        table.values[self.slot] = item
        self.body.run(table)
        if is_later:
            table.is_later_item = True

    def list_ways(self, table: Table, number: int, path: tuple[Any, ...]) -> None:
        """The first item comes first, then the last, down to the second."""
        items = self.group.items(table)
        many, values, options = len(items), table.values, table.options
        table.burn(self.at, 1 + many)
        if self.body.ends and len(options) + many <= MOST_OPTIONS:
            for place in range(many):
                way = (items[many - place] if place else items[0],)
                options.append((number, path + way if path else way))
            return
        for place in range(many):
            item = items[many - place] if place else items[0]
            values[self.slot] = item
            way = (item,)
            self.body.list_ways(table, number, path + way if path else way)

    def attempt(self, table: Table, then: Continuation) -> None:
        items = list(self.group.items(table))
        table.burn(self.at, 1 + len(items))
        mark, drafted, values = len(table.journal), len(table.draft), table.values[:]
        table.descend(self.at)
        for item in [*items[:1], *items[:0:-1]] or [None]:
            table.values[self.slot] = item
            table.path.append(item)
            if item is None:
                then.go_on(table)
            elif table.as_first_engine and item != items[0]:
                self.body.attempt(table, AfterLaterItem(then))
            else:
                self.body.attempt(table, then)
            table.path.pop()
            table.undo(mark)
            del table.draft[drafted:]
            table.values[:] = values
        table.depth -= 1


class AfterLaterItem(Continuation):
    """The continuation after an item that is not the first one, as the first engine does it."""

    def __init__(self, then: Continuation) -> None:
        self.then = then

    def go_on(self, table: Table) -> None:
        before, table.is_later_item = table.is_later_item, True
        self.then.go_on(table)
        table.is_later_item = before


def next_of_path(table: Table, at: Any) -> Any:
    """The item that was picked here when the option was tried."""
    if table.step >= len(table.path):
        raise GameFault(
            "the options changed after they were shown, because they depend on chance", at
        )
    table.step += 1
    return table.path[table.step - 1]


class Either(TableAction):
    """A choice within an `any`: one of several actions, which is chosen."""

    def __init__(self, parts: list[TableAction], at: Any) -> None:
        super().__init__(at)
        self.parts = parts
        self.choosing = True

    def run(self, table: Table) -> None:
        part: TableAction = self.parts[next_of_path(table, self.at)]
        part.run(table)

    def attempt(self, table: Table, then: Continuation) -> None:
        mark, drafted, values = len(table.journal), len(table.draft), table.values[:]
        table.descend(self.at)
        for number, part in enumerate(self.parts):
            table.path.append(number)
            part.attempt(table, then)
            table.path.pop()
            table.undo(mark)
            del table.draft[drafted:]
            table.values[:] = values
        table.depth -= 1


class Let(TableAction):
    """A variable gets a value, within an action or, without one, for the rest of the game."""

    def __init__(self, worth: Function, slot: int, body: TableAction | None, at: Any) -> None:
        super().__init__(at)
        self.worth, self.slot, self.body = worth, slot, body
        if body is not None:
            self.choosing, self.sure = body.choosing, body.sure
            self.plain = body.plain and worth.safe
            self.safe = body.safe and worth.safe

    def run(self, table: Table) -> None:
        table.values[self.slot] = self.worth.value(table)
        if self.body is not None:
            self.body.run(table)

    def attempt(self, table: Table, then: Continuation) -> None:
        assert self.body is not None
        table.values[self.slot] = self.worth.value(table)
        self.body.attempt(table, then)

    def list_ways(self, table: Table, number: int, path: tuple[Any, ...]) -> None:
        assert self.body is not None
        table.values[self.slot] = self.worth.value(table)
        self.body.list_ways(table, number, path)


class Repeat(TableAction):
    def __init__(self, many: Function, body: TableAction, at: Any) -> None:
        super().__init__(at)
        self.many, self.body = many, body
        self.choosing = body.choosing

    def run(self, table: Table) -> None:
        for _ in range(self.many.number(table)):
            table.burn(self.at, ACTION_WORK)
            self.body.run(table)

    def attempt(self, table: Table, then: Continuation) -> None:
        many = self.many.number(table)
        if many > MOST_REPEATS:
            raise GameFault(
                f"an option repeats a choice {many} times, and {MOST_REPEATS} is the limit", self.at
            )
        RestOfRepeat(self, many, then).go_on(table)


class RestOfRepeat(Continuation):
    def __init__(self, action: Repeat, left: int, then: Continuation) -> None:
        self.action, self.left, self.then = action, left, then

    def go_on(self, table: Table) -> None:
        table.burn(self.action.at, ACTION_WORK)
        if self.left <= 0:
            self.then.go_on(table)
            return
        table.descend(self.action.at)
        self.action.body.attempt(table, RestOfRepeat(self.action, self.left - 1, self.then))
        table.depth -= 1


class RepeatAll(TableAction):
    """`repeat all`: a move is done as often as its source has cards."""

    def __init__(self, cards: Function, body: TableAction, at: Any) -> None:
        super().__init__(at)
        self.cards, self.body = cards, body

    def run(self, table: Table) -> None:
        for _ in range(len(self.cards.items(table))):
            if not self.cards.items(table):
                break  # one move may empty a selection, such as a pair
            self.body.run(table)
