"""The report of `arena experiment tarot-search`: the results, and how certain they are.

`tarot_search.py` plays the deals and hands over the results of each policy in each deal.
"""

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan

from arena.common.version import __version__
from arena.experiments.experiment import Json
from arena.experiments.means import FEWEST, Mean
from arena.experiments.studies.tarot_deals import GREEDY, RANDOM
from arena.pages.report.model import (
    Bars,
    Cell,
    Lines,
    Multiples,
    Report,
    ReportTable,
    Section,
    Series,
)

Row = Mapping[str, Json]
Rows = Mapping[str, Sequence[Row]]  # policy -> a row for each deal, in their order

PARANOID = "paranoid"
ROLES = (("as the taker", "taker"), ("as the defence", "defence"))
ENDS = ("95 % from", "95 % to", "99 % from", "99 % to")


@dataclass(frozen=True)
class SearchTerms:
    """The settings of the run."""

    deals: int
    seed: str
    simulations: int  # a move, in the part with equal simulations
    seconds: float  # a move, in the part with equal time

    @property
    def by_count(self) -> str:
        return f"{self.simulations} simulations a move"

    @property
    def by_clock(self) -> str:
        return f"{1000 * self.seconds:g} ms a move"


def tarot_report(counted: Rows, timed: Rows, swept: Rows, terms: SearchTerms) -> Report:
    return Report(
        "Ways to search, in French Tarot",
        tuple(answer(counted, timed, terms)),
        (
            against_greedy(counted, timed, terms),
            comparison(f"At {terms.by_count}", "equal-simulations", counted),
            comparison(f"At {terms.by_clock}", "equal-time", timed),
            order("equal simulations", counted),
            order("equal time", timed),
            sensitivity(swept, terms),
        ),
        conditions(terms),
    )


def mean(rows: Sequence[Row], what: str) -> Mean:
    return Mean.of([float(row[what]) for row in rows])


def difference(one: Sequence[Row], other: Sequence[Row], what: str) -> Mean:
    """The mean difference of two policies, deal by deal, so that the luck of the cards cancels."""
    pairs = zip(one, other, strict=True)
    return Mean.of([float(mine[what]) - float(yours[what]) for mine, yours in pairs])


def rank(rows: Rows, what: str = "lead") -> list[str]:
    return sorted(rows, key=lambda name: -mean(rows[name], what).value)


def searching_policies(rows: Rows) -> Iterator[str]:
    return (name for name in rows if any(row["searches"] for row in rows[name]))


def simulations_a_move(rows: Sequence[Row]) -> float:
    """The mean number of simulations in a searched move."""
    searches = sum(row["searches"] for row in rows)
    return sum(row["simulations"] for row in rows) / searches if searches else float("nan")


# The answer in a few sentences


def answer(counted: Rows, timed: Rows, terms: SearchTerms) -> Iterator[str]:
    if terms.deals < FEWEST:
        yield (
            f"Too few deals: {terms.deals}. Single deals differ by hundreds of points, so nothing "
            f"below is certain. Play {FEWEST} deals or more, with --games."
        )
    for at, rows in ((terms.by_count, counted), (terms.by_clock, timed)):
        gains_by_role = [(role, mean(rows[PARANOID], what)) for role, what in ROLES]
        gains = "; ".join(f"{role} {gain}, {gain.verdict}" for role, gain in gains_by_role)
        yield f"{PARANOID.capitalize()} against {GREEDY} at {at}, points gained: {gains}."
    yield f"Points a deal above {GREEDY} at {terms.by_count}: {ranking_text(counted)}."
    yield certainty(counted)
    had = ", ".join(
        f"{name} {simulations_a_move(timed[name]):,.0f}" for name in searching_policies(timed)
    )
    yield (
        f"Points a deal above {GREEDY} at {terms.by_clock}: {ranking_text(timed)}. In that time "
        f"they made this number of simulations on average (other programs may have run too): {had}."
    )
    yield certainty(timed)


def ranking_text(rows: Rows) -> str:
    return ", ".join(
        f"{name} {mean(rows[name], 'lead').short}" for name in rank(rows) if name != GREEDY
    )


def certainty(rows: Rows) -> str:
    """Which differences between policies are certain."""
    above: dict[int, dict[str, list[str]]] = {99: {}, 95: {}}  # a policy and those above it
    unclear: dict[str, list[str]] = {}  # a policy and lower ones that may really be above it
    for one, other in combinations(rank(rows), 2):
        sure = difference(rows[one], rows[other], "lead").sure
        if sure:
            above[sure].setdefault(other, []).append(one)
        else:
            unclear.setdefault(one, []).append(other)
    sentences = [
        f"Sure at {sure} %{only}: "
        + "; ".join(f"{_join(ones)} above {other}" for other, ones in above[sure].items())
        for sure, only in ((99, ""), (95, " only"))
        if above[sure]
    ]
    if unclear:
        pairs = "; ".join(f"{one} from {_join(others)}" for one, others in unclear.items())
        sentences.append(f"These deals show no certain difference for: {pairs}")
    return " ".join(f"{sentence}." for sentence in sentences)


