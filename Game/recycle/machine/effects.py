"""What is done: the base of all deeds, and those that put others together.

A deed is run at once. Where it has an `any` within, it is `choosing`: it offers a way for each
item. To try it is to go through all its ways, one after the other, taking back what was done; to
run it is to follow the path of one of them.

Most options need no trying. A deed is `safe` when it cannot fail, `sure` when it certainly does
something, and `plain` when its ways can be told by looking: whatever stands at the end of each is
safe and sure.
"""

from typing import Any

from Game.recycle.machine.function import Function
from Game.recycle.machine.opcodes import MOST_OPTIONS
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

MOST_REPEATS = 50  # of a choice within one option
ACTION = 10  # what an action burns


class Deed:
    def __init__(self, at: Any) -> None:
        self.at = at
        self.safe = self.sure = self.plain = self.choosing = False

    def run(self, table: Table) -> None:
        raise NotImplementedError

    def attempt(self, table: Table, then: "Then") -> None:
        """Go on in each of its ways; without `any` there is one."""
        self.run(table)
        then.go_on(table)

    def list_ways(self, table: Table, number: int, path: tuple[Any, ...]) -> None:
        """Add its ways to the table's options; only of who is plain."""
        options = table.options
        if len(options) == MOST_OPTIONS:
            refuse_more(self.at)
        options.append((number, path))


def refuse_more(at: Any) -> None:
    raise GameFault(f"a choice has more than {MOST_OPTIONS} options", at)


class Then:
    """What comes after a way has been taken."""

    def go_on(self, table: Table) -> None:
        raise NotImplementedError


class Selected(Then):
    """The end of a way: an option, if anything was done on it."""

    def __init__(self, number: int, at: Any) -> None:
        self.number, self.at = number, at

    def go_on(self, table: Table) -> None:
        if not table.journal:
            return
        if len(table.options) == MOST_OPTIONS:
            refuse_more(self.at)
        table.options.append((self.number, tuple(table.path)))
        if table.log is not None:
            for line in table.draft:
                table.log.append(line)


# Several


class Together(Deed):
    """One after the other."""

    def __init__(self, parts: list[Deed], at: Any) -> None:
        super().__init__(at)
        self.parts = parts
        self.choosing = any(part.choosing for part in parts)
        self.safe = all(part.safe for part in parts)
        self.sure = any(part.sure for part in parts)
        self.plain = self.safe and self.sure and not self.choosing

    def run(self, table: Table) -> None:
        for part in self.parts:
            part.run(table)

    def attempt(self, table: Table, then: Then) -> None:
        self.attempt_from(table, then, 0)

    def attempt_from(self, table: Table, then: Then, start: int) -> None:
        for number in range(start, len(self.parts)):
            part = self.parts[number]
            if part.choosing:
                part.attempt(table, RestOfDo(self, then, number + 1))
                return
            part.run(table)
        then.go_on(table)


class RestOfDo(Then):
    def __init__(self, deed: Together, then: Then, start: int) -> None:
        self.deed, self.then, self.start = deed, then, start

    def go_on(self, table: Table) -> None:
        self.deed.attempt_from(table, self.then, self.start)


class When(Deed):
    def __init__(self, test: Function, body: Deed, at: Any) -> None:
        super().__init__(at)
        self.test, self.body = test, body
        self.choosing, self.plain = body.choosing, body.plain
        self.safe = test.safe and body.safe

    def run(self, table: Table) -> None:
        if self.test.truth(table):
            self.body.run(table)

    def attempt(self, table: Table, then: Then) -> None:
        # What holds when the way is tried is asked again when it is done: nothing has changed.
        if self.test.truth(table):
            self.body.attempt(table, then)
        else:
            then.go_on(table)

    def list_ways(self, table: Table, number: int, path: tuple[Any, ...]) -> None:
        if self.test.truth(table):
            self.body.list_ways(table, number, path)


class ForEach(Deed):
    """`all`: the same with every item, in order."""

    def __init__(self, group: Function, slot: int, body: Deed, at: Any) -> None:
        super().__init__(at)
        self.group, self.slot, self.body = group, slot, body
        self.choosing = body.choosing
        self.safe = group.safe and body.safe

    def run(self, table: Table) -> None:
        items = list(self.group.items(table))
        table.burn(self.at, 1 + len(items))
        for item in items:
            table.values[self.slot] = item
            self.body.run(table)

    def attempt(self, table: Table, then: Then) -> None:
        items = list(self.group.items(table))
        table.burn(self.at, 1 + len(items))
        RestOfItems(self, items, then, 0).go_on(table)


