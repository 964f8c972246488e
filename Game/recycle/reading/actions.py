"""Reads actions: what a game or a player does."""

from collections.abc import Callable

from Game.core.options import nearest
from Game.recycle.reading.context import ReadContext, is_word
from Game.recycle.reading.nodes import ACTION, NAME, PLAYER, TEAM, TRUTH, Node
from Game.recycle.reading.setup import read_create_deck, read_create_teams
from Game.recycle.reading.sexpr import Form, Item, Word
from Game.recycle.reading.values import (
    item_type_of,
    read_card,
    read_collection,
    read_condition,
    read_index,
    read_integer,
    read_map_name,
    read_name,
    read_real_place,
    read_typed,
    read_value,
)

GOAL = "`(top PLACE)`, `(bottom PLACE)` or `(N PLACE)`"


def read_actions(context: ReadContext, item: Item) -> tuple[Node, ...]:
    """The list in a `choice` or a `do`."""
    with context.inside(item, "a list of actions, `((...) ...)`") as form:
        if isinstance(form.items[0], Word):
            raise context.refusal(
                form.at, f"Expected a list of actions, found {form}: put parentheses around it"
            )
        return tuple([read_action(context, part) for part in form.items])


def read_action(context: ReadContext, item: Item) -> Node:
    """An action, several of them, or `(CONDITION action)`."""
    with context.inside(item, "an action") as form:
        return read_open_action(context, form)


def read_open_action(context: ReadContext, form: Form) -> Node:
    """The same, of a form that is open already."""
    first = form.items[0]
    if isinstance(first, Form) and len(form.items) == 1:
        return read_action(context, first)  # parentheses around an action do not matter
    if is_condition(context, first):
        test, body = read_conditional(context, form)
        return Node("when", ACTION, (test, read_action(context, body)), form.at)
    if form.head in ("choice", "stage"):
        raise context.refusal(
            form.at,
            f"A {form.head} cannot stand here, among actions: put it beside the form around it",
        )
    reader = ACTIONS.get(form.head) or BLOCKS.get(form.head)
    if reader is None:
        near = nearest(form.head, [*ACTIONS, *BLOCKS])
        raise context.refusal(form.at, f"Expected an action, found {form}. {near}")
    return reader(context, form)


def is_condition(context: ReadContext, item: Item) -> bool:
    """Is this a form, or a variable that stands for a condition?"""
    if isinstance(item, Form):
        return True
    bound = context.variables.get(item.text)
    return bound is not None and bound.type == TRUTH


def read_conditional(context: ReadContext, form: Form) -> tuple[Node, Item]:
    """The condition of `(CONDITION ACTION)`, and the action."""
    if len(form.items) != 2:
        raise context.refusal(form.at, "Expected an action, or `(CONDITION ACTION)`")
    return read_condition(context, form.items[0]), form.items[1]


# Actions around others


def _do(context: ReadContext, form: Form) -> Node:
    _, actions = context.check_count(form, 2, "(do (ACTION ...))")
    return Node("do", ACTION, (read_actions(context, actions),), form.at)


def _any_or_all(context: ReadContext, form: Form) -> Node:
    _, items, variable, body = context.check_count(form, 4, f"({form.head} COLLECTION 'V ACTION)")
    group = read_collection(context, items)
    with context.binding(variable, item_type_of(group), group) as slot:
        return Node(form.head, ACTION, (group, slot, read_action(context, body)), form.at)


def _let(context: ReadContext, form: Form) -> Node:
    _, what, variable, body = context.check_count(form, 4, "(let VALUE 'V ACTION)")
    value = read_value(context, what)
    with context.binding(variable, value.type, value) as slot:
        return Node("let", ACTION, (value, slot, read_action(context, body)), form.at)


def _repeat(context: ReadContext, form: Form) -> Node:
    _, times, action = context.check_count(form, 3, "(repeat N ACTION)")
    if not is_word(times, "all"):
        many = read_integer(context, times)
        return Node("repeat", ACTION, (many, read_action(context, action)), form.at)
    move = read_action(context, action)
    card = move.parts[0] if move.op == "move" else move
    if move.op != "move" or card.op not in ("card", "max", "min"):
        raise context.unexpected_item(
            "`(move (top PLACE) ...)`, which `repeat all` empties a place with", action
        )
    cards = card.parts[1] if card.op == "card" else card.parts[0]
    return Node("repeat_all", ACTION, (cards, move), form.at)


# Setting up


def _create(context: ReadContext, form: Form) -> Node:
    if len(form.items) > 1 and is_word(form.items[1], "deck"):
        return read_create_deck(context, form)
    if is_create_teams(form):
        context.open.pop()  # it is opened again
        node = read_create_teams(context, form)
        context.open.append(form)
        return node
    raise context.refusal(form.at, "Expected `(create deck ...)` or `(create teams ...)`")


