"""Reads point maps: which one is meant, and the entries that fill it.

In 0.4 a map is a variable of the whole game, and `(put points 'MAP ...)` fills it. In 0.5 it is
stored like a number, for the game, a player or a team, and `(set (game points MAP) ...)` fills it.
Both make the same nodes.
"""

from itertools import product

from Game.recycle.reading.context import ReadContext, is_word
from Game.recycle.reading.dialects import NEW, OLD
from Game.recycle.reading.forms.values import (
    map_of_game,
    read_integer,
    read_map_name,
    read_name,
    read_point_map,
)
from Game.recycle.reading.nodes import ACTION, Node
from Game.recycle.reading.sexpr import Form, Item, Word

Pair = tuple[Node, Node]  # an attribute, and its value
Entry = tuple[tuple[Pair, ...], Node]  # all pairs must fit a card for its points


def read_put(context: ReadContext, form: Form) -> Node:
    """`(put points 'MAP (((KEY (VALUE)) POINTS) ...))`."""
    if context.is_new:
        raise context.only_in(form.at, "put", OLD)
    shape = "(put points 'NAME (((KEY (VALUE)) POINTS) ...))"
    _, points, variable, rows = context.check_count(form, 4, shape)
    context.keyword(points, "points")
    name = read_map_name(context, variable)
    context.maps.add(name)
    return Node("put", ACTION, (map_of_game(name, form.at), _read_table(context, rows)), form.at)


def read_set_points(context: ReadContext, form: Form) -> Node:
    """`(set (OWNER points MAP) (((KEY : VALUE) POINTS) ...))`."""
    if len(form.items) < 3:
        context.check_count(form, 3, "(set (game points NAME) (((KEY : VALUE) POINTS) ...))")
    points = read_point_map(context, form.items[1])
    if points.op == "points" and points.parts[1].op == "name":
        context.maps.add(points.parts[1].parts[0])
    else:
        context.sets_any_map = True
    entries: list[Entry] = []
    for rows in form.items[2:]:
        entries += _read_table(context, rows)
    return Node("put", ACTION, (points, tuple(entries)), form.at)


def _read_table(context: ReadContext, rows: Item) -> tuple[Entry, ...]:
    shape = "(((KEY : VALUE) POINTS) ...)" if context.is_new else "(((KEY (VALUE)) POINTS) ...)"
    with context.inside(rows, f"`{shape}`") as table:
        if context.is_new and not _holds_entries(table):
            return tuple(_read_entry(context, table))
        items = [item for item in table.items if not (context.is_new and is_word(item, ","))]
        return tuple([entry for item in items for entry in _read_entry(context, item)])


def _holds_entries(table: Form) -> bool:
    """Is this a list of entries, and not an entry by itself?"""
    first = table.items[0]
    return isinstance(first, Form) and isinstance(first.items[0], Form)


def _read_entry(context: ReadContext, item: Item) -> list[Entry]:
    """The keys and the points of an entry: one entry for each value, if a key has several."""
    shape = "((KEY : VALUE) POINTS)" if context.is_new else "((KEY (VALUE)) POINTS)"
    with context.inside(item, f"an entry, `{shape}`") as row:
        if len(row.items) < 2:
            raise context.refusal(row.at, f"Expected `{shape}`")
        *keys, points = row.items
        pairs = [_read_key(context, key) for key in keys]
        worth = read_integer(context, points)
        return [(one, worth) for one in product(*pairs)]


def _read_key(context: ReadContext, item: Item) -> list[Pair]:
    """`(KEY (VALUE))`, in 0.5 `(KEY : VALUE)`. The value may be a `(cardatt ...)`."""
    shape = "(KEY : VALUE)" if context.is_new else "(KEY (VALUE))"
    with context.inside(item, f"`{shape}`") as form:
        items = list(form.items)
        if len(items) == 3 and is_word(items[1], ":"):
            if not context.is_new:
                raise context.only_in(items[1].at, "(KEY : VALUE)", NEW, "write `(KEY (VALUE))`")
            del items[1]
        if len(items) != 2:
            context.check_count(form, 2, shape)
        key, value = items
        if isinstance(value, Form) and len(value.items) == 1:
            value = value.items[0]
        name = read_name(context, key)
        if context.is_new and isinstance(value, Form) and is_word(value.items[1], ","):
            values = [one for one in value.items if isinstance(one, Word) and one.text != ","]
            return [(name, read_name(context, one)) for one in values]
        return [(name, read_name(context, value))]
