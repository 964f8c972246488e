"""What the compiler knows while it goes through a description."""

from dataclasses import dataclass, field

from Game.recycle.machine.action import TableAction
from Game.recycle.machine.interpreter import Instruction
from Game.recycle.machine.plan import Plan
from Game.recycle.reading.nodes import PLACE, Node

HiddenKinds = dict[int, str]  # variables, and what each holds that may be hidden: "" for nothing


@dataclass
class CompileContext:
    plan: Plan
    code: list[Instruction] = field(default_factory=list)
    in_choice: bool = False  # is the compiler in the options of a choice?
    actions: dict[int, TableAction] = field(default_factory=dict)  # by the `id` of their nodes
    # Facts about variables, by their slots.
    solid: set[int] = field(default_factory=set)  # it holds a card that lies in a place
    placed: set[int] = field(default_factory=set)  # it holds a card that is found by where it lies
    sources: dict[int, Node] = field(default_factory=dict)  # the place that its cards are from
    held: HiddenKinds = field(default_factory=dict)  # it has a value where the compiler is now
    held_at: dict[int, HiddenKinds] = field(default_factory=dict)  # `held`, at each choice

    @property
    def is_new(self) -> bool:
        """Is the description in dialect 0.5?"""
        return self.plan.is_new

    def note_items(self, group: Node, slot: int) -> None:
        """Note what is known of the cards that a variable goes through."""
        if group.type == PLACE and lies_in_places(group):
            self.solid.add(slot)
        if group.op in ("place", "filter"):
            self.sources[slot] = group


def lies_in_places(node: Node) -> bool:
    """Do these cards lie in places, and not in a memory?"""
    if node.op == "place":
        return bool(node.parts[1] != "mem")
    if node.op == "filter":
        return lies_in_places(node.parts[0])
    if node.op == "union":
        return all(lies_in_places(part) for part in node.parts[0])
    return node.op == "places" and lies_in_places(node.parts[2])
