"""Checks a whole description for mistakes before anybody plays it.

The reader refuses each form that is wrong by itself. The checker finds mistakes that show only when
the whole text is read: a card is taken from a place that nothing is ever put in, or a stage is
never entered or never left. Certain failures are errors. Likely ones are warnings, and the game can
be played.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Any

from Game.core.options import nearest
from Game.recycle.reading.errors import At, DescriptionError, Remark, Source
from Game.recycle.reading.forms.description import read
from Game.recycle.reading.forms.unknown_names import Key, UnknownNames, hint, in_words
from Game.recycle.reading.nodes import Description, Node
from Game.recycle.reading.sexpr import plain_text

OPERATIONS: dict[str, Callable[[int, int], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "//": operator.floordiv, "%": operator.mod,
}  # fmt: skip


def check(text: str, name: str = "game") -> tuple[Description, list[Remark]]:
    """The description, and remarks on it. If it cannot be played, raise a `DescriptionError`."""
    description = read(text, name)
    return description, Checker(description, Source(name, plain_text(text))).check()


class Checker:
    def __init__(self, description: Description, source: Source) -> None:
        self.description, self.source = description, source
        self.remarks: list[Remark] = list(description.remarks)
        self.empty: set[Key] = set()  # places that are read and never filled
        self.fixed = {
            node.parts[1]: node.parts[0]
            for node in description.declared
            if node.parts[0].op == "number"
        }

    def check(self) -> list[Remark]:
        self.check_stages(self.description.steps)
        self.check_places()
        self.check_shuffles()
        self.remarks += UnknownNames(self.description, self.source).remarks(self.empty)
        return self.remarks

    def refusal(self, at: At, sentence: str, within: str = "") -> DescriptionError:
        return DescriptionError(self.source, at, sentence, within)

    # Stages

    def check_stages(self, steps: tuple[Node, ...]) -> None:
        for number, step in enumerate(steps):
            for stage in (node for node in step.walk() if node.op == "stage"):
                ended = self.constant(stage.parts[1])
                if ended is True:
                    raise self.refusal(
                        stage.at,
                        "This stage is never played: its `end` holds from the start. Write a "
                        "condition that play brings about",
                        "(stage",
                    )
                if ended is False:
                    rest = " and nothing after it is played" if steps[number + 1 :] else ""
                    raise self.refusal(
                        stage.at,
                        f"This stage never ends{rest}: its `end` can never hold. Write a "
                        "condition that play brings about",
                        "(stage",
                    )

    def constant(self, node: Node) -> Any:
        """The value of the node if it is the same in every game, or else None."""
        if node.op == "number":
            return node.parts[0]
        if node.op == "variable" and node.parts[0] in self.fixed:
            return self.constant(self.fixed[node.parts[0]])
        if node.op == "not":
            inner = self.constant(node.parts[0])
            return None if inner is None else not inner
        if node.op in ("and", "or"):
            parts = [self.constant(part) for part in node.parts[0]]
            decisive = node.op == "or"
            if decisive in parts:
                return decisive
            return None if None in parts else not decisive
        if node.op in ("compare", "arithmetic"):
            left, right = self.constant(node.parts[1]), self.constant(node.parts[2])
            if left is None or right is None or (right == 0 and node.parts[0] in ("//", "%")):
                return None
            if node.parts[0] not in OPERATIONS:
                return None  # a power may be too large to compute here
            return OPERATIONS[node.parts[0]](left, right)
        return None

    # Places

    def check_places(self) -> None:
        one = self.description
        roots = (*one.declared, *one.setup, *one.steps, one.scoring)
        nodes = [node for root in roots for node in root.walk()]
        filled: set[Key] = set()
        for node in nodes:
            goal = {"move": 2, "remember": 2, "create_deck": 0, "faro": 0}.get(node.op)
            if goal is not None:
                place = node.parts[goal]
                if place.op != "place" or place.parts[2].op != "name":
                    return  # cards may go anywhere, so any place may be filled
                filled.add(self.key(place))
        known = [name for _, _, name in sorted(filled)]
        for node in (move for root in roots for move in certain_moves(root)):
            cards = source_of(node)
            if cards is not None and self.is_empty(cards, filled):
                raise self.refusal(
                    cards.at,
                    f"Nothing is ever put in {self.place_name(cards)}, so no card can be moved "
                    f"from there. {nearest(cards.parts[2].parts[0], known)}",
                    "(move",
                )
        for node in nodes:
            if self.is_empty(node, filled) and self.key(node) not in self.empty:
                self.empty.add(self.key(node))
                sentence = f"Nothing is ever put in {self.place_name(node)}: it stays empty."
                self.remarks.append(
                    Remark(node.at, sentence + hint(self.key(node), sorted(filled)))
                )

    def check_shuffles(self) -> None:
        one = self.description
        nodes = [node for root in (*one.setup, *one.steps) for node in root.walk()]
        if any(node.op == "shuffle" for node in nodes):
            return
        for node in nodes:
            place = node.parts[0] if node.op == "create_deck" else None
            if place is not None and place.op == "place" and place.parts[1] in ("iloc", "hloc"):
                self.remarks.append(
                    Remark(
                        node.at,
                        "Nothing is ever shuffled, and the text gives the order of this deck: all "
                        "players know each card of it. Write a `shuffle` before cards are dealt.",
                    )
                )
                return

    def is_empty(self, node: Node, filled: set[Key]) -> bool:
        return node.op == "place" and node.parts[2].op == "name" and self.key(node) not in filled

    def key(self, place: Node) -> Key:
        return place.parts[0].type, place.parts[1], place.parts[2].parts[0]

    def place_name(self, place: Node) -> str:
        return in_words(self.key(place))


def certain_moves(node: Node) -> Iterator[Node]:
    """The moves that every play of the step makes."""
    if node.op == "move":
        yield node
        return
    if node.op in ("act", "each", "stage"):
        inner = node.parts[2] if node.op != "act" else node.parts
    elif node.op in ("do", "choice", "sequence"):
        inner = node.parts[0]
    elif node.op == "let" and len(node.parts) == 3:
        inner = (node.parts[2],)
    elif node.op == "repeat" and node.parts[0].op == "number" and node.parts[0].parts[0] > 0:
        inner = (node.parts[1],)
    elif node.op == "all" and node.parts[0].op in ("all_player", "all_team"):
        inner = (node.parts[2],)
    else:
        inner = ()
    for part in inner if isinstance(inner, tuple) else (inner,):
        yield from certain_moves(part)


def source_of(move: Node) -> Node | None:
    """The place or the selection that a card is taken from."""
    card = move.parts[0]
    if card.op == "card":
        source: Node = card.parts[1]
        return source
    if card.op in ("max", "min"):
        cards: Node = card.parts[0]
        return cards
    return None
