"""Compiles stages, choices and steps between them to the instructions of the program."""

from collections.abc import Callable
from typing import Any

from Game.recycle.compiling.actions import compile_action
from Game.recycle.compiling.context import CompileContext
from Game.recycle.compiling.values import compile_group, compile_value
from Game.recycle.machine.control import without_test
from Game.recycle.machine.function import Negation
from Game.recycle.machine.interpreter import Instruction
from Game.recycle.machine.opcodes import ADVANCE, CHOOSE, EACH, ENTER, LEAVE, LET, NEXT, RUN, TEST
from Game.recycle.reading.nodes import CARD, MANY, PLACE, Node, item_type


def compile_step(context: CompileContext, node: Node) -> None:
    """Add the instructions of a step to the code."""
    STEPS[node.op](context, node)


def hidden_kind(value_type: str) -> str:
    """What a variable of this type holds, if that may be hidden from a seat; else ""."""
    return {CARD: "card", PLACE: "place", PLACE + MANY: "places"}.get(value_type, "")


def _add(context: CompileContext, opcode: int, node: Node, what: Any = None) -> Instruction:
    context.code.append(Instruction(opcode, node.at, what))
    return context.code[-1]


def _choice(context: CompileContext, node: Node) -> None:
    options = node.parts[0]
    context.held_at[len(context.code)] = dict(sorted(context.held.items()))
    choose = _add(context, CHOOSE, node, options)
    context.in_choice = True
    choose.actions = [compile_action(context, option) for option in options]
    choose.chosen = [without_test(action) for action in choose.actions]
    context.in_choice = False


def _act(context: CompileContext, node: Node) -> None:
    action = node.parts[0]
    _add(context, RUN, node, action).action = compile_action(context, action)


def _sequence(context: CompileContext, node: Node) -> None:
    for part in node.parts[0]:
        compile_step(context, part)


def _if(context: CompileContext, node: Node) -> None:
    test, body = node.parts
    skip = _add(context, TEST, node, test)
    skip.function = Negation(compile_value(context, test))
    compile_step(context, body)
    skip.goal = len(context.code)


def _stage(context: CompileContext, node: Node) -> None:
    kind, test, body = node.parts
    code = context.code
    ended = compile_value(context, test)
    enter = _add(context, ENTER, node)
    first = _add(context, TEST, node, test)
    start = len(code)
    for part in body:
        compile_step(context, part)
    later = _add(context, TEST, node, test)
    advance = _add(context, ADVANCE, node)
    advance.goal = start
    leave = _add(context, LEAVE, node)
    first.function = later.function = ended
    first.goal = later.goal = len(code) - 1
    enter.of_team = advance.of_team = leave.of_team = kind == "team"


def _let(context: CompileContext, node: Node) -> None:
    value, slot, body = node.parts
    let = _add(context, LET, node, value)
    let.function, let.slot = compile_value(context, value), slot
    let.kind = hidden_kind(value.type)
    context.held[slot] = let.kind
    compile_step(context, body)
    del context.held[slot]


def _each(context: CompileContext, node: Node) -> None:
    group, slot, body = node.parts
    each = _add(context, EACH, node, group)
    each.function = compile_group(context, group)
    each.kind = hidden_kind(item_type(group.type) or "")
    context.note_items(group, slot)
    head = len(context.code)
    step = _add(context, NEXT, node)
    context.held[slot] = each.kind
    compile_step(context, body)
    del context.held[slot]
    _add(context, TEST, node).goal = head
    step.slot, step.goal, step.kind = slot, len(context.code), each.kind


STEPS: dict[str, Callable[[CompileContext, Node], None]] = {
    "act": _act,
    "choice": _choice,
    "each": _each,
    "if": _if,
    "let": _let,
    "sequence": _sequence,
    "stage": _stage,
}
