"""Asks a joint model that is too large to list, by counting deals or by drawing them.

Knowledge about cards is decided exactly, by counting the deals that are possible for the agent.
Knowledge about the knowledge of others is tested in deals that are drawn at random. One deal in
which it is false makes the answer certain. Without such a deal, the answer says how many deals were
drawn.
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

MOST_CARDS = 6  # in a formula that is decided by counting
STEPS = 6  # of a walk from deal to deal, to decide what is common knowledge
FEWER = 10  # times fewer deals are drawn for each level of knowledge about knowledge


@dataclass(frozen=True)
class ModelAnswer:
    true: bool
    exact: bool  # if not, it is only true in the deals that were drawn
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
    """Is the formula true if `world` is the true deal? `joint` is the knowledge of everybody."""
    if joint.fixed:
        raise ValueError("ask the joint model of everybody, not that of one seat")
    if set(world) != set(joint.cards):
        raise ValueError("the true deal names a holder for each card that is in play, and no other")
    if not joint.with_holders(world).count():
        raise ValueError("the true deal does not agree with the hands' sizes or the suits shown")
    for card in cards_in(formula):
        if card not in world:
            raise ValueError(f"the formula names {FRENCH.text(card)}, which is not in play")
    asking = _Asking(joint, stream or Stream(0))
    true, exact = asking.evaluate(formula, world, drawn)
    return ModelAnswer(true, exact, asking.drawn)


Finding = tuple[bool, bool]  # is it true, and is that certain?


class _Asking:
    def __init__(self, joint: JointModel, stream: Stream) -> None:
        self.joint = joint
        self.stream = stream
        self.drawn = 0

    def evaluate(self, formula: Formula, world: World, number: int) -> Finding:
        match formula:
            case Holds(agent, card):
                return world[card] == agent, True
            case Not(of):
                true, exact = self.evaluate(of, world, number)
                return not true, exact
            case And(left, right):
                return _all(self.evaluate(part, world, number) for part in (left, right))
            case Or(left, right):
                true, exact = _all(
                    _negation(self.evaluate(part, world, number)) for part in (left, right)
                )
                return not true, exact
            case Knows(agent, what):
                return self.is_everywhere(self.possible_deals(agent, world), what, number)
            case Everybody(what, agents):
                return _all(
                    self.is_everywhere(self.possible_deals(agent, world), what, number)
                    for agent in agents
                )
            case Common(what, agents):
                return self.is_common(what, agents, world, number)
        raise TypeError(f"{formula!r} is not a formula")

    def possible_deals(self, agent: int, world: World) -> JointModel:
        """The deals that are possible for an agent in this one."""
        return self.joint.for_seat(agent, [card for card, who in world.items() if who == agent])

    def is_everywhere(self, deals: JointModel, what: Formula, number: int) -> Finding:
        """Is the formula true in all these deals?"""
        if _is_about_cards(what):
            return self.is_never_false(deals, what), True
        if deals.count() <= number:
            worlds = list(deals.deals())
            return _all(self.evaluate(what, world, number // FEWER + 1) for world in worlds)
        self.drawn += number
        drawn = deals.sample(number, self.stream)
        true, exact = _all(self.evaluate(what, world, number // FEWER + 1) for world in drawn)
        return true, exact and not true

    def is_never_false(self, deals: JointModel, what: Formula) -> bool:
        """The same for a formula about cards only: is there no deal in which it is false?"""
        cards = cards_in(what)
        fixed = dict(deals.fixed)
        for holders in product(*[(fixed[c],) if c in fixed else range(HOLDERS) for c in cards]):
            world = dict(zip(cards, holders, strict=True))
            if not self.evaluate(what, world, 0)[0] and deals.with_holders(world).count():
                return False
        return True

    def is_common(
        self, what: Formula, agents: tuple[int, ...], world: World, number: int
    ) -> Finding:
        """Is it common knowledge? Yes, if it is true in every deal. If not, look for a path to a
        deal in which it is false."""
        if _is_about_cards(what) and self.is_never_false(self.joint, what):
            return True, True
        findings = [self.evaluate(what, world, number // FEWER + 1)]
        for _ in range(number):
            here = world
            for _ in range(STEPS):
                here = self.possible_deals(self.stream.choice(agents), here).sample(1, self.stream)[
                    0
                ]
                self.drawn += 1
                findings.append(self.evaluate(what, here, number // FEWER + 1))
                if findings[-1] == (False, True):
                    return False, True
        return all(true for true, _ in findings), False


def _is_about_cards(formula: Formula) -> bool:
    known = (Knows, Everybody, Common)
    return len(cards_in(formula)) <= MOST_CARDS and not any(
        isinstance(part, known) for part in parts(formula)
    )


def _negation(finding: Finding) -> Finding:
    return not finding[0], finding[1]


def _all(findings: Iterable[Finding]) -> Finding:
    """Are all true? If one is certainly false, the answer is certain."""
    true, exact = True, True
    for each in findings:
        if each == (False, True):
            return each
        true, exact = true and each[0], exact and each[1]
    return true, exact
