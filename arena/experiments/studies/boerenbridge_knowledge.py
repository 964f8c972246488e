"""`arena experiment boerenbridge-knowledge`: what does each layer of knowledge add to a player?

The players differ only in the deals that they imagine (`Players/boerenbridge/imagining.py`). Each
tries its actions in the same number of imagined deals, plays on in the same way, and takes the
action that scores most. Each player plays the same deals in each of the four seats: against three
FullKripke, and against one of each of the other agents. For comparison, FullKripke plays them in
the same way.
"""

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt

from arena.common.version import __version__
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.experiments.streams import stream_at
from arena.pages.report.model import Bar, Bars, Cell, Report, ReportTable, Section
from arena.standings.interval import student
from Game.boerenbridge.game import BoerenBridge
from Game.core.keys import master_key
from Game.core.stream import Stream
from Game.core.turn import OVER
from Players.boerenbridge.agents import choose
from Players.boerenbridge.imagining import Imagining
from Players.boerenbridge.numbers import AGENTS, LAYERS

DEALS = 1_000
BLOCK = 10
WORLDS = 100  # imagined for a decision
SEATS = 4
TABLES = {
    "three FullKripke": ("fullkripke", "fullkripke", "fullkripke"),
    "one of each": ("greedy", "greedykripke", "fullkripke"),
}
BASE = "fullkripke"  # for comparison: an agent that imagines no deals, in the same seat
PLAYERS = (BASE, *LAYERS)
GAMES_OF_DEAL = len(TABLES) * len(PLAYERS) * SEATS
NAMES = {
    BASE: "FullKripke itself",
    "none": "no knowledge",
    "per-card": "per card",
    "counting": "counting",
    "knowing": "what others know",
}
ADDS = (("none", "per-card"), ("per-card", "counting"), ("counting", "knowing"))


def play_block(task: Task) -> Json:
    """The mean scores over the four seats: table -> player -> one number for each deal."""
    key = master_key(task.seed)
    return {
        table: {
            player: [
                sum(score(key, number, seat, player, others) for seat in range(SEATS)) / SEATS
                for number in range(task.first, task.first + task.games)
            ]
            for player in PLAYERS
        }
        for table, others in TABLES.items()
    }


def score(key: bytes, number: int, seat: int, player: str, others: Sequence[str]) -> int:
    """The score of a player in a seat. The deal and its chance do not depend on the player."""
    game = BoerenBridge()

    def luck(what: str) -> Stream:
        return stream_at(key, "boerenbridge-knowledge", number, what)

    state = game.deal(luck("deal"))
    state.chance = luck("rounds")
    dice = luck("players")
    rivals = {(seat + 1 + i) % SEATS: AGENTS[name] for i, name in enumerate(others)}
    while state.turn != OVER:
        if state.turn != seat:
            action = choose(rivals[state.turn], state, dice)
        elif player == BASE:
            action = choose(AGENTS[BASE], state, dice)
        else:
            tried = Imagining(state, seat, LAYERS[player], dice)
            if len(tried.actions) > 1:
                tried.run(WORLDS)
            action = tried.actions[tried.best()]
        state.play(action)
    return state.points(seat)


@dataclass(frozen=True)
class LayerMean:
    """A mean over deals with its 95 % interval. A single deal has no interval."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Is zero outside the interval?"""
        return self.low > 0 or self.high < 0

    def bar(self, label: str) -> Bar:
        if isnan(self.low):
            return Bar(label, self.value)
        return Bar(label, self.value, self.low, self.high)

    def __str__(self) -> str:
        if isnan(self.low):
            return f"{self.value:.2f}"
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


def mean(numbers: Sequence[float]) -> LayerMean:
    value = sum(numbers) / len(numbers)
    if len(numbers) < 2:
        return LayerMean(value, nan, nan)
    variance = sum((number - value) ** 2 for number in numbers) / (len(numbers) - 1)
    reach = student(len(numbers) - 1) * sqrt(variance / len(numbers))
    return LayerMean(value, value - reach, value + reach)


