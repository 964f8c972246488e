"""What a learner sees in a described game, made from its description.

Owners of places are the game, the players from the seat's own on, and the teams. Actions are
options of the current choice, and their numbers must mean the same in all positions. So an option
that moves a card from a place that the seat sees has the number of the card's face. Other options
have the numbers behind the faces, in the order of the description.
"""

from typing import Any

from Game.core.encoder import Block, Encoder
from Game.core.state import State
from Game.recycle.compiling.program import Program
from Game.recycle.machine.effects import CardMoved
from Game.recycle.machine.opcodes import CHOOSE, UNKNOWN
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import GameFault
from Game.recycle.state import RecycleState

OTHERS = 64  # actions for options that move no card which the seat sees
TEN = 10.0  # so many cards in a place, or points in a storage, count as 1


class RecycleEncoder(Encoder):
    def __init__(self, program: Program) -> None:
        plan = program.plan
        self.program = program
        self.faces, self.owners, self.players = len(plan.faces), plan.owners, plan.players
        self.places = len(plan.labels) * plan.owners
        choices = [at for at, step in enumerate(program.code) if step.opcode == CHOOSE]
        self.choices = {at: number for number, at in enumerate(choices)}
        rows = [
            Block(
                f"cards_{row}",
                self.owners * self.faces,
                f"For each owner, the cards that the seat sees in {kind} {name}.",
            )
            for row, (kind, name) in enumerate(plan.labels)
        ]
        stores = len(plan.store_names) * self.owners
        self.texts = [plan.texts_of(name) for name in plan.text_names]
        texts = [
            Block(
                f"text_{name}",
                self.owners * len(known),
                f"For each owner, which text is stored as {name}: {', '.join(known)}.",
            )
            for name, known in zip(plan.text_names, self.texts, strict=True)
        ]
        super().__init__(
            (
                *rows,
                Block("sizes", self.places, "The number of cards in each place, in tens."),
                Block("stores", stores, "The numbers that the game stores, in tens."),
                *texts,
                Block("turn", self.players, "The seat that chooses next."),
                Block("choice", len(choices), "The choice of the description that comes next."),
            ),
            self.faces + OTHERS,
        )

    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        assert isinstance(state, RecycleState)
        table = state.table
        for place, cards in enumerate(table.places):
            row = self.turned(place, seat)
            for card in cards:
                face = table.faces[card if card >= 0 else ~card]
                if face != UNKNOWN and table.is_seen(card, place, seat):
                    out[at + row * self.faces + face] += 1.0
        at += self.places * self.faces
        for place, cards in enumerate(table.places):
            out[at + self.turned(place, seat)] = len(cards) / TEN
        at += self.places
        for place, number in enumerate(table.stores):
            out[at + self.turned(place, seat)] = number / TEN
        at = self.write_texts(table, seat, out, at + len(table.stores))
        if state.turn >= 0:
            out[at + (state.turn - seat) % self.players] = 1.0
            out[at + self.players + self.choices[table.pc]] = 1.0
        return at + self.players + len(self.choices)

    def write_texts(self, table: Table, seat: int, out: Any, at: int) -> int:
        for row, texts in enumerate(self.texts):
            first = row * self.owners
            for owner, text in enumerate(table.texts[first : first + self.owners]):
                if text in texts:
                    mine = self.turned(first + owner, seat) - first
                    out[at + mine * len(texts) + texts.index(text)] = 1.0
            at += self.owners * len(texts)
        return at

    def turned(self, place: int, seat: int) -> int:
        """The number of a place, if the seat were the first of the players."""
        row, owner = divmod(place, self.owners)
        if 1 <= owner <= self.players:
            owner = 1 + (owner - 1 - seat) % self.players
        return row * self.owners + owner

    def mark(self, state: State, out: Any, at: int) -> int:
        assert isinstance(state, RecycleState)
        numbers = self.numbers(state)
        for number in numbers:
            out[at + number] = 1
        return len(numbers)

    def action(self, state: State, number: int) -> int:
        assert isinstance(state, RecycleState)
        return self.numbers(state)[number]

    def numbers(self, state: RecycleState) -> dict[int, int]:
        """The option behind each legal action.

        If a choice has very many options, a learner sees only the first ones.
        """
        table = state.table
        numbers: dict[int, int] = {}
        other = self.faces
        for option in range(len(table.options)):
            face = self.face_moved(table, option)
            if face is not None and face not in numbers:
                numbers[face] = option
            elif other < self.actions:
                numbers[other] = option
                other += 1
        return numbers

    def face_moved(self, table: Table, option: int) -> int | None:
        """The face of the first card that an option moves, if the player sees it before."""
        try:
            effects, _ = self.program.seen_effects(table, option)
        except GameFault:
            return None
        for effect in effects:
            if isinstance(effect, CardMoved):
                return None if effect.face == UNKNOWN else effect.face
        return None
