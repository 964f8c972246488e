"""`arena experiment tarot-search`: ways to search, compared in French Tarot on the same deals.

Each policy meets `greedy`, the rules of thumb, in all six seatings of every deal, and plays the
best hand of it as the taker and as the defence. Equal simulations make the same figures on any
machine; equal time asks what each is worth to somebody whose bot is on a clock.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import isnan, nan, sqrt
from statistics import fmean, stdev

from arena import __version__
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.experiments.tarot_deals import GREEDY, RANDOM, Bot, dealt, roles, six_seatings
from arena.pages.report.model import Bar, Bars, Cell, Lines, Report, Section, Series, Table
from arena.standings.interval import Z95
from Game.core.keys import derive, master_key, seed_number
from Game.core.stream import Stream

DEALS = 100
BLOCK = 2  # deals: some seconds
SIMULATIONS = 500  # a move
SECONDS = 0.005  # a move: about as long
SEARCHES = ("paranoid", "ismcts", "maxn", "montecarlo")
CS = (0.1, 0.2, 0.4, 0.8, 1.6)

BY_COUNT, BY_CLOCK, BY_C = "equal simulations", "equal time", "c"


@dataclass(frozen=True)
class Arm:
    """One of the things that are compared."""

    label: str
    group: str
    bot: Bot
    is_seated: bool = True  # does it play the six seatings, or the two roles alone?


ARMS = (
    *(Arm(name, BY_COUNT, Bot(name, simulations=SIMULATIONS)) for name in SEARCHES),
    Arm(RANDOM, BY_COUNT, Bot(RANDOM)),
    *(Arm(name, BY_CLOCK, Bot(name, seconds=SECONDS)) for name in SEARCHES),
    *(Arm(f"{c:g}", BY_C, Bot("paranoid", simulations=SIMULATIONS, c=c), False) for c in CS),
)


def plan(setting: Setting) -> list[Task]:
    """Blocks of deals, the same deals for each arm."""
    tasks: list[Task] = []
    for first in range(0, setting.games, BLOCK):
        deals = min(BLOCK, setting.games - first)
        for number in range(len(ARMS)):
            parameters = {**setting.parameters, "arm": number}
            tasks.append(Task(len(tasks), first, deals, setting.seed, parameters))
    return tasks


def play_block(task: Task) -> Json:
    """What one arm did in each deal of a block."""
    arm = ARMS[task.parameters["arm"]]
    rows = []
    for number in range(task.first, task.first + task.games):
        start = dealt(task.seed, number)
        key = derive(master_key(task.seed), "luck", number, task.parameters["arm"])
        luck = Stream(seed_number(key))
        taker, defence = roles(start, arm.bot, luck)
        row: dict[str, Json] = {"taker": taker, "defence": defence}
        if arm.is_seated:
            row |= asdict(six_seatings(start, arm.bot, luck))
        rows.append(row)
    return {"arm": task.parameters["arm"], "rows": rows}


@dataclass(frozen=True)
class Mean:
    """A mean over deals, and where it lies with 95 %."""

    value: float
    around: float  # not a number for one deal, which does not tell how deals differ

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        spread = stdev(values) if len(values) > 1 else nan
        return cls(fmean(values), Z95 * spread / sqrt(len(values)))

    @property
    def low(self) -> float:
        return self.value - self.around

    @property
    def high(self) -> float:
        return self.value + self.around

    def __str__(self) -> str:
        if isnan(self.around):
            return f"{self.value:+.0f} (one deal)"
        return f"{self.value:+.0f} ({self.low:+.0f} to {self.high:+.0f})"

    def bar(self, label: str) -> Bar:
        if isnan(self.around):
            return Bar(label, self.value, reference=0.0)
        return Bar(label, self.value, self.low, self.high, 0.0)


Rows = Mapping[str, Sequence[Mapping[str, Json]]]  # arm's label -> its deals, in their order


def rows_of(blocks: Sequence[Json], group: str) -> Rows:
    found: dict[str, list[Mapping[str, Json]]] = {}
    for block in blocks:
        arm = ARMS[block["arm"]]
        if arm.group == group:
            found.setdefault(arm.label, []).extend(block["rows"])
    return found


def mean(rows: Sequence[Mapping[str, Json]], what: str) -> Mean:
    return Mean.of([float(row[what]) for row in rows])


def fold(blocks: Sequence[Json], setting: Setting) -> Report:
    counted, timed, swept = (rows_of(blocks, group) for group in (BY_COUNT, BY_CLOCK, BY_C))
    return Report(
        "Ways to search, in French Tarot",
        answer(counted, timed),
        (
            compared(f"At {SIMULATIONS} simulations a move", "simulations", counted),
            compared(f"At {1000 * SECONDS:g} ms a move", "time", timed),
            order(BY_COUNT, counted),
            order(BY_CLOCK, timed),
            sensitivity(swept),
        ),
        conditions(setting),
    )


def ranked(rows: Rows) -> list[str]:
    return sorted(rows, key=lambda name: -mean(rows[name], "lead").value)


def answer(counted: Rows, timed: Rows) -> tuple[str, ...]:
    def said(rows: Rows) -> str:
        return ", ".join(f"{name} {mean(rows[name], 'lead')}" for name in ranked(rows))

    best = ranked(counted)[0]
    taker, defence = mean(counted[best], "taker"), mean(counted[best], "defence")
    return (
        f"Points a deal above {GREEDY}, at equal simulations: {said(counted)}.",
        f"At equal time: {said(timed)}.",
        f"With the same contract {best} gains {taker} as the taker and {defence} as the defence.",
    )


def compared(title: str, name: str, rows: Rows) -> Section:
    labels = ranked(rows)
    drawn = [label for label in labels if label != RANDOM]  # whose bars would dwarf the others
    return Section(
        title,
        (
            f"Each policy meets {GREEDY} in all six seatings of every deal, from the auction on: "
            "its lead is what its seats scored above the others, on average.",
            "Then the best hand plays garde: as the taker against two greedy ones, and as the two "
            f"of the defence; the gain is what each of the defence pays, beside {GREEDY} alone.",
        ),
        (
            Bars(
                f"Lead over {GREEDY}, with 95 % intervals",
                "points a deal",
                tuple(mean(rows[label], "lead").bar(label) for label in drawn),
            ),
            Bars(
                f"Gain on {GREEDY} as the taker, with 95 % intervals",
                "points from each of the defence",
                tuple(mean(rows[label], "taker").bar(label) for label in drawn),
            ),
            Bars(
                f"Gain on {GREEDY} as the defence, with 95 % intervals",
                "points for each of the defence",
                tuple(mean(rows[label], "defence").bar(label) for label in drawn),
            ),
            Table(
                f"equal-{name}",
                "The same as numbers, with what happened in the six seatings",
                (
                    "policy", "deals", "lead", "lead from", "lead to", "as taker", "taker from",
                    "taker to", "as defence", "defence from", "defence to", "took",
                    "mean score taking", "mean score defending",
                ),
                tuple(line(label, rows[label]) for label in labels),
            ),
        ),
    )  # fmt: skip


def line(label: str, rows: Sequence[Mapping[str, Json]]) -> tuple[Cell, ...]:
    cells: list[Cell] = [label, len(rows)]
    for what in ("lead", "taker", "defence"):
        found = mean(rows, what)
        cells += [found.value, found.low, found.high]
    took, defended = (sum(row[what] for row in rows) for what in ("took", "defended"))
    cells.append(took)
    for what, times in (("took_score", took), ("defended_score", defended)):
        cells.append(sum(row[what] for row in rows) / times if times else float("nan"))
    return tuple(cells)


def order(at: str, rows: Rows) -> Section:
    """Each policy beside the next better one, deal by deal: that is what the order rests on."""
    labels = ranked(rows)
    lines = []
    for better, worse in pairwise(labels):
        pairs = zip(rows[better], rows[worse], strict=True)
        apart = Mean.of([one["lead"] - two["lead"] for one, two in pairs])
        lines.append((better, worse, apart.value, apart.low, apart.high, said(apart)))
    return Section(
        f"How sure is the order at {at}?",
        ("Differences of lead on the same deals, with 95 % intervals.",),
        (
            Table(
                f"order-{at.replace(' ', '-')}",
                "Each policy beside the next",
                ("policy", "above", "difference", "from", "to", "so"),
                tuple(lines),
            ),
        ),
    )


def said(apart: Mean) -> str:
    return "better" if apart.low > 0 else "not told apart by so many deals"


def sensitivity(rows: Rows) -> Section:
    def series(label: str, what: str) -> Series:
        means = [(float(c), mean(rows[c], what)) for c in rows]
        return Series(
            label,
            tuple((c, found.value) for c, found in means),
            tuple(found.low for _, found in means if not isnan(found.low)),
            tuple(found.high for _, found in means if not isnan(found.high)),
        )

    roles = (("as the taker", "taker"), ("as the defence", "defence"))
    lines = tuple(series(label, what) for label, what in roles)
    told = [(c, label, mean(rows[c], what)) for label, what in roles for c in rows]
    return Section(
        "How much does C matter?",
        (
            "C is how eagerly the search tries again what it has tried less: the paranoid policy, "
            f"{SIMULATIONS} simulations a move, the same deals.",
        ),
        (
            Lines(f"Gain on {GREEDY} by C, with 95 % intervals", "C", "points", lines),
            Table(
                "c",
                "The same as numbers",
                ("C", "role", "gain", "from", "to"),
                tuple((float(c), label, at.value, at.low, at.high) for c, label, at in told),
            ),
        ),
    )


def conditions(setting: Setting) -> tuple[tuple[str, str], ...]:
    return (
        ("game", "French Tarot, one deal, auction, handfuls and slams on"),
        ("deals", f"{setting.games:,}, the same for every policy; in each six seatings, and one "
                  "contract in three ways"),
        ("equal simulations", f"{SIMULATIONS} a move; the same figures on any machine"),
        ("equal time", f"{1000 * SECONDS:g} ms a move on {platform.machine()}, beside whatever "
                       "else ran; other figures on another machine"),
        ("seed", setting.seed),
        ("version", f"Card Arena {__version__}, Python {platform.python_version()}"),
    )  # fmt: skip


TAROT_SEARCH = Experiment(
    "tarot-search",
    "Ways to search, compared in Tarot: as the taker and as the defence.",
    DEALS,
    BLOCK,
    play_block,
    fold,
    plan,
)
