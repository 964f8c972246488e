"""Finds what the turns of a game tell about hidden cards: formulas that hold in every world in
which the same could have happened.

Each turn is played again with the faces of the hidden cards made UNKNOWN. What runs to its end
looked at none of them. For the rest, the conditions and the selections are computed as formulas.
Two things are told: the option that was chosen was on offer, and the rules then did the same.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from Game.recycle.compiling.program import Program
from Game.recycle.knowledge.formulas import (
    Formula,
    both,
    comparison,
    either,
    holds,
    is_in,
    replace,
    without,
)
from Game.recycle.knowledge.history import DEAL, SameLuck, Turn, exchange
from Game.recycle.knowledge.partial import Group, PartialValues, TooHard
from Game.recycle.machine.interpreter import Instruction
from Game.recycle.machine.opcodes import CHOOSE, EACH, LET, RUN, TEST, UNKNOWN
from Game.recycle.machine.table import Table, UnknownFace
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.nodes import INTEGER, TRUTH, Node

LOOKING = {"cardatt", "score", "sum", "max", "min", "tuples"}  # nodes that look at cards
# Nodes whose value changes if and only if that of a part of them changes.
OF_THEIR_PARTS = {"place", "store", "numbered_player", "numbered_team", "actual", "row"}


def testimony(program: Program, turn: Turn) -> tuple[Formula, ...]:
    """What this turn and those before it tell."""
    new = []
    one: Turn | None = turn
    while one is not None and one.claims is None:
        new.append(one)
        one = one.parent
    for one in reversed(new):
        hear(program, one)
    assert turn.claims is not None
    return turn.claims


def hear(program: Program, turn: Turn) -> None:
    """Find what a turn tells, after the turns before it."""
    before = _claims_before(turn)
    luck = SameLuck(turn.luck)
    if turn.start is not None:
        start = turn.start
    elif turn.parent is not None:
        start = table_after(program, turn.parent)
        if turn.parent.parent is not None:
            turn.parent.parent.after = None  # a long game does not keep all its tables
    else:
        start = program.set_up(luck)
    walk = Walk(program, start, turn.option, luck, before)
    if not walk.has_secrets:
        turn.claims = tuple(before)
        turn.after = walk.after
        return
    if turn.option != DEAL:
        walk.choose()
    walk.go_on()
    known = public_cards(walk.after)

    def change(card: int, faces: int) -> Formula:
        if card in known:
            return bool(faces >> walk.after.faces[card] & 1)
        return is_in(card, faces, walk.values.every)

    claims = [replace(claim, change) for claim in walk.claims]
    turn.claims = tuple(dict.fromkeys(claim for claim in claims if claim is not True))
    turn.after, turn.unused = walk.after, walk.unused


def table_after(program: Program, turn: Turn) -> Table:
    """The table after a turn. If it was not kept, the turns since the last one are played again."""
    again = []
    while turn.after is None:
        again.append(turn)
        if turn.start is not None or turn.parent is None:
            break
        turn = turn.parent
    table = turn.after
    for one in reversed(again):
        luck = SameLuck(one.luck)
        table = (one.start or table or program.set_up(luck)).clone()
        table.luck = luck
        if one.option == DEAL:
            program.interpreter.go_on(table)
        else:
            program.interpreter.choose(table, one.option)
    assert table is not None
    return table


def _claims_before(turn: Turn) -> list[Formula]:
    claims = list(turn.parent.claims or ()) if turn.parent is not None else []
    if not turn.exchanged:
        return claims

    def change(card: int, faces: int) -> Formula:
        return ("in", exchange(turn.exchanged, card), faces)

    return [replace(claim, change) for claim in claims]


def public_cards(table: Table) -> set[int]:
    """The cards of which every seat knows where they lie."""
    everybody = (1 << table.players) - 1
    return {
        card
        for card, place in enumerate(table.where)
        if table.known[card] | table.sight[place] == everybody
    }


class Walk:
    """Plays one turn again."""

    def __init__(
        self, program: Program, start: Table, option: int, luck: SameLuck, claims: list[Formula]
    ) -> None:
        self.program, self.claims, self.unused = program, list(claims), 0
        self.interpreter, self.option = program.interpreter, option
        self.after = start.clone()
        self.after.luck = luck.at_the_same_point()
        if option == DEAL:
            self.interpreter.go_on(self.after)
        else:
            self.interpreter.choose(self.after, option)
        self.known = public_cards(start) | public_cards(self.after)
        self.has_secrets = len(self.known) < len(self.after.faces)
        self.start = start
        self.table = start.clone()
        self.table.luck = luck
        self.faces = start.faces
        self.values = partial_values(program)
        self.values.pack, self.values.work = Counter(self.after.faces), 0
        self.is_alternative = self.in_choice = self.has_acted = False

    # Playing

    def hide(self) -> None:
        """Make the faces of the hidden cards UNKNOWN."""
        if len(self.table.faces) > len(self.faces):  # a new deck
            self.faces = [*self.faces, *self.table.faces[len(self.faces) :]]
        self.table.faces = [
            face if card in self.known else UNKNOWN for card, face in enumerate(self.faces)
        ]
        self.values.table = self.table

    def blindly(self, what: Callable[[Table], None]) -> bool:
        """Do it without the unknown faces. If it needs one, undo it and return False."""
        before = self.table
        luck = before.luck
        assert isinstance(luck, SameLuck)
        trial = before.clone()
        trial.path, trial.step, trial.luck = before.path, before.step, luck.at_the_same_point()
        try:
            what(trial)
        except UnknownFace:
            return False
        self.adopt(trial)
        return True

    def really(self, what: Callable[[Table], None]) -> None:
        """Do it with the real faces."""
        self.table.faces = self.faces
        what(self.table)
        self.faces = self.table.faces
        self.adopt(self.table)

    def adopt(self, table: Table) -> None:
        self.table = table
        self.hide()

    def choose(self) -> None:
        """Carry out the option. Claim that it was on offer."""
        number, path = self.start.options[self.option]
        instruction = self.interpreter.code[self.start.pc]
        before = len(self.claims)
        self.take(instruction.node[number], path)
        told = both(self.claims[before:])
        del self.claims[before:]
        if told is not True and self.unused == 0:
            others = [node for other, node in enumerate(instruction.node) if other != number]
            self.claims.append(either([told, *[self.offered(node, path) for node in others]]))
        self.table.pc += 1
        self.forget_shuffled(0)

    def take(self, node: Node, path: Any) -> None:
        self.hide()
        self.table.path, self.table.step = path, 0
        self.in_choice = True
        self.perform(node)
        self.in_choice = False

    def offered(self, node: Node, path: Any) -> Formula:
        """When does this option of the choice do the same?"""
        other = Walk.__new__(Walk)
        other.__dict__.update(self.__dict__)
        other.claims, other.unused = [], 0
        other.is_alternative, other.has_acted = True, False
        other.table, other.faces = self.start.clone(), self.start.faces
        other.table.luck = SameLuck(None)
        try:
            other.take(node, path)
            if not other.has_acted or other.table.step != len(path):
                return False
            if outcome(other.table) != outcome(self.table):
                return False
        except (GameFault, UnknownFace, TypeError, IndexError):
            return False
        except TooHard:
            return True
        finally:
            self.values.table = self.table
        return True if other.unused else both(other.claims)

    def go_on(self) -> None:
        """Play to the next choice, or to the end."""
        code = self.interpreter.code
        self.hide()
        while self.table.pc < len(code):
            instruction = code[self.table.pc]
            if instruction.opcode == CHOOSE:
                break
            luck = self.table.luck
            assert isinstance(luck, SameLuck)
            order = luck.order
            self.obey(instruction)
            self.forget_shuffled(order)

    def forget_shuffled(self, order: int) -> None:
        """Cards that were shuffled unseen lie elsewhere now: drop what was told of their places."""
        luck = self.table.luck
        assert isinstance(luck, SameLuck)
        for cards in luck.orders[order : luck.order]:
            mixed = {card for card in cards if card >= 0} - public_cards(self.after)
            self.claims = [without(claim, mixed) for claim in self.claims]
            self.known -= mixed
            self.hide()

    def obey(self, instruction: Instruction) -> None:
        def run(table: Table) -> None:
            self.interpreter.obey(table, instruction)

        if not looks(self.program, instruction.node):
            run(self.table)
            if len(self.table.faces) > len(self.faces):
                self.hide()
            return
        if self.blindly(run):
            return
        if instruction.opcode == RUN:
            self.table.pc += 1
            self.perform(instruction.node)
            return
        if instruction.opcode == TEST:
            self.claim_truth(instruction.node)
        elif instruction.opcode == LET:
            self.claim_value(instruction.node)
        elif instruction.opcode == EACH:
            self.claim_items(instruction.node)
        self.really(run)

    def perform(self, node: Node) -> None:
        action = self.program.actions[id(node)]

        def run(table: Table) -> None:
            self.interpreter.perform(table, action)

        walker = WALKERS.get(node.op)
        if self.in_choice and walker is not None:  # each condition of an option matters
            walker(self, node)
            return
        self.has_acted = True
        if self.blindly(run):
            return
        if walker is not None:
            walker(self, node)
            return
        for operand in operands(node):
            self.claim_value(operand)
        self.really(run)

    # Claims

    def real_value(self, node: Node, group: bool = False) -> Any:
        self.table.faces = self.faces
        try:
            return self.values.known(node, group)
        finally:
            self.hide()

    def claim_truth(self, node: Node) -> bool:
        """Claim that a condition is what it is. An alternative needs it to hold."""
        try:
            formula = self.values.truth(node)
        except TooHard:
            self.unused += 1
            return self.is_alternative or bool(self.real_value(node))
        truth = formula if isinstance(formula, bool) else self.is_alternative
        if not isinstance(formula, bool) and not self.is_alternative:
            truth = holds(formula, self.faces)
        self.claims.append(formula if truth else self.values.opposite(formula))
        return truth

    def claim_value(self, node: Node) -> Any:
        """Claim that a value is what it is. Return it."""
        try:
            if node.type == TRUTH:
                return self.claim_truth(node)
            if node.type == INTEGER and node.op not in OF_THEIR_PARTS:
                first, terms = self.values.number(node)
                more = sum(weight for weight, part in terms if holds(part, self.faces))
                self.claims.append(comparison("==", -more, terms, self.values.every))
                return first + more
            cases = self.values.cases(node)
            value = next(value for value, formula in cases if holds(formula, self.faces))
            when = either([formula for one, formula in cases if one is value or one == value])
            if isinstance(value, Group):
                cards = [card for card, formula in value.cards if holds(formula, self.faces)]
                self.claims.append(both([when, self.values.are_just(value, cards)]))
                return cards
            self.claims.append(when)
            return value
        except TooHard:
            if node.op in OF_THEIR_PARTS:
                for operand in operands(node):
                    self.claim_value(operand)
            else:
                self.unused += 1
            return self.real_value(node)

    def claim_items(self, node: Node) -> list[Any]:
        """Claim that a collection has the items that it has. Return them."""
        try:
            found = []
            for item, formula in self.values.items(node):
                if isinstance(item, Group):
                    raise TooHard
                is_there = holds(formula, self.faces)
                self.claims.append(formula if is_there else self.values.opposite(formula))
                if is_there:
                    found.append(item)
            return found
        except TooHard:
            self.unused += 1
            return list(self.real_value(node, True))

    def claim_item(self, node: Node, item: Any) -> None:
        """Claim that a collection has this item."""
        try:
            self.claims.append(self.values.has_item(node, item))
        except TooHard:
            self.unused += 1

    def claim_no_items(self, node: Node) -> None:
        """Claim that a collection has no items."""
        try:
            items = self.values.items(node)
            self.claims += [self.values.opposite(formula) for _, formula in items]
        except TooHard:
            self.unused += 1


def partial_values(program: Program) -> PartialValues:
    """The values of this program. They keep the functions that they have compiled."""
    if program.partial_values is None:
        program.partial_values = PartialValues(program)
    found: PartialValues = program.partial_values
    return found


def outcome(table: Table) -> tuple[Any, ...]:
    """What an option has changed."""
    return (
        table.places, table.stores, table.seat, table.queued, table.team, table.team_queued,
        table.teams,
    )  # fmt: skip


def operands(node: Node) -> Iterator[Node]:
    """The values right below this node."""
    stack = list(reversed(node.parts))
    while stack:
        one = stack.pop()
        if isinstance(one, Node):
            if one.op != "game":  # the owner of a place: no value
                yield one
        elif isinstance(one, tuple):
            stack.extend(reversed(one))


def looks(program: Program, node: Any) -> bool:
    """Can this look at cards?"""
    found = program.looking.get(id(node))
    if found is None:
        found = isinstance(node, Node) and any(one.op in LOOKING for one in node.walk())
        program.looking[id(node)] = found
    return found


# Actions around others


def _do(walk: Walk, node: Node) -> None:
    for part in node.parts[0]:
        walk.perform(part)


def _when(walk: Walk, node: Node) -> None:
    test, body = node.parts
    if walk.claim_truth(test):
        walk.perform(body)


def _all(walk: Walk, node: Node) -> None:
    group, slot, body = node.parts
    items = walk.claim_items(group)
    if walk.in_choice and not walk.program.actions[id(body)].choosing:
        items.reverse()  # as `ForEach` does it
    for item in items:
        walk.table.values[slot] = item
        walk.perform(body)


def _any(walk: Walk, node: Node) -> None:
    if not walk.in_choice:
        _all(walk, node)
        return
    group, slot, body = node.parts
    item = walk.table.path[walk.table.step]
    walk.table.step += 1
    if item is None:
        walk.claim_no_items(group)
        return
    walk.claim_item(group, item)
    walk.table.values[slot] = item
    walk.perform(body)


def _either(walk: Walk, node: Node) -> None:
    number = walk.table.path[walk.table.step]
    walk.table.step += 1
    walk.perform(node.parts[0][number])


def _let(walk: Walk, node: Node) -> None:
    what, slot, *bodies = node.parts
    value = walk.claim_value(what)
    walk.table.values[slot] = value
    for body in bodies:
        walk.perform(body)


def _repeat(walk: Walk, node: Node) -> None:
    many, body = node.parts
    for _ in range(walk.claim_value(many)):
        walk.perform(body)


def _repeat_all(walk: Walk, node: Node) -> None:
    cards, move = node.parts
    for _ in walk.claim_items(cards):
        if walk.real_value(cards, True):
            walk.perform(move)


WALKERS: dict[str, Callable[[Walk, Node], None]] = {
    "do": _do,
    "when": _when,
    "all": _all,
    "any": _any,
    "either": _either,
    "let": _let,
    "repeat": _repeat,
    "repeat_all": _repeat_all,
}