def fold(blocks: Sequence[Json], setting: Setting) -> Report:
    scores = {
        table: {
            player: [number for block in blocks for number in block[table][player]]
            for player in PLAYERS
        }
        for table in TABLES
    }
    means = {
        table: {player: mean(numbers) for player, numbers in players.items()}
        for table, players in scores.items()
    }
    added = {
        table: {
            pair: mean([b - a for a, b in zip(players[pair[0]], players[pair[1]], strict=True)])
            for pair in ADDS
        }
        for table, players in scores.items()
    }
    return Report(
        "What each layer of knowledge adds",
        answer(means, added),
        tuple(section(table, means[table], added[table]) for table in TABLES),
        (
            ("game", "BoerenBridge, rounds of 3, 4, 5, 4 and 3 cards"),
            ("deals", f"{setting.games:,}, each played by every player in each of four seats"),
            ("imagined deals", f"{WORLDS} for a decision; FullKripke plays on in every seat"),
            ("no knowledge", "hands of the right size; the announcements are ignored"),
            ("per card", "each card goes to one of its possible holders; hands are not counted"),
            ("counting", "every deal that agrees with all announcements is equally likely"),
            ("what others know", "as counting, but deals in which the others would have bid and "
             "played as they did are more likely"),
            ("seed", setting.seed),
            ("version", f"Card Arena {__version__}, Python {platform.python_version()}"),
        ),
    )  # fmt: skip


def answer(
    means: dict[str, dict[str, LayerMean]], added: dict[str, dict[tuple[str, str], LayerMean]]
) -> tuple[str, ...]:
    table = next(iter(TABLES))
    steps = [f"{NAMES[b]} adds {added[table][a, b]}" for a, b in ADDS]
    clear = [NAMES[b] for a, b in ADDS if added[table][a, b].clear]
    return (
        f"Against {table}, a player who imagines deals without knowledge scores "
        f"{means[table]['none']} points a game. In the same seats FullKripke scores "
        f"{means[table][BASE]}. Of the layers of knowledge, {', '.join(steps)}.",
        f"With these deals, the effect is certain for: {', '.join(clear)}."
        if clear
        else "With so few deals, none of these differences is certain.",
    )


def section(
    table: str, means: dict[str, LayerMean], added: dict[tuple[str, str], LayerMean]
) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (NAMES[player], one.value, one.low, one.high) for player, one in means.items()
    ]
    steps: list[tuple[Cell, ...]] = [
        (f"{NAMES[b]} over {NAMES[a]}", one.value, one.low, one.high,
         "yes" if one.clear else "no")
        for (a, b), one in added.items()
    ]  # fmt: skip
    short = table.lower().replace(" ", "-")
    return Section(
        f"Against {table}",
        ("The intervals are of 95 %, over deals. A difference compares the same deals in the same "
         "seats.",),
        (
            Bars("Mean score of a game", "points",
                 tuple(one.bar(NAMES[p]) for p, one in means.items())),
            ReportTable(f"scores-{short}", "Mean score of a game", ("player", "mean", "from", "to"),
                  tuple(rows)),
            Bars("What each layer adds", "points",
                 tuple(one.bar(NAMES[b])
                       for (_, b), one in added.items())),
            ReportTable(f"added-{short}", "What each layer adds",
                  ("layer", "points", "from", "to", "certain"), tuple(steps)),
        ),
    )  # fmt: skip


KNOWLEDGE = Experiment(
    "boerenbridge-knowledge",
    "Measure what each layer of knowledge adds to a player of BoerenBridge.",
    DEALS,
    BLOCK,
    play_block,
    fold,
    unit="deals",
    counts=f"deals, each {GAMES_OF_DEAL} times",
    whole=lambda deals: f"{deals * GAMES_OF_DEAL:,} games",
)
