"""From forms to typed nodes: what each form means where it stands.

A word or a form that is not what its place asks for is refused here, with what was expected and
the forms that are open. Variables are bound here too: each gets a slot of its own.
"""

from dataclasses import dataclass

from Game.core.options import nearest
from Game.recycle.errors import At, DescriptionError, Source
from Game.recycle.forms import LONGEST, Form, Item, Word
from Game.recycle.nodes import (
    CARD,
    INTEGER,
    MANY,
    NAME,
    PLACE,
    PLAYER,
    TEAM,
    TRUTH,
    Node,
)

KINDS = ("vloc", "iloc", "hloc", "mem")
ARITHMETIC = ("+", "-", "*", "//", "%")
ORDER = ("<", ">", "<=", ">=")
WHICH = ("previous", "next", "current")
ENDS = ("top", "bottom")

SPOKEN = {
    INTEGER: "a number",
    NAME: "a NAME",
    CARD: "a card",
    PLAYER: "a player",
    TEAM: "a team",
    PLACE: "a place of cards",
    TRUTH: "a condition",
}
VALUES = (
    *("top", "bottom", "max", "min", "actual", "game", "union", "filter", "tuples", "size", "sum"),
    *("score", "cardatt", "owner", "team", "other", "range", "and", "or", "not", "any", "all"),
    *("previous", "next", "current"),
)


def spoken(kind: str) -> str:
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


