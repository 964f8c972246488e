"""Actions that contain other actions, played again with the faces of the hidden cards made UNKNOWN:
one function for each kind of node. `NESTED` lists them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from Game.recycle.reading.nodes import Node

if TYPE_CHECKING:
    from Game.recycle.knowledge.turn_replay import TurnReplay


def _do(replay: "TurnReplay", node: Node) -> None:
    for part in node.parts[0]:
        replay.perform(part)


def _when(replay: "TurnReplay", node: Node) -> None:
    test, body = node.parts
    if replay.claims.add_truth(test):
        replay.perform(body)


def _all(replay: "TurnReplay", node: Node) -> None:
    group, slot, body = node.parts
    items = replay.claims.add_items(group)
    if replay.in_choice and not replay.program.actions[id(body)].choosing:
        items.reverse()  # as `ForEach` does it
    for item in items:
        replay.table.values[slot] = item
        replay.perform(body)


def _any(replay: "TurnReplay", node: Node) -> None:
    if not replay.in_choice:
        _all(replay, node)
        return
    group, slot, body = node.parts
    item = replay.table.path[replay.table.step]
    replay.table.step += 1
    replay.values.first_wins = True  # the items were found by a try
    if item is None:
        replay.claims.add_no_items(group)
    else:
        replay.claims.add_item(group, item)
    replay.values.first_wins = False
    if item is None:
        return
    replay.table.values[slot] = item
    replay.perform(body)


def _either(replay: "TurnReplay", node: Node) -> None:
    number = replay.table.path[replay.table.step]
    replay.table.step += 1
    replay.perform(node.parts[0][number])


def _let(replay: "TurnReplay", node: Node) -> None:
    definition, slot, *bodies = node.parts
    value = replay.claims.add_value(definition)
    replay.table.values[slot] = value
    for body in bodies:
        replay.perform(body)


def _repeat(replay: "TurnReplay", node: Node) -> None:
    many, body = node.parts
    for _ in range(replay.claims.add_value(many)):
        replay.perform(body)


def _repeat_all(replay: "TurnReplay", node: Node) -> None:
    cards, move = node.parts
    for _ in replay.claims.add_items(cards):
        if replay.values.real(cards, True):
            replay.perform(move)


NESTED: dict[str, Callable[["TurnReplay", Node], None]] = {
    "do": _do,
    "when": _when,
    "all": _all,
    "any": _any,
    "either": _either,
    "let": _let,
    "repeat": _repeat,
    "repeat_all": _repeat_all,
}
