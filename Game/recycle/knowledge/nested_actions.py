"""Actions that contain other actions, played again with the faces of the hidden cards made UNKNOWN:
one function for each kind of node. `NESTED` lists them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from Game.recycle.knowledge.claims import NotOffered
from Game.recycle.knowledge.values.formulas import Formula, both
from Game.recycle.knowledge.values.partial_values import Case, is_collection
from Game.recycle.knowledge.values.tosses import TooHard
from Game.recycle.reading.nodes import PLACE, Node

if TYPE_CHECKING:
    from Game.recycle.knowledge.turn_replay import TurnReplay


def _do(replay: "TurnReplay", node: Node) -> None:
    for part in node.parts[0]:
        replay.perform(part)


def _when(replay: "TurnReplay", node: Node) -> None:
    test, body = node.parts
    if not replay.in_choice and replay.is_idle(node):
        return  # nobody sees whether the condition holds
    holds = replay.claims.add_truth(test)
    replay.values.draw_again(test)
    if holds:
        replay.perform(body)


def _all(replay: "TurnReplay", node: Node) -> None:
    group, slot, body = node.parts
    groups = replay.claims.groups_of(group)
    if groups is not None:
        _all_groups(replay, node, groups)
        return
    items = replay.claims.add_items(group)
    replay.values.draw_again(group, True)
    if replay.in_choice:
        items.reverse()  # as `ForEach` does it
    for item in items:
        replay.values.bind(slot, item)
        replay.perform(body)


def _all_groups(replay: "TurnReplay", node: Node, groups: list[Case]) -> None:
    """For each group that there may be, and of which others see only what is done with it."""
    group, slot, body = node.parts
    values = replay.values
    order = values.real(group, True)
    if replay.in_choice:
        order.reverse()

    def place(number: int) -> int:
        one, is_there = groups[number]
        cards = values.real_cards(one)
        return order.index(cards) if values.holds(is_there) and cards in order else len(order)

    claims: list[list[Formula]] = [[] for _ in groups]
    formulas = replay.claims.formulas
    for number in sorted(range(len(groups)), key=place):
        before = len(formulas)
        values.bind(slot, groups[number][0])
        _perform_if(replay, groups[number][1], body)
        claims[number] = formulas[before:]
        del formulas[before:]
    for more in claims:  # their order must not tell the real order of the groups
        formulas += more


def _perform_if(replay: "TurnReplay", condition: Formula, node: Node) -> None:
    """Carry out an action if a formula really holds. Claim that it does not do so otherwise."""
    if node.op == "do":
        for part in node.parts[0]:
            _perform_if(replay, condition, part)
        return
    if node.op == "when":
        test, node = node.parts
        try:
            condition = both([condition, replay.values.truth(test)])
        except TooHard:
            replay.claims.unused += 1
            if replay.values.holds(condition) and replay.values.real(test):
                replay.perform(node)
            return
        _perform_if(replay, condition, node)
        return
    if replay.claims.add_formula(condition):
        replay.perform(node)


def _any(replay: "TurnReplay", node: Node) -> None:
    if not replay.in_choice:
        _all(replay, node)
        return
    group, slot, body = node.parts
    item = replay.next_of_path()
    replay.values.first_wins = True  # the items were found by a try
    if item is None:
        replay.claims.add_no_items(group)
        replay.values.first_wins = False
        return
    replay.note_candidates(group, item)
    is_open = replay.claims.pick_item(slot, group, item)
    if is_open and (group.type == PLACE or isinstance(item, list)):
        replay.note_pick(group, item)
    replay.values.first_wins = False
    replay.perform(body)


def _either(replay: "TurnReplay", node: Node) -> None:
    number, parts = replay.next_of_path(), node.parts[0]
    if number not in range(len(parts)):
        raise NotOffered
    replay.perform(parts[number])


def _let(replay: "TurnReplay", node: Node) -> None:
    definition, slot, *bodies = node.parts
    replay.claims.hold_value(slot, definition)
    replay.values.draw_again(definition, is_collection(definition))
    for body in bodies:
        replay.perform(body)


def _repeat(replay: "TurnReplay", node: Node) -> None:
    many, body = node.parts
    times = replay.claims.add_value(many)
    replay.values.draw_again(many)
    for _ in range(times):
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
