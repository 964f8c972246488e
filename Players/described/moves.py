"""Describes the moves of a game in the RECYCLE language by features, which are numbers.

Nothing here knows the game. The values of an attribute have the order of the text. The cards on the
table are the cards at the place to which the move takes its card: the top card of each player's
place.
"""

from collections.abc import Iterator, Sequence

from Game.recycle.compiling.program import Program
from Game.recycle.machine.effects import CardMoved, NumberStored
from Game.recycle.machine.points import Points
from Game.recycle.machine.table import Table
from Game.recycle.state import RecycleState
from Players.described.numbers import compared_stores, is_named, levels_of, signs_of

# The choice in the text, how many cards lie on the table, and which of the player's numbers are
# larger.
Place = tuple[int, ...]

FIRST, MIDDLE, LAST = range(3)  # in a trick


class Moves:
    def __init__(self, program: Program) -> None:
        self.program, self.plan = program, program.plan
        values: dict[str, dict[str, int]] = {}
        for face in self.plan.attributes:
            for key, value in face.items():
                numbers = values.setdefault(key, {})
                numbers.setdefault(value, len(numbers))
        keys = [key for key, numbers in values.items() if len(numbers) > 1]
        # For each face and attribute: the position of its value among all values, from 0 to 1.
        self.heights = [
            [values[key][face[key]] / (len(values[key]) - 1) if key in face else 0.0
             for key in keys]
            for face in self.plan.attributes
        ]  # fmt: skip
        count = range(len(keys))
        self.pairs = [(alike, by) for alike in count for by in count if alike != by]
        maps = len(self.plan.maps)
        self.compared = compared_stores(program)
        # How many features `qualities` gives, and how many `card_features`.
        self.quality_count = len(keys) + maps + len(self.plan.text_rows)
        self.size = self.quality_count + len(self.pairs) * (1 + maps)

    def describe(self, state: RecycleState) -> tuple[Place, list[list[float]]]:
        """The place in the game, and the features of each move."""
        table = state.table
        options = len(self.program.code[table.pc].actions)
        lead = standing(state)
        about = [1.0, lead, *self.open_cards(table)]
        rows, trick = [], FIRST
        moves = [self.program.effects(table, action) for action in range(len(table.options))]
        strength = self.strength(table)
        for (number, _), effects, level in zip(table.options, moves, levels_of(moves), strict=True):
            row = [0.0] * (options * len(about))
            row[number * len(about) : (number + 1) * len(about)] = about
            row.append(sum([1.0 for one in effects if isinstance(one, NumberStored)]))
            row += [level, level * level, *[level * one for one in strength]]
            moved = next((one for one in effects if isinstance(one, CardMoved)), None)
            if moved is None:
                row += [0.0] * self.size
            else:
                laid = self.laid(table, moved.goal)
                if laid:
                    trick = LAST if len(laid) == table.players - 1 else MIDDLE
                row += self.card_features(table, moved.face, laid)
            rows.append(row)
        return (table.pc, trick, *signs_of(table, self.compared)), rows

    def strength(self, table: Table) -> list[float]:
        """The mean of the qualities of the cards in the hand of the seat to act."""
        owners = self.plan.owners
        faces = [
            table.faces[card]
            for row, (kind, _) in enumerate(self.plan.labels)
            if kind == "iloc"
            for card in table.places[row * owners + 1 + table.seat]
        ]
        rows = [self.qualities(table, face) for face in faces]
        means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        return means or [0.0] * self.quality_count

    def qualities(self, table: Table, face: int) -> list[float]:
        """How high the card is in each attribute, its worth in each point map, and which stored
        texts name it."""
        worths = [worth(points, face) for points in table.maps]
        return [*self.heights[face], *worths, *is_named(table, face)]

    def open_rows(self) -> Iterator[int]:
        """The rows of places that everybody sees."""
        for row, (kind, _) in enumerate(self.plan.labels):
            if kind == "vloc":
                yield row

    def open_cards(self, table: Table) -> Iterator[float]:
        """How many cards lie in each open place of the table and of the seat to act, and what those
        of the seat are worth."""
        for row in self.open_rows():
            first = row * self.plan.owners
            own = table.places[first + 1 + table.seat]
            yield len(table.places[first]) / 10
            yield len(own) / 10
            for points in table.maps:
                yield sum([worth(points, table.faces[card]) for card in own]) / 10

    def laid(self, table: Table, goal: int) -> list[int]:
        """The faces of the top cards at the place to which a move takes its card."""
        row, owner = divmod(goal, self.plan.owners)
        first = row * self.plan.owners
        tops = [
            cards[-1]
            for other, cards in enumerate(table.places[first : first + self.plan.owners])
            if cards and (other != owner or owner == 0)
        ]
        return [table.faces[card if card >= 0 else ~card] for card in tops]

    def card_features(self, table: Table, face: int, laid: Sequence[int]) -> Iterator[float]:
        """The features of a card.

        First its qualities. Then, for each pair of attributes, whether it beats the laid cards with
        an equal value in one attribute by its value in the other; and the same, times the worth of
        the laid cards.
        """
        heights = self.heights[face]
        yield from self.qualities(table, face)
        stakes = [sum([worth(points, one) for one in (face, *laid)]) for points in table.maps]
        for alike, by in self.pairs:
            rivals = [
                self.heights[other][by]
                for other in laid
                if self.heights[other][alike] == heights[alike]
            ]
            beats = 0.0 if not rivals else 1.0 if heights[by] > max(rivals) else -1.0
            yield beats
            yield from [beats * stake for stake in stakes]


def worth(points: Points | None, face: int) -> float:
    """The points of a face; 0 before the map is put."""
    return points.of(face) / 10 if points is not None else 0.0


def standing(state: RecycleState) -> float:
    """Is the seat to act ahead (1), behind (-1), or neither?"""
    value = state.value(state.side(state.turn))
    return 2 * value - 1
