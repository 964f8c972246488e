# cython: auto_pickle=False
"""Functions: everything that has a value. Here are their base class, and numbers and conditions.

Each type of value has its method: `number` for integers, players, teams and cards, `truth` for
conditions, `text` for names, `items` for collections. `value` gives any of them where the type
does not matter, such as in a variable. None of them changes the table.

A function is `safe` when it cannot fail and draws no random numbers.
"""

from typing import Any

from Game.recycle.machine.opcodes import LARGEST
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

EQUAL, UNEQUAL, LESS, MORE, AT_MOST, AT_LEAST = range(6)
SIGNS = {"==": EQUAL, "!=": UNEQUAL, "<": LESS, ">": MORE, "<=": AT_MOST, ">=": AT_LEAST}
PLUS, MINUS, TIMES, OVER_, REST, POWER = range(6)
OPERATIONS = {"+": PLUS, "-": MINUS, "*": TIMES, "//": OVER_, "%": REST, "^": POWER}


class Function:
    def __init__(self) -> None:
        self.safe = True
        self.fixed = False  # is the value always the same?
        self.at: Any = None

    def number(self, table: Table) -> int:
        raise NotImplementedError

    def truth(self, table: Table) -> bool:
        raise NotImplementedError

    def text(self, table: Table) -> str:
        raise NotImplementedError

    def items(self, table: Table) -> list[Any]:
        """The items, perhaps the table's own list: copy it before you change the table."""
        raise NotImplementedError

    def value(self, table: Table) -> Any:
        return self.number(table)


class Truth(Function):
    def value(self, table: Table) -> Any:
        return self.truth(table)


class Text(Function):
    def value(self, table: Table) -> Any:
        return self.text(table)


class Group(Function):
    def value(self, table: Table) -> Any:
        return self.items(table)


# Constants, variables and stored numbers


class Constant(Function):
    def __init__(self, number: int) -> None:
        super().__init__()
        self.worth, self.fixed = number, True

    def number(self, table: Table) -> int:
        return self.worth


class WordValue(Text):
    def __init__(self, word: str) -> None:
        super().__init__()
        self.word, self.fixed = word, True

    def text(self, table: Table) -> str:
        return self.word


class Variable(Function):
    def __init__(self, slot: int) -> None:
        super().__init__()
        self.slot = slot

    def number(self, table: Table) -> int:
        number: int = table.values[self.slot]
        return number

    def truth(self, table: Table) -> bool:
        truth: bool = table.values[self.slot]
        return truth

    def text(self, table: Table) -> str:
        text: str = table.values[self.slot]
        return text

    def items(self, table: Table) -> list[Any]:
        items: list[Any] = table.values[self.slot]
        return items

    def value(self, table: Table) -> Any:
        return table.values[self.slot]


class Stored(Function):
    """A stored number."""

    def __init__(self, place: Function) -> None:
        super().__init__()
        self.place, self.safe = place, place.safe

    def number(self, table: Table) -> int:
        number: int = table.stores[self.place.number(table)]
        return number


class StoredText(Text):
    def __init__(self, place: Function) -> None:
        super().__init__()
        self.place, self.safe = place, place.safe

    def text(self, table: Table) -> str:
        text: str = table.texts[self.place.number(table)]
        return text


class NameOfNumber(Text):
    """A number as the name of a place."""

    def __init__(self, worth: Function) -> None:
        super().__init__()
        self.worth, self.safe = worth, worth.safe

    def text(self, table: Table) -> str:
        return str(self.worth.number(table))


class Size(Function):
    def __init__(self, group: Function) -> None:
        super().__init__()
        self.group, self.safe = group, group.safe

    def number(self, table: Table) -> int:
        return len(self.group.items(table))


# Arithmetic


