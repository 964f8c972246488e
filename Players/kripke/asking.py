"""Asks a joint model that is too large to list: by counting where that is enough, else by drawing.

Whether an agent knows something about cards alone is settled exactly, by counting the deals it
holds possible. What an agent knows about what others know is asked in deals drawn from those it
holds possible: one in which it is false settles the matter; none leaves it open, and then the
answer says in how many it was looked for.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from Game.core.cards import FRENCH
from Game.core.stream import Stream
from Players.kripke.joint import HOLDERS, JointModel
from Players.kripke.questions import (
    And,
    Common,
    Everybody,
    Formula,
    Holds,
    Knows,
    Not,
    Or,
    World,
    cards_in,
    parts,
)

MOST_CARDS = 6  # of a formula that is settled by counting
STEPS = 6  # of a walk from deal to deal, when something may be common knowledge
FEWER = 10  # times fewer deals are drawn for what is known about what is known


@dataclass(frozen=True)
class ModelAnswer:
    true: bool
    exact: bool  # else it is what the deals that were drawn suggest
    drawn: int  # how many deals were drawn

    def __str__(self) -> str:
        word = "true" if self.true else "false"
        return word if self.exact else f"{word}, as far as {self.drawn} deals show"


def ask(
    joint: JointModel,
    formula: Formula,
    world: World,
    drawn: int = 200,
    stream: Stream | None = None,
) -> ModelAnswer:
    """Is the formula true when `world` is the true deal? `joint` is what everybody knows."""
    if joint.fixed:
        raise ValueError("ask the model of everybody, not that of one seat")
    if set(world) != set(joint.cards):
        raise ValueError("the true deal names a holder for each card that is in play, and no other")
    if not joint.given(world).count():
        raise ValueError("the true deal does not agree with the hands' sizes or the suits shown")
    for card in cards_in(formula):
        if card not in world:
            raise ValueError(f"the formula speaks of {FRENCH.text(card)}, which is not in play")
    asking = _Asking(joint, stream or Stream(0))
    true, exact = asking.of(formula, world, drawn)
    return ModelAnswer(true, exact, asking.drawn)


Found = tuple[bool, bool]  # is it true, and is that certain?


class _Asking:
    def __init__(self, joint: JointModel, stream: Stream) -> None:
        self.joint = joint
        self.stream = stream
        self.drawn = 0

    def of(self, formula: Formula, world: World, number: int) -> Found:
        match formula:
            case Holds(agent, card):
                return world[card] == agent, True
            case Not(of):
                true, exact = self.of(of, world, number)
                return not true, exact
            case And(left, right):
                return _all(self.of(part, world, number) for part in (left, right))
            case Or(left, right):
                true, exact = _all(_turned(self.of(part, world, number)) for part in (left, right))
                return not true, exact
            case Knows(agent, what):
                return self.everywhere(self.seen(agent, world), what, number)
            case Everybody(what, agents):
                return _all(
                    self.everywhere(self.seen(agent, world), what, number) for agent in agents
                )
            case Common(what, agents):
                return self.common(what, agents, world, number)
        raise TypeError(f"{formula!r} is no formula")

    def seen(self, agent: int, world: World) -> JointModel:
        """The deals that an agent holds possible in this one."""
        return self.joint.seen_by(agent, [card for card, who in world.items() if who == agent])

    def everywhere(self, deals: JointModel, what: Formula, number: int) -> Found:
        """Is the formula true in all these deals?"""
        if _is_about_cards(what):
            return self.counted(deals, what), True
        if deals.count() <= number:
            worlds = list(deals.deals())
            return _all(self.of(what, world, number // FEWER + 1) for world in worlds)
        self.drawn += number
        drawn = deals.sample(number, self.stream)
        true, exact = _all(self.of(what, world, number // FEWER + 1) for world in drawn)
        return true, exact and not true

    def counted(self, deals: JointModel, what: Formula) -> bool:
        """The same of a formula about cards alone: is there no deal in which it is false?"""
        cards = cards_in(what)
        fixed = dict(deals.fixed)
        for holders in product(*[(fixed[c],) if c in fixed else range(HOLDERS) for c in cards]):
            world = dict(zip(cards, holders, strict=True))
            if not self.of(what, world, 0)[0] and deals.given(world).count():
                return False
        return True

    def common(self, what: Formula, agents: tuple[int, ...], world: World, number: int) -> Found:
        """True in every deal: then it is common knowledge. Else walk to where it is false."""
        if _is_about_cards(what) and self.counted(self.joint, what):
            return True, True
        found = [self.of(what, world, number // FEWER + 1)]
        for _ in range(number):
            here = world
            for _ in range(STEPS):
                here = self.seen(self.stream.choice(agents), here).sample(1, self.stream)[0]
                self.drawn += 1
                found.append(self.of(what, here, number // FEWER + 1))
                if found[-1] == (False, True):
                    return False, True
        return all(true for true, _ in found), False


def _is_about_cards(formula: Formula) -> bool:
    known = (Knows, Everybody, Common)
    return len(cards_in(formula)) <= MOST_CARDS and not any(
        isinstance(part, known) for part in parts(formula)
    )


def _turned(found: Found) -> Found:
    return not found[0], found[1]


def _all(found: Iterable[Found]) -> Found:
    """Are all true? One that is certainly false makes that certain."""
    true, exact = True, True
    for each in found:
        if each == (False, True):
            return each
        true, exact = true and each[0], exact and each[1]
    return true, exact
