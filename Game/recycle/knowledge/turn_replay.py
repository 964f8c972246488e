"""Plays a turn again with the faces of the hidden cards made UNKNOWN, to find its claims.

A part of the turn that runs to its end looked at no hidden card. For the rest, the conditions and
the selections are computed as formulas. There are two kinds of claims: the option that was chosen
was on offer, and the rules then did the same.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from Game.recycle.compiling.program import Program
from Game.recycle.knowledge.any_order import MOST_ATOMS
from Game.recycle.knowledge.claims import Claims, NotOffered, operands
from Game.recycle.knowledge.counting import claim_sums, counts
from Game.recycle.knowledge.history import DEAL
from Game.recycle.knowledge.nested_actions import NESTED
from Game.recycle.knowledge.offers import claims_of_offers
from Game.recycle.knowledge.other_picks import Picked, cards_in, other_picks
from Game.recycle.knowledge.public_cards import loses_cards, public_cards
from Game.recycle.knowledge.unseen_moves import (
    forget_moves,
    losing_cards,
    taken_cards,
    up_to_last_shuffle,
)
from Game.recycle.knowledge.values.formulas import (
    ALL_SEATS,
    Claim,
    Formula,
    both,
    either,
    size_of,
)
from Game.recycle.knowledge.values.partial_values import PartialValues
from Game.recycle.knowledge.values.readers import READERS
from Game.recycle.knowledge.values.same_luck import SameLuck
from Game.recycle.knowledge.values.tosses import TooHard
from Game.recycle.knowledge.values.work_limit import MOST_STEPS_OF_VALUES, StepLimit
from Game.recycle.machine.interpreter import Instruction
from Game.recycle.machine.luck import NO_LUCK
from Game.recycle.machine.opcodes import (
    BY_FACE,
    CHOOSE,
    EACH,
    LET,
    NO_CARD,
    NOBODY,
    RUN,
    TEST,
    UNKNOWN,
)
from Game.recycle.machine.table import Table, UnknownFace
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.nodes import Node

ENDS = {"top": -1, "bottom": 0}  # the index where a card is put


class TurnReplay:
    """Plays one turn again. `after` is the table after it."""

    def __init__(
        self, program: Program, start: Table, option: int, luck: SameLuck, claims: list[Claim]
    ) -> None:
        self.program, self.interpreter, self.option = program, program.interpreter, option
        self.after = start.clone()
        self.after.luck, self.after.unseen_moves = luck.at_the_same_point(), []
        if option == DEAL:
            self.interpreter.go_on(self.after)
        else:
            self.interpreter.choose(self.after, option)
        self.known_after = public_cards(self.after)
        self.losing = losing_cards(self.after)
        self.after.unseen_moves = None
        self.has_secrets = len(self.known_after) < len(self.after.faces)
        self.start = start
        self.positions = {
            card: (place, index)
            for place, cards in enumerate(start.places)
            for index, card in enumerate(cards)
        }
        self.table = start.clone()
        self.table.luck, self.table.unseen_moves = luck, []
        self.known: set[int] = set()  # the cards whose faces are not hidden now
        self.known_from: list[int] | None = None  # what `known` was computed from
        self.faces = start.faces  # the real ones
        self.values = partial_values(program)
        self.values.pack, self.values.work = Counter(self.after.faces), 0
        self.values.steps = StepLimit(MOST_STEPS_OF_VALUES)
        self.values.tosses.clear()
        self.claims_so_far = claims  # up to now, apart from those of this option or instruction
        self.claims = Claims(self.values, [])
        self.in_choice = self.has_acted = False
        self.chooser = NOBODY
        self.forgotten = 0  # of the unseen moves, those that the claims have forgotten
        self.moves_forgotten = 0  # ... in the whole turn
        self.taken: Sequence[int] = ()  # for an alternative: the cards that it should take
        self.picked: list[Picked] = []  # what the option has picked
        self.candidates: dict[int, set[int]] = {}  # see `note_candidates`

    # The turn

    def choose(self) -> None:
        """Carry out the option. Claim that it was on offer."""
        number, path = self.start.options[self.option]
        self.chooser = self.start.seat
        instruction = self.interpreter.code[self.start.pc]
        formulas = self.claims.formulas
        self.take(instruction.node[number], path)
        chosen = both(formulas)
        formulas.clear()
        is_claim = chosen is not True and self.claims.unused == 0
        if is_claim or self.candidates:
            others = [node for other, node in enumerate(instruction.node) if other != number]
            taken = tuple([one.row[one.position] for one in taken_cards(self.table)])
            paths = [path, *[one for one in ((), taken) if one != path]]
            ways = [self.alternative(node, one, taken) for node in others for one in paths]
            if any(way is not False for way in ways):
                self.candidates.clear()  # another option could take the card as well
        if is_claim:
            try:
                for one, faces in other_picks(
                    self.picked, path, self.start, self.table, self.known
                ):
                    ways.append(self.alternative(instruction.node[number], one, taken, faces))
                formulas.append(either([chosen, *ways]))
            except TooHard:
                self.claims.unused += 1
        self.table.pc += 1
        self.close()
        self.chooser = NOBODY

    def note_pick(self, group: Node, item: Any) -> None:
        """Note that the option picks this item. Others may not see which cards it has."""
        if self.claims.is_alternative or self.known.issuperset(cards_in(item)):
            return
        others: list[Any] | None
        try:
            others = [one for one, _ in self.values.items(group) if one not in (item, NO_CARD)]
        except TooHard:
            others = None
        self.picked.append(Picked(self.table.step - 1, item, others))

    def note_candidates(self, group: Node, item: Any) -> None:
        """If the option picks a card of those that a variable holds around the choice: note them.
        Every player knows where these lie, so the card was taken from one of their positions."""
        while group.op == "filter":
            group = group.parts[0]
        if group.op == "variable" and group.parts[0] in self.program.variables_at(self.start.pc):
            held = self.table.values[group.parts[0]]
            if isinstance(item, int) and isinstance(held, list) and item in held:
                self.candidates[item] = set(held)

    def close(self) -> None:
        """End an option, or an instruction: keep its claims.

        Its own claims say the same of each position that a card may have come from. The older ones
        need not.

        If the steps of the values are used up, it has no claims. In which order its conditions were
        computed may depend on the real cards, so those that were in time would tell them.
        """
        if not self.values.steps.is_exact:
            self.claims.formulas.clear()
            self.claims.unused += 1
        self.forget_unseen_moves(len(self.table.unseen_moves))
        self.table.unseen_moves.clear()
        self.forgotten = 0
        self.candidates.clear()
        for formula in self.claims.formulas:
            if size_of(formula) > MOST_ATOMS:
                self.claims.unused += 1
            elif formula is not True and self.values.holds(formula):
                self.claims_so_far.append((ALL_SEATS, formula))
        self.claims.formulas.clear()

    def take(self, node: Node, path: Any) -> None:
        self.values.forget_held()
        self.picked = []
        self.hide()
        self.table.path, self.table.step, self.table.shown = path, 0, []
        self.in_choice = self.values.first_wins = True
        try:
            self.perform(node)
        finally:
            self.in_choice = self.values.first_wins = False

    def alternative(
        self, node: Node, path: Any, taken: Sequence[int], faces: list[int] | None = None
    ) -> Formula:
        """The formula that holds if this option of the choice does the same: it takes the same
        cards. With these `faces` it does."""
        other = copy(self)
        other.claims = Claims(self.values, [], is_alternative=True)
        other.has_acted, other.candidates = False, {}
        other.table, other.faces = self.start.clone(), faces or self.start.faces
        other.table.luck, other.table.unseen_moves, other.taken = SameLuck(None), [], taken
        try:
            other.take(node, path)
            if not other.has_acted or other.table.step != len(path):
                return False
            if result(other.table) != result(self.table):
                return False
        except (GameFault, UnknownFace, NotOffered):
            return False
        except TooHard:
            return True
        finally:
            self.hide()
        return True if other.claims.unused else both(other.claims.formulas)

    def go_on(self) -> None:
        """Play to the next choice, or to the end."""
        code = self.interpreter.code
        self.hide()
        while self.table.pc < len(code):
            instruction = code[self.table.pc]
            if instruction.opcode == CHOOSE:
                self.table.faces = self.faces
                self.claims_so_far += claims_of_offers(
                    self.table, self.interpreter, instruction, self.values
                )
                break
            self.obey(instruction)
            self.close()

    def forget_shuffled(self) -> None:
        """Forget the unseen moves up to the last shuffle: what comes after it is about other
        positions."""
        self.forget_unseen_moves(up_to_last_shuffle(self.table.unseen_moves))

    def forget_unseen_moves(self, end: int) -> None:
        """What the claims up to now say after the unseen moves up to this one."""
        moves = self.table.unseen_moves[self.forgotten : end]
        faces = [*self.faces, *self.table.faces[len(self.faces) :]]
        self.claims_so_far, dropped = forget_moves(
            self.claims_so_far, self.claims.formulas, moves, self.table, faces,
            self.known_after, self.values.every, self.chooser, self.candidates,
            self.moves_forgotten, self.start_of,
        )  # fmt: skip
        self.moves_forgotten += len(moves)
        self.claims.unused += dropped
        self.forgotten = max(self.forgotten, end)

    def start_of(self, card: int) -> tuple[int, int, int]:
        """The position of a card when the turn began. A new card has none."""
        if card not in self.positions:
            return (len(self.start.places), 0, card)
        return (*self.positions[card], 0)

    def obey(self, instruction: Instruction) -> None:
        def run(table: Table) -> None:
            self.interpreter.obey(table, instruction)

        self.values.forget_held()
        if not self.program.can_look(instruction.node):
            run(self.table)
            self.forget_shuffled()
            if self.table.known != self.known_from:
                self.hide()
            return
        if self.try_hidden(run):
            return
        if instruction.opcode == RUN:
            self.table.pc += 1
            self.table.shown = []
            self.perform_parts(instruction.node)
            return
        if instruction.opcode == TEST:
            self.claims.add_truth(instruction.node)
        elif instruction.opcode == LET:
            self.claims.add_value(instruction.node)
        elif instruction.opcode == EACH:
            self.claims.add_items(instruction.node)
        self.run_real(run)

    def perform_parts(self, node: Node) -> None:
        """Carry out an instruction of the rules. What its first actions tell of the cards of a hand
        is known before a later one takes a card from there."""
        if node.op == "do":
            for part in node.parts[0]:
                self.perform_parts(part)
        else:
            self.perform(node)
            self.close()

    def next_of_path(self) -> Any:
        """The item that the option picks next. The path of an alternative may be too short."""
        if self.table.step == len(self.table.path):
            raise NotOffered
        self.table.step += 1
        return self.table.path[self.table.step - 1]

    def perform(self, node: Node) -> None:
        action = self.program.actions[id(node)]

        def run(table: Table) -> None:
            self.interpreter.perform(table, action)

        perform_nested = NESTED.get(node.op)
        if node.op != "when":
            self.values.first_wins = False
        # In an option, an `any` picks one item. The machine takes it from the path unseen.
        picks = self.in_choice and action.choosing
        if (node.op == "all" or not self.in_choice) and not picks and counts(self.program, node):
            self.has_acted = True
            if not self.values.uses_held(node) and self.try_hidden(run):
                return
            if claim_sums(self.claims, node):
                self.run_real(run)
                return
        if self.in_choice and perform_nested is not None:  # each condition of an option matters
            perform_nested(self, node)
            return
        self.has_acted = True
        if not self.values.uses_held(node) and self.try_hidden(
            run, is_single=perform_nested is None
        ):
            return
        if perform_nested is not None:
            perform_nested(self, node)
        elif not (node.op == "move" and self.claims.is_alternative and self.take_wanted(node)):
            for number, operand in enumerate(operands(node)):
                if node.op == "move" and number == 0:
                    self.claims.add_taken(operand)
                else:
                    self.claims.add_value(operand)
            self.run_real(run)

    def take_wanted(self, node: Node) -> bool:
        """In an alternative: move the card that it should take. Claim that the text means it."""
        card, where, place = node.parts
        try:
            cases = self.values.cases(card)
        except TooHard:
            return False
        already = len(taken_cards(self.table))
        wanted = self.taken[already] if already < len(self.taken) else NO_CARD
        is_wanted = either([formula for one, formula in cases if one == wanted])
        if wanted == NO_CARD or is_wanted is False:
            raise NotOffered
        self.claims.add(is_wanted)
        goal = self.claims.add_value(place)
        index = self.claims.add_value(where) if isinstance(where, Node) else ENDS[where]
        self.table.move(wanted, goal, index, BY_FACE)
        return True

    # Faces

    @property
    def luck(self) -> SameLuck:
        luck = self.table.luck
        assert isinstance(luck, SameLuck)
        return luck

    def hide(self) -> None:
        """Make the faces of the hidden cards UNKNOWN."""
        if len(self.table.faces) > len(self.faces):  # a new deck
            self.faces = [*self.faces, *self.table.faces[len(self.faces) :]]
        if self.table.known != self.known_from:
            sight, everybody = self.table.sight, (1 << self.table.players) - 1
            losing = [card for card in self.losing if sight[self.table.where[card]] != everybody]
            self.known = public_cards(self.table).difference(losing) | self.known_after
            self.known_from = self.table.known[:]
        self.table.faces = [
            face if card in self.known else UNKNOWN for card, face in enumerate(self.faces)
        ]
        self.values.table, self.values.real_faces = self.table, self.faces

    def try_hidden(self, run: Callable[[Table], None], is_single: bool = False) -> bool:
        """Run with the unknown faces. If it looks at one, undo it and return False.

        The same if known cards are lost on the way: it may have looked at them afterwards.
        """
        before = self.table
        trial = before.clone()
        trial.path, trial.step = before.path, before.step
        trial.unseen_moves = before.unseen_moves[:]
        trial.luck = self.luck.at_the_same_point()
        try:
            run(trial)
        except UnknownFace:
            return False
        if not is_single and loses_cards(before, trial):
            return False
        self.table = trial
        self.forget_shuffled()
        self.hide()
        return True

    def is_idle(self, node: Node) -> bool:
        """Does an action under a condition on hidden cards change nothing, whether it is done or
        not?"""
        test, body = node.parts
        if self.values.uses_held(node) or self.program.actions[id(body)].choosing:
            return False
        try:
            self.values.compute(test)
        except UnknownFace:
            trial = self.table.clone()
            trial.luck = NO_LUCK
            try:
                self.interpreter.perform(trial, self.program.actions[id(body)])
            except (UnknownFace, GameFault):
                return False
            return trial.known == self.table.known and result(trial) == result(self.table)
        return False

    def run_real(self, run: Callable[[Table], None]) -> None:
        """Run with the real faces."""
        self.table.faces = self.faces
        run(self.table)
        self.faces = self.table.faces
        self.forget_shuffled()
        self.hide()


def partial_values(program: Program) -> PartialValues:
    """The values of this program. They keep the functions that they have compiled."""
    if program.partial_values is None:
        program.partial_values = PartialValues(program, READERS)
    values: PartialValues = program.partial_values
    return values


def result(table: Table) -> tuple[Any, ...]:
    """What an option can change."""
    return (table.places, table.stores, table.texts, table.seat, table.queued, table.team,
            table.team_queued, table.teams)  # fmt: skip
