"""The course of a game: its stages and choices as a list of instructions, and how it begins and
ends. `machine.flow` leads through them.
"""

from typing import Any

from Game.recycle.machine.effect_compiler import DeedCompiler
from Game.recycle.machine.effects import Deed
from Game.recycle.machine.function import Negation
from Game.recycle.machine.interpreter import Flow, Instruction
from Game.recycle.machine.opcodes import ADVANCE, CHOOSE, EACH, ENTER, LEAVE, LET, NEXT, RUN, TEST
from Game.recycle.machine.table import Luck, Table
from Game.recycle.reading.errors import At
from Game.recycle.reading.nodes import CARD, MANY, PLACE, Description, Node
from Game.recycle.reading.reader import element

Kept = dict[int, str]  # variables, and what they hold that may be hidden


class Program(DeedCompiler):
    """A description that can be played."""

    def __init__(self, description: Description) -> None:
        super().__init__(description)
        self.fuel = description.work
        self.sides = description.teams
        self.side_of = [0] * description.players
        for side, members in enumerate(self.sides):
            for seat in members:
                self.side_of[seat] = side
        self.flow = Flow(description.work, description.choices)
        self.code: list[Instruction] = self.flow.code
        self.setup = [self.deed(node) for node in (*description.declared, *description.setup)]
        # What variables hold at a choice that may be hidden, or "": those of the whole game, and
        # those of the stages and choices around it.
        self.held = {node.parts[1]: kind_of(node.parts[0].type) for node in description.declared}
        self.declared = dict(self.held)
        self.held_at: dict[int, Kept] = {}
        for step in description.steps:
            self.compile(step)
        self.flow.score = self.value(description.scoring)
        self.flow.score_at = description.scoring.at
        self.bare: Table | None = None
        same = ("create_players", "create_teams", "create_deck", "repeat")
        if all(node.op in same for node in description.setup):
            self.bare = self.begun(STILL)

    def kept(self, at: int) -> Kept:
        """The variables that hold something where the game is, and what."""
        return self.held_at.get(at, self.declared)

    def begun(self, luck: Luck, log: Any = None) -> Table:
        """The table when all is set up. That does not lie with chance, or it is done anew."""
        if self.bare is not None and log is None:
            table = self.bare.clone()
            table.luck = luck
            return table
        table = Table(self, luck)
        table.log = log
        table.values = [None] * self.description.slots
        table.maps = [None] * len(self.maps)
        self.flow.prepare(table, self.setup, At(1, 1))
        return table

    # Making the instructions

    def compile(self, node: Node) -> None:
        getattr(self, "step_" + node.op)(node)

    def add(self, what: int, node: Node) -> Instruction:
        self.code.append(Instruction(what, node.at))
        return self.code[-1]

    def step_choice(self, node: Node) -> None:
        self.add_choice(node, [self.deed(part) for part in node.parts[0]])

    def add_choice(self, node: Node, options: list[Deed]) -> None:
        self.held_at[len(self.code)] = dict(sorted(self.held.items()))
        self.add(CHOOSE, node).deeds = options

    def step_act(self, node: Node) -> None:
        deed = self.deed(node.parts[0])
        if deed.choosing:  # `any` outside a choice is a choice of its own
            self.add_choice(node, [deed])
        else:
            self.add(RUN, node).deed = deed

    def step_sequence(self, node: Node) -> None:
        for part in node.parts[0]:
            self.compile(part)

    def step_if(self, node: Node) -> None:
        test, body = node.parts
        skip = self.add(TEST, node)
        skip.function = Negation(self.value(test))
        self.compile(body)
        skip.goal = len(self.code)

    def step_stage(self, node: Node) -> None:
        kind, test, body = node.parts
        ended = self.value(test)
        enter = self.add(ENTER, node)
        first = self.add(TEST, node)
        start = len(self.code)
        for part in body:
            self.compile(part)
        later = self.add(TEST, node)
        advance = self.add(ADVANCE, node)
        advance.goal = start
        leave = self.add(LEAVE, node)
        first.function = later.function = ended
        first.goal = later.goal = len(self.code) - 1
        enter.of_team = advance.of_team = leave.of_team = kind == "team"

    def step_let(self, node: Node) -> None:
        value, slot, body = node.parts
        let = self.add(LET, node)
        let.function, let.slot, let.kind = self.value(value), slot, kind_of(value.type)
        self.held[slot] = let.kind
        self.compile(body)
        del self.held[slot]

    def step_each(self, node: Node) -> None:
        group, slot, body = node.parts
        each = self.add(EACH, node)
        each.function, each.kind = self.value_of_group(group), kind_of(element(group.type) or "")
        self.note_items(group, slot)
        head = len(self.code)
        step = self.add(NEXT, node)
        self.held[slot] = each.kind
        self.compile(body)
        del self.held[slot]
        self.add(TEST, node).goal = head
        step.slot, step.goal, step.kind = slot, len(self.code), each.kind

    # Playing

    def start(self, luck: Luck, log: Any = None) -> Table:
        """A table at its first choice, or at its end."""
        table = self.begun(luck, log)
        self.flow.go_on(table)
        return table

    def choose(self, table: Table, option: int) -> None:
        self.flow.choose(table, option)

    def effects(self, table: Table, option: int) -> list[str]:
        """What an option does, as lines of a transcript. The table stays as it is."""
        other = table.clone()
        other.luck = STILL
        other.log = []
        self.flow.try_option(other, option)
        return other.draft

    def ranks(self, scores: list[int]) -> list[int]:
        """How many players did better than each."""
        sign = 1 if self.description.highest else -1
        signed = [sign * score for score in scores]
        return [sum([other > score for other in signed]) for score in signed]


def kind_of(value_type: str) -> str:
    """What a variable of this type holds, if that may be hidden."""
    return {CARD: "card", PLACE: "place", PLACE + MANY: "places"}.get(value_type, "")


class Still:
    """No chance: places keep their order, and of cards that score alike the first is taken."""

    def shuffled(self, table: Table, place: int) -> list[int] | None:
        return None

    def tied(self, table: Table, cards: list[int]) -> int:
        return cards[0]


class Drawn:
    """Chance from a stream. What is only tried draws nothing: looking does not change the game."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def shuffled(self, table: Table, place: int) -> list[int] | None:
        if table.trial:
            return None
        order = table.places[place][:]
        self.stream.shuffle(order)
        return order

    def tied(self, table: Table, cards: list[int]) -> int:
        kept = cards[0]
        if not table.trial:
            for card in cards[1:]:  # one coin for each tie
                if self.stream.below(2):
                    kept = card
        return kept


STILL = Still()
