"""Reads the forms of values that begin with a word of their own, such as `(max ...)`."""

from collections.abc import Callable

from Game.recycle.reading.context import ReadContext
from Game.recycle.reading.forms.values import (
    fit,
    item_type_of,
    read_card,
    read_cards,
    read_collection,
    read_condition,
    read_integer,
    read_name,
    read_points,
    read_position,
    read_typed,
)
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
)
from Game.recycle.reading.sexpr import Form

# Collections


def _range(context: ReadContext, form: Form) -> Node:
    parts = read_bounds(context, form, "(range FIRST .. LAST)")
    return Node("range", INTEGER + MANY, parts, form.at)


def read_bounds(context: ReadContext, form: Form, shape: str) -> tuple[Node, Node]:
    """Two numbers with `..` between them."""
    _, first, between, last = context.check_count(form, 4, shape)
    context.keyword(between, "..")
    return read_integer(context, first), read_integer(context, last)


def _other(context: ReadContext, form: Form) -> Node:
    _, what = context.check_count(form, 2, "(other player)")
    who = context.keyword(what, "player", "team")
    return Node("other_" + who, who + MANY, (), form.at)


def _filter(context: ReadContext, form: Form) -> Node:
    _, items, variable, test = context.check_count(form, 4, "(filter COLLECTION 'V CONDITION)")
    group = read_collection(context, items)
    kind = item_type_of(group)
    with context.binding(variable, kind, group) as slot:
        parts = group, slot, read_condition(context, test)
    return Node("filter", PLACE if kind == CARD else kind + MANY, parts, form.at)


def _tuples(context: ReadContext, form: Form) -> Node:
    _, many, cards, using, points = context.check_count(form, 5, "(tuples N STORAGE using 'POINTS)")
    context.keyword(using, "using")
    parts = read_integer(context, many), read_cards(context, cards), read_points(context, points)
    return Node("tuples", PLACE + MANY, parts, form.at)


def read_selections(context: ReadContext, form: Form) -> Node:
    parts = [read_typed(context, item, PLACE, PLACE + MANY) for item in form.items[1:]]
    return Node(form.head, PLACE, (tuple(parts),), form.at)


def _any(context: ReadContext, form: Form) -> Node:
    return _quantifier(context, form, (TRUTH, PLACE))


def _all(context: ReadContext, form: Form) -> Node:
    return _quantifier(context, form, (TRUTH, PLACE, INTEGER))


def _quantifier(context: ReadContext, form: Form, kinds: tuple[str, ...]) -> Node:
    """`any` or `all`: a condition, several places, the groups of each item in 0.5, or the sum of
    numbers."""
    _, items, variable, each = context.check_count(
        form, 4, f"({form.head} COLLECTION 'V CONDITION)"
    )
    group = read_collection(context, items)
    with context.binding(variable, item_type_of(group), group) as slot:
        body = read_typed(context, each, *kinds, PLACE + MANY)
        if not context.is_new or body.op in ("places", "row"):  # places: they become one selection
            body = fit(context, body, kinds)
    op, kind = {
        TRUTH: (form.head, TRUTH),
        PLACE: ("places", PLACE + MANY),
        PLACE + MANY: ("groups_of_each", PLACE + MANY),
        INTEGER: ("total", INTEGER),
    }[body.type]
    return Node(op, kind, (group, slot, body), form.at)


# Cards


def _game(context: ReadContext, form: Form) -> Node:
    kinds = (
        "vloc, iloc, hloc, oloc, mem, sto, str or points"
        if context.is_new
        else ("vloc, iloc, hloc, mem or sto")
    )
    raise context.refusal(form.at, f"Expected `(game vloc NAME)`, with {kinds}")


def _end(context: ReadContext, form: Form) -> Node:
    context.check_count(form, 2, "(top STORAGE)")
    return read_position(context, form)


def _best(context: ReadContext, form: Form) -> Node:
    _, cards, using, points = context.check_count(form, 4, f"({form.head} STORAGE using 'POINTS)")
    context.keyword(using, "using")
    parts = read_cards(context, cards), read_points(context, points)
    return Node(form.head, CARD, parts, form.at)


def _actual(context: ReadContext, form: Form) -> Node:
    _, card = context.check_count(form, 2, "(actual CARD)")
    return Node("actual", CARD, (read_card(context, card),), form.at)


# Players and teams


def _in_turn(context: ReadContext, form: Form) -> Node:
    raise context.refusal(form.at, f"Expected `({form.head} player)` or `({form.head} team)`")


def _owner(context: ReadContext, form: Form) -> Node:
    _, card = context.check_count(form, 2, "(owner CARD)")
    return Node("owner", PLAYER, (read_card(context, card),), form.at)


def _team(context: ReadContext, form: Form) -> Node:
    _, player = context.check_count(form, 2, "(team PLAYER)")
    return Node("team_of", TEAM, (read_typed(context, player, PLAYER),), form.at)


# Numbers, names and conditions


def _size(context: ReadContext, form: Form) -> Node:
    _, items = context.check_count(form, 2, "(size STORAGE)")
    return Node("size", INTEGER, (read_collection(context, items),), form.at)


def _sum(context: ReadContext, form: Form) -> Node:
    _, cards, using, points = context.check_count(form, 4, "(sum STORAGE using 'POINTS)")
    context.keyword(using, "using")
    parts = read_cards(context, cards), read_points(context, points)
    return Node("sum", INTEGER, parts, form.at)


def _score(context: ReadContext, form: Form) -> Node:
    _, card, using, points = context.check_count(form, 4, "(score CARD using 'POINTS)")
    context.keyword(using, "using")
    parts = read_card(context, card), read_points(context, points)
    return Node("score", INTEGER, parts, form.at)


def _cardatt(context: ReadContext, form: Form) -> Node:
    _, attribute, card = context.check_count(form, 3, "(cardatt ATTRIBUTE CARD)")
    parts = read_name(context, attribute), read_card(context, card)
    return Node("cardatt", NAME, parts, form.at)


def _mod(context: ReadContext, form: Form) -> Node:
    _, left, right = context.check_count(form, 3, "(mod A B)")
    parts = "%", read_integer(context, left), read_integer(context, right)
    return Node("arithmetic", INTEGER, parts, form.at)


def _conditions(context: ReadContext, form: Form) -> Node:
    parts = tuple([read_condition(context, item) for item in form.items[1:]])
    return Node(form.head, TRUTH, (parts,), form.at)


def _not(context: ReadContext, form: Form) -> Node:
    _, condition = context.check_count(form, 2, "(not CONDITION)")
    return Node("not", TRUTH, (read_condition(context, condition),), form.at)


VALUE_READERS: dict[str, Callable[[ReadContext, Form], Node]] = {
    "actual": _actual,
    "all": _all,
    "and": _conditions,
    "any": _any,
    "bottom": _end,
    "cardatt": _cardatt,
    "current": _in_turn,
    "filter": _filter,
    "game": _game,
    "max": _best,
    "min": _best,
    "mod": _mod,
    "next": _in_turn,
    "not": _not,
    "or": _conditions,
    "other": _other,
    "owner": _owner,
    "previous": _in_turn,
    "range": _range,
    "score": _score,
    "size": _size,
    "sum": _sum,
    "team": _team,
    "top": _end,
    "tuples": _tuples,
    "union": read_selections,
}
