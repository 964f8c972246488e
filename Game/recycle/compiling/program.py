"""A description that can be played: its plan, its setup, and the code for the interpreter."""

from functools import cached_property
from typing import Any

from Game.recycle.compiling.actions import compile_action
from Game.recycle.compiling.context import CompileContext, HiddenKinds
from Game.recycle.compiling.steps import compile_step, hidden_kind
from Game.recycle.compiling.values import compile_value
from Game.recycle.machine.effects import Effect
from Game.recycle.machine.interpreter import Interpreter
from Game.recycle.machine.luck import NO_LUCK, Luck
from Game.recycle.machine.opcodes import UNKNOWN
from Game.recycle.machine.plan import Plan
from Game.recycle.machine.table import Table, UnknownFace
from Game.recycle.reading.errors import At
from Game.recycle.reading.nodes import Description, Node

# Nodes that look at cards.
LOOKING = {
    "cardatt", "max", "min", "partition", "run", "runs", "score", "sort", "sum", "tuples",
}  # fmt: skip
WITHOUT_CHANCE = ("create_players", "create_teams", "create_deck", "repeat")


class Program:
    def __init__(self, description: Description) -> None:
        self.description = description
        self.plan = plan = Plan(description)
        self.sides = description.teams
        self.side_of = [0] * description.players
        for side, members in enumerate(self.sides):
            for seat in members:
                self.side_of[seat] = side
        context = CompileContext(plan)
        self.setup = [
            compile_action(context, node) for node in (*description.declared, *description.setup)
        ]
        self.declared: HiddenKinds = {
            node.parts[1]: hidden_kind(node.parts[0].type) for node in description.declared
        }
        context.held |= self.declared
        for step in description.steps:
            compile_step(context, step)
        self.held_at, self.actions = context.held_at, context.actions
        self._looking: dict[int, bool] = {}  # by the `id` of a node: can it look at cards?
        self.counting: dict[int, bool] = {}  # likewise: does it only count? See `knowledge`
        self.partial_values: Any = None  # made when a seat draws conclusions: see `knowledge`
        self.imagined: Any = None  # counts worlds: `DescribedGame` sets it
        self.code = context.code
        score = compile_value(context, description.scoring)
        self.interpreter = Interpreter(
            self.code, description.work, description.choices, score, description.scoring.at
        )
        self.has_certain_setup = all(node.op in WITHOUT_CHANCE for node in description.setup)
        if self.has_certain_setup:
            _ = self.template  # raises a GameFault now if the setup fails

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: the description travels, and is compiled again."""
        return Program, (self.description,)

    @cached_property
    def template(self) -> Table:
        """A table after the setup, without chance. Most tables are copies of it."""
        return self._new_table(NO_LUCK, None)

    def variables_at(self, instruction: int) -> HiddenKinds:
        """The variables that have a value at this instruction."""
        return self.held_at.get(instruction, self.declared)

    def set_up(self, luck: Luck, log: Any = None) -> Table:
        """A table after the setup of the game."""
        if not self.has_certain_setup or log is not None:
            return self._new_table(luck, log)
        table = self.template.clone()
        table.luck = luck
        return table

    def _new_table(self, luck: Luck, log: Any) -> Table:
        table = Table(self.plan, luck)
        table.log = log
        table.values = [None] * self.description.slots
        table.maps = [None] * self.plan.map_count
        self.interpreter.prepare(table, self.setup, At(1, 1))
        return table

    def start(self, luck: Luck, log: Any = None) -> Table:
        """A table at its first choice, or at its end."""
        table = self.set_up(luck, log)
        self.interpreter.go_on(table)
        return table

    def effects(self, table: Table, option: int) -> list[Effect]:
        """What an option does. The table stays as it is."""
        other = table.clone()
        other.luck = NO_LUCK
        other.log = []
        self.interpreter.try_option(other, option)
        return other.draft

    def seen_effects(self, table: Table, option: int) -> tuple[list[Effect], bool]:
        """What an option does, as far as the player to move can know it: cards that it does not see
        have the face UNKNOWN. And is that all? If the option looks at such a card, it is not.
        """
        other, seat = table.clone(), table.seat
        other.luck = NO_LUCK
        other.log = []
        other.faces = [
            face if table.is_seen(card, place, seat) else UNKNOWN
            for card, (face, place) in enumerate(zip(table.faces, table.where, strict=True))
        ]
        try:
            self.interpreter.try_option(other, option)
        except UnknownFace:
            return other.draft, False
        return other.draft, True

    def can_look(self, node: Any) -> bool:
        """Can this look at cards?"""
        looks = self._looking.get(id(node))
        if looks is None:
            looks = isinstance(node, Node) and any(one.op in LOOKING for one in node.walk())
            self._looking[id(node)] = looks
        return looks

    def ranks(self, scores: list[int]) -> list[int]:
        """For each player, how many players did better."""
        sign = 1 if self.description.highest else -1
        signed = [sign * score for score in scores]
        return [sum([other > score for other in signed]) for score in signed]