def _join(names: Sequence[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


# The sections


def against_greedy(counted: Rows, timed: Rows, terms: SearchTerms) -> Section:
    lines = []
    for at, rows in ((terms.by_count, counted), (terms.by_clock, timed)):
        for name in [name for name in rank(rows) if name in set(searching_policies(rows))]:
            for role, what in ROLES:
                gain = mean(rows[name], what)
                lines.append((name, role, at, gain.value, *gain.ends, gain.verdict))
    return Section(
        f"Is search better than {GREEDY}, the rules of thumb?",
        (
            "The best hand of each deal plays garde. In one game the policy is the taker against "
            f"two {GREEDY} defenders. In the other, two bots with the policy defend against a "
            f"{GREEDY} taker. The gain is the difference in what each defender pays, compared "
            f"with the same deal played by {GREEDY} alone.",
        ),
        (
            ReportTable(
                "against-greedy",
                f"Gain on {GREEDY}, in points for each defender",
                ("policy", "role", "at", "gain", *ENDS, "so"),
                tuple(lines),
            ),
        ),
    )


def comparison(title: str, name: str, rows: Rows) -> Section:
    labels = rank(rows)
    drawn = [label for label in labels if label not in (GREEDY, RANDOM)]  # 0, and far below
    plots = (
        (f"Lead over {GREEDY}", "points a deal", "lead"),
        (f"Gain on {GREEDY} as the taker", "points from each defender", "taker"),
        (f"Gain on {GREEDY} as the defence", "points for each defender", "defence"),
    )
    return Section(
        title,
        (
            f"Each policy meets {GREEDY} in all six seatings of every deal, from the auction on. "
            "Its lead is the mean score of its seats minus that of the others. The gains are "
            f"those from above. {GREEDY.capitalize()} itself is always at 0.",
        ),
        (
            *(
                Bars(
                    f"{caption}, with 95 % intervals",
                    unit,
                    tuple(mean(rows[label], what).bar(label) for label in drawn),
                )
                for caption, unit, what in plots
            ),
            ReportTable(
                name,
                "The same as numbers, with the results of the six seatings",
                (
                    "policy", "deals", "simulations a move", "lead",
                    *(f"lead {end}" for end in ENDS), "took", "mean score taking", "defended",
                    "mean score defending",
                ),
                tuple(line(label, rows[label]) for label in labels),
            ),
        ),
    )  # fmt: skip


def line(label: str, rows: Sequence[Row]) -> tuple[Cell, ...]:
    lead = mean(rows, "lead")
    cells: list[Cell] = [label, len(rows), simulations_a_move(rows), lead.value, *lead.ends]
    for times, score in (("took", "took_score"), ("defended", "defended_score")):
        count = sum(row[times] for row in rows)
        total = sum(row[score] for row in rows)
        cells += [count, total / count if count else float("nan")]
    return tuple(cells)


def order(at: str, rows: Rows) -> Section:
    """Compare all pairs of policies on the same deals."""

    def pairs(what: str) -> list[tuple[Cell, ...]]:
        lines: list[tuple[Cell, ...]] = []
        for one, other in combinations(rank(rows, what), 2):
            gap = difference(rows[one], rows[other], what)
            lines.append((one, other, gap.value, *gap.ends, gap.verdict))
        return lines

    columns = ("policy", "above", "difference", *ENDS, "so")
    name = f"order-{at.replace(' ', '-')}"
    return Section(
        f"How sure is the order at {at}?",
        (
            "Differences between two policies on the same deals, the better one first. One of "
            "twenty 95 % intervals is expected to be wrong, and one of a hundred 99 % intervals.",
        ),
        (
            ReportTable(name, "By lead in the six seatings", columns, tuple(pairs("lead"))),
            *(
                ReportTable(f"{name}-{what}", f"By gain {role}", columns, tuple(pairs(what)))
                for role, what in ROLES
            ),
        ),
    )


def sensitivity(rows: Rows, terms: SearchTerms) -> Section:
    def series(what: str) -> Series:
        means = [(float(c), mean(rows[c], what)) for c in rows]
        known = [each for _, each in means if not isnan(each.error)]
        return Series(
            PARANOID,
            tuple((c, each.value) for c, each in means),
            tuple(each.ends[0] for each in known),
            tuple(each.ends[1] for each in known),
        )

    gains = [(c, label, mean(rows[c], what)) for label, what in ROLES for c in rows]
    return Section(
        "How much does C matter?",
        (
            "With a larger C, the search tries more often the actions that it has tried less. The "
            f"policy is paranoid, with {terms.by_count}, on the same deals.",
        ),
        (
            Multiples(
                f"Gain on {GREEDY} by C, with 95 % intervals",
                tuple(Lines(label, "C", "points", (series(what),)) for label, what in ROLES),
            ),
            ReportTable(
                "c",
                "The same as numbers",
                ("C", "role", "gain", *ENDS),
                tuple((float(c), label, at.value, *at.ends) for c, label, at in gains),
            ),
        ),
    )


def conditions(terms: SearchTerms) -> tuple[tuple[str, str], ...]:
    return (
        ("game", "French Tarot, one deal, auction, handfuls and slams on"),
        ("deals", f"{terms.deals:,}, the same for every policy; each in six seatings, and one "
                  "contract in three ways"),
        ("intervals", "Student's t over deals; a deal is one observation"),
        ("equal simulations", f"{terms.simulations} a move; the same figures on any machine"),
        ("equal time", f"{terms.by_clock} on {platform.machine()}; the figures differ on other "
                       "machines, and a busy machine plays fewer simulations"),
        ("seed", terms.seed),
        ("version", f"Card Arena {__version__}, Python {platform.python_version()}"),
    )  # fmt: skip
