"""The course of a game while it is played: instructions, one after the other, from choice to
choice. At a choice the game stops, and can be copied there.
"""

from typing import Any

from Game.recycle.machine.effects import Deed, Selected
from Game.recycle.machine.function import Function
from Game.recycle.machine.interrupts import look_for_signals
from Game.recycle.machine.opcodes import ADVANCE, CHOOSE, EACH, ENTER, LEAVE, LET, NOBODY, RUN, TEST
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault

PASSES = 100_000  # instructions between two choices
LOOKS = 64  # choices between two looks for signals, each with less work than `burn` looks after


class Instruction:
    def __init__(self, what: int, at: Any) -> None:
        self.what, self.at = what, at
        self.deed: Deed | None = None  # RUN
        self.deeds: list[Deed] = []  # CHOOSE
        self.function: Function | None = None  # TEST, LET, EACH; a TEST without one always holds
        self.slot = 0  # LET, NEXT
        self.kind = ""  # LET, EACH, NEXT: of what it holds; "card" if that may be hidden
        self.goal = 0  # where TEST, ADVANCE and NEXT lead
        self.of_team = False  # ENTER, ADVANCE, LEAVE


class Flow:
    def __init__(self, fuel: int, choices: int) -> None:
        self.code: list[Instruction] = []
        self.fuel, self.most_choices = fuel, choices
        self.score: Function = Function()  # at the end, for each as the current player
        self.score_at: Any = None

    def prepare(self, table: Table, setup: list[Deed], at: Any) -> None:
        """What is done before the course begins."""
        try:
            for deed in setup:
                deed.run(table)
        except GameFault as fault:
            raise self.told(table, fault, at) from None

    def choose(self, table: Table, option: int) -> None:
        """Do what the option does, and play on to the next choice."""
        number, path = table.options[option]
        instruction = self.code[table.pc]
        table.path, table.step = path, 0
        try:
            self.run_option(table, instruction, number)
        except GameFault as fault:
            raise self.told(table, fault, instruction.at) from None
        table.pc += 1
        self.go_on(table)

    def run_option(self, table: Table, instruction: Instruction, number: int) -> None:
        deed = instruction.deeds[number]
        deed.run(table)

    def told(self, table: Table, fault: GameFault, at: Any) -> GameFault:
        """The fault with its line and its turn."""
        line = (fault.at or at).line
        return GameFault(
            f"The game cannot go on: {fault.sentence}. This is line {line}, after "
            f"{table.choices} choices, with player {table.seat} to move.",
            fault.at or at,
        )

    def go_on(self, table: Table) -> None:
        """Play on to the next choice, or to the end of the course."""
        table.refuel(self.fuel)
        table.options = []
        passes = 0
        while table.pc < len(self.code):
            instruction = self.code[table.pc]
            try:
                passes += 1
                if passes > PASSES:
                    raise GameFault(
                        "its stages go round and round without a choice: look at their `end`",
                        instruction.at,
                    )
                if instruction.what == CHOOSE:
                    self.collect(table, instruction)
                    return
                self.obey(table, instruction)
            except GameFault as fault:
                raise self.told(table, fault, instruction.at) from None
        self.finish(table)

    def finish(self, table: Table) -> None:
        """Everybody's score, with each of them as the current player."""
        scores = [0] * table.players
        table.refuel(self.fuel)
        try:
            for _ in range(table.players):
                scores[table.seat] = self.score.number(table)
                if table.log is not None:
                    table.emit(f"s:{scores[table.seat]} {table.seat}")
                table.become((table.seat + 1) % table.players)
        except GameFault as fault:
            raise self.told(table, fault, self.score_at) from None
        table.scores, table.over = scores, True

    def points(self, table: Table, seat: int) -> int:
        """What the seat would score now."""
        here, table.seat = table.seat, seat
        table.refuel(self.fuel)
        try:
            return self.score.number(table)
        finally:
            table.seat = here
            table.refuel(self.fuel)

    def obey(self, table: Table, instruction: Instruction) -> None:
        what = instruction.what
        table.pc += 1
        if what == RUN:
            instruction.deed.run(table)  # type: ignore[union-attr]
        elif what == TEST:
            if instruction.function is None or instruction.function.truth(table):
                table.pc = instruction.goal
        elif what == ENTER:
            self.enter(table, instruction.of_team)
        elif what == ADVANCE:
            if instruction.of_team:
                table.become_team(table.next_team())
            else:
                table.become(table.next_seat())
            table.pc = instruction.goal
        elif what == LEAVE:
            if instruction.of_team:
                table.team, table.team_queued = table.team_held.pop()
            else:
                table.seat, table.queued = table.held.pop()
        else:
            self.bind(table, instruction)

    def enter(self, table: Table, of_team: bool) -> None:
        """A stage has a cycle of its own, from where the one around it stands."""
        if of_team:
            table.team_held.append((table.team, table.team_queued))
            table.team_queued = NOBODY
        else:
            table.held.append((table.seat, table.queued))
            table.queued = NOBODY

    def bind(self, table: Table, instruction: Instruction) -> None:
        """Variables around a choice or a stage."""
        if instruction.what == LET:
            table.values[instruction.slot] = instruction.function.value(table)  # type: ignore[union-attr]
        elif instruction.what == EACH:
            items = instruction.function.items(table)  # type: ignore[union-attr]
            table.loops.append((list(items), 0, instruction.kind))
        else:
            items, index, kind = table.loops.pop()
            if index == len(items):
                table.pc = instruction.goal
            else:
                table.loops.append((items, index + 1, kind))
                table.values[instruction.slot] = items[index]

    def collect(self, table: Table, instruction: Instruction) -> None:
        """All options of a choice."""
        table.choices += 1
        if table.choices % LOOKS == 0:
            look_for_signals()
        if table.choices > self.most_choices:
            raise GameFault(
                f"there have been {self.most_choices} choices, and no end", instruction.at
            )
        table.options = []
        number = 0
        for number in range(len(instruction.deeds)):
            deed = instruction.deeds[number]
            if deed.plain and table.log is None:
                deed.list_ways(table, number, ())
            else:
                self.attempt(table, deed, number, instruction.at)
        table.refuel(self.fuel)
        if not table.options:
            raise GameFault("there is a choice here and nothing to choose", instruction.at)

    def attempt(self, table: Table, deed: Deed, number: int, at: Any) -> None:
        """Try everything that a deed offers, and take it back."""
        values = table.values[:]
        table.trial, table.path, table.depth = True, [], 0
        try:
            deed.attempt(table, Selected(number, at))
        finally:
            table.undo(0)
            table.draft.clear()
            table.values[:] = values
            table.trial, table.path = False, ()

    def try_option(self, table: Table, option: int) -> None:
        """Do what an option does as if it were only tried."""
        number, path = table.options[option]
        table.trial, table.path, table.step = True, path, 0
        self.run_option(table, self.code[table.pc], number)
