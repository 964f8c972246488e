"""Reads a value of a given type: words, lists, places and operations. It also checks the types.

`value_forms` reads the forms that begin with a word of their own.
"""

from Game.core.options import nearest
from Game.recycle.reading.context import ReadContext, is_word
from Game.recycle.reading.limits import MOST_DIGITS
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

PLACE_KINDS = ("vloc", "iloc", "hloc", "mem")
ARITHMETIC = ("+", "-", "*", "//", "%")
ORDER = ("<", ">", "<=", ">=")
WHICH = ("previous", "next", "current")
ENDS = ("top", "bottom")

TYPE_NAMES = {
    INTEGER: "a number",
    NAME: "a NAME",
    CARD: "a card",
    PLAYER: "a player",
    TEAM: "a team",
    PLACE: "a place of cards",
    TRUTH: "a condition",
}


def type_name(kind: str) -> str:
    """A type in words."""
    if kind == PLACE + MANY:
        return "several places of cards"
    if kind.endswith(MANY):
        return f"several {kind}"
    return TYPE_NAMES[kind]


# Values of a type


def read_typed(context: ReadContext, item: Item, *kinds: str) -> Node:
    """A value of one of these types."""
    wanted = " or ".join(type_name(kind) for kind in kinds)
    plain = ("NAME", "VARIABLE", "INTEGER")
    if isinstance(item, Word) and item.kind not in plain and item.text + MANY not in kinds:
        raise context.unexpected_item(wanted, item)
    value = fit(context, read_value(context, item), kinds)
    if value.type not in kinds:
        raise context.refusal(
            item.at, f"Expected {wanted}, found {item}, which is {type_name(value.type)}"
        )
    return value


def fit(context: ReadContext, value: Node, kinds: tuple[str, ...]) -> Node:
    """The value, changed to one of these types if the language allows it.

    Parentheses around a value do not matter, several places are one where cards are asked for, and
    a NAME may be written in digits.
    """
    while value.op == "row" and len(value.parts[0]) == 1 and value.type not in kinds:
        value = value.parts[0][0]
    if value.type == PLACE + MANY and PLACE in kinds and PLACE + MANY not in kinds:
        return Node("union", PLACE, ((value,),), value.at)
    if value.op == "number" and NAME in kinds and INTEGER not in kinds:
        return context.name(str(value.parts[0]), value.at)
    return value


def read_integer(context: ReadContext, item: Item) -> Node:
    return read_typed(context, item, INTEGER)


def read_condition(context: ReadContext, item: Item) -> Node:
    return read_typed(context, item, TRUTH)


def read_card(context: ReadContext, item: Item) -> Node:
    return read_typed(context, item, CARD)


def read_name(context: ReadContext, item: Item) -> Node:
    return read_typed(context, item, NAME)


def read_cards(context: ReadContext, item: Item) -> Node:
    """The cards of a place, or a selection of cards."""
    return read_typed(context, item, PLACE)


def read_real_place(context: ReadContext, item: Item) -> Node:
    """A place that cards can be put in, not a selection of cards."""
    node = read_cards(context, item)
    if node.op not in ("place", "variable"):
        raise context.refusal(
            item.at, f"Expected a place such as `(game vloc NAME)`, found {item}, a selection"
        )
    return node


def read_collection(context: ReadContext, item: Item) -> Node:
    """Anything that has items."""
    group = read_value(context, item)
    if item_type(group.type) is None:
        raise context.refusal(
            item.at,
            "Expected something to go through, such as cards, `player` or `(A, B)`, found "
            f"{item}, which is {type_name(group.type)}",
        )
    return group


def item_type_of(group: Node) -> str:
    """The type of the items of a collection."""
    return item_type(group.type) or ""


def read_index(context: ReadContext, item: Item) -> str | Node:
    """`top`, `bottom` or a number."""
    if isinstance(item, Word) and item.text in ENDS:
        return item.text
    return read_integer(context, item)


def read_points(context: ReadContext, item: Item) -> str:
    """The name of a point map that is used, and must be put somewhere."""
    name = read_map_name(context, item)
    assert isinstance(item, Word)
    context.used_maps.append(item)
    return name


def read_map_name(context: ReadContext, item: Item) -> str:
    if not isinstance(item, Word) or item.kind != "VARIABLE":
        raise context.unexpected_item("the 'NAME of a point map", item)
    return item.text


# Any value


def read_value(context: ReadContext, item: Item) -> Node:
    if isinstance(item, Word):
        return _word(context, item)
    with context.inside(item, "a value") as form:
        return _form(context, form)


