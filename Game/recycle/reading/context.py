"""What the readers share while they go through a description: the source, the variables, and what
has been read so far. It also makes their errors.

A word or a form that its place does not allow is refused, with what was expected and the forms that
are open. Each variable gets a slot of its own where it is bound.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from Game.core.options import nearest
from Game.recycle.reading.dialects import NEW, OLD, only_in
from Game.recycle.reading.errors import At, DescriptionError, Remark, Source
from Game.recycle.reading.nodes import NAME, Node
from Game.recycle.reading.sexpr import Form, Item, Word


@dataclass(frozen=True)
class Bound:
    """What is known of a variable."""

    slot: int
    type: str
    value: Node  # what it was bound to; for `any` and `all` the collection


class OpenForm:
    """A form that is open within a `with`."""

    def __init__(self, around: list[Form], form: Form) -> None:
        self.around, self.form = around, form

    def __enter__(self) -> Form:
        self.around.append(self.form)
        return self.form

    def __exit__(self, *error: object) -> None:
        self.around.pop()


class Binding:
    """A variable that can be used within a `with`."""

    def __init__(self, variables: dict[str, Bound], name: str, bound: Bound) -> None:
        self.variables, self.name, self.bound = variables, name, bound
        self.before: Bound | None = None  # the same name may be bound further out

    def __enter__(self) -> int:
        """Give the slot of the variable."""
        self.before = self.variables.get(self.name)
        self.variables[self.name] = self.bound
        return self.bound.slot

    def __exit__(self, *error: object) -> None:
        if self.before is None:
            del self.variables[self.name]
        else:
            self.variables[self.name] = self.before


@dataclass
class ReadContext:
    source: Source
    # Readers of the forms of values, by the first word of the form.
    value_readers: Mapping[str, Callable[["ReadContext", Form], Node]]
    dialect: str = OLD
    # Values of the caller that replace those of the text: 0 players for those of the text.
    asked_players: int = 0
    overrides: dict[str, int | str] = field(default_factory=dict)

    open: list[Form] = field(default_factory=list)  # the forms around this place
    variables: dict[str, Bound] = field(default_factory=dict)  # those that can be used here
    slots: int = 0
    names: dict[str, None] = field(default_factory=dict)  # every NAME, in order
    maps: set[str] = field(default_factory=set)  # point maps that are put somewhere
    sets_any_map: bool = False  # is one set whose name is computed?
    used_maps: list[tuple[str, Item]] = field(default_factory=list)  # their names, and where
    players: int = 0
    players_variable: str = ""  # the variable that gives their number, without its '
    teams: tuple[tuple[int, ...], ...] = ()  # the most that there are at once
    declared: dict[str, int] = field(default_factory=dict)  # numbers, as the text has them
    numbers: dict[int, int] = field(default_factory=dict)  # the same by slot, as they are played
    remarks: list[Remark] = field(default_factory=list)

    @property
    def is_new(self) -> bool:
        """Is the text in dialect 0.5?"""
        return self.dialect == NEW

    # Errors

    def only_in(self, at: At, form: str, dialect: str, instead: str = "") -> DescriptionError:
        """The refusal of a form that only the other dialect has."""
        return self.refusal(at, only_in(form, dialect, self.dialect, instead))

    def refusal(self, at: At, sentence: str) -> DescriptionError:
        trail = " > ".join(f"({form.head}" for form in self.open[-3:])
        return DescriptionError(self.source, at, sentence, trail)

    def unexpected_item(self, wanted: str, item: Item) -> DescriptionError:
        return self.refusal(item.at, f"Expected {wanted}, found {item}")

    def remark(self, at: At, sentence: str) -> None:
        self.remarks.append(Remark(at, sentence))

    # Forms

    def inside(self, item: Item, wanted: str) -> "OpenForm":
        """The item, which must be a form. It is open within the `with`."""
        if not isinstance(item, Form):
            raise self.unexpected_item(wanted, item)
        return OpenForm(self.open, item)

    def check_count(self, form: Form, count: int, shape: str) -> tuple[Item, ...]:
        """The items of a form. Their number must be this one."""
        items = form.items
        if len(items) > count:
            raise self.refusal(items[count].at, f"There is too much in {form}: expected `{shape}`")
        if len(items) < count:
            raise self.refusal(form.at, f"There is not enough in {form}: expected `{shape}`")
        return items

    def keyword(self, item: Item, *texts: str) -> str:
        """The word, which must be one of these."""
        if not isinstance(item, Word) or item.text not in texts:
            raise self.unexpected_item(" or ".join(f"`{text}`" for text in texts), item)
        return item.text

    # Variables and names

    def new_variable(self, item: Item) -> str:
        """The name of a variable that is about to be bound."""
        if not isinstance(item, Word) or item.kind != "VARIABLE":
            raise self.unexpected_item("a 'VARIABLE to name it", item)
        return item.text

    def new_slot(self, kind: str, value: Node) -> Bound:
        self.slots += 1
        return Bound(self.slots - 1, kind, value)

    def binding(self, item: Item, kind: str, value: Node) -> Binding:
        """Bind a variable within the `with`, and give its slot."""
        name = self.new_variable(item)
        return Binding(self.variables, name, self.new_slot(kind, value))

    def variable(self, word: Word) -> Node:
        bound = self.variables.get(word.text)
        if bound is None:
            raise self.refusal(
                word.at,
                f"{word.text} has no value here: name it with `declare`, `let`, `any`, `all` or "
                f"`filter` around this. {nearest(word.text, list(self.variables))}",
            )
        return Node("variable", bound.type, (bound.slot, word.text), word.at)

    def name(self, text: str, at: At) -> Node:
        self.names[text] = None
        return Node("name", NAME, (text,), at)


def is_word(item: Item, *texts: str) -> bool:
    return isinstance(item, Word) and item.text in texts
