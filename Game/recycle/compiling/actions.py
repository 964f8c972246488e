"""Compiles actions: what a game or a player does."""

from collections.abc import Callable

from Game.recycle.compiling.context import CompileContext
from Game.recycle.compiling.values import (
    compile_group,
    compile_index,
    compile_store,
    compile_text_store,
    compile_value,
)
from Game.recycle.machine import actions, control, function, seats
from Game.recycle.machine.action import TableAction
from Game.recycle.machine.opcodes import BY_FACE, BY_PLACE, NAMED
from Game.recycle.machine.setting_up import creation
from Game.recycle.reading.nodes import TEAM, Node


def compile_action(context: CompileContext, node: Node) -> TableAction:
    action = ACTIONS[node.op](context, node)
    context.actions[id(node)] = action
    return action


# Several


def _do(context: CompileContext, node: Node) -> TableAction:
    parts = [compile_action(context, part) for part in node.parts[0]]
    return parts[0] if len(parts) == 1 else control.Sequence(parts, node.at)


def _either(context: CompileContext, node: Node) -> TableAction:
    return control.Either([compile_action(context, part) for part in node.parts[0]], node.at)


def _when(context: CompileContext, node: Node) -> TableAction:
    test, body = node.parts
    return control.When(compile_value(context, test), compile_action(context, body), node.at)


def _all(context: CompileContext, node: Node) -> TableAction:
    group, slot, body = node.parts
    items = compile_group(context, group)
    context.note_items(group, slot)
    if group.op == "place":
        context.placed.add(slot)
    body = compile_action(context, body)
    return control.ForEach(items, slot, body, context.in_choice, node.at)


def _any(context: CompileContext, node: Node) -> TableAction:
    """Only a choice picks an item. Elsewhere the action is done with every item, as in `all`."""
    if not context.in_choice:
        return _all(context, node)
    group, slot, body = node.parts
    items = compile_group(context, group)
    context.note_items(group, slot)
    return control.Pick(items, slot, compile_action(context, body), node.at)


def _let(context: CompileContext, node: Node) -> TableAction:
    """A `let`, or a `declare`, which has no body."""
    what, slot, *bodies = node.parts
    value = compile_value(context, what)
    if _way_of_choosing(context, what) == BY_PLACE:
        context.placed.add(slot)
    body = compile_action(context, bodies[0]) if bodies else None
    return control.Let(value, slot, body, node.at)


def _repeat(context: CompileContext, node: Node) -> TableAction:
    many, body = node.parts
    return control.Repeat(compile_value(context, many), compile_action(context, body), node.at)


def _repeat_all(context: CompileContext, node: Node) -> TableAction:
    cards, body = node.parts
    return control.RepeatAll(compile_value(context, cards), compile_action(context, body), node.at)


# Setting up


def _create_players(context: CompileContext, node: Node) -> TableAction:
    return creation.MakePlayers(node.parts[0], node.at)


def _create_teams(context: CompileContext, node: Node) -> TableAction:
    teams, in_text = node.parts
    if any(isinstance(member, Node) for members in teams for member in members):
        computed = [
            [
                compile_value(context, one) if isinstance(one, Node) else function.Constant(one)
                for one in members
            ]
            for members in teams
        ]
        return creation.MakeComputedTeams(computed, context.plan.players, node.at)
    return creation.MakeTeams(teams, in_text, context.plan.players, node.at)


def _create_deck(context: CompileContext, node: Node) -> TableAction:
    place, cards = node.parts
    faces = [context.plan.faces[card] for card in cards]
    return creation.MakeDeck(compile_value(context, place), faces, node.at)


def _put(context: CompileContext, node: Node) -> TableAction:
    points, entries = node.parts
    rows = [
        (
            [(compile_value(context, key), compile_value(context, value)) for key, value in pairs],
            compile_value(context, worth),
        )
        for pairs, worth in entries
    ]
    return creation.Put(compile_value(context, points), rows, context.plan.attributes, node.at)


