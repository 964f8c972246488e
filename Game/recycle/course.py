"""The course of a game: its stages and choices as a list of instructions, so that a game can stop
at any choice, be copied there, and go on.
"""

from typing import Any

from Game.recycle.actions import MOST_OPTIONS, Actions, Deed
from Game.recycle.errors import At, GameFault
from Game.recycle.nodes import Description, Node
from Game.recycle.table import NOBODY, Luck, Table

# What an instruction does.
RUN, CHOOSE, ENTER, TEST, ADVANCE, LEAVE, LET, EACH, NEXT = range(9)

CHOICES = 20_000  # in one game
PASSES = 5_000  # of stages between two choices


class Course(Actions):
    """A description that can be played."""

    def __init__(self, description: Description, choices: int = CHOICES) -> None:
        super().__init__(description)
        self.most_choices = choices
        self.sides = description.teams
        self.side_of = [0] * description.players
        for side, members in enumerate(self.sides):
            for seat in members:
                self.side_of[seat] = side
        self.code: list[tuple[Any, ...]] = []
        self.setup = [self.action(node)[0] for node in (*description.declared, *description.setup)]
        for step in description.steps:
            self.compile(step)
        self.score = self.value(description.scoring)
        # The variables that hold something at a choice; the others are done with by then.
        self.kept = sorted(
            {node.parts[1] for node in description.declared}
            | {one[3] for one in self.code if one[0] == LET}
            | {one[2] for one in self.code if one[0] == NEXT}
        )

    # Making the instructions

    def compile(self, node: Node) -> None:
        getattr(self, "step_" + node.op)(node)

    def step_choice(self, node: Node) -> None:
        deeds = [self.action(part) for part in node.parts[0]]
        self.code.append((CHOOSE, node.at, deeds))

    def step_act(self, node: Node) -> None:
        run, trial = self.action(node.parts[0])
        if trial is None:
            self.code.append((RUN, node.at, run))
        else:  # `any` outside a choice is a choice of its own
            self.code.append((CHOOSE, node.at, [(run, trial)]))

    def step_stage(self, node: Node) -> None:
        kind, test, body = node.parts
        of_team, ended = kind == "team", self.value(test)
        self.code.append((ENTER, node.at, of_team))
        first = len(self.code)
        self.code.append(())
        start = len(self.code)
        for part in body:
            self.compile(part)
        again = len(self.code)
        leave = again + 2
        self.code.append((TEST, node.at, ended, leave))
        self.code.append((ADVANCE, node.at, of_team, start))
        self.code[first] = (TEST, node.at, ended, leave)
        self.code.append((LEAVE, node.at, of_team))

    def step_let(self, node: Node) -> None:
        value, slot, body = node.parts
        self.code.append((LET, node.at, self.value(value), slot))
        self.compile(body)

    def step_each(self, node: Node) -> None:
        group, slot, body = node.parts
        self.code.append((EACH, node.at, self.items(group)))
        head = len(self.code)
        self.code.append(())
        self.compile(body)
        self.code.append((TEST, node.at, lambda table: True, head))
        self.code[head] = (NEXT, node.at, slot, len(self.code))

    # Playing

    def start(self, luck: Luck, log: Any = None) -> Table:
        """A table at its first choice, or at its end."""
        table = Table(self, luck)
        table.log = log
        table.values = [None] * self.description.slots
        table.maps = [None] * len(self.maps)
        table.fuel = self.fuel
        try:
            for run in self.setup:
                run(table)
        except GameFault as fault:
            raise self.told(table, fault, At(1, 1)) from None
        self.go_on(table)
        return table

    def choose(self, table: Table, option: int) -> None:
        """Do what the option does, and play on to the next choice."""
        number, path = table.options[option]
        instruction = self.code[table.pc]
        table.path, table.step = path, 0
        try:
            instruction[2][number][0](table)
        except GameFault as fault:
            raise self.told(table, fault, instruction[1]) from None
        table.pc += 1
        self.go_on(table)

    def told(self, table: Table, fault: GameFault, at: At) -> GameFault:
        """The fault with its line and its turn."""
        line = (fault.at or at).line
        return GameFault(
            f"The game cannot go on: {fault.sentence}. This is line {line}, after "
            f"{table.choices} choices, with player {table.seat} to move.",
            fault.at or at,
        )

    def go_on(self, table: Table) -> None:
        code = self.code
        table.fuel, passes = self.fuel, 0
        table.options = []
        table.journal.clear()
        while table.pc < len(code):
            instruction = code[table.pc]
            what, at = instruction[0], instruction[1]
            try:
                passes += 1
                if passes > PASSES:
                    raise GameFault(
                        "its stages go round and round without a choice: look at their `end`", at
                    )
                if what == CHOOSE:
                    self.collect(table, instruction[2], at)
                    return
                self.obey(table, instruction)
            except GameFault as fault:
                raise self.told(table, fault, at) from None
            except RecursionError:
                deep = GameFault("one option here has too many choices within it", at)
                raise self.told(table, deep, at) from None
            table.journal.clear()
        self.finish(table)

    def obey(self, table: Table, instruction: tuple[Any, ...]) -> None:
        what = instruction[0]
        table.pc += 1
        if what == RUN:
            instruction[2](table)
        elif what == TEST:
            if instruction[2](table):
                table.pc = instruction[3]
        elif what == ENTER:
            if instruction[2]:
                table.team_held.append((table.team, table.team_queued))
                table.team_queued = NOBODY
            else:
                table.held.append((table.seat, table.queued))
                table.queued = NOBODY
        elif what == ADVANCE:
            if instruction[2]:
                table.become_team(table.next_team())
            else:
                table.become(table.next_seat())
            table.pc = instruction[3]
        elif what == LEAVE:
            if instruction[2]:
                table.team, table.team_queued = table.team_held.pop()
            else:
                table.seat, table.queued = table.held.pop()
        elif what == LET:
            table.values[instruction[3]] = instruction[2](table)
        elif what == EACH:
            table.loops.append((list(instruction[2](table)), 0))
        elif what == NEXT:
            items, index = table.loops.pop()
            if index == len(items):
                table.pc = instruction[3]
            else:
                table.loops.append((items, index + 1))
                table.values[instruction[2]] = items[index]

    def collect(self, table: Table, deeds: list[Deed], at: At) -> None:
        """All options of a choice, each tried and taken back."""
        table.choices += 1
        if table.choices > self.most_choices:
            raise GameFault(f"there have been {self.most_choices} choices, and no end", at)
        options: list[tuple[int, tuple[Any, ...]]] = []
        table.trial = True
        mark, values, written = len(table.journal), table.values[:], table.log is not None
        for number, (run, attempt) in enumerate(deeds):
            table.path = []

            def found(number: int = number) -> None:
                if len(table.journal) > mark:
                    if len(options) == MOST_OPTIONS:
                        raise GameFault(f"a choice has more than {MOST_OPTIONS} options", at)
                    options.append((number, tuple(table.path)))
                    if written:
                        for line in table.draft:
                            table.log.append(line)

            if attempt:
                attempt(table, found)
            else:
                run(table)
                found()
            table.undo(mark)
            table.draft.clear()
            table.values[:] = values
        table.trial = False
        table.fuel = self.fuel
        if not options:
            raise GameFault("there is a choice here and nothing to choose", at)
        table.options = options

    def effects(self, table: Table, option: int) -> list[str]:
        """What an option does, as lines of a transcript. The table stays as it is."""
        number, path = table.options[option]
        other = table.clone()
        other.luck = STILL
        other.log = []
        other.trial = True
        other.path = path
        self.code[table.pc][2][number][0](other)
        return other.draft

    def finish(self, table: Table) -> None:
        """Everybody's score, with each of them as the current player."""
        scores = [0] * self.players
        table.fuel = self.fuel
        try:
            for _ in range(self.players):
                scores[table.seat] = self.score(table)
                if table.log is not None:
                    table.emit(f"s:{scores[table.seat]} {table.seat}")
                table.become((table.seat + 1) % self.players)
        except GameFault as fault:
            raise self.told(table, fault, self.description.scoring.at) from None
        table.scores, table.over = scores, True

    def ranks(self, table: Table) -> list[int]:
        """How many players did better than each."""
        sign = 1 if self.description.highest else -1
        scores = [sign * score for score in table.scores]
        return [sum([other > score for other in scores]) for score in scores]


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
