"""Reads the values that only dialect 0.5 has: selections and groups of cards, and numbers."""

from collections.abc import Callable, Mapping

from Game.recycle.reading.context import ReadContext, is_word
from Game.recycle.reading.forms.value_forms import read_bounds, read_selections
from Game.recycle.reading.forms.values import (
    read_cards,
    read_integer,
    read_name,
    read_points,
    read_typed,
)
from Game.recycle.reading.nodes import INTEGER, MANY, PLACE, Node
from Game.recycle.reading.sexpr import Form


def _sort(context: ReadContext, form: Form) -> Node:
    _, cards, using, points = context.check_count(form, 4, "(sort CARDS using MAP)")
    context.keyword(using, "using")
    parts = read_cards(context, cards), read_points(context, points)
    return Node("sort", PLACE, parts, form.at)


def _partition(context: ReadContext, form: Form) -> Node:
    """Cards in groups: one for each value of an attribute."""
    if len(form.items) < 3:
        context.check_count(form, 3, "(partition ATTRIBUTE CARDS ...)")
    attribute = read_name(context, form.items[1])
    places = [read_typed(context, item, PLACE, PLACE + MANY) for item in form.items[2:]]
    cards = Node("union", PLACE, (tuple(places),), form.at)
    return Node("partition", PLACE + MANY, (attribute, cards), form.at)


def _subsets(context: ReadContext, form: Form) -> Node:
    _, cards = context.check_count(form, 2, "(subsets CARDS)")
    return Node("subsets", PLACE + MANY, (read_cards(context, cards),), form.at)


def _runs(context: ReadContext, form: Form) -> Node:
    which, *parts = _run_parts(context, form, "largest", "all")
    return Node("runs", PLACE + MANY, (which, *parts), form.at)


def _run(context: ReadContext, form: Form) -> Node:
    """The longest run with the top card, or with the bottom one."""
    which, *parts = _run_parts(context, form, "top", "bottom")
    return Node("run", PLACE, (which, *parts), form.at)


def _run_parts(context: ReadContext, form: Form, *which: str) -> tuple[str, Node, Node, Node]:
    shape = f"({form.head} {which[0]} N CARDS using MAP)"
    _, kind, least, cards, using, points = context.check_count(form, 6, shape)
    word = context.keyword(kind, *which)
    context.keyword(using, "using")
    return (
        word,
        read_integer(context, least),
        read_cards(context, cards),
        read_points(context, points),
    )


def _series(context: ReadContext, form: Form) -> Node:
    _, number = context.check_count(form, 2, f"({form.head} N)")
    return Node("series", INTEGER, (form.head, read_integer(context, number)), form.at)


def _random(context: ReadContext, form: Form) -> Node:
    """A number from 0 to N, or from A to B."""
    if len(form.items) == 2:
        first = Node("number", INTEGER, (0,), form.at)
        return Node("random", INTEGER, (first, read_integer(context, form.items[1])), form.at)
    if len(form.items) == 3 and not is_word(form.items[1], ".."):
        first, last = (read_integer(context, item) for item in form.items[1:])
        return Node("random", INTEGER, (first, last), form.at)
    bounds = read_bounds(context, form, "(random FIRST .. LAST)")
    return Node("random", INTEGER, bounds, form.at)


NEW_READERS: Mapping[str, Callable[[ReadContext, Form], Node]] = {
    "disjunction": read_selections,
    "fib": _series,
    "intersect": read_selections,
    "partition": _partition,
    "random": _random,
    "run": _run,
    "runs": _runs,
    "sort": _sort,
    "subsets": _subsets,
    "tri": _series,
}
