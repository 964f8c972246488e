"""Reads actions: what a game or a player does."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from Game.core.options import nearest
from Game.recycle.reading.context import ReadContext, is_word
from Game.recycle.reading.dialects import NEW
from Game.recycle.reading.forms.point_maps import read_put, read_set_points
from Game.recycle.reading.forms.setup import read_create_deck, read_create_teams
from Game.recycle.reading.forms.values import (
    PLACE_KINDS,
    item_type_of,
    read_card,
    read_collection,
    read_condition,
    read_index,
    read_integer,
    read_name,
    read_real_place,
    read_typed,
    read_value,
)
from Game.recycle.reading.nodes import ACTION, PLAYER, TEAM, TRUTH, Node
from Game.recycle.reading.sexpr import Form, Item, Word

GOAL = "`(top PLACE)`, `(bottom PLACE)` or `(N PLACE)`"


def read_block(context: ReadContext, form: Form, shape: str) -> tuple[Node, ...]:
    """The actions of a `choice` or a `do`. 0.5 also takes them without a list around them."""
    if context.is_new and is_bare_block(form):
        return _in_order(context, form.items[1:])
    _, actions = context.check_count(form, 2, shape)
    with context.inside(actions, "a list of actions, `((...) ...)`") as several:
        if isinstance(several.items[0], Word):
            raise context.refusal(
                several.at,
                f"Expected a list of actions, found {several}: put parentheses around it",
            )
        return _in_order(context, several.items)


def is_bare_block(form: Form) -> bool:
    """Is there no list around the actions?"""
    return len(form.items) > 2 or (
        len(form.items) == 2 and isinstance(form.items[1], Form) and form.items[1].head != ""
    )


def _in_order(context: ReadContext, items: Sequence[Item]) -> tuple[Node, ...]:
    """Actions one after the other. In 0.5 a `declare` among them counts for those after it."""
    actions: list[Node] = []
    for number, item in enumerate(items):
        if context.is_new and isinstance(item, Form) and item.head == "declare":
            with declared_within(context, item) as (value, slot):
                rest = Node("do", ACTION, (_in_order(context, items[number + 1 :]),), item.at)
            return (*actions, Node("let", ACTION, (value, slot, rest), item.at))
        actions.append(read_action(context, item))
    return tuple(actions)


@contextmanager
def declared_within(context: ReadContext, item: Item) -> Iterator[tuple[Node, int]]:
    """The value and the slot of a `declare` that counts within the `with`."""
    with context.inside(item, "`(declare VALUE 'V)`") as form:
        _, what, variable = context.check_count(form, 3, "(declare VALUE 'V)")
        value = read_value(context, what)
    with context.binding(variable, value.type, value) as slot:
        yield value, slot


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
    return Node("do", ACTION, (read_block(context, form, "(do (ACTION ...))"),), form.at)


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
    body = read_action(context, action)
    cards = _emptied(body, context.is_new)
    if cards is None:
        raise context.unexpected_item(
            "`(move (top PLACE) ...)`, which `repeat all` empties a place with", action
        )
    if body.op == "forget" and not context.is_new:
        raise context.only_in(action.at, "repeat all (forget ...)", NEW, "write it once for each")
    return Node("repeat_all", ACTION, (cards, body), form.at)


def _emptied(body: Node, is_new: bool) -> Node | None:
    """The cards that an action takes one by one. In 0.5 it may be a part of several actions."""
    for node in body.walk() if is_new else [body]:
        card = node.parts[0] if node.op in ("move", "forget") else None
        if card is not None and card.op == "card":
            source: Node = card.parts[1]
            return source
        if card is not None and card.op in ("max", "min"):
            cards: Node = card.parts[0]
            return cards
    return None


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


# Cycles and numbers


def _cycle(context: ReadContext, form: Form) -> Node:
    _, when, who = context.check_count(form, 3, "(cycle next WHO)")
    which = context.keyword(when, "next", "current")
    if isinstance(who, Word) and who.text in ("next", "current", "previous"):
        return Node("cycle", ACTION, (which, who.text), form.at)
    return Node("cycle", ACTION, (which, read_typed(context, who, PLAYER, TEAM)), form.at)


def _set(context: ReadContext, form: Form) -> Node:
    """`set` sets a number and, in 0.5, a text or a point map."""
    what = form.items[1] if len(form.items) > 1 else form
    if isinstance(what, Form) and len(what.items) == 3 and is_word(what.items[1], "points"):
        return read_set_points(context, form)
    if isinstance(what, Form) and len(what.items) == 3 and is_word(what.items[1], "str"):
        _, store, text = context.check_count(form, 3, "(set (WHO str NAME) TEXT)")
        owner, name = read_name(context, store).parts
        return Node("set_text", ACTION, (owner, name, read_name(context, text)), form.at)
    return _change_number(context, form)


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
        if context.is_new and len(form.items) == 3 and is_word(form.items[1], *PLACE_KINDS):
            return "top", read_real_place(context, item)
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
    if len(form.items) > 1 and is_word(form.items[1], "faro"):
        if not context.is_new:
            raise context.only_in(form.at, "shuffle faro", NEW, "move the cards one by one")
        _, _, one, other = context.check_count(form, 4, "(shuffle faro PLACE PLACE)")
        places = read_real_place(context, one), read_real_place(context, other)
        return Node("faro", ACTION, places, form.at)
    _, place = context.check_count(form, 2, "(shuffle PLACE)")
    return Node("shuffle", ACTION, (read_real_place(context, place),), form.at)


ActionReaders = dict[str, Callable[[ReadContext, Form], Node]]

ACTIONS: ActionReaders = {
    "create": _create,
    "put": read_put,
    "cycle": _cycle,
    "set": _set,
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
