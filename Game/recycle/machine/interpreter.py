# cython: auto_pickle=False
"""Runs a program: one instruction after the other, from choice to choice. At a choice the
interpreter stops, and the table can be copied.
"""

from typing import Any

from Game.recycle.machine.action import FoundOption, TableAction
from Game.recycle.machine.effects import PlayerScored
from Game.recycle.machine.function import Function
from Game.recycle.machine.interrupts import look_for_signals
from Game.recycle.machine.opcodes import (
    ADVANCE,
    CHOICE_WORK,
    CHOOSE,
    EACH,
    ENTER,
    LEAVE,
    LET,
    MOST_WORK,
    NOBODY,
    RUN,
    TEST,
)
from Game.recycle.machine.table import Table, number_text
from Game.recycle.reading.errors import GameFault

PASSES = 100_000  # instructions between two choices
LOOKS = 64  # choices between two looks for signals; `Table.burn` looks too, after much work


class Instruction:
    def __init__(self, opcode: int, at: Any, node: Any) -> None:
        self.opcode, self.at = opcode, at
        self.node = node  # what it carries out or computes, as the reader made it
        self.action: TableAction | None = None  # RUN
        self.actions: list[TableAction] = []  # CHOOSE
        self.chosen: list[TableAction] = []  # CHOOSE: what is done of each when it is chosen
        self.function: Function | None = None  # TEST, LET, EACH; a TEST without one always holds
        self.slot = 0  # LET, NEXT: the variable
        # LET, EACH, NEXT: what the variable holds that may be hidden, such as "card".
        self.kind = ""
        self.goal = 0  # TEST, ADVANCE, NEXT: the instruction to jump to
        self.of_team = False  # ENTER, ADVANCE, LEAVE


