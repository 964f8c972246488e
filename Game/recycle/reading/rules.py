"""Reads a whole game: its declarations, its setup, its course and its scoring.

What stands in them is read by `reading`. Variables of the whole game are bound here, and here a
description can be asked for with other players or other declared values than its text says.
"""

import re
from collections.abc import Mapping

from Game.core.options import nearest
from Game.recycle.reading.errors import At, Source
from Game.recycle.reading.nodes import ACTION, INTEGER, NAME, Description, Node
from Game.recycle.reading.sexpr import Form, Item, read_forms
from Game.recycle.reading.steps import Steps

CHOICES, WORK = 20_000, 5_000_000
MOST = {"choices": 1_000_000, "work": 100_000_000}
LIMIT = re.compile(r"^\s*;;\s*(choices|work):\s*([0-9]{1,12})\s*$", re.MULTILINE)

Declared = Mapping[str, int | str]  # for names of variables, without their '


def plain(text: str) -> str:
    """The text with one kind of line end, and without a byte-order mark."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def read(
    text: str, name: str = "game", players: int = 0, declared: Declared | None = None
) -> Description:
    """A description from its text; a `DescriptionError` for what is none.

    With `players` the game is for so many; where the text is for others, each plays alone.
    `declared` gives variables that the text declares another number or NAME.
    """
    source = Source(name, plain(text))
    form, more = read_forms(source)
    rules = Rules(source, players, declared or {})
    for at in more:
        rules.remark(at, "The game is closed before this `)`, which is passed over.")
    return rules.description(form)


def limits(text: str) -> tuple[int, int]:
    """How many choices a game may have, and how much work there may be between two of them.

    A comment says so where the usual is not enough: `;; choices: 50000`, `;; work: 5000000`.
    """
    found = {"choices": CHOICES, "work": WORK}
    for name, number in LIMIT.findall(text):
        found[name] = min(int(number), MOST[name])
    return found["choices"], found["work"]


class Rules(Steps):
    def __init__(self, source: Source, asked_players: int, asked_values: Declared) -> None:
        super().__init__(source)
        self.asked_players = asked_players
        self.asked_values = dict(asked_values)
        self.declared: dict[str, int] = {}  # numbers that the text declares, as it has them
        self.numbers = {}
        self.maps = set()

    def description(self, form: Form) -> Description:
        if form.head != "game":
            raise self.refusal(form.at, f"Expected `(game ...)`, found {form}")
        self.open.append(form)
        items = list(form.items[1:])
        declared = []
        while items and isinstance(items[0], Form) and items[0].head == "declare":
            declared.append(self.declaration(items[0]))
            items.pop(0)
        self.check_asked_values(form.at)
        if not items or not isinstance(items[0], Form) or items[0].head != "setup":
            found = f", found {items[0]}" if items else ""
            at = items[0].at if items else form.at
            raise self.refusal(at, f"Expected `(setup ...)` after the declarations{found}")
        setup = self.setup(items.pop(0))
        if not items or not isinstance(items[-1], Form) or items[-1].head != "scoring":
            at = items[-1].at if items else form.at
            raise self.refusal(
                at, "Expected `(scoring max NUMBER)` or `(scoring min NUMBER)` at the end"
            )
        last = items.pop()
        if not items:
            raise self.refusal(
                last.at, "Expected at least one stage, choice or `do` before the scoring"
            )
        steps = tuple([self.step(item) for item in items])
        highest, scoring = self.scoring(last)
        self.check_maps()
        declared = [self.renumbered(node) for node in declared]
        self.open.pop()
        return Description(
            setup,
            tuple(declared),
            steps,
            scoring,
            highest,
            self.players,
            self.teams,
            self.slots,
            tuple(self.names),
            tuple(self.remarks),
            tuple(self.declared.items()),
            *limits(self.source.text),
        )

    def check_maps(self) -> None:
        for word in self.asked:
            if word.text not in self.maps:
                raise self.refusal(
                    word.at,
                    f"There is no point map {word.text}: fill it with `(put points {word.text} "
                    f"...)`. {nearest(word.text, sorted(self.maps))}",
                )

    # Declarations

    def declaration(self, form: Form) -> Node:
        self.open.append(form)
        items = self.counted(form, 3, 3, "(declare VALUE 'V)")
        value = self.value(items[1])
        name = self.new_name(items[2])
        if name in self.variables:
            raise self.refusal(
                items[2].at, f"{name} is declared twice: give one of them another name"
            )
        if value.op == "number":
            self.declared[name[1:]] = value.parts[0]
        value = self.as_asked(name, value)
        name, bound = self.bind(items[2], value.type, value)
        self.variables[name] = bound
        if value.op == "number":
            self.numbers[bound.slot] = value.parts[0]
        self.open.pop()
        return Node("let", ACTION, (value, bound.slot), form.at)

    def as_asked(self, name: str, value: Node) -> Node:
        """The value that somebody asks for instead, or the one of the text."""
        if name[1:] not in self.asked_values:
            return value
        asked = self.asked_values.pop(name[1:])
        kind = INTEGER if isinstance(asked, int) else NAME
        if value.op not in ("number", "name") or value.type != kind:
            raise self.refusal(
                value.at, f"{name} is no {'number' if kind == INTEGER else 'NAME'} to be changed"
            )
        if kind == NAME:
            return self.name(str(asked), value.at)
        return Node("number", INTEGER, (asked,), value.at)

    def check_asked_values(self, at: At) -> None:
        for name in self.asked_values:
            raise self.refusal(
                at,
                f"'{name} is not declared, so it cannot be given a value. "
                f"{nearest(chr(39) + name, list(self.variables))}",
            )

    def renumbered(self, node: Node) -> Node:
        """The declaration, with the number of players that was asked for."""
        value, slot = node.parts
        if value.op == "number":
            value = Node("number", value.type, (self.numbers[slot],), value.at)
        return Node(node.op, node.type, (value, slot), node.at)

    # Setup and scoring

    def setup(self, item: Item) -> tuple[Node, ...]:
        form = self.inside(item, "`(setup ...)`")
        if len(form.items) < 2:
            raise self.refusal(
                form.at,
                "Expected `(create players N)`, `(create teams ...)` and at least one "
                "`(create deck ...)` in the setup",
            )
        nodes = [self.create_players(form.items[1])]
        self.declared.pop(self.players_by, None)
        rest = list(form.items[2:])
        if rest and isinstance(rest[0], Form) and self.is_teams(rest[0]):
            nodes.append(self.create_teams(rest.pop(0)))
        else:
            nodes.append(self.each_alone(form))
        for part in rest:
            if not isinstance(part, Form) or not self.is_action(part):
                raise self.unexpected("`(create deck ...)` or `(repeat N (create deck ...))`", part)
            nodes.append(self.action(part))
        self.open.pop()
        return tuple(nodes)

    def is_teams(self, form: Form) -> bool:
        return form.head == "create" and len(form.items) > 1 and self.word(form.items[1], "teams")

    def scoring(self, item: Item) -> tuple[bool, Node]:
        form = self.inside(item, "`(scoring ...)`")
        items = self.counted(form, 3, 3, "(scoring max NUMBER)")
        highest = self.need_word(items[1], "max", "min") == "max"
        found = self.integer(items[2])
        self.open.pop()
        return highest, found