class Arithmetic(Function):
    def __init__(self, sign: str, left: Function, right: Function, at: Any) -> None:
        super().__init__()
        self.sign, self.left, self.right = OPERATIONS[sign], left, right
        self.at, self.safe = at, False

    def number(self, table: Table) -> int:
        left, right = self.left.number(table), self.right.number(table)
        if self.sign == PLUS:
            result = left + right
        elif self.sign == MINUS:
            result = left - right
        elif self.sign == TIMES:
            result = self.multiply(left, right)
        elif self.sign == POWER:
            result = self.power(left, right)
        else:
            result = self.divide(left, right)
        if not -LARGEST < result < LARGEST:
            self.refuse_growth()
        return result

    def multiply(self, left: int, right: int) -> int:
        if abs(left) > LARGEST // max(1, abs(right)):
            self.refuse_growth()
        return left * right

    def power(self, base: int, times: int) -> int:
        if times < 0:
            raise GameFault("this raises a number to a power below 0", self.at)
        if abs(base) <= 1:  # then the power may be any number
            times = times % 2 if times > 1 and base < 0 else min(times, 1)
        result = 1
        while times > 0:
            result = self.multiply(result, base)
            times -= 1
        return result

    def divide(self, left: int, right: int) -> int:
        """The quotient, rounded down, or the remainder, which has the sign of the divisor."""
        if right == 0:
            raise GameFault("this divides a number by 0", self.at)
        size, by = abs(left), abs(right)
        whole, rest = size // by, size % by
        if (left < 0) != (right < 0):
            whole = -whole
            if rest != 0:
                whole, rest = whole - 1, by - rest
        if self.sign == OVER_:
            return whole
        return rest if right > 0 else -rest

    def refuse_growth(self) -> None:
        raise GameFault(f"a number is larger than {LARGEST}", self.at)


class Total(Function):
    """The sum of a number for each item of a collection."""

    def __init__(self, group: Function, slot: int, body: Function, at: Any) -> None:
        super().__init__()
        self.group, self.slot, self.body, self.at = group, slot, body, at
        self.safe = group.safe and body.safe

    def number(self, table: Table) -> int:
        items, total = self.group.items(table), 0
        table.burn(self.at, 1 + len(items))
        for item in items:
            table.values[self.slot] = item
            total += self.body.number(table)
            if not -LARGEST < total < LARGEST:
                raise GameFault(f"a number is larger than {LARGEST}", self.at)
        return total


# Conditions


class CompareNumbers(Truth):
    def __init__(self, sign: str, left: Function, right: Function) -> None:
        super().__init__()
        self.sign, self.left, self.right = SIGNS[sign], left, right
        self.safe = left.safe and right.safe

    def truth(self, table: Table) -> bool:
        left, right = self.left.number(table), self.right.number(table)
        if self.sign == EQUAL:
            return left == right
        if self.sign == LESS:
            return left < right
        if self.sign == MORE:
            return left > right
        if self.sign == UNEQUAL:
            return left != right
        if self.sign == AT_MOST:
            return left <= right
        return left >= right


class CompareTexts(Truth):
    def __init__(self, sign: str, left: Function, right: Function) -> None:
        super().__init__()
        self.equal, self.left, self.right = sign == "==", left, right
        self.safe = left.safe and right.safe

    def truth(self, table: Table) -> bool:
        left, right = self.left.text(table), self.right.text(table)
        return (left == right) == self.equal


class Conjunction(Truth):
    def __init__(self, parts: list[Function]) -> None:
        super().__init__()
        self.parts, self.safe = parts, all(part.safe for part in parts)

    def truth(self, table: Table) -> bool:
        for part in self.parts:  # noqa: SIM110 - a generator knows no C types
            if not part.truth(table):
                return False
        return True


class Disjunction(Truth):
    def __init__(self, parts: list[Function]) -> None:
        super().__init__()
        self.parts, self.safe = parts, all(part.safe for part in parts)

    def truth(self, table: Table) -> bool:
        for part in self.parts:  # noqa: SIM110 - as above
            if part.truth(table):
                return True
        return False


class Negation(Truth):
    def __init__(self, part: Function) -> None:
        super().__init__()
        self.part, self.safe = part, part.safe

    def truth(self, table: Table) -> bool:
        return not self.part.truth(table)


class Quantified(Truth):
    """Does a condition hold for any item, or for all?"""

    def __init__(self, of_all: bool, group: Function, slot: int, body: Function, at: Any) -> None:
        super().__init__()
        self.of_all, self.group, self.slot, self.body, self.at = of_all, group, slot, body, at
        self.safe = group.safe and body.safe

    def truth(self, table: Table) -> bool:
        items = self.group.items(table)
        table.burn(self.at, 1 + len(items))
        for item in items:
            table.values[self.slot] = item
            if self.body.truth(table) != self.of_all:
                return not self.of_all
        return self.of_all