class RestOfItems(Then):
    def __init__(self, deed: ForEach, items: list[Any], then: Then, start: int) -> None:
        self.deed, self.items, self.then, self.start = deed, items, then, start

    def go_on(self, table: Table) -> None:
        if self.start == len(self.items):
            self.then.go_on(table)
            return
        table.descend(self.deed.at)
        table.values[self.deed.slot] = self.items[self.start]
        rest = RestOfItems(self.deed, self.items, self.then, self.start + 1)
        self.deed.body.attempt(table, rest)
        table.depth -= 1


class Pick(Deed):
    """`any`: with one item, which is chosen."""

    def __init__(self, group: Function, slot: int, body: Deed, at: Any) -> None:
        super().__init__(at)
        self.group, self.slot, self.body = group, slot, body
        self.choosing, self.plain = True, body.plain
        self.safe = group.safe and body.safe

    def run(self, table: Table) -> None:
        table.values[self.slot] = next_of_path(table, self.at)
        self.body.run(table)

    def list_ways(self, table: Table, number: int, path: tuple[Any, ...]) -> None:
        """The first item first, then the last down to the second."""
        items = self.group.items(table)
        many, values = len(items), table.values
        table.burn(self.at, 1 + many)
        for place in range(many):
            item = items[many - place] if place else items[0]
            values[self.slot] = item
            self.body.list_ways(table, number, (*path, item))

    def attempt(self, table: Table, then: Then) -> None:
        items = list(self.group.items(table))
        table.burn(self.at, 1 + len(items))
        mark, drafted, values = len(table.journal), len(table.draft), table.values[:]
        table.descend(self.at)
        for item in [*items[:1], *items[:0:-1]]:
            table.values[self.slot] = item
            table.path.append(item)
            self.body.attempt(table, then)
            table.path.pop()
            table.undo(mark)
            del table.draft[drafted:]
            table.values[:] = values
        table.depth -= 1


def next_of_path(table: Table, at: Any) -> Any:
    """What was picked here, when the way was tried."""
    if table.step >= len(table.path):
        raise GameFault("chance has changed what there is to choose from", at)
    table.step += 1
    return table.path[table.step - 1]


class Either(Deed):
    """One of several deeds, which is chosen: a choice within an `any`."""

    def __init__(self, parts: list[Deed], at: Any) -> None:
        super().__init__(at)
        self.parts = parts
        self.choosing = True

    def run(self, table: Table) -> None:
        part: Deed = self.parts[next_of_path(table, self.at)]
        part.run(table)

    def attempt(self, table: Table, then: Then) -> None:
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


class Let(Deed):
    """A variable gets a value, for a deed or (without one) for good."""

    def __init__(self, worth: Function, slot: int, body: Deed | None, at: Any) -> None:
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

    def attempt(self, table: Table, then: Then) -> None:
        assert self.body is not None
        table.values[self.slot] = self.worth.value(table)
        self.body.attempt(table, then)

    def list_ways(self, table: Table, number: int, path: tuple[Any, ...]) -> None:
        assert self.body is not None
        table.values[self.slot] = self.worth.value(table)
        self.body.list_ways(table, number, path)


class Repeat(Deed):
    def __init__(self, many: Function, body: Deed, at: Any) -> None:
        super().__init__(at)
        self.many, self.body = many, body
        self.choosing = body.choosing

    def run(self, table: Table) -> None:
        for _ in range(self.many.number(table)):
            table.burn(self.at, ACTION)
            self.body.run(table)

    def attempt(self, table: Table, then: Then) -> None:
        many = self.many.number(table)
        if many > MOST_REPEATS:
            raise GameFault(f"a choice is repeated {many} times within one option", self.at)
        RestOfRepeat(self, many, then).go_on(table)


class RestOfRepeat(Then):
    def __init__(self, deed: Repeat, left: int, then: Then) -> None:
        self.deed, self.left, self.then = deed, left, then

    def go_on(self, table: Table) -> None:
        table.burn(self.deed.at, ACTION)
        if self.left <= 0:
            self.then.go_on(table)
            return
        table.descend(self.deed.at)
        self.deed.body.attempt(table, RestOfRepeat(self.deed, self.left - 1, self.then))
        table.depth -= 1


class RepeatAll(Deed):
    """A move, as often as there are cards where it takes them from."""

    def __init__(self, cards: Function, body: Deed, at: Any) -> None:
        super().__init__(at)
        self.cards, self.body = cards, body

    def run(self, table: Table) -> None:
        for _ in range(len(self.cards.items(table))):
            if not self.cards.items(table):
                break  # a selection may be gone at once, such as a pair
            self.body.run(table)
