"""`arena experiment described-knowledge`: does it help to conclude cards from choices?

Two players differ only in the worlds that they imagine. One imagines worlds that agree with all
choices so far. The other shuffles the cards that it has not seen. Both run the same search with the
same number of simulations. Each deal is played twice with the seats exchanged: in games for four,
every other seat concludes.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arena.common.version import __version__
from arena.experiments.analysis.estimates import win_shares
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.experiments.means import Mean
from arena.experiments.streams import stream_at
from arena.pages.report.model import Bar, Bars, Cell, Report, ReportTable, Section
from arena.standings.interval import Z95
from Game import registry
from Game.core.game import Game
from Game.core.keys import master_key
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.recycle.state import RecycleState
from Players.search import search

GAMES = 2_000  # of each arm: half as many deals
BLOCK = 10  # deals
FLAT, TREE = "montecarlo", "ismcts"
UNITS = {FLAT: "worlds", TREE: "simulations"}  # what the budget of a search counts


@dataclass(frozen=True)
class KnowledgeArm:
    """A game, the search that both players use, and its budget for each choice.

    The budget of a flat search is its number of imagined worlds: it tries each action once in each.
    """

    game: str
    policy: str
    budget: int
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        players = f" for {self.options['players']}" if "players" in self.options else ""
        return f"{registry.find(self.game).title}{players}, {self.policy}"

    @property
    def text(self) -> str:
        return f"{self.label} with {self.budget} {UNITS[self.policy]}"


# With these budgets, 2,000 games of every row but the last take a quarter of an hour on one core.
ARMS = (
    KnowledgeArm("agram", FLAT, 10, {"players": "2"}),
    KnowledgeArm("agram", TREE, 50, {"players": "2"}),
    KnowledgeArm("agram", FLAT, 10, {"players": "4"}),
    KnowledgeArm("agram", TREE, 50, {"players": "4"}),
    KnowledgeArm("whist", FLAT, 5),
    KnowledgeArm("whist", TREE, 40),
    KnowledgeArm("hearts", FLAT, 2),
    KnowledgeArm("hearts", TREE, 40),
)


def plan(setting: Setting) -> list[Task]:
    """Blocks of deals, the same deals for each arm."""
    tasks: list[Task] = []
    deals = (setting.games + 1) // 2
    for first in range(0, deals, BLOCK):
        for number in range(len(ARMS)):
            parameters = {**setting.parameters, "arm": number}
            many = min(BLOCK, deals - first)
            tasks.append(Task(len(tasks), first, 2 * many, setting.seed, parameters))
    return tasks


def play_block(task: Task) -> Json:
    """For each deal, the concluding players' share of wins, and of the other sides beaten."""
    arm = ARMS[task.parameters["arm"]]
    game = registry.find(arm.game)(**arm.options)
    rows = []
    for number in range(task.first, task.first + task.games // 2):
        both = [play_once(game, arm, task.seed, number, first) for first in (0, 1)]
        rows.append([sum(results) / 2 for results in zip(*both, strict=True)])
    return {"arm": task.parameters["arm"], "rows": rows}


def play_once(
    game: Game, arm: KnowledgeArm, seed: str, number: int, first: int
) -> tuple[float, float]:
    """One game, in which every other seat from `first` on concludes."""
    key = master_key(seed)

    def luck(what: str) -> Stream:
        return stream_at(key, "described-knowledge", arm.label, number, what)

    state = game.deal(luck("deal"))
    state.chance, dice = luck("chance"), luck(f"players {first}")
    while state.turn != OVER:
        concludes = state.turn % 2 == first
        state.play(choose(game, arm, state if concludes else without_conclusions(state), dice))
    values = [state.value(side) for side in range(len(game.sides))]
    wins = win_shares(values)
    concluding = [seat for seat in range(game.seats) if seat % 2 == first]
    sides = {state.side(seat) for seat in concluding}
    return (
        sum(wins[side] for side in sides),
        sum(values[state.side(seat)] for seat in concluding) / len(concluding),
    )


def without_conclusions(state: State) -> State:
    """The same position for a player that concludes nothing from the choices so far."""
    copy = state.clone()
    assert isinstance(copy, RecycleState)
    copy.history = None
    return copy


def choose(game: Game, arm: KnowledgeArm, state: State, dice: Stream) -> int:
    """The number of the action that the search chooses."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    simulations = arm.budget * len(legal) if arm.policy == FLAT else arm.budget
    observation = StateObservation(game, state)
    result = search(observation, None, arm.policy, simulations=simulations, stream=dice)
    best: int = result.best
    return best


@dataclass(frozen=True)
class StateObservation:
    """A state with the interface that searches need. Its actions are numbers."""

    game: Game
    state: State

    def world(self) -> State:
        return self.state

    def action(self, number: int) -> int:
        return number


def fold(blocks: Sequence[Json], setting: Setting) -> Report:
    rows: dict[int, list[Sequence[float]]] = {}
    for block in blocks:
        rows.setdefault(block["arm"], []).extend(block["rows"])
    wins = {arm: Mean.of([row[0] for row in games]) for arm, games in rows.items()}
    values = {arm: Mean.of([row[1] for row in games]) for arm, games in rows.items()}
    return Report(
        "Worth of conclusions in described games",
        tuple(sentence(ARMS[arm], mean) for arm, mean in wins.items()),
        (
            section("wins", "Share of the wins", wins),
            section("beaten", "Share of the opponents that did worse", values),
        ),
        (
            ("players", "the same search; one imagines worlds that agree with all choices so far, "
             "the other shuffles the cards that it has not seen"),
            ("games", f"{setting.games:,} in each row: every deal twice, the seats exchanged"),
            (FLAT, "tries each action once in each imagined world of a choice"),
            (TREE, "searches a tree with so many simulations for a choice"),
            ("seed", setting.seed),
            ("version", f"Card Arena {__version__}, Python {platform.python_version()}"),
        ),
    )  # fmt: skip


def sentence(arm: KnowledgeArm, mean: Mean) -> str:
    low, high = mean.within(Z95)
    return (
        f"{arm.text}: {mean.value:.3f} of the wins ({low:.3f} to {high:.3f}) in {2 * mean.deals:,}"
        " games."
    )


def section(name: str, title: str, means: Mapping[int, Mean]) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (ARMS[arm].text, 2 * mean.deals, mean.value, *mean.within(Z95))
        for arm, mean in means.items()
    ]
    bars = [Bar(ARMS[arm].text, mean.value, *mean.within(Z95), 0.5) for arm, mean in means.items()]
    return Section(
        title,
        ("Half is the share of equal players. The intervals are of 95 %, over deals.",),
        (
            Bars(title, "of the players that conclude", tuple(bars)),
            ReportTable(name, title, ("game and search", "games", "share", "from", "to"),
                        tuple(rows)),
        ),
    )  # fmt: skip


DESCRIBED_KNOWLEDGE = Experiment(
    "described-knowledge",
    "Measure what it is worth to conclude cards from choices in described games.",
    GAMES,
    BLOCK,
    play_block,
    fold,
    plan,
    counts=f"games in each of {len(ARMS)} comparisons",
)
