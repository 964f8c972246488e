"""`arena experiment tarot-search`: compares kinds of tree search in French Tarot.

Each policy meets `greedy`, the rules of thumb, in all six seatings of every deal. It also plays the
best hand of each deal, as the taker and as the defence. With equal simulations, the figures are the
same on any machine. With equal time, they show the worth of a policy for a bot that is on a clock.
`tarot_report.py` makes the report.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.experiments.streams import stream_at
from arena.experiments.studies.tarot_deals import (
    GAMES_OF_ROLES,
    GREEDY,
    RANDOM,
    SEATINGS,
    TarotBot,
    TarotEffort,
    deal,
    roles,
    six_seatings,
)
from arena.experiments.studies.tarot_report import Rows, SearchTerms, tarot_report
from arena.pages.report.model import Report
from Game.core.keys import master_key

DEALS = 100
BLOCK = 1  # deal: some seconds
SIMULATIONS = 500  # a move
SECONDS = 0.005  # a move
SEARCHES = ("paranoid", "ismcts", "maxn", "montecarlo")
CS = (0.1, 0.2, 0.4, 0.8, 1.6)

PLAIN, BY_COUNT, BY_CLOCK, BY_C = "no search", "equal simulations", "equal time", "c"


@dataclass(frozen=True)
class SearchArm:
    """One of the bots that are compared."""

    label: str
    group: str
    bot: TarotBot
    is_seated: bool = True  # does it play the six seatings too, or only the two roles?


ARMS = (
    *(SearchArm(name, BY_COUNT, TarotBot(name, simulations=SIMULATIONS)) for name in SEARCHES),
    *(SearchArm(name, BY_CLOCK, TarotBot(name, seconds=SECONDS)) for name in SEARCHES),
    *(SearchArm(name, PLAIN, TarotBot(name)) for name in (GREEDY, RANDOM)),
    *(
        SearchArm(f"{c:g}", BY_C, TarotBot("paranoid", simulations=SIMULATIONS, c=c), False)
        for c in CS
    ),
)
GAMES_OF_DEAL = sum([GAMES_OF_ROLES + len(SEATINGS) * arm.is_seated for arm in ARMS])


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
    """The results of one arm in each deal of a block."""
    arm = ARMS[task.parameters["arm"]]
    rows = []
    for number in range(task.first, task.first + task.games):
        start = deal(task.seed, number)
        luck = stream_at(master_key(task.seed), "luck", number, task.parameters["arm"])
        effort = TarotEffort()
        taker, defence = roles(start, arm.bot, luck, effort)
        row: dict[str, Json] = {"taker": taker, "defence": defence}
        if arm.is_seated:
            row |= asdict(six_seatings(start, arm.bot, luck, effort))
        rows.append(row | asdict(effort))
    return {"arm": task.parameters["arm"], "rows": rows}


def fold(blocks: Sequence[Json], setting: Setting) -> Report:
    plain = rows_of(blocks, PLAIN)
    return tarot_report(
        {**rows_of(blocks, BY_COUNT), **plain},
        {**rows_of(blocks, BY_CLOCK), **plain},
        rows_of(blocks, BY_C),
        SearchTerms(setting.games, setting.seed, SIMULATIONS, SECONDS),
    )


def rows_of(blocks: Sequence[Json], group: str) -> Rows:
    by_label: dict[str, list[Json]] = {}
    for block in blocks:
        arm = ARMS[block["arm"]]
        if arm.group == group:
            by_label.setdefault(arm.label, []).extend(block["rows"])
    return by_label


TAROT_SEARCH = Experiment(
    "tarot-search",
    "Compare kinds of tree search in Tarot, as the taker and as the defence.",
    DEALS,
    BLOCK,
    play_block,
    fold,
    plan,
    unit="deals",
    times=len(ARMS),
    counts=f"deals with each of {len(ARMS)} bots",
    whole=lambda deals: f"{deals * GAMES_OF_DEAL:,} games",
)
