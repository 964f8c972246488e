"""Packs the frames and moves of a game as columns. `static/frames.js` unpacks them.

The columns are short, and they compress well:

- Cards are numbered as they appear in the game, so the cards that are drawn are 13, 14, 15.
- A column of values has the first value, and then for each change the number of plies since the
  change before, and the new value. If only some values of a row change, the new value is a list:
  the plies, then the place and the value of each.
- Rows of cards are spliced: [zone, from, number of cards to remove, added cards...].
- An added card is its number. The card that was just played is -1. All cards that another zone
  has lost just before, in their order, are -2 - zone.
- A move is the place of the action among the legal ones. If exactly the cards of the hand are
  legal, 0 stands for them.
"""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from arena.guest.protocol.thoughts import MOST
from arena.pages.viewer.frames import DrawnGame, Frame
from Game.core.picture import HAND

Numbers = Callable[[str], int]  # the number of a card in the game
Value = Any  # a value that JSON can hold

PLAIN = (
    "leader", "taker", "best", "facts", "part", "labels", "messages", "rounds", "holders",
)  # fmt: skip
OF_CARDS = ("known", "pack")
_plain = attrgetter(*PLAIN)
_of_cards = attrgetter(*OF_CARDS)


def pack_columns(drawn: DrawnGame, number: Numbers) -> dict[str, Value]:
    """The frames and the moves of the game."""
    zones = list(_splices(drawn, number))  # before the moves, so that the deal numbers the cards
    positions = [frame.drawn for frame in drawn.frames]
    columns: dict[str, Sequence[Value]] = {
        "turn": [frame.turn for frame in drawn.frames],
        "score": [frame.scores for frame in drawn.frames],
    }
    columns |= zip(PLAIN, zip(*map(_plain, positions), strict=True), strict=True)
    packed = {key: list(_changes(values)) for key, values in columns.items()}
    for key, values in zip(OF_CARDS, zip(*map(_of_cards, positions), strict=True), strict=True):
        packed[key] = _card_changes(values, lambda row: [number(card) for card in row])
    packed["known_to"] = _card_changes(
        [position.known_to for position in positions],
        lambda rows: [[number(card) for card in row] for row in rows],
    )
    return {"columns": packed, "zones": zones} | _moves(drawn, number)


def _moves(drawn: DrawnGame, number: Numbers) -> dict[str, Value]:
    """The moves. Empty columns are left out."""
    hands = {
        zone.seat: place for place, zone in enumerate(drawn.picture.zones) if zone.kind == HAND
    }
    plays, legal = [], []
    for frame, decision in zip(drawn.frames, drawn.decisions, strict=False):
        hand = hands.get(decision.seat)
        all_legal = hand is not None and frame.drawn.cards[hand] == decision.legal
        legal.append(0 if all_legal else [number(text) for text in decision.legal])
        plays.append(decision.legal.index(decision.play))
    moves = drawn.record.moves
    packed = {
        "plays": plays,
        "legal": legal,
        "us": [move.us for move in moves],
        "cpu": [move.cpu for move in moves],
        "rewards": [decision.reward for decision in drawn.decisions],
    }
    thoughts = {
        str(ply): [(number(row[0]), *row[1:]) for row in move.thoughts[:MOST] if row[0] in options]
        for ply, move in enumerate(moves)
        if move.thoughts and (options := drawn.decisions[ply].legal)
    }
    if thoughts:
        packed["thoughts"] = thoughts
    return packed


def _changes(values: Sequence[Value]) -> Iterator[Value]:
    """A column: its first value, and its changes."""
    before, changed = values[0], 0
    yield before
    if values.count(before) == len(values):  # this saves time, since most columns never change
        return
    for ply, value in enumerate(values):
        if value is before or value == before:
            continue
        plies, changed = ply - changed, ply
        if isinstance(value, tuple) and len(value) == len(before):
            change = [plies]
            for place, (new, old) in enumerate(zip(value, before, strict=True)):
                if new != old:
                    change += (place, new)
            yield change
        else:
            yield plies
            yield value
        before = value


def _card_changes(
    values: Sequence[Sequence[Value]], numbers: Callable[[Any], list[Value]]
) -> list[Value]:
    """A column of rows of cards. It has each changed row as a whole."""
    before, changed = values[0], 0
    packed: list[Value] = [numbers(before)]
    for ply, value in enumerate(values):
        if value is not before and value != before:
            packed += (ply - changed, numbers(value))
            before, changed = value, ply
    return packed


def _splices(drawn: DrawnGame, number: Numbers) -> Iterator[list[list[int]]]:
    """For each frame, how its rows of cards follow from those of the frame before."""
    before: Sequence[Sequence[str]] = [()] * len(drawn.picture.zones)
    plays = ["", *(decision.play for decision in drawn.decisions)]
    for played, frame in zip(plays, drawn.frames, strict=True):
        yield _frame_splices(before, frame, played, number)
        before = frame.drawn.cards


def _frame_splices(
    before: Sequence[Sequence[str]], frame: Frame, played: str, number: Numbers
) -> list[list[int]]:
    splices: list[list[int]] = []
    lost: dict[int, Sequence[str]] = {}  # zone -> the cards that have left it
    for zone, (old, new) in enumerate(zip(before, frame.drawn.cards, strict=True)):
        if old is new or old == new:
            continue
        start, end = _common_ends(old, new)
        gone, added = old[start : len(old) - end], new[start : len(new) - end]
        splice = [zone, start, len(gone)]
        if lost:
            splice += _references(added, lost, played, number)
        else:
            splice += [-1 if card == played else number(card) for card in added]
        splices.append(splice)
        if len(gone) > 1:
            lost[zone] = gone
    return splices


def _references(
    added: Sequence[str], lost: dict[int, Sequence[str]], played: str, number: Numbers
) -> list[int]:
    """The added cards as numbers. Cards that another zone has lost come first."""
    for zone, cards in lost.items():
        if added[: len(cards)] == cards:
            return [-2 - zone, *_references(added[len(cards) :], {}, played, number)]
    return [-1 if card == played else number(card) for card in added]


def _common_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """The numbers of equal cards at the start and at the end of both rows."""
    most = min(len(old), len(new))
    if old[:most] == new[:most]:
        return most, 0
    if old[len(old) - most :] == new[len(new) - most :]:
        return 0, most
    start = end = 0
    while start < most and old[start] == new[start]:
        start += 1
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, end
