"""Reads a whole description: its declarations, its setup, its steps and its scoring.

The caller may ask for other players, or for other values of what the text declares.
"""

import re
from collections.abc import Mapping

from Game.core.options import nearest
from Game.recycle.reading.context import ReadContext, is_word
from Game.recycle.reading.dialects import DIALECTS, OLD, dialect_of, unknown_dialect
from Game.recycle.reading.errors import At, DescriptionError, Source
from Game.recycle.reading.forms.actions import ACTIONS, is_create_teams, read_action
from Game.recycle.reading.forms.card_groups import NEW_READERS
from Game.recycle.reading.forms.setup import read_create_players, read_create_teams, teams_of_one
from Game.recycle.reading.forms.steps import read_steps
from Game.recycle.reading.forms.value_forms import VALUE_READERS
from Game.recycle.reading.forms.values import read_integer, read_value
from Game.recycle.reading.limits import AS_FIRST_ENGINE
from Game.recycle.reading.nodes import ACTION, INTEGER, NAME, Description, Node
from Game.recycle.reading.sexpr import Form, Item, plain_text, read_forms

CHOICES, WORK = 20_000, 5_000_000
MOST = {"choices": 1_000_000, "work": 100_000_000}
LIMIT = re.compile(r"^\s*;;\s*(choices|work):\s*([0-9]{1,12})\s*$", re.MULTILINE)

FIRST_ENGINE = re.compile(rf"^\s*{AS_FIRST_ENGINE}\s*$", re.MULTILINE)

AskedValues = Mapping[str, int | str]  # by the names of variables, without their '


def read(
    text: str, name: str = "game", players: int = 0, declared: AskedValues | None = None
) -> Description:
    """A description from its text. A text that is no description raises a `DescriptionError`.

    With `players` the game is for that many. If the text is for another number, each plays alone.
    `declared` gives another number or NAME to variables that the text declares.
    """
    source = Source(name, plain_text(text))
    if unknown := unknown_dialect(source.text):
        line = source.text.count("\n", 0, unknown.start(1)) + 1
        column = unknown.start(1) - source.text.rfind("\n", 0, unknown.start(1))
        known = " and ".join(DIALECTS)
        raise DescriptionError(
            source,
            At(line, column, *unknown.span(1)),
            f"There is no dialect {unknown[2]}. The dialects are {known}",
        )
    dialect = dialect_of(source.text, name)
    form, superfluous = read_forms(source)
    readers = VALUE_READERS if dialect == OLD else {**VALUE_READERS, **NEW_READERS}
    context = ReadContext(source, readers, dialect, players, dict(declared or {}))
    for at in superfluous:
        context.remark(at, "The game is closed before this `)`, which is passed over.")
    return _read_game(context, form)


def limits(text: str) -> tuple[int, int]:
    """How many choices a game may have, and how much work there may be between two of them.

    If the usual limits are too low, a comment sets them: `;; choices: 50000`, `;; work: 5000000`.
    """
    limits = {"choices": CHOICES, "work": WORK}
    for name, number in LIMIT.findall(text):
        limits[name] = min(int(number), MOST[name])
    return limits["choices"], limits["work"]


def _read_game(context: ReadContext, form: Form) -> Description:
    if form.head != "game":
        raise context.refusal(form.at, f"Expected `(game ...)`, found {form}")
    context.open.append(form)
    items = list(form.items[1:])
    if context.is_new:  # there these may stand anywhere
        items.sort(key=lambda item: not _has_head(item, "declare"))
        items.sort(key=lambda item: _has_head(item, "scoring"))
    declared: list[Node] = []
    while items and _has_head(items[0], "declare"):
        declared.append(_read_declaration(context, items.pop(0)))
    _check_asked_values(context, form.at)
    if not items or not _has_head(items[0], "setup"):
        instead = f", found {items[0]}" if items else ""
        at = items[0].at if items else form.at
        raise context.refusal(at, f"Expected `(setup ...)` after the declarations{instead}")
    setup = _read_setup(context, items.pop(0), declared)
    if not items or not _has_head(items[-1], "scoring"):
        raise context.refusal(
            items[-1].at if items else form.at,
            "Expected `(scoring max NUMBER)` or `(scoring min NUMBER)` at the end",
        )
    last = items.pop()
    if not items:
        raise context.refusal(
            last.at, "Expected at least one stage, choice or `do` before the scoring"
        )
    steps = read_steps(context, items)
    highest, scoring = _read_scoring(context, last)
    _check_maps(context)
    context.open.pop()
    choices, work = limits(context.source.text)
    as_first_engine = FIRST_ENGINE.search(context.source.text) is not None
    return Description(
        setup=setup,
        declared=tuple([_with_asked_players(context, node) for node in declared]),
        steps=steps,
        scoring=scoring,
        highest=highest,
        players=context.players,
        teams=context.teams,
        slots=context.slots,
        names=tuple(context.names),
        remarks=tuple(context.remarks),
        numbers=tuple(context.declared.items()),
        choices=choices,
        work=work,
        as_first_engine=as_first_engine,
        dialect=context.dialect,
    )


