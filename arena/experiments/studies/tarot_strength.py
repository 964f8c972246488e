"""`arena experiment tarot-strength`: is tree search better than the rules of thumb in Tarot?

The best hand of each deal plays garde. The paranoid search plays it once as the taker and once as
the defence, with a tenth of a second a move. `tarot_search.py` compares several policies.
"""

import platform
from collections.abc import Sequence
from dataclasses import asdict

from arena.common.version import __version__
from arena.experiments.experiment import Experiment, Json, Setting, Task
from arena.experiments.means import Mean
from arena.experiments.streams import stream_at
from arena.experiments.studies.tarot_deals import (
    GAMES_OF_ROLES,
    GREEDY,
    TarotBot,
    TarotEffort,
    deal,
    roles,
)
from arena.pages.report.model import Bars, Report, ReportTable, Section
from Game.core.keys import master_key

POLICY = "paranoid"
SECONDS = 0.1  # a move
ROLES = (("as the taker", "taker"), ("as the defence", "defence"))


def play_block(task: Task) -> Json:
    """The gains of the search in each deal of a block, in both roles."""
    rows: list[Json] = []
    for number in range(task.first, task.first + task.games):
        luck, effort = stream_at(master_key(task.seed), "luck", number), TarotEffort()
        bot = TarotBot(POLICY, seconds=SECONDS)
        taker, defence = roles(deal(task.seed, number), bot, luck, effort)
        rows.append({"taker": taker, "defence": defence, **asdict(effort)})
    return rows


def fold(blocks: Sequence[Json], setting: Setting) -> Report:
    rows = [row for block in blocks for row in block]
    gains = [(role, Mean.of([float(row[what]) for row in rows])) for role, what in ROLES]
    searches = sum(row["searches"] for row in rows)
    looked = sum(row["simulations"] for row in rows) / searches if searches else 0.0
    gains_text = "; ".join(f"{role} {gain}, {gain.verdict}" for role, gain in gains)
    return Report(
        f"Search against {GREEDY}, in French Tarot",
        (f"The {POLICY} search at {SECONDS:g} s a move, points gained: {gains_text}.",),
        (
            Section(
                "Both roles",
                (
                    "The best hand of each deal plays garde. In one game the search is the taker "
                    f"against two {GREEDY} defenders. In the other, two searches defend against a "
                    f"{GREEDY} taker. The gain is the difference in what each defender pays, "
                    f"compared with the same deal played by {GREEDY} alone.",
                ),
                (
                    Bars(
                        f"Gain on {GREEDY}, with 95 % intervals",
                        "points for each defender",
                        tuple(gain.bar(role) for role, gain in gains),
                    ),
                    ReportTable(
                        "strength",
                        "The same as numbers",
                        ("role", "gain", "95 % from", "95 % to", "99 % from", "99 % to", "so"),
                        tuple((role, g.value, *g.ends, g.verdict) for role, g in gains),
                    ),
                ),
            ),
        ),
        (
            ("deals", f"{len(rows):,}"),
            ("seed", setting.seed),
            ("simulations a move", f"{looked:,.0f} on average; fewer on a busy machine"),
            ("machine", f"{platform.machine()}, Python {platform.python_version()}"),
            ("Card Arena", __version__),
        ),
    )


TAROT_STRENGTH = Experiment(
    "tarot-strength",
    "Compare paranoid search with rules of thumb in Tarot, at 0.1 s a move.",
    300,
    1,
    play_block,
    fold,
    unit="deals",
    whole=lambda deals: f"{deals * GAMES_OF_ROLES:,} games",
)