class Values:
    """Reads everything that has a value."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.variables: dict[str, Bound] = {}
        self.slots = 0
        self.open: list[Form] = []
        self.names: dict[str, None] = {}

    # Refusing

    def refusal(self, at: At, sentence: str) -> DescriptionError:
        trail = " > ".join(f"({form.head}" for form in self.open[-3:])
        return DescriptionError(self.source, at, sentence, trail)

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
        what = " or ".join(spoken(kind) for kind in kinds)
        plain = ("NAME", "VARIABLE", "INTEGER")
        if isinstance(item, Word) and item.kind not in plain and item.text + MANY not in kinds:
            raise self.unexpected(what, item)
        found = self.value(item)
        if found.type not in kinds:
            raise self.refusal(
                item.at, f"Expected {what}, found {item}, which is {spoken(found.type)}"
            )
        return found

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
        if element(found.type) is None:
            raise self.refusal(
                item.at,
                "Expected something to go through, such as cards, `player` or `(A, B)`, found "
                f"{item}, which is {spoken(found.type)}",
            )
        return found

    def points(self, item: Item) -> str:
        """The name of a point map."""
        if not isinstance(item, Word) or item.kind != "VARIABLE":
            raise self.unexpected("the 'NAME of a point map", item)
        return item.text

    def value(self, item: Item) -> Node:
        if isinstance(item, Word):
            return self.simple(item)
        self.open.append(item)
        found = self.compound(item)
        self.open.pop()
        return found

    def simple(self, word: Word) -> Node:
        if word.kind == "INTEGER":
            if len(word.text) > LONGEST:
                raise self.refusal(
                    word.at, f"A number has at most {LONGEST} digits: write a smaller one"
                )
            return Node("number", INTEGER, (int(word.text),), word.at)
        if word.kind == "NAME":
            self.names[word.text] = None
            return Node("name", NAME, (word.text,), word.at)
        if word.kind == "VARIABLE":
            return self.variable(word)
        if word.text in ("player", "team"):
            return Node("all_" + word.text, word.text + MANY, (), word.at)
        raise self.unexpected("a value", word)

    def compound(self, form: Form) -> Node:
        items, at = form.items, form.at
        if self.is_list(form):
            return self.row(form)
        if len(items) == 3 and self.word(items[1], *KINDS):
            return self.place(form)
        if len(items) == 3 and self.word(items[1], "sto"):
            return Node("store", INTEGER, (self.holder(items[0]), self.named(items[2])), at)
        if len(items) == 2 and self.word(items[1], "player", "team") and self.may_count(items[0]):
            return self.seat(form)
        if isinstance(items[0], Word) and items[0].kind == "WORD":
            read = getattr(self, "read_" + items[0].text, None)
            if read and items[0].text in VALUES:
                found: Node = read(form)
                return found
            raise self.refusal(at, f"{form} is no value. {nearest(items[0].text, sorted(VALUES))}")
        if isinstance(items[0], Word) and items[0].kind == "OPERATOR":
            return self.operation(form)
        if len(items) == 2:
            return self.position(form)
        raise self.refusal(at, f"Expected a value, found {form}, which is none")

    # Collections

    def is_list(self, form: Form) -> bool:
        """`(A, B)`, `(A)`, `(0)`: what has commas, or is alone in its parentheses."""
        return len(form.items) == 1 or self.word(form.items[1], ",")

    def row(self, form: Form) -> Node:
        found: list[Node] = []
        for number, item in enumerate(form.items):
            if number % 2:
                self.need_word(item, ",")
            else:
                found.append(self.value(item) if not found else self.of_type(item, found[0].type))
        if len(form.items) % 2 == 0:
            raise self.refusal(form.items[-1].at, "Expected something after this comma")
        if found[0].type in (TRUTH,) or found[0].type.endswith(MANY):
            raise self.refusal(form.at, f"A list cannot hold {spoken(found[0].type)}")
        return Node("row", found[0].type + MANY, (tuple(found),), form.at)

    def read_range(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(range FIRST .. LAST)")
        self.need_word(items[2], "..")
        first, last = self.integer(items[1]), self.integer(items[3])
        return Node("range", INTEGER + MANY, (first, last), form.at)

    def read_other(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(other player)")
        what = self.need_word(items[1], "player", "team")
        return Node("other_" + what, what + MANY, (), form.at)

    def read_filter(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(filter COLLECTION 'V CONDITION)")
        group = self.collection(items[1])
        kind = element(group.type) or ""
        name, bound = self.bind(items[2], kind, group)
        before = self.with_variable(name, bound)
        test = self.truth(items[3])
        self.without(name, before)
        made = PLACE if kind == CARD else kind + MANY
        return Node("filter", made, (group, bound.slot, test), form.at)

    def read_tuples(self, form: Form) -> Node:
        items = self.counted(form, 5, 5, "(tuples N STORAGE using 'POINTS)")
        self.need_word(items[3], "using")
        many, cards = self.integer(items[1]), self.storage(items[2])
        return Node("tuples", PLACE + MANY, (many, cards, self.points(items[4])), form.at)

    def read_union(self, form: Form) -> Node:
        if len(form.items) < 2:
            raise self.refusal(form.at, "A union joins at least one place: `(union STORAGE ...)`")
        parts = [self.of_type(item, PLACE, PLACE + MANY) for item in form.items[1:]]
        return Node("union", PLACE, (tuple(parts),), form.at)

    def read_any(self, form: Form) -> Node:
        return self.quantified(form, "any")

    def read_all(self, form: Form) -> Node:
        return self.quantified(form, "all")

    def quantified(self, form: Form, how: str) -> Node:
        items = self.counted(form, 4, 4, f"({how} COLLECTION 'V CONDITION)")
        group = self.collection(items[1])
        name, bound = self.bind(items[2], element(group.type) or "", group)
        before = self.with_variable(name, bound)
        kinds = (TRUTH, PLACE) if how == "all" else (TRUTH,)
        body = self.of_type(items[3], *kinds)
        self.without(name, before)
        if body.type == PLACE:
            return Node("places", PLACE + MANY, (group, bound.slot, body), form.at)
        return Node(how, TRUTH, (group, bound.slot, body), form.at)

    # Places and cards

    def place(self, form: Form) -> Node:
        owner, kind = self.holder(form.items[0]), str(form.items[1])[1:-1]
        return Node("place", PLACE, (owner, kind, self.named(form.items[2])), form.at)

    def holder(self, item: Item) -> Node:
        """Whose a place or a number is: the game's, a player's or a team's."""
        if self.word(item, "game"):
            return Node("game", "game", (), item.at)
        if isinstance(item, Word) and item.kind != "VARIABLE":
            raise self.unexpected("`game`, a player or a team", item)
        return self.of_type(item, PLAYER, TEAM)

    def named(self, item: Item) -> Node:
        return self.of_type(item, NAME)

    def read_game(self, form: Form) -> Node:
        raise self.refusal(
            form.at, "Expected `(game vloc NAME)`, with vloc, iloc, hloc, mem or sto"
        )

    def read_top(self, form: Form) -> Node:
        self.counted(form, 2, 2, "(top STORAGE)")
        return self.position(form)

    read_bottom = read_top

    def position(self, form: Form) -> Node:
        """One card of a place, or one of several groups of cards."""
        first = form.items[0]
        where = str(first)[1:-1] if self.word(first, *ENDS) else self.integer(first)
        cards = self.of_type(form.items[1], PLACE, PLACE + MANY)
        if cards.type == PLACE:
            return Node("card", CARD, (where, cards), form.at)
        return Node("group", PLACE, (where, cards), form.at)

    def read_max(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, f"({form.head} STORAGE using 'POINTS)")
        self.need_word(items[2], "using")
        cards = self.of_type(items[1], PLACE)
        return Node(form.head, CARD, (cards, self.points(items[3])), form.at)

    read_min = read_max

    def read_actual(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(actual CARD)")
        return Node("actual", CARD, (self.card(items[1]),), form.at)

    # Seats

    def may_count(self, item: Item) -> bool:
        """Does this say which player: `next`, a number, an expression?"""
        return isinstance(item, Form) or item.text in WHICH or item.kind in ("INTEGER", "VARIABLE")

    def seat(self, form: Form) -> Node:
        what = str(form.items[1])[1:-1]
        first = form.items[0]
        if self.word(first, *WHICH):
            return Node(str(first)[1:-1] + "_" + what, what, (), form.at)
        return Node("numbered_" + what, what, (self.integer(first),), form.at)

    def read_current(self, form: Form) -> Node:
        raise self.refusal(form.at, f"Expected `({form.head} player)` or `({form.head} team)`")

    read_next = read_current
    read_previous = read_current

    def read_owner(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(owner CARD)")
        return Node("owner", PLAYER, (self.card(items[1]),), form.at)

    def read_team(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(team PLAYER)")
        return Node("team_of", TEAM, (self.of_type(items[1], PLAYER),), form.at)

    # Numbers, names and conditions

    def read_size(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(size STORAGE)")
        return Node("size", INTEGER, (self.collection(items[1]),), form.at)

    def read_sum(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(sum STORAGE using 'POINTS)")
        self.need_word(items[2], "using")
        return Node("sum", INTEGER, (self.storage(items[1]), self.points(items[3])), form.at)

    def read_score(self, form: Form) -> Node:
        items = self.counted(form, 4, 4, "(score CARD using 'POINTS)")
        self.need_word(items[2], "using")
        return Node("score", INTEGER, (self.card(items[1]), self.points(items[3])), form.at)

    def read_cardatt(self, form: Form) -> Node:
        items = self.counted(form, 3, 3, "(cardatt ATTRIBUTE CARD)")
        return Node("cardatt", NAME, (self.named(items[1]), self.card(items[2])), form.at)

    def operation(self, form: Form) -> Node:
        sign = form.head
        items = self.counted(form, 3, 3, f"({sign} A B)")
        if sign in ARITHMETIC:
            parts = (sign, self.integer(items[1]), self.integer(items[2]))
            return Node("arithmetic", INTEGER, parts, form.at)
        if sign in ORDER:
            parts = (sign, self.integer(items[1]), self.integer(items[2]))
            return Node("compare", TRUTH, parts, form.at)
        left = self.of_type(items[1], INTEGER, NAME, CARD, PLAYER, TEAM)
        return Node("compare", TRUTH, (sign, left, self.of_type(items[2], left.type)), form.at)

    def read_and(self, form: Form) -> Node:
        if len(form.items) < 2:
            raise self.refusal(form.at, f"{form} joins conditions, and here is none")
        parts = tuple([self.truth(item) for item in form.items[1:]])
        return Node(form.head, TRUTH, (parts,), form.at)

    read_or = read_and

    def read_not(self, form: Form) -> Node:
        items = self.counted(form, 2, 2, "(not CONDITION)")
        return Node("not", TRUTH, (self.truth(items[1]),), form.at)


def element(kind: str) -> str | None:
    """The type of what is gone through one by one, or None."""
    if kind == PLACE:
        return CARD
    if kind == TEAM:
        return PLAYER
    return kind[: -len(MANY)] if kind.endswith(MANY) else None