def _has_head(item: Item, word: str) -> bool:
    return isinstance(item, Form) and item.head == word


def _check_maps(context: ReadContext) -> None:
    """A point map that is used must be set. In 0.5 one that is not set is empty."""
    for name, item in context.used_maps:
        if name in context.maps or context.sets_any_map:
            continue
        if context.is_new:
            near = nearest(name, sorted(context.maps))
            context.remark(item.at, f"Nothing sets the point map {name}: it stays empty. {near}")
            continue
        raise context.refusal(
            item.at,
            f"There is no point map {name}: fill it with `(put points {name} "
            f"...)`. {nearest(name, sorted(context.maps))}",
        )


# Declarations


def _read_declaration(context: ReadContext, item: Item) -> Node:
    with context.inside(item, "`(declare VALUE 'V)`") as form:
        _, what, variable = context.check_count(form, 3, "(declare VALUE 'V)")
        value = read_value(context, what)
        name = context.new_variable(variable)
        if name in context.variables:
            raise context.refusal(
                variable.at, f"{name} is declared twice: give one of them another name"
            )
        if value.op == "number":
            context.declared[name[1:]] = value.parts[0]
        value = _overriding_value(context, name, value)
        bound = context.variables[name] = context.new_slot(value.type, value)
        if value.op == "number":
            context.numbers[bound.slot] = value.parts[0]
    return Node("let", ACTION, (value, bound.slot), form.at)


def _overriding_value(context: ReadContext, name: str, value: Node) -> Node:
    """The caller's value for this name, or else the value of the text."""
    if name[1:] not in context.overrides:
        return value
    asked = context.overrides.pop(name[1:])
    kind = INTEGER if isinstance(asked, int) else NAME
    if value.op not in ("number", "name") or value.type != kind:
        raise context.refusal(
            value.at, f"{name} is no {'number' if kind == INTEGER else 'NAME'} to be changed"
        )
    if kind == NAME:
        return context.name(str(asked), value.at)
    return Node("number", INTEGER, (asked,), value.at)


def _check_asked_values(context: ReadContext, at: At) -> None:
    for name in context.overrides:
        raise context.refusal(
            at,
            f"'{name} is not declared, so it cannot be given a value. "
            f"{nearest(chr(39) + name, list(context.variables))}",
        )


def _with_asked_players(context: ReadContext, declaration: Node) -> Node:
    """The declaration; the variable for the players gets the number that the caller asks for."""
    value, slot = declaration.parts
    if value.op == "number":
        value = Node("number", value.type, (context.numbers[slot],), value.at)
    return Node(declaration.op, declaration.type, (value, slot), declaration.at)


# Setup and scoring


def _read_setup(context: ReadContext, item: Item, declared: list[Node]) -> tuple[Node, ...]:
    """The setup. A `declare` within it counts for the whole game."""
    with context.inside(item, "`(setup ...)`") as form:
        if len(form.items) < 2:
            raise context.refusal(
                form.at,
                "Expected `(create players N)`, `(create teams ...)` and at least one "
                "`(create deck ...)` in the setup",
            )
        parts = list(form.items[1:])
        if context.is_new:  # there the clauses may stand in any order
            parts.sort(key=_rank_in_setup)
        while context.is_new and _has_head(parts[0], "declare"):
            declared.append(_read_declaration(context, parts.pop(0)))
        players, *rest = parts
        nodes = [read_create_players(context, players)]
        context.declared.pop(context.players_variable, None)
        if rest and isinstance(rest[0], Form) and is_create_teams(rest[0]):
            nodes.append(read_create_teams(context, rest.pop(0)))
        else:
            nodes.append(teams_of_one(context, form))
        for part in rest:
            if not isinstance(part, Form) or part.head not in ACTIONS:
                raise context.unexpected_item(
                    "`(create deck ...)` or `(repeat N (create deck ...))`", part
                )
            nodes.append(read_action(context, part))
    return in_order(nodes)


def _rank_in_setup(part: Item) -> int:
    """Declarations come first, then the players and the teams."""
    if not isinstance(part, Form) or part.head not in ("declare", "create"):
        return 3
    if part.head == "declare":
        return 0
    what = part.items[1] if len(part.items) > 1 else part
    return 1 if is_word(what, "players") else 2 if is_word(what, "teams") else 3


def in_order(nodes: list[Node]) -> tuple[Node, ...]:
    """The setup with its decks in the order of the first engine: those that are repeated last."""
    decks = [node for node in nodes if is_deck(node)]
    decks.sort(key=lambda node: node.op == "repeat")
    rest = iter(decks)
    return tuple([next(rest) if is_deck(node) else node for node in nodes])


def is_deck(node: Node) -> bool:
    return node.op == "create_deck" or (node.op == "repeat" and node.parts[1].op == "create_deck")


def _read_scoring(context: ReadContext, item: Item) -> tuple[bool, Node]:
    with context.inside(item, "`(scoring ...)`") as form:
        _, which, number = context.check_count(form, 3, "(scoring max NUMBER)")
        highest = context.keyword(which, "max", "min") == "max"
        return highest, read_integer(context, number)
