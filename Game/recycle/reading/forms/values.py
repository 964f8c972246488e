"""Reads a value of a given type: words, lists, places and operations. It also checks the types.

`value_forms` reads the forms that begin with a word of their own.
"""

from dataclasses import replace

from Game.core.options import nearest
from Game.recycle.reading.context import ReadContext, is_word
from Game.recycle.reading.dialects import NEW, OLD
from Game.recycle.reading.errors import At
from Game.recycle.reading.limits import MOST_DIGITS
from Game.recycle.reading.nodes import (
    CARD,
    INTEGER,
    MANY,
    NAME,
    PLACE,
    PLAYER,
    POINTS,
    TEAM,
    TRUTH,
    Node,
    item_type,
)
from Game.recycle.reading.sexpr import Form, Item, Word

PLACE_KINDS = ("vloc", "iloc", "hloc", "mem", "oloc")
ARITHMETIC = ("+", "-", "*", "//", "%", "^")
ORDER = ("<", ">", "<=", ">=")
WHICH = ("previous", "next", "current")
ENDS = ("top", "bottom")
# The values that only dialect 0.5 has. `card_groups` reads them.
ONLY_NEW = (
    "disjunction", "fib", "intersect", "partition", "random", "run", "runs", "sort", "subsets",
    "tri",
)  # fmt: skip

TYPE_NAMES = {
    INTEGER: "a number",
    NAME: "a NAME",
    CARD: "a card",
    PLAYER: "a player",
    TEAM: "a team",
    PLACE: "a place of cards",
    TRUTH: "a condition",
    POINTS: "a point map",
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
    if NAME in kinds and _is_lower_name(context, item):
        return context.name(str(item)[1:-1], item.at)
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
    if context.is_new and value.type == INTEGER and NAME in kinds and INTEGER not in kinds:
        return Node("name_of_number", NAME, (value,), value.at)
    return value


def _is_lower_name(context: ReadContext, item: Item) -> bool:
    """Is this a name in small letters? 0.5 takes it where it can be nothing else."""
    if not context.is_new or not isinstance(item, Word) or item.kind != "WORD":
        return False
    return item.text not in (*context.value_readers, "player", "players", "all")


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


def read_place_name(context: ReadContext, item: Item, kind: str) -> Node:
    """The name of a place, a number or a text. In 0.5 it may be a number, or `new`."""
    if is_word(item, "new") and kind in PLACE_KINDS:
        if not context.is_new:
            raise context.only_in(item.at, "new", NEW, "give the place a NAME")
        return Node("new", NAME, (), item.at)
    return read_name(context, item)


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


def read_points(context: ReadContext, item: Item) -> Node:
    """A point map that is used, and must be put somewhere."""
    if context.is_new:
        if (
            isinstance(item, Word)
            and item.kind == "VARIABLE"
            and item.text not in context.variables
        ):
            raise context.only_in(
                item.at, f"using {item.text}", OLD, f"write `using (game points {item.text[1:]})`"
            )
        points = read_point_map(context, item)
        if points.op == "points" and points.parts[1].op == "name":
            context.used_maps.append((points.parts[1].parts[0], item))
        return points
    if isinstance(item, Form) and len(item.items) == 3 and is_word(item.items[1], "points"):
        name = item.items[2]
        raise context.only_in(
            item.at, "(game points NAME)", NEW, f"write `using '{str(name)[1:-1]}`"
        )
    text = read_map_name(context, item)
    context.used_maps.append((text, item))
    return map_of_game(text, item.at)


def read_point_map(context: ReadContext, item: Item) -> Node:
    """`(OWNER points NAME)`."""
    return read_typed(context, item, POINTS)


def map_of_game(name: str, at: At) -> Node:
    """The node of a map that the whole game shares."""
    return Node(
        "points", POINTS, (Node("game", "game", (), at), Node("name", NAME, (name,), at)), at
    )


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
        parts = read_holder(context, first), read_place_name(context, items[2], "sto")
        return Node("store", INTEGER, parts, at)
    if len(items) == 3 and is_word(items[1], "str", "points"):
        return _new_storage(context, form)
    if len(items) == 3 and is_word(first, *ENDS):
        return _slice(context, form)
    if len(items) == 2 and is_word(items[1], "player", "team") and _may_count(first):
        return _seat(context, form)
    if isinstance(first, Word) and first.kind == "WORD":
        reader = context.value_readers.get(first.text)
        if reader is None and first.text in ONLY_NEW:
            raise context.only_in(at, first.text, NEW)
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
    """`(A, B)`, `(A)` or `(0)`: a list has commas, or one item. In `(2, JACK)` all are NAMEs."""
    values: list[Node] = []
    has_names = any(isinstance(item, Word) and item.kind == "NAME" for item in form.items)
    for number, item in enumerate(form.items):
        if number % 2:
            context.keyword(item, ",")
        elif has_names:
            values.append(read_name(context, item))
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
    if is_word(kind, "oloc") and not context.is_new:
        raise context.only_in(kind.at, "oloc", NEW)
    parts = read_holder(context, owner), context.keyword(kind, *PLACE_KINDS)
    return Node("place", PLACE, (*parts, read_place_name(context, name, parts[1])), form.at)


def _new_storage(context: ReadContext, form: Form) -> Node:
    """A stored text, or a stored point map."""
    owner, kind, name = form.items
    what = context.keyword(kind, "str", "points")
    if not context.is_new:
        raise context.only_in(kind.at, what, NEW)
    parts = read_holder(context, owner), read_place_name(context, name, what)
    if what == "points":
        return Node("points", POINTS, parts, form.at)
    return Node("stored_text", NAME, parts, form.at)


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


def _slice(context: ReadContext, form: Form) -> Node:
    """`(top N CARDS)` or `(bottom N CARDS)`: the first cards or the last ones."""
    end, many, cards = form.items
    if not context.is_new:
        raise context.only_in(form.at, f"{form.head} N CARDS", NEW, "take the cards one by one")
    parts = context.keyword(end, *ENDS), read_integer(context, many), read_cards(context, cards)
    return Node("slice", PLACE, parts, form.at)


def _operation(context: ReadContext, form: Form) -> Node:
    sign = form.head
    if context.is_new and sign in ("+", "*") and len(form.items) > 3:
        *first, last = form.items  # (+ A B C) is (+ (+ A B) C)
        form = replace(form, items=(form.items[0], replace(form, items=tuple(first)), last))
    if sign == "^" and not context.is_new:
        raise context.only_in(form.at, "^", NEW, "multiply")
    _, *sides = context.check_count(form, 3, f"({sign} A B)")
    if sign in ARITHMETIC or sign in ORDER:
        parts = sign, read_integer(context, sides[0]), read_integer(context, sides[1])
        if sign in ARITHMETIC:
            return Node("arithmetic", INTEGER, parts, form.at)
        return Node("compare", TRUTH, parts, form.at)
    left = read_typed(context, sides[0], INTEGER, NAME, CARD, PLAYER, TEAM)
    may_be_name = left.op == "number" or (context.is_new and left.type == INTEGER)
    kinds = (INTEGER, NAME) if may_be_name else (left.type,)
    right = read_typed(context, sides[1], *kinds)
    if right.type != left.type:  # the NAME of an attribute, in digits
        if right.op == "name":
            right = read_integer(context, sides[1])
        left = fit(context, left, (NAME,))
    return Node("compare", TRUTH, (sign, left, right), form.at)
