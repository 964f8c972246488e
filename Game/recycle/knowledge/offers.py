"""What a player concludes from its own options.

Some options depend on cards that the player itself cannot see, such as the top card of the stock.
The player sees which options it has, and no others see it.
"""

from Game.recycle.knowledge.claims import Claims
from Game.recycle.knowledge.values.formulas import Claim
from Game.recycle.knowledge.values.partial_values import PartialValues
from Game.recycle.machine.interpreter import Instruction, Interpreter
from Game.recycle.machine.luck import NO_LUCK
from Game.recycle.machine.opcodes import UNKNOWN
from Game.recycle.machine.table import Table, UnknownFace
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.nodes import Node


def claims_of_offers(
    table: Table, interpreter: Interpreter, choice: Instruction, values: PartialValues
) -> list[Claim]:
    """The claims of the player who has this choice now. Most choices give none."""
    seat = table.seat
    trial = table.clone()
    trial.luck = NO_LUCK
    trial.faces = [
        face if table.is_seen(card, table.where[card], seat) else UNKNOWN
        for card, face in enumerate(table.faces)
    ]
    try:
        interpreter.collect(trial, choice)
    except UnknownFace:
        pass
    except GameFault:
        return []
    else:
        return []
    values.table, values.real_faces, values.work = trial, table.faces, 0
    values.tosses.clear()
    values.forget_held()
    values.first_wins = True  # the options are found by tries
    claims = Claims(values, [])
    for option in choice.node:
        _claim_offer(claims, option)
    values.first_wins = False
    return [
        (1 << seat, formula)
        for formula in claims.formulas
        if formula is not True and values.holds(formula)
    ]


def _claim_offer(claims: Claims, node: Node) -> None:
    """Claim that this action is offered in the ways in which it is offered."""
    if node.op == "when":
        test, body = node.parts
        if claims.add_truth(test):
            _claim_offer(claims, body)
    elif node.op == "any":
        group, slot, body = node.parts
        for item in claims.add_items(group):
            claims.values.bind(slot, item)
            _claim_offer(claims, body)
    elif node.op == "let":
        value, slot, *bodies = node.parts
        claims.hold_value(slot, value)
        for body in bodies:
            _claim_offer(claims, body)
    elif node.op in ("do", "either"):
        for part in node.parts[0]:
            _claim_offer(claims, part)
            if node.op == "do" and part.op not in ("when", "any"):
                break  # the rest comes after an action
