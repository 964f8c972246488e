"""Formulas about hidden cards: True, False, or one of these tuples.

    ("in", card, faces)           the card has one of these faces (a bit for each face)
    ("and", formulas)             all of them hold
    ("or", formulas)              at least one of them holds
    ("sum", sign, number, terms)  the number and the weights of all terms that hold, compared with
                                  0; a term is (weight, formula)

A card in a formula is a number of the real game: it stands for the position where that card lies.
In an imagined world another card lies there.

A number from `TOSSES` on is no card but a toss that decided a tie (see `tosses`), with a bit for
each result. No claim contains one.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

TOSSES = 1 << 20  # more than the cards of any game

Formula = Any
Claim = tuple[int, Formula]  # the seats that can conclude it, a bit for each, and what
ALL_SEATS = -1
Terms = tuple[tuple[int, Formula], ...]

HOLDS: dict[str, Callable[[int], bool]] = {
    "==": lambda number: number == 0,
    "!=": lambda number: number != 0,
    "<": lambda number: number < 0,
    ">": lambda number: number > 0,
    "<=": lambda number: number <= 0,
    ">=": lambda number: number >= 0,
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def is_in(card: int, faces: int, every: int) -> Formula:
    """Has the card one of these faces, out of every face that it may have?"""
    faces &= every
    if faces in (0, every):
        return faces != 0
    return ("in", card, faces)


def both(formulas: Iterable[Formula]) -> Formula:
    """All of these hold."""
    return _join("and", formulas, False)


def either(formulas: Iterable[Formula]) -> Formula:
    """At least one of these holds."""
    return _join("or", formulas, True)


def _join(op: str, formulas: Iterable[Formula], strong: bool) -> Formula:
    """The formulas joined. A `strong` one decides, and its opposite can be left out. All parts
    about one card become one formula."""
    weak = not strong
    joined = []
    for formula in formulas:
        if formula is strong:
            return strong
        if formula is not weak:
            joined.append(formula)
    if len(joined) < 2:
        return joined[0] if joined else weak
    faces: dict[int, int] = {}
    parts: dict[Formula, None] = {}
    for formula in joined:
        for part in formula[1] if formula[0] == op else (formula,):
            if part[0] != "in":
                parts[part] = None
            elif part[1] not in faces:
                faces[part[1]] = part[2]
            elif op == "or":
                faces[part[1]] |= part[2]
            else:
                faces[part[1]] &= part[2]
                if not faces[part[1]]:
                    return False
    terms = (*[("in", card, some) for card, some in faces.items()], *parts)
    return terms[0] if len(terms) == 1 else (op, terms)


def negation(formula: Formula, every: int) -> Formula:
    if isinstance(formula, bool):
        return not formula
    op = formula[0]
    if op == "in":
        if formula[1] >= TOSSES:
            return ("in", formula[1], ~formula[2])
        return is_in(formula[1], every & ~formula[2], every)
    if op == "sum":
        return ("sum", OPPOSITE[formula[1]], formula[2], formula[3])
    parts = [negation(part, every) for part in formula[1]]
    return either(parts) if op == "and" else both(parts)


def comparison(sign: str, number: int, terms: Iterable[tuple[int, Formula]], every: int) -> Formula:
    """The number and the weights of the terms that hold, compared with 0."""
    left = []
    for weight, formula in terms:
        if formula is True:
            number += weight
        elif formula is not False and weight:
            left.append((weight, formula))
    if not left:
        return HOLDS[sign](number)
    least = number + sum(min(weight, 0) for weight, _ in left)
    most = number + sum(max(weight, 0) for weight, _ in left)
    truths = {HOLDS[sign](value) for value in (least, most)}
    if sign in ("<", ">", "<=", ">=") and len(truths) == 1:
        return truths.pop()
    if sign in ("==", "!=") and not least <= 0 <= most:
        return sign == "!="
    # Only the smallest or only the largest sum holds, or fails: then the terms decide one by one.
    step = min(abs(weight) for weight, _ in left)
    for edge, inner in ((least, least + step), (most, most - step)):
        on_edge, within = HOLDS[sign](edge), HOLDS[sign](inner)
        if on_edge != within and (edge == 0 or sign not in ("==", "!=")):
            parts = [
                formula if (weight > 0) == (edge == most) else negation(formula, every)
                for weight, formula in left
            ]
            return both(parts) if on_edge else either([negation(part, every) for part in parts])
    return ("sum", sign, number, tuple(left))


def replace(formula: Formula, change: Callable[[int, int], Formula]) -> Formula:
    """The formula with `change(card, faces)` in place of every ("in", card, faces)."""
    if isinstance(formula, bool):
        return formula
    op = formula[0]
    if op == "in":
        return change(formula[1], formula[2])
    if op == "sum":
        terms = [(weight, replace(part, change)) for weight, part in formula[3]]
        number = formula[2] + sum(weight for weight, part in terms if part is True)
        left = tuple([(weight, part) for weight, part in terms if not isinstance(part, bool)])
        return ("sum", formula[1], number, left) if left else HOLDS[formula[1]](number)
    parts = [replace(part, change) for part in formula[1]]
    return both(parts) if op == "and" else either(parts)


def with_faces(formula: Formula, face_of: Callable[[int], int | None], every: int) -> Formula:
    """What is left of the formula for a seat that knows the faces of some cards."""
    if isinstance(formula, bool):
        return formula
    op = formula[0]
    if op == "in":
        face = face_of(formula[1])
        return (
            is_in(formula[1], formula[2], every) if face is None else bool(formula[2] >> face & 1)
        )
    if op == "sum":
        terms = [(weight, with_faces(part, face_of, every)) for weight, part in formula[3]]
        return comparison(formula[1], formula[2], terms, every)
    parts = [with_faces(part, face_of, every) for part in formula[1]]
    return both(parts) if op == "and" else either(parts)


def with_masks(formula: Formula, every: int) -> Formula:
    """The same formula, shorter: what it says of single cards is used in its other parts."""
    if isinstance(formula, bool) or formula[0] != "and":
        return formula
    masks = {part[1]: part[2] for part in formula[1] if part[0] == "in"}

    def narrow(part: Formula) -> Formula:
        if isinstance(part, bool):
            return part
        if part[0] == "in":
            mask = masks.get(part[1], every)
            faces = mask & part[2]
            return faces != 0 if faces in (0, mask) else part
        if part[0] == "sum":
            terms = [(weight, narrow(one)) for weight, one in part[3]]
            return comparison(part[1], part[2], terms, every)
        parts = [narrow(one) for one in part[1]]
        return both(parts) if part[0] == "and" else either(parts)

    return both([part if part[0] == "in" else narrow(part) for part in formula[1]])


def holds(formula: Formula, faces: Any) -> bool:
    """Does the formula hold if `faces[card]` is the face of each card?"""
    if isinstance(formula, bool):
        return formula
    op = formula[0]
    if op == "in":
        return bool(formula[2] >> faces[formula[1]] & 1)
    if op == "and":
        return all(holds(part, faces) for part in formula[1])
    if op == "or":
        return any(holds(part, faces) for part in formula[1])
    total = formula[2] + sum(weight for weight, part in formula[3] if holds(part, faces))
    return HOLDS[formula[1]](total)


DISTANCE: dict[str, Callable[[int], int]] = {
    "==": abs,
    "!=": lambda number: int(number == 0),
    "<": lambda number: max(0, number + 1),
    ">": lambda number: max(0, 1 - number),
    "<=": lambda number: max(0, number),
    ">=": lambda number: max(0, -number),
}


def distance(formula: Formula, faces: Any) -> int:
    """0 if the formula holds with these faces of the cards, else how far it is from that."""
    if isinstance(formula, bool):
        return int(not formula)
    op = formula[0]
    if op == "in":
        return int(not formula[2] >> faces[formula[1]] & 1)
    if op == "and":
        return sum([distance(part, faces) for part in formula[1]])
    if op == "or":
        return min([distance(part, faces) for part in formula[1]])
    total = formula[2] + sum(weight for weight, part in formula[3] if holds(part, faces))
    return DISTANCE[formula[1]](total)


def cards_of(formula: Formula) -> set[int]:
    """The cards that the formula is about."""
    return {card for card, _ in atoms(formula)}


def atoms(formula: Formula) -> Iterator[tuple[int, int]]:
    """The cards that the formula names, each with its faces and as often as it is named."""
    if isinstance(formula, bool):
        return
    if formula[0] == "in":
        yield formula[1], formula[2]
        return
    for part in formula[3] if formula[0] == "sum" else formula[1]:
        yield from atoms(part[1] if formula[0] == "sum" else part)


def without(formula: Formula, cards: set[int]) -> Formula:
    """A weaker formula that says nothing of these cards."""
    if isinstance(formula, bool):
        return formula
    if formula[0] == "sum":
        return formula if cards_of(formula).isdisjoint(cards) else True
    if formula[0] == "in":
        return True if formula[1] in cards else formula
    parts = [without(part, cards) for part in formula[1]]
    return both(parts) if formula[0] == "and" else either(parts)


def in_order(formula: Formula) -> Formula:
    """The formula with its parts sorted: equal formulas that were made in other ways look alike."""
    if isinstance(formula, bool) or formula[0] == "in":
        return formula
    if formula[0] == "sum":
        terms = sorted([(weight, in_order(part)) for weight, part in formula[3]])
        return (*formula[:3], tuple(terms))
    parts = map(in_order, formula[1])
    joined = both(parts) if formula[0] == "and" else either(parts)
    if isinstance(joined, bool) or joined[0] not in ("and", "or"):
        return joined
    return (joined[0], tuple(sorted(joined[1])))


def size_of(formula: Formula) -> int:
    """How many cards the formula names, each as often as it does."""
    if isinstance(formula, bool):
        return 0
    if formula[0] == "in":
        return 1
    if formula[0] == "sum":
        return sum([size_of(part) for _, part in formula[3]])
    return sum([size_of(part) for part in formula[1]])


# As plain data, in a view


def pack(formula: Formula, place_of: Callable[[int], Any]) -> Any:
    """The formula as lists, with `place_of` each card. The order of its parts tells nothing."""
    if isinstance(formula, bool):
        return formula
    op = formula[0]
    if op == "in":
        faces: int = formula[2]
        return [op, place_of(formula[1]), faces.to_bytes((faces.bit_length() + 7) // 8, "big")]
    if op == "sum":
        terms = [[weight, pack(part, place_of)] for weight, part in formula[3]]
        return [op, formula[1], formula[2], sorted(terms, key=repr)]
    return [op, sorted([pack(part, place_of) for part in formula[1]], key=repr)]


def unpack(data: Any, card_at: Callable[[Any], int]) -> Formula:
    """The formula that `pack` wrote."""
    if isinstance(data, bool):
        return data
    op = data[0]
    if op == "in":
        return (op, card_at(data[1]), int.from_bytes(data[2], "big"))
    if op == "sum":
        terms = tuple([(weight, unpack(part, card_at)) for weight, part in data[3]])
        return (op, data[1], data[2], terms)
    return (op, tuple([unpack(part, card_at) for part in data[1]]))