def is_create_teams(form: Form) -> bool:
    return form.head == "create" and len(form.items) > 1 and is_word(form.items[1], "teams")


def _put(context: ReadContext, form: Form) -> Node:
    shape = "(put points 'NAME (((KEY (VALUE)) POINTS) ...))"
    _, points, variable, rows = context.check_count(form, 4, shape)
    context.keyword(points, "points")
    name = read_map_name(context, variable)
    context.maps.add(name)
    with context.inside(rows, "`(((KEY (VALUE)) POINTS) ...)`") as table:
        entries = tuple([_read_entry(context, item) for item in table.items])
    return Node("put", ACTION, (name, entries), form.at)


def _read_entry(context: ReadContext, item: Item) -> tuple[tuple[tuple[Node, Node], ...], Node]:
    """The keys and the points of an entry."""
    with context.inside(item, "an entry, `((KEY (VALUE)) POINTS)`") as row:
        if len(row.items) < 2:
            raise context.refusal(row.at, "Expected `((KEY (VALUE)) POINTS)`")
        *keys, points = row.items
        return tuple([_read_key(context, key) for key in keys]), read_integer(context, points)


def _read_key(context: ReadContext, item: Item) -> tuple[Node, Node]:
    """`(KEY (VALUE))`. The value may be a `(cardatt ...)`."""
    with context.inside(item, "`(KEY (VALUE))`") as form:
        key, value = context.check_count(form, 2, "(KEY (VALUE))")
        if isinstance(value, Form) and len(value.items) == 1:
            value = value.items[0]
        return read_name(context, key), read_typed(context, value, NAME)


# Cycles and numbers


def _cycle(context: ReadContext, form: Form) -> Node:
    _, when, who = context.check_count(form, 3, "(cycle next WHO)")
    which = context.keyword(when, "next", "current")
    if isinstance(who, Word) and who.text in ("next", "current", "previous"):
        return Node("cycle", ACTION, (which, who.text), form.at)
    return Node("cycle", ACTION, (which, read_typed(context, who, PLAYER, TEAM)), form.at)


def _change_number(context: ReadContext, form: Form) -> Node:
    _, what, amount = context.check_count(form, 3, f"({form.head} (WHO sto NAME) NUMBER)")
    store = read_integer(context, what)
    if store.op != "store":
        raise context.unexpected_item("`(WHO sto NAME)`", what)
    return Node(form.head, ACTION, (*store.parts, read_integer(context, amount)), form.at)


def _turn(context: ReadContext, form: Form) -> Node:
    _, what = context.check_count(form, 2, "(turn pass)")
    context.keyword(what, "pass")
    return Node("pass", ACTION, (), form.at)


# Cards


def _move(context: ReadContext, form: Form) -> Node:
    _, what, goal = context.check_count(form, 3, f"({form.head} CARD (top PLACE))")
    card = read_card(context, what)
    return Node(form.head, ACTION, (card, *_read_goal(context, goal)), form.at)


def _read_goal(context: ReadContext, item: Item) -> tuple[str | Node, Node]:
    """Where a card goes."""
    with context.inside(item, f"where it goes: {GOAL}") as form:
        if len(form.items) != 2:
            raise context.refusal(form.at, f"Expected {GOAL}")
        where, place = form.items
        return read_index(context, where), read_real_place(context, place)


def _remember(context: ReadContext, form: Form) -> Node:
    node = _move(context, form)
    place = node.parts[2]
    if place.op == "place" and place.parts[1] != "mem":
        raise context.refusal(
            form.items[2].at, "A card is remembered in a `mem` place: write `mem` here"
        )
    return node


def _forget(context: ReadContext, form: Form) -> Node:
    _, card = context.check_count(form, 2, "(forget CARD)")
    return Node("forget", ACTION, (read_card(context, card),), form.at)


def _shuffle(context: ReadContext, form: Form) -> Node:
    _, place = context.check_count(form, 2, "(shuffle PLACE)")
    return Node("shuffle", ACTION, (read_real_place(context, place),), form.at)


ActionReaders = dict[str, Callable[[ReadContext, Form], Node]]

ACTIONS: ActionReaders = {
    "create": _create,
    "put": _put,
    "cycle": _cycle,
    "set": _change_number,
    "inc": _change_number,
    "dec": _change_number,
    "move": _move,
    "remember": _remember,
    "forget": _forget,
    "shuffle": _shuffle,
    "turn": _turn,
    "repeat": _repeat,
}
BLOCKS: ActionReaders = {"do": _do, "any": _any_or_all, "all": _any_or_all, "let": _let}
