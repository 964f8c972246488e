"""Reads the steps of a game: its stages and choices, and the actions between them."""

from collections.abc import Callable, Sequence

from Game.recycle.reading.context import ReadContext
from Game.recycle.reading.forms.actions import (
    ACTIONS,
    declared_within,
    is_bare_block,
    is_condition,
    read_action,
    read_block,
    read_conditional,
    read_open_action,
)
from Game.recycle.reading.forms.values import (
    item_type_of,
    read_collection,
    read_condition,
    read_integer,
    read_value,
)
from Game.recycle.reading.nodes import ACTION, INTEGER, MANY, STEP, Node
from Game.recycle.reading.sexpr import Form, Item


def read_steps(context: ReadContext, items: Sequence[Item]) -> tuple[Node, ...]:
    return _one_by_one(context, items, read_step)


def _one_by_one(
    context: ReadContext, items: Sequence[Item], read: Callable[[ReadContext, Item], Node]
) -> tuple[Node, ...]:
    """Steps one after the other. In 0.5 a `declare` among them counts for those after it."""
    steps: list[Node] = []
    for number, item in enumerate(items):
        if context.is_new and isinstance(item, Form) and item.head == "declare":
            with declared_within(context, item) as (value, slot):
                rest = _one_by_one(context, items[number + 1 :], read)
            body = Node("sequence", STEP, (rest,), item.at)
            return (*steps, Node("let", STEP, (value, slot, body), item.at))
        steps.append(read(context, item))
    return tuple(steps)


def read_step(context: ReadContext, item: Item) -> Node:
    wanted = "a stage, a choice, `do`, `any`, `all` or `let`"
    with context.inside(item, wanted) as form:
        if context.is_new and form.head not in STEPS:
            return _bare_step(context, form)
        if form.head not in STEPS:
            hint = ": put it in `(do (...))`" if form.head in ACTIONS else ""
            raise context.refusal(form.at, f"Expected {wanted}, found {form}{hint}")
        return STEPS[form.head](context, form)


def _bare_step(context: ReadContext, form: Form) -> Node:
    """An action, or `(CONDITION step)`, where 0.5 expects a step: it needs no `do` around it."""
    if not has_choice(form):
        return _act(context, form)
    if len(form.items) == 1:
        return read_step(context, form.items[0])
    if form.head == "repeat":
        return _repeat(context, form)
    test, body = read_conditional(context, form)
    return Node("if", STEP, (test, read_step(context, body)), form.at)


def _repeat(context: ReadContext, form: Form) -> Node:
    """`(repeat N STEP)`: the step is done for each number from 1 to N."""
    _, many, body = context.check_count(form, 3, "(repeat N STEP)")
    first = Node("number", INTEGER, (1,), form.at)
    numbers = Node("range", INTEGER + MANY, (first, read_integer(context, many)), form.at)
    slot = context.new_slot(INTEGER, numbers).slot
    return Node("each", STEP, (numbers, slot, read_step(context, body)), form.at)


def _stage(context: ReadContext, form: Form) -> Node:
    if len(form.items) < 4:
        raise context.refusal(form.at, "Expected `(stage player (end CONDITION) STEP ...)`")
    _, who, end, *body = form.items
    kind = context.keyword(who, "player", "team")
    with context.inside(end, "`(end CONDITION)`") as ending:
        word, condition = context.check_count(ending, 2, "(end CONDITION)")
        context.keyword(word, "end")
        test = read_condition(context, condition)
    steps = read_steps(context, body)
    return Node("stage", STEP, (kind, test, steps), form.at)


def _choice(context: ReadContext, form: Form) -> Node:
    return Node("choice", STEP, (read_block(context, form, "(choice (OPTION ...))"),), form.at)


def _act(context: ReadContext, form: Form) -> Node:
    """Actions that are one step."""
    return Node("act", STEP, (read_open_action(context, form),), form.at)


def _do(context: ReadContext, form: Form) -> Node:
    """Actions, or one step after the other if there is a choice within them."""
    if not has_choice(form):
        return _act(context, form)
    if context.is_new and is_bare_block(form):
        return Node("sequence", STEP, (_one_by_one(context, form.items[1:], _part),), form.at)
    _, actions = context.check_count(form, 2, "(do (ACTION ...))")
    with context.inside(actions, "a list of actions, `((...) ...)`") as several:
        body = _one_by_one(context, several.items, _part)
    return Node("sequence", STEP, (body,), form.at)


def _part(context: ReadContext, item: Item) -> Node:
    """One of the actions of a `do` that has a choice within."""
    if context.is_new and isinstance(item, Form) and item.head == "choice":
        return read_step(context, item)
    if not isinstance(item, Form) or item.head == "choice" or not has_choice(item):
        return Node("act", STEP, (read_action(context, item),), item.at)
    if not is_condition(context, item.items[0]):
        return read_step(context, item)
    with context.inside(item, "an action") as form:
        test, body = read_conditional(context, form)
        return Node("if", STEP, (test, read_step(context, body)), item.at)


def _any(context: ReadContext, form: Form) -> Node:
    """`any` around a choice offers the options of the choice for each item."""
    inner = form.items[3] if len(form.items) == 4 else form
    if not isinstance(inner, Form) or inner.head != "choice":
        return _act(context, form)
    group = read_collection(context, form.items[1])
    with (
        context.binding(form.items[2], item_type_of(group), group) as slot,
        context.inside(inner, "a choice"),
    ):
        options = _choice(context, inner).parts[0]
    each = Node("either", ACTION, (options,), inner.at)
    return Node("choice", STEP, ((Node("any", ACTION, (group, slot, each), form.at),),), form.at)


def _all(context: ReadContext, form: Form) -> Node:
    _, items, variable, body = context.check_count(form, 4, "(all COLLECTION 'V STEP)")
    if not has_choice(body):
        return _act(context, form)
    group = read_collection(context, items)
    with context.binding(variable, item_type_of(group), group) as slot:
        return Node("each", STEP, (group, slot, read_step(context, body)), form.at)


def _let(context: ReadContext, form: Form) -> Node:
    _, what, variable, body = context.check_count(form, 4, "(let VALUE 'V STEP)")
    if not has_choice(body):
        return _act(context, form)
    value = read_value(context, what)
    with context.binding(variable, value.type, value) as slot:
        return Node("let", STEP, (value, slot, read_step(context, body)), form.at)


def has_choice(item: Item) -> bool:
    """Whether this is a choice or a stage, or contains one."""
    if not isinstance(item, Form):
        return False
    return item.head in ("choice", "stage") or any(has_choice(inner) for inner in item.items)


STEPS: dict[str, Callable[[ReadContext, Form], Node]] = {
    "stage": _stage,
    "choice": _choice,
    "do": _do,
    "any": _any,
    "all": _all,
    "let": _let,
}
