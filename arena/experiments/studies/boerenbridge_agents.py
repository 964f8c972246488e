"""`arena experiment boerenbridge-agents`: the four agents of the seed, against their figures.

One of each plays at every table, in two orders of seats, the second for the second half of the
games, with the options of the original program. The figures of the report, and the ranges that
re-runs of the original gave, stand beside ours.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt

from arena.common.version import __version__
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.pages.report.model import Bar, Bars, Cell, Lines, Report, ReportTable, Section, Series
from arena.standings.interval import student, wilson
from Game.boerenbridge.game import BoerenBridge
from Game.core.keys import derive, master_key, seed_number
from Game.core.stream import Stream
from Players.boerenbridge.agents import play_on
from Players.boerenbridge.numbers import AGENTS

GAMES = 100_000
BLOCK = 2_500
OPTIONS = {"opener": "last-trick-winner", "rebid": "any"}
ORDERS = (
    ("random", "greedy", "greedykripke", "fullkripke"),
    ("random", "greedykripke", "greedy", "fullkripke"),
)
FAR = 3  # standard errors that a mean may be outside the range
RERUN = 15_000  # games behind the range: three runs of 5,000
STEP = 10  # points, in the picture of the scores


@dataclass(frozen=True)
class Published:
    """What the report says of an agent, and the range of means that the re-runs gave."""

    name: str
    mean: float
    deviation: float
    wins: float
    low: float
    high: float


PUBLISHED = {
    "fullkripke": Published("FullKripke", 23.6, 15.5, 0.385, 23.3, 24.1),
    "greedy": Published("Greedy", 21.0, 15.8, 0.304, 20.8, 21.2),
    "greedykripke": Published("GreedyKripke", 20.5, 15.6, 0.284, 20.3, 20.6),
    "random": Published("Random", -3.65, 14.8, 0.026, -3.7, -3.6),
}


def plan(setting: Setting) -> list[Task]:
    """Blocks that know how many games there are in all: the seats change half-way."""
    parameters = {**setting.parameters, "games": setting.games}
    whole = replace(PLAIN, plan=None)
    return whole.tasks(replace(setting, parameters=parameters))


def play_block(task: Task) -> Json:
    """What each agent scored in each game of a block, added up; a tie for first is shared."""
    game = BoerenBridge(**OPTIONS)
    key = master_key(task.seed)
    half = int(task.parameters["games"]) // 2
    sums: dict[str, dict[str, float]] = {
        name: {"points": 0, "squares": 0, "wins": 0.0} for name in PUBLISHED
    }
    scores: dict[str, dict[str, int]] = {name: {} for name in PUBLISHED}
    rounds = changed = 0
    for number in range(task.first, task.first + task.games):
        order = ORDERS[number >= half]
        stream = Stream(seed_number(derive(key, "boerenbridge-agents", number)))
        state = game.deal(stream)
        play_on(state, [AGENTS[name] for name in order], stream)
        points = [state.points(seat) for seat in range(len(order))]
        best = max(points)
        for name, scored in zip(order, points, strict=True):
            sums[name]["points"] += scored
            sums[name]["squares"] += scored**2
            sums[name]["wins"] += (scored == best) / points.count(best)
            step = str(scored // STEP * STEP)
            scores[name][step] = scores[name].get(step, 0) + 1
        said = [*(past.said for past in state.past), state.view(0).said]
        rounds += len(said)
        changed += sum(len(bids) > len(order) for bids in said)
    return {"games": task.games, "sums": sums, "scores": scores,
            "rounds": rounds, "changed": changed}  # fmt: skip


@dataclass(frozen=True)
class AgentScores:
    """What we found of an agent. One game has no spread, and its mean no interval."""

    published: Published
    games: int
    mean: float
    deviation: float
    wins: float

    @property
    def error(self) -> float:
        return self.deviation / sqrt(self.games)

    @property
    def reach(self) -> float:
        """How far the 95 % interval of the mean reaches."""
        return student(self.games - 1) * self.error if self.games > 1 else nan

    @property
    def low(self) -> float:
        return self.mean - self.reach

    @property
    def high(self) -> float:
        return self.mean + self.reach

    @property
    def bar(self) -> Bar:
        theirs = self.published
        if isnan(self.reach):
            return Bar(theirs.name, self.mean, reference=theirs.mean)
        return Bar(theirs.name, self.mean, self.low, self.high, theirs.mean)

    def __str__(self) -> str:
        told = f"{self.published.name}: {self.mean:.2f} points a game"
        return told if isnan(self.reach) else f"{told} ({self.low:.2f} to {self.high:.2f})"

    @property
    def far(self) -> float:
        """Standard errors, theirs and ours, between our mean and the range of the re-runs."""
        beyond = max(self.published.low - self.mean, self.mean - self.published.high, 0.0)
        return beyond / (self.published.deviation * sqrt(1 / self.games + 1 / RERUN))


def found(blocks: Sequence[Json]) -> list[AgentScores]:
    games = sum(block["games"] for block in blocks)
    every = []
    for name, published in PUBLISHED.items():
        points, squares, wins = (
            sum(block["sums"][name][what] for block in blocks)
            for what in ("points", "squares", "wins")
        )
        mean = points / games
        spread = max(0.0, squares - games * mean**2)
        deviation = sqrt(spread / (games - 1)) if games > 1 else nan
        every.append(AgentScores(published, games, mean, deviation, wins / games))
    return every


def fold(blocks: Sequence[Json], setting: Setting) -> Report:
    agents = found(blocks)
    rounds = sum(block["rounds"] for block in blocks)
    changed = sum(block["changed"] for block in blocks) / rounds
    return Report(
        "The four agents of BoerenBridge",
        answer(agents, changed),
        (
            Section(
                "Mean scores",
                ("The tick is the published mean. An interval of 95 % is around each of ours.",),
                (
                    Bars(
                        "Mean score of a game",
                        "points",
                        tuple(agent.bar for agent in agents),
                    ),
                    means(agents),
                ),
            ),
            Section(
                "Who wins",
                ("A win shared by two counts half for each. The tick is the published share.",),
                (
                    Bars(
                        "Share of wins",
                        "share of games",
                        tuple(
                            Bar(a.published.name, a.wins, *wilson(a.wins, a.games),
                                a.published.wins)
                            for a in agents
                        ),
                    ),
                    winners(agents),
                ),
            ),
            Section("How scores spread", (), (spread(blocks),)),
        ),
        (
            ("game", ", ".join(f"{name} {value}" for name, value in OPTIONS.items())),
            ("games", f"{setting.games:,}, one of each agent at the table"),
            ("seats", "; then ".join(", ".join(order) for order in ORDERS)),
            ("seed", setting.seed),
            ("version", f"Card Arena {__version__}, Python {platform.python_version()}"),
        ),
    )  # fmt: skip


def answer(agents: Sequence[AgentScores], changed: float) -> tuple[str, ...]:
    apart = [agent for agent in agents if agent.far > FAR]
    ranked = sorted(agents, key=lambda agent: -agent.mean)
    return (
        f"{ranked[0].published.name} scores most.",
        *(
            f"{one}, published {one.published.mean:g}, "
            f"in re-runs {one.published.low} to {one.published.high};"
            f" wins {one.wins:.1%}, published {one.published.wins:.1%}."
            for one in ranked
        ),
        f"All means lie within {FAR} standard errors of what re-runs of the original gave."
        if not apart
        else "Outside what re-runs of the original gave: "
        + ", ".join(f"{agent.published.name} by {agent.far:.1f} standard errors" for agent in apart)
        + ".",
        f"The dealer has to change his bid in {changed:.1%} of rounds; published is a fifth.",
    )


def means(agents: Sequence[AgentScores]) -> ReportTable:
    rows: list[tuple[Cell, ...]] = []
    for one in agents:
        theirs = one.published
        rows.append(
            (theirs.name, one.mean, one.low, one.high, one.deviation, theirs.mean,
             theirs.deviation, f"{theirs.low} to {theirs.high}", one.far)
        )  # fmt: skip
    return ReportTable(
        "scores",
        "Scores, ours and published",
        ("agent", "mean", "from", "to", "deviation", "published mean", "published deviation",
         "re-runs", "standard errors outside"),
        tuple(rows),
    )  # fmt: skip


def winners(agents: Sequence[AgentScores]) -> ReportTable:
    return ReportTable(
        "wins",
        "Share of wins, ours and published",
        ("agent", "share", "from", "to", "published"),
        tuple(
            (one.published.name, one.wins, *wilson(one.wins, one.games), one.published.wins)
            for one in agents
        ),
    )


def spread(blocks: Sequence[Json]) -> Lines:
    games = sum(block["games"] for block in blocks)
    series = []
    for name, published in PUBLISHED.items():
        counted: dict[int, int] = {}
        for block in blocks:
            scores: Mapping[str, int] = block["scores"][name]
            for step, number in scores.items():
                counted[int(step)] = counted.get(int(step), 0) + number
        steps = range(min(counted), max(counted) + 1, STEP)
        points = tuple((step + STEP / 2, counted.get(step, 0) / games) for step in steps)
        series.append(Series(published.name, points))
    return Lines(
        f"Share of games by score, in steps of {STEP} points", "points", "share of games",
        tuple(series), zero=True,
    )  # fmt: skip


PLAIN = Experiment(
    "boerenbridge-agents",
    "The four agents of the seed at one table: their scores beside the published ones.",
    GAMES,
    BLOCK,
    play_block,
    fold,
)
AGENTS_AT_ONE_TABLE = replace(PLAIN, plan=plan)
