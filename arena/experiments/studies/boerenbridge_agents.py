"""`arena experiment boerenbridge-agents`: compares the four agents with their published figures.

The agents come from the original program, and the games have its options. One agent of each kind
plays at every table. The second half of the games has another order of seats. The report compares
our figures with those of the original report, and with the ranges of new runs of the original
program.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt

from arena.common.version import __version__
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.experiments.streams import stream_at
from arena.pages.report.model import Bar, Bars, Cell, Lines, Report, ReportTable, Section, Series
from arena.standings.interval import student, wilson
from Game.boerenbridge.game import BoerenBridge
from Game.core.keys import master_key
from Players.boerenbridge.agents import play_on
from Players.boerenbridge.numbers import AGENTS

GAMES = 100_000
BLOCK = 2_500
OPTIONS = {"opener": "last-trick-winner", "rebid": "any"}
ORDERS = (
    ("random", "greedy", "greedykripke", "fullkripke"),
    ("random", "greedykripke", "greedy", "fullkripke"),
)
FAR = 3  # standard errors; a mean that is further outside the range does not agree
RERUN = 15_000  # games behind the range: three runs of 5,000
STEP = 10  # points in a step of the plot of scores


@dataclass(frozen=True)
class Published:
    """The figures of an agent in the original report, and the range of its means in new runs."""

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
    """The blocks. Each knows the number of all games, since the seats change after half of them."""
    parameters = {**setting.parameters, "games": setting.games}
    whole = replace(PLAIN, plan=None)
    return whole.tasks(replace(setting, parameters=parameters))


def play_block(task: Task) -> Json:
    """Play a block and sum the scores and wins of each agent. Agents who tie share the win."""
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
        stream = stream_at(key, "boerenbridge-agents", number)
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
        bids = [*(past.bids for past in state.past), state.view(0).bids]
        rounds += len(bids)
        changed += sum(len(calls) > len(order) for calls in bids)
    return {"games": task.games, "sums": sums, "scores": scores,
            "rounds": rounds, "changed": changed}  # fmt: skip


@dataclass(frozen=True)
class AgentScores:
    """Our figures of an agent. A single game has no deviation, and its mean no interval."""

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
        """Half the width of the 95 % interval of the mean."""
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
        text = f"{self.published.name}: {self.mean:.2f} points a game"
        return text if isnan(self.reach) else f"{text} ({self.low:.2f} to {self.high:.2f})"

    @property
    def far(self) -> float:
        """Standard errors (theirs and ours) between our mean and the range of the new runs."""
        beyond = max(self.published.low - self.mean, self.mean - self.published.high, 0.0)
        return beyond / (self.published.deviation * sqrt(1 / self.games + 1 / RERUN))


def score_agents(blocks: Sequence[Json]) -> list[AgentScores]:
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
    agents = score_agents(blocks)
    rounds = sum(block["rounds"] for block in blocks)
    changed = sum(block["changed"] for block in blocks) / rounds
    return Report(
        "The four agents of BoerenBridge",
        answer(agents, changed),
        (
            Section(
                "Mean scores",
                ("The tick is the published mean. Each of our means has its 95 % interval.",),
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
                ("Two agents who tie for the first place have half a win each. The tick is the "
                 "published share.",),
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
            Section("Distribution of scores", (), (spread(blocks),)),
        ),
        (
            ("game", ", ".join(f"{name} {value}" for name, value in OPTIONS.items())),
            ("games", f"{setting.games:,}, with one agent of each kind at the table"),
            ("seats", "; then ".join(", ".join(order) for order in ORDERS)),
            ("seed", setting.seed),
            ("version", f"Card Arena {__version__}, Python {platform.python_version()}"),
        ),
    )  # fmt: skip


def answer(agents: Sequence[AgentScores], changed: float) -> tuple[str, ...]:
    apart = [agent for agent in agents if agent.far > FAR]
    ranked = sorted(agents, key=lambda agent: -agent.mean)
    return (
        f"{ranked[0].published.name} has the highest mean score.",
        *(
            f"{one}, published {one.published.mean:g}, "
            f"in new runs of the original {one.published.low} to {one.published.high};"
            f" wins {one.wins:.1%}, published {one.published.wins:.1%}."
            for one in ranked
        ),
        f"All means lie within {FAR} standard errors of new runs of the original."
        if not apart
        else "Outside the range of new runs of the original: "
        + ", ".join(f"{agent.published.name} by {agent.far:.1f} standard errors" for agent in apart)
        + ".",
        f"The dealer must change the bid in {changed:.1%} of rounds; published: a fifth.",
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
    "Measure the scores of BoerenBridge's four agents and compare with published ones.",
    GAMES,
    BLOCK,
    play_block,
    fold,
)
AGENTS_AT_ONE_TABLE = replace(PLAIN, plan=plan)