def _word(context: ReadContext, word: Word) -> Node:
    if word.kind == "INTEGER":
        if len(word.text) > MOST_DIGITS:
            raise context.refusal(
                word.at, f"A number has at most {MOST_DIGITS} digits: write a smaller one"
            )
        return Node("number", INTEGER, (int(word.text),), word.at)
    if word.kind == "NAME":
        return context.name(word.text, word.at)
    if word.kind == "VARIABLE":
        return context.variable(word)
    if word.text in ("player", "team"):
        return Node("all_" + word.text, word.text + MANY, (), word.at)
    raise context.unexpected_item("a value", word)


def _form(context: ReadContext, form: Form) -> Node:
    items, at = form.items, form.at
    first = items[0]
    if len(items) == 1 or is_word(items[1], ","):
        return _list(context, form)
    if len(items) == 3 and is_word(items[1], *PLACE_KINDS):
        return _place(context, form)
    if len(items) == 3 and is_word(items[1], "sto"):
        parts = read_holder(context, first), read_name(context, items[2])
        return Node("store", INTEGER, parts, at)
    if len(items) == 2 and is_word(items[1], "player", "team") and _may_count(first):
        return _seat(context, form)
    if isinstance(first, Word) and first.kind == "WORD":
        reader = context.value_readers.get(first.text)
        if reader is None:
            near = nearest(first.text, sorted(context.value_readers))
            raise context.refusal(at, f"{form} is no value. {near}")
        return reader(context, form)
    if isinstance(first, Word) and first.kind == "OPERATOR":
        return _operation(context, form)
    if len(items) == 2:
        return read_position(context, form)
    raise context.refusal(at, f"Expected a value, found {form}, which is none")


def _list(context: ReadContext, form: Form) -> Node:
    """`(A, B)`, `(A)` or `(0)`: a list has commas, or one item."""
    values: list[Node] = []
    for number, item in enumerate(form.items):
        if number % 2:
            context.keyword(item, ",")
        elif not values:
            values.append(read_value(context, item))
        else:
            values.append(read_typed(context, item, values[0].type))
    first = values[0]
    if first.type == TRUTH or first.type.endswith(MANY):
        if len(values) == 1:
            return first  # parentheses around a value, and no list
        raise context.refusal(form.at, f"A list cannot hold {type_name(first.type)}")
    return Node("row", first.type + MANY, (tuple(values),), form.at)


def _place(context: ReadContext, form: Form) -> Node:
    owner, kind, name = form.items
    parts = read_holder(context, owner), context.keyword(kind, *PLACE_KINDS)
    return Node("place", PLACE, (*parts, read_name(context, name)), form.at)


def read_holder(context: ReadContext, item: Item) -> Node:
    """The owner of a place or a number: the game, a player or a team."""
    if is_word(item, "game"):
        return Node("game", "game", (), item.at)
    if isinstance(item, Word) and item.kind != "VARIABLE":
        raise context.unexpected_item("`game`, a player or a team", item)
    return read_typed(context, item, PLAYER, TEAM)


def _may_count(item: Item) -> bool:
    """Can this select a player: `next`, a number, an expression?"""
    return isinstance(item, Form) or item.text in WHICH or item.kind in ("INTEGER", "VARIABLE")


def _seat(context: ReadContext, form: Form) -> Node:
    first, what = form.items[0], context.keyword(form.items[1], "player", "team")
    if isinstance(first, Word) and first.text in WHICH:
        return Node(f"{first.text}_{what}", what, (), form.at)
    return Node("numbered_" + what, what, (read_integer(context, first),), form.at)


def read_position(context: ReadContext, form: Form) -> Node:
    """One card of a place, or one of several groups of cards."""
    where = read_index(context, form.items[0])
    cards = read_typed(context, form.items[1], PLACE, PLACE + MANY)
    if cards.type == PLACE:
        return Node("card", CARD, (where, cards), form.at)
    return Node("group", PLACE, (where, cards), form.at)


def _operation(context: ReadContext, form: Form) -> Node:
    sign = form.head
    _, *sides = context.check_count(form, 3, f"({sign} A B)")
    if sign in ARITHMETIC or sign in ORDER:
        parts = sign, read_integer(context, sides[0]), read_integer(context, sides[1])
        if sign in ARITHMETIC:
            return Node("arithmetic", INTEGER, parts, form.at)
        return Node("compare", TRUTH, parts, form.at)
    left = read_typed(context, sides[0], INTEGER, NAME, CARD, PLAYER, TEAM)
    kinds = (INTEGER, NAME) if left.op == "number" else (left.type,)
    right = read_typed(context, sides[1], *kinds)
    if right.type != left.type:  # the NAME of an attribute, in digits
        if right.op == "name":
            right = read_integer(context, sides[1])
        left = fit(context, left, (NAME,))
    return Node("compare", TRUTH, (sign, left, right), form.at)
