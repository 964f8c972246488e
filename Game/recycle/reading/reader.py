"""What everything that reads forms needs: refusing, binding variables, asking for a type.

A word or a form that is not what its place asks for is refused with what was expected and the
forms that are open. Each variable gets a slot of its own where it is bound.
"""

from dataclasses import dataclass

from Game.core.options import nearest
from Game.recycle.reading.errors import At, DescriptionError, Remark, Source
from Game.recycle.reading.nodes import (
    CARD,
    INTEGER,
    MANY,
    NAME,
    PLACE,
    PLAYER,
    TEAM,
    TRUTH,
    Node,
    item_type,
)
from Game.recycle.reading.sexpr import Form, Item, Word

SPOKEN = {
    INTEGER: "a number",
    NAME: "a NAME",
    CARD: "a card",
    PLAYER: "a player",
    TEAM: "a team",
    PLACE: "a place of cards",
    TRUTH: "a condition",
}


def type_in_words(kind: str) -> str:
    """A type in words."""
    if kind == PLACE + MANY:
        return "several places of cards"
    if kind.endswith(MANY):
        return f"several {kind}"
    return SPOKEN[kind]


@dataclass(frozen=True)
class Bound:
    slot: int
    type: str
    value: Node  # what it was bound to; for `any` and `all` the collection


class Reader:
    """Reads forms. `value`, which those above this bring, is the heart of it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.variables: dict[str, Bound] = {}
        self.slots = 0
        self.open: list[Form] = []
        self.names: dict[str, None] = {}
        self.asked: list[Word] = []  # point maps that are used
        self.remarks: list[Remark] = []

    # Refusing

    def refusal(self, at: At, sentence: str) -> DescriptionError:
        trail = " > ".join(f"({form.head}" for form in self.open[-3:])
        return DescriptionError(self.source, at, sentence, trail)

    def remark(self, at: At, sentence: str) -> None:
        self.remarks.append(Remark(at, sentence))

    def unexpected(self, what: str, found: Item) -> DescriptionError:
        return self.refusal(found.at, f"Expected {what}, found {found}")

    def counted(self, form: Form, fewest: int, most: int, shape: str) -> tuple[Item, ...]:
        """The items, if they are as many as the form has places."""
        if not fewest <= len(form.items) <= most:
            far = form.items[most].at if len(form.items) > most else form.at
            many = "too much" if len(form.items) > most else "not enough"
            raise self.refusal(far, f"There is {many} in {form}: expected `{shape}`")
        return form.items

    def word(self, item: Item, *texts: str) -> bool:
        return isinstance(item, Word) and item.text in texts

    def need_word(self, item: Item, *texts: str) -> str:
        if not isinstance(item, Word) or item.text not in texts:
            raise self.unexpected(" or ".join(f"`{text}`" for text in texts), item)
        return item.text

    # Variables

    def bind(self, item: Item, kind: str, value: Node) -> tuple[str, Bound]:
        name = self.new_name(item)
        bound = Bound(self.slots, kind, value)
        self.slots += 1
        return name, bound

    def new_name(self, item: Item) -> str:
        if not isinstance(item, Word) or item.kind != "VARIABLE":
            raise self.unexpected("a 'VARIABLE to name it", item)
        return item.text

    def with_variable(self, name: str, bound: Bound) -> Bound | None:
        before = self.variables.get(name)
        self.variables[name] = bound
        return before

    def without(self, name: str, before: Bound | None) -> None:
        if before:
            self.variables[name] = before
        else:
            del self.variables[name]

    def variable(self, word: Word) -> Node:
        bound = self.variables.get(word.text)
        if bound is None:
            raise self.refusal(
                word.at,
                f"{word.text} has no value here: name it with `declare`, `let`, `any`, `all` or "
                f"`filter` around this. {nearest(word.text, list(self.variables))}",
            )
        return Node("variable", bound.type, (bound.slot, word.text), word.at)

    # Values

    def of_type(self, item: Item, *kinds: str) -> Node:
        """A value of one of these types."""
        what = " or ".join(type_in_words(kind) for kind in kinds)
        plain = ("NAME", "VARIABLE", "INTEGER")
        if isinstance(item, Word) and item.kind not in plain and item.text + MANY not in kinds:
            raise self.unexpected(what, item)
        found = self.fitted(self.value(item), kinds)
        if found.type not in kinds:
            raise self.refusal(
                item.at, f"Expected {what}, found {item}, which is {type_in_words(found.type)}"
            )
        return found

    def fitted(self, found: Node, kinds: tuple[str, ...]) -> Node:
        """The value, if it is one of a type that is asked for once looked at kindly.

        Parentheses around a value do not matter, several places are one where cards are asked
        for, and a NAME may be written in digits.
        """
        while found.op == "row" and len(found.parts[0]) == 1 and found.type not in kinds:
            found = found.parts[0][0]
        if found.type == PLACE + MANY and PLACE in kinds and PLACE + MANY not in kinds:
            return Node("union", PLACE, ((found,),), found.at)
        if found.op == "number" and NAME in kinds and INTEGER not in kinds:
            return self.name(str(found.parts[0]), found.at)
        return found

    def name(self, text: str, at: At) -> Node:
        self.names[text] = None
        return Node("name", NAME, (text,), at)

    def integer(self, item: Item) -> Node:
        return self.of_type(item, INTEGER)

    def truth(self, item: Item) -> Node:
        return self.of_type(item, TRUTH)

    def card(self, item: Item) -> Node:
        return self.of_type(item, CARD)

    def storage(self, item: Item) -> Node:
        return self.of_type(item, PLACE)

    def collection(self, item: Item) -> Node:
        """Anything that can be gone through one by one."""
        found = self.value(item)
        if item_type(found.type) is None:
            raise self.refusal(
                item.at,
                "Expected something to go through, such as cards, `player` or `(A, B)`, found "
                f"{item}, which is {type_in_words(found.type)}",
            )
        return found

    def value(self, item: Item) -> Node:
        """What this is worth."""
        raise NotImplementedError

    def inside(self, item: Item, what: str) -> Form:
        """A form, which is open from now on: `self.open.pop()` closes it."""
        if not isinstance(item, Form):
            raise self.unexpected(what, item)
        self.open.append(item)
        return item