# Cycles and numbers


def _cycle(context: CompileContext, node: Node) -> TableAction:
    when, who = node.parts
    of_team = isinstance(who, Node) and who.type == TEAM
    seat = compile_value(context, who) if isinstance(who, Node) else seats.PlayerInTurn(who)
    return actions.Cycle(when == "next", of_team, seat, node.at)


def _change_number(context: CompileContext, node: Node) -> TableAction:
    owner, name, amount = node.parts
    store = compile_store(context, owner, name)
    return actions.ChangeNumber(node.op, store, compile_value(context, amount), node.at)


def _set_text(context: CompileContext, node: Node) -> TableAction:
    owner, name, text = node.parts
    store = compile_text_store(context, owner, name)
    return actions.SetText(store, compile_value(context, text), node.at)


def _pass(context: CompileContext, node: Node) -> TableAction:
    return actions.Pass(node.at)


# Cards


def _move(context: CompileContext, node: Node) -> TableAction:
    card, where, place = node.parts
    is_there = card.op == "variable" and card.parts[0] in context.solid
    return actions.MoveCard(
        compile_value(context, card),
        compile_value(context, place),
        compile_index(context, where),
        _way_of_choosing(context, card),
        context.plan.memories,
        is_there and place.op == "place" and place.parts[1] != "mem",
        _selection(card),
        node.at,
    )


def _selection(card: Node) -> int:
    """The variable that holds the selection which the card is taken from; -1 for none."""
    source = card.parts[1] if card.op == "card" else card
    is_held = card.op == "card" and source.op == "variable"
    return int(source.parts[0]) if is_held else -1


def _way_of_choosing(context: CompileContext, card: Node) -> int:
    """Is the card chosen by its face, by where it lies, or by its name?"""
    if card.op == "actual":
        return NAMED
    if card.op == "variable" and card.parts[0] in context.placed:
        return BY_PLACE
    if card.op == "card" and card.parts[1].op == "place":
        return BY_PLACE
    return BY_FACE


def _remember(context: CompileContext, node: Node) -> TableAction:
    card, where, place = node.parts
    return actions.Remember(
        compile_value(context, card),
        compile_value(context, place),
        compile_index(context, where),
        context.plan.memories,
        node.at,
    )


def _forget(context: CompileContext, node: Node) -> TableAction:
    memory = _source(context, node.parts[0])
    place = compile_value(context, memory) if memory else None
    card = compile_value(context, node.parts[0])
    return actions.Forget(card, place, context.plan.memories, node.at)


def _source(context: CompileContext, node: Node | None) -> Node | None:
    """The place that a card is from, if the description names it."""
    while node is not None and node.op != "place":
        if node.op == "variable":
            node = context.sources.get(node.parts[0])
        elif node.op in ("card", "filter"):
            node = node.parts[1 if node.op == "card" else 0]
        else:
            return None
    return node


def _shuffle(context: CompileContext, node: Node) -> TableAction:
    return actions.Shuffle(compile_value(context, node.parts[0]), node.at)


def _faro(context: CompileContext, node: Node) -> TableAction:
    place, other = [compile_value(context, part) for part in node.parts]
    return actions.Faro(place, other, node.at)


ACTIONS: dict[str, Callable[[CompileContext, Node], TableAction]] = {
    "all": _all,
    "any": _any,
    "create_deck": _create_deck,
    "create_players": _create_players,
    "create_teams": _create_teams,
    "cycle": _cycle,
    "dec": _change_number,
    "do": _do,
    "either": _either,
    "faro": _faro,
    "forget": _forget,
    "inc": _change_number,
    "let": _let,
    "move": _move,
    "pass": _pass,
    "put": _put,
    "remember": _remember,
    "repeat": _repeat,
    "repeat_all": _repeat_all,
    "set": _change_number,
    "set_text": _set_text,
    "shuffle": _shuffle,
    "when": _when,
}
