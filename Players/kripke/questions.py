"""Questions about knowledge: formulas, and where in a model they are true.

A formula is made of `holds(agent, card)` with not, and, or, implies, and with what agents know:
`K_N phi` (North knows), `M_N phi` (North considers possible), `E phi` (everybody knows) and `C phi`
(it is common knowledge). It is asked of a model with finitely many worlds: either of some cards of
`Models` (`about`), or of the deals of a joint model (`deals_of`). `reading.py` makes formulas from
texts. `asking.py` asks models that are too large to list.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from Game.core.cards import FRENCH
from Players.kripke.joint import JointModel
from Players.kripke.worlds import LETTERS, SEATS, Models

MOST_WORLDS = 20_000  # that are listed


class Formula:
    """Can be combined: `~a`, `a & b`, `a | b`, `a >> b`."""

    def __invert__(self) -> "Formula":
        return Not(self)

    def __and__(self, other: "Formula") -> "Formula":
        return And(self, other)

    def __or__(self, other: "Formula") -> "Formula":
        return Or(self, other)

    def __rshift__(self, other: "Formula") -> "Formula":
        return Or(Not(self), other)


@dataclass(frozen=True)
class Holds(Formula):
    agent: int
    card: int

    def __str__(self) -> str:
        return f"holds({LETTERS[self.agent]}, {FRENCH.text(self.card)})"


@dataclass(frozen=True)
class Not(Formula):
    of: Formula

    def __str__(self) -> str:
        return f"not {self.of}"


@dataclass(frozen=True)
class And(Formula):
    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"({self.left} and {self.right})"


@dataclass(frozen=True)
class Or(Formula):
    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"({self.left} or {self.right})"


@dataclass(frozen=True)
class Knows(Formula):
    agent: int
    what: Formula

    def __str__(self) -> str:
        return f"K_{LETTERS[self.agent]} {self.what}"


@dataclass(frozen=True)
class Everybody(Formula):
    """Each of these agents knows it."""

    what: Formula
    agents: tuple[int, ...] = SEATS

    def __str__(self) -> str:
        return f"E{_group(self.agents)} {self.what}"


@dataclass(frozen=True)
class Common(Formula):
    """Each of them knows it, each knows that all know it, and so on without end."""

    what: Formula
    agents: tuple[int, ...] = SEATS

    def __str__(self) -> str:
        return f"C{_group(self.agents)} {self.what}"


def possible(agent: int, what: Formula) -> Formula:
    """The agent considers it possible: it does not know that it is false."""
    return Not(Knows(agent, Not(what)))


def _group(agents: Sequence[int]) -> str:
    return "" if tuple(agents) == SEATS else "_" + "".join([LETTERS[agent] for agent in agents])


def cards_in(formula: Formula) -> tuple[int, ...]:
    """The cards in a formula."""
    return tuple(sorted({part.card for part in parts(formula) if isinstance(part, Holds)}))


def parts(formula: Formula) -> Iterator[Formula]:
    """The formula, and all formulas inside it."""
    yield formula
    for value in vars(formula).values():
        if isinstance(value, Formula):
            yield from parts(value)


World = dict[int, int]  # card -> holder


class Model:
    """Finitely many worlds, and for each agent the worlds that look the same to it."""

    def __init__(self, worlds: Iterable[World], looks: Callable[[int, World], Hashable]) -> None:
        self.worlds = list(worlds)
        self.cells: dict[int, list[list[int]]] = {}  # agent -> cells of places in `worlds`
        for agent in SEATS:
            cells: dict[Hashable, list[int]] = {}
            for place, world in enumerate(self.worlds):
                cells.setdefault(looks(agent, world), []).append(place)
            self.cells[agent] = list(cells.values())

    def where(self, formula: Formula) -> set[int]:
        """The worlds, by their places in `worlds`, in which the formula is true."""
        match formula:
            case Holds(agent, card):
                return {i for i, world in enumerate(self.worlds) if _holder(world, card) == agent}
            case Not(of):
                return set(range(len(self.worlds))) - self.where(of)
            case And(left, right):
                return self.where(left) & self.where(right)
            case Or(left, right):
                return self.where(left) | self.where(right)
            case Knows(agent, what):
                return _inside(self.cells[agent], self.where(what))
            case Everybody(what, agents):
                return set.intersection(
                    *(_inside(self.cells[agent], self.where(what)) for agent in agents)
                )
            case Common(what, agents):
                return _inside(self._within_reach(agents), self.where(what))
        raise TypeError(f"{formula!r} is not a formula")

    def true(self, formula: Formula, world: Mapping[int, int]) -> bool:
        """Is the formula true in this world? The world may have more cards than the model."""
        return self.place_of(world) in self.where(formula)

    def place_of(self, world: Mapping[int, int]) -> int:
        """The place of this world in `worlds`."""
        for place, each in enumerate(self.worlds):
            if all(world.get(card) == holder for card, holder in each.items()):
                return place
        text = ", ".join(f"{LETTERS[who]} {FRENCH.text(card)}" for card, who in world.items())
        raise ValueError(f"the model has no such world, or not just one: {text or 'nothing'}")

    def announce(self, formula: Formula) -> "Model":
        """The model after a truthful announcement that the formula is true."""
        left = sorted(self.where(formula))
        names = {
            (agent, place): i
            for agent, cells in self.cells.items()
            for i, cell in enumerate(cells)
            for place in cell
        }
        places = {id(self.worlds[place]): place for place in left}
        return Model(
            [self.worlds[place] for place in left],
            lambda agent, world: names[agent, places[id(world)]],
        )

    def _within_reach(self, agents: Sequence[int]) -> list[list[int]]:
        """The worlds in groups: inside a group, steps of "looks the same to one of these agents"
        lead from each world to each other one."""
        root = list(range(len(self.worlds)))

        def top(place: int) -> int:
            while root[place] != place:
                root[place] = place = root[root[place]]
            return place

        for agent in agents:
            for cell in self.cells[agent]:
                for place in cell:
                    root[top(place)] = top(cell[0])
        reach: dict[int, list[int]] = {}
        for place in range(len(self.worlds)):
            reach.setdefault(top(place), []).append(place)
        return list(reach.values())


def about(models: Models, cards: Iterable[int]) -> Model:
    """One model of several cards: one world for each way to give every card a holder.

    The other cards may be left out, because in `Models` a card says nothing about another one.
    """
    chosen = list(dict.fromkeys(cards))
    size = 1
    for card in chosen:
        if card not in models:
            raise ValueError(f"{FRENCH.text(card)} is not in this round")
        size *= len(models[card].worlds)
    if size > MOST_WORLDS:
        raise ValueError(f"{len(chosen)} cards make {size} worlds: ask about fewer cards")

    def looks(agent: int, world: World) -> Hashable:
        return tuple([models[card].cell(agent, holder) for card, holder in world.items()])

    rows = product(*[models[card].worlds for card in chosen])
    return Model([dict(zip(chosen, row, strict=True)) for row in rows], looks)


def deals_of(joint: JointModel) -> Model:
    """A model of all deals. Two deals look the same to an agent that has the same hand in both."""
    size = joint.count()
    if size > MOST_WORLDS:
        raise ValueError(
            f"there are {size} deals, too many to list: draw from them with `asking.ask`"
        )
    return Model(joint.deals(), hand_of)


def hand_of(agent: int, world: World) -> Hashable:
    """The part of a deal that an agent sees: its own cards."""
    return tuple([card for card, holder in world.items() if holder == agent])


def _holder(world: World, card: int) -> int:
    if card not in world:
        raise ValueError(f"this model does not have the card {FRENCH.text(card)}")
    return world[card]


def _inside(cells: Iterable[Iterable[int]], truth: set[int]) -> set[int]:
    """The worlds of the cells in which the formula is true everywhere."""
    return {place for cell in cells if truth.issuperset(cell) for place in cell}