class Interpreter:
    def __init__(
        self, code: list[Instruction], fuel: int, most_choices: int, score: Function, score_at: Any
    ) -> None:
        self.code, self.fuel, self.most_choices = code, fuel, most_choices
        self.score, self.score_at = score, score_at  # of the current player, at the end

    def prepare(self, table: Table, setup: list[TableAction], at: Any) -> None:
        """Set the game up."""
        try:
            for action in setup:
                action.run(table)
        except GameFault as fault:
            raise self.with_location(table, fault, at) from None

    def choose(self, table: Table, option: int) -> None:
        """Carry out the option and continue to the next choice."""
        number, path = table.options[option]
        instruction = self.code[table.pc]
        table.path, table.step, table.is_later_item = path, 0, False
        if table.shown:
            table.shown = []
        try:
            self.run_option(table, instruction, number)
        except GameFault as fault:
            raise self.with_location(table, fault, instruction.at) from None
        table.pc += 1
        table.is_later_item = False
        table.spent += self.fuel - table.fuel
        self.go_on(table)

    def run_option(self, table: Table, instruction: Instruction, number: int) -> None:
        action = instruction.chosen[number]
        action.run(table)

    def with_location(self, table: Table, fault: GameFault, at: Any) -> GameFault:
        """The fault with its line and its turn in the message."""
        line, made = (fault.at or at).line, table.choices
        return GameFault(
            f"The game cannot go on: {fault.sentence}. This is line {line}, after "
            f"{made} choice{'' if made == 1 else 's'}, with player {table.seat} to move.",
            fault.at or at,
            fault.advice,
        )

    def go_on(self, table: Table) -> None:
        """Continue to the next choice, or to the end of the game."""
        table.refuel(self.fuel)
        table.options = []
        passes, code = 0, self.code
        try:
            while table.pc < len(code):
                instruction = code[table.pc]
                passes += 1
                if passes > PASSES:
                    raise GameFault(
                        "its stages repeat without a choice: check their `end` conditions",
                        instruction.at,
                    )
                if instruction.opcode == CHOOSE:
                    self.collect(table, instruction)
                    return
                self.obey(table, instruction)
        except GameFault as fault:
            if instruction.opcode == CHOOSE:
                table.choices -= 1  # nobody has made this one
            raise self.with_location(table, fault, instruction.at) from None
        self.finish(table)

    def finish(self, table: Table) -> None:
        """Compute the score of each player, with that player as the current one, from player 0."""
        scores = [0] * table.players
        table.refuel(self.fuel)
        table.seat, table.queued = 0, NOBODY
        try:
            for seat in range(table.players):
                scores[seat] = self.score.number(table)
                if table.log is not None:
                    table.emit(PlayerScored(seat, scores[seat]))
                table.become((seat + 1) % table.players)
        except GameFault as fault:
            raise self.with_location(table, fault, self.score_at) from None
        table.scores, table.over = scores, True

    def points(self, table: Table, seat: int) -> int:
        """The score of the seat, if the game ended now. It draws no random numbers."""
        here, table.seat = table.seat, seat
        tried, table.trial = table.trial, True
        table.refuel(self.fuel)
        try:
            return self.score.number(table)
        finally:
            table.seat, table.trial = here, tried
            table.refuel(self.fuel)

    def obey(self, table: Table, instruction: Instruction) -> None:
        opcode = instruction.opcode
        table.pc += 1
        if opcode == RUN:
            if table.shown:
                table.shown = []
            instruction.action.run(table)  # type: ignore[union-attr]
        elif opcode == TEST:
            if instruction.function is None or instruction.function.truth(table):
                table.pc = instruction.goal
        elif opcode == ENTER:
            self.enter(table, instruction.of_team)
        elif opcode == ADVANCE:
            if instruction.of_team:
                table.become_team(table.next_team())
            else:
                table.become(table.next_seat())
            table.pc = instruction.goal
        elif opcode == LEAVE:
            if instruction.of_team:
                table.team, table.team_queued = table.team_held.pop()
            else:
                table.seat, table.queued = table.held.pop()
        else:
            self.bind(table, instruction)

    def enter(self, table: Table, of_team: bool) -> None:
        """Begin a stage. It has its own cycle, which starts where the cycle around it stands."""
        if of_team:
            table.team_held.append((table.team, table.team_queued))
            table.team_queued = NOBODY
        else:
            table.held.append((table.seat, table.queued))
            table.queued = NOBODY

    def bind(self, table: Table, instruction: Instruction) -> None:
        """Set a variable of a `let` or an `all` that is around a choice or a stage."""
        if instruction.opcode == LET:
            table.values[instruction.slot] = instruction.function.value(table)  # type: ignore[union-attr]
        elif instruction.opcode == EACH:
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
        """Find all options of a choice."""
        table.choices += 1
        if table.choices % LOOKS == 0:
            look_for_signals()
        if table.choices > self.most_choices:
            raise GameFault(f"it has not ended after {self.most_choices} choices", instruction.at)
        table.options = []
        number = 0
        for number in range(len(instruction.actions)):
            action = instruction.actions[number]
            if action.plain and table.log is None and not table.as_first_engine:
                table.trial = True  # a condition tosses no coins
                try:
                    action.list_ways(table, number, ())
                finally:
                    table.trial = False
            else:
                self.attempt(table, action, number, instruction.at)
        table.spent += self.fuel - table.fuel + CHOICE_WORK
        if table.spent > MOST_WORK:
            raise GameFault(
                f"the whole game has used up its {number_text(MOST_WORK)} steps, so it may never "
                "end: check the `end` of its stages",
                instruction.at,
            )
        table.refuel(self.fuel)
        if not table.options:
            raise GameFault(
                "this choice has no option that the player can take",
                instruction.at,
                "Add an option that is always possible, such as `(turn pass)`, or end the stage "
                "before this happens.",
            )

    def attempt(self, table: Table, action: TableAction, number: int, at: Any) -> None:
        """Try every option of an action, and undo it."""
        values = table.values[:]
        table.trial, table.path, table.depth, table.is_later_item = True, [], 0, False
        try:
            action.attempt(table, FoundOption(number, at))
        finally:
            table.undo(0)
            table.draft.clear()
            table.values[:] = values
            table.trial, table.path = False, ()

    # What callers in Python need of the compiled objects

    def perform(self, table: Table, action: TableAction) -> None:
        action.run(table)

    def value(self, table: Table, function: Function) -> Any:
        return function.value(table)

    def items(self, table: Table, function: Function) -> list[Any]:
        return list(function.items(table))

    def try_option(self, table: Table, option: int) -> None:
        """Carry out an option as a try, to name it. The table is of no use afterwards."""
        number, path = table.options[option]
        table.trial, table.naming, table.path, table.step = True, True, path, 0
        self.run_option(table, self.code[table.pc], number)
