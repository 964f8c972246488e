"""`arena experiment kripke-learning`: its page, from the blocks of all contestants."""

import platform
from collections.abc import Iterator, Sequence
from itertools import chain
from math import isnan
from statistics import fmean

from arena.common.version import __version__
from arena.experiments.experiment import Experiment, Json, Setting
from arena.experiments.means import Mean
from arena.experiments.studies.kripke_learning.answer import BASE, MORE, STRENGTH, answer
from arena.experiments.studies.kripke_learning.figures import (
    HABITS,
    POINTS,
    SHARE,
    Kinds,
    above,
    bids_of_strength,
    by_kind,
    difference,
    mean_of,
    of_games,
)
from arena.experiments.studies.kripke_learning.tactics import ROUND, TACTICS
from arena.experiments.studies.kripke_learning.training import (
    ALGORITHM,
    CONTESTANTS,
    CURVE_RIVAL,
    DECISIONS,
    HAND_MADE,
    NETWORKS,
    RIVALS,
    SEEDS,
    SETS,
    UNTRAINED,
    deals_of,
    plan,
    work,
)
from arena.pages.report.model import (
    Bar,
    Bars,
    Cell,
    Lines,
    Multiples,
    Part,
    Report,
    ReportTable,
    Section,
    Series,
)
from arena.standings.interval import Z95, Z99

ORDER = (*SETS, UNTRAINED, HAND_MADE)
VERDICTS = {1: "more", 0: "not told apart", -1: "less"}


def fold(blocks: Sequence[Json], setting: Setting) -> Report:
    kinds = by_kind(blocks)
    return Report(
        "What a network learns from the Kripke model",
        answer(kinds, setting.games),
        (strength(kinds), learning(kinds), habits(kinds), bids(kinds)),
        (
            ("game", "BoerenBridge, rounds of 3, 4, 5, 4 and 3 cards"),
            ("networks", f"{SEEDS} for each set of features; two layers of 128"),
            ("training", f"{setting.games:,} decisions for each network; {ALGORITHM}, self-play"),
            ("deals", f"{deals_of(setting.games)}, played by every contestant in each of the four "
             f"seats, against three {', three '.join(RIVALS)}"),
            ("intervals", "over the networks of a set of features: Student's t, 95 % unless noted"),
            (UNTRAINED, "networks with their first weights, which are random"),
            (HAND_MADE, "the house bot in the seats of the networks"),
            ("seed", setting.seed),
            ("version", f"Card Arena {__version__}, Python {platform.python_version()}"),
        ),
    )  # fmt: skip


def bar(label: str, mean: Mean, reference: float | None = None) -> Bar:
    if mean.deals < 2:
        return Bar(label, mean.value, reference=reference)
    return Bar(label, mean.value, *mean.within(Z95), reference)


def cells(mean: Mean, z: float = Z95) -> tuple[Cell, ...]:
    return mean.value, *mean.within(z)


def strength(kinds: Kinds) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (kind, rival, *cells(mean_of(kinds[kind], of_games(SHARE, rival))),
         *cells(mean_of(kinds[kind], of_games(POINTS, rival))), len(kinds[kind]))
        for kind in ORDER
        for rival in RIVALS
    ]  # fmt: skip
    gains = {kind: difference(kinds, kind, BASE, STRENGTH) for kind in MORE}
    return Section(
        "Strength",
        (
            "Each contestant sits alone among three bots of one kind. The points are those of a "
            f"game, less the mean of the three others. A difference from {BASE} compares networks "
            "of the same seed.",
        ),
        (
            Bars("Points ahead of the others, over the three kinds of rivals", "points",
                 tuple([bar(kind, mean_of(kinds[kind], STRENGTH), 0.0) for kind in ORDER])),
            Bars(f"More points than with {BASE}", "points",
                 tuple([bar(kind, gain, 0.0) for kind, gain in gains.items()])),
            ReportTable("strength", "Share of wins, and points ahead of the others",
                        ("contestant", "rivals", "wins", "from", "to", "points", "from ", "to ",
                         "networks"), tuple(rows)),
            ReportTable("gains", f"More points than with {BASE}",
                        ("features", "points", "from", "to", "99 % from", "99 % to", "so"),
                        tuple([(kind, *cells(gain), *gain.within(Z99), VERDICTS[above(gain)])
                               for kind, gain in gains.items()])),
        ),
    )  # fmt: skip


def learning(kinds: Kinds) -> Section:
    """The curves of the training."""
    series = []
    for kind in SETS:
        points = zip(*[block["curve"] for block in kinds[kind]], strict=True)
        series.append(
            Series(kind, tuple([(at[0][0], fmean(share for _, share in at)) for at in points]))
        )
    return Section(
        "While they learn",
        (f"The share of wins against three {CURVE_RIVAL}, and the mean over the networks. A "
         "quarter is the share of equal players.",),
        (Lines(f"Share of wins against {CURVE_RIVAL}", "decisions", "share", tuple(series)),),
    )  # fmt: skip


def habits(kinds: Kinds) -> Section:
    parts: list[Part] = []
    rows: list[tuple[Cell, ...]] = []
    for key, (title, figure) in HABITS.items():
        means = {kind: mean_of(kinds[kind], figure) for kind in ORDER}
        unit = "tricks" if key == "bid" else "share of the choices"
        parts.append(
            Bars(
                title[0].upper() + title[1:],
                unit,
                tuple([bar(kind, one) for kind, one in means.items() if not isnan(one.value)]),
            )
        )
        for kind, mean in means.items():
            change: tuple[Cell, ...] = ("", "")
            if kind in MORE:
                gain = difference(kinds, kind, BASE, figure)
                change = gain.value, VERDICTS[above(gain, Z99)]
            rows.append((title, kind, *cells(mean), choices(kinds[kind], key), *change))
    return Section(
        "Tactics",
        (
            "All games of a contestant count, against all kinds of rivals. Each share belongs to "
            "the positions in which the player has the choice. "
            + " ".join([f"{one.title.capitalize()}: {one.about}." for one in TACTICS]),
        ),
        (
            *parts,
            ReportTable("tactics", "Tactics",
                        ("tactic", "contestant", "value", "from", "to", "choices",
                         f"more than {BASE}", "so, at 99 %"), tuple(rows)),
        ),
    )  # fmt: skip


def choices(blocks: Sequence[Json], key: str) -> int:
    """How many choices a figure was made from."""
    if key == "bid":
        return sum([sum(chain.from_iterable(block["bids"])) for block in blocks])
    return sum([block["choices"][key][1] for block in blocks])


def bids(kinds: Kinds) -> Section:
    """How often a hand of each strength bids each number of tricks."""
    rows: list[tuple[Cell, ...]] = []
    plots = []
    for hand in range(ROUND + 1):
        series = []
        for kind in ORDER:
            shares = list(mean_shares(kinds[kind], hand))
            if shares:
                if kind != UNTRAINED:  # a plot has eight different lines
                    series.append(Series(kind, tuple(enumerate(shares))))
                count = sum([sum(block["bids"][hand]) for block in kinds[kind]])
                rows.append((hand, kind, *shares, count))
        if series:
            title = f"{hand} strong card{'' if hand == 1 else 's'}"
            plots.append(Lines(title, "bid", "share", tuple(series), zero=True))
    columns = ("strong cards", "contestant", *[f"bid {bid}" for bid in range(ROUND + 1)], "hands")
    return Section(
        "Bids",
        (f"The first bid of each seat in the round of {ROUND} cards, by the strength of the hand: "
         "its trumps, and its aces of other suits.",),
        (
            Multiples("How often each bid is made", tuple(plots)),
            ReportTable("bids", "How often each bid is made", columns, tuple(rows)),
        ),
    )  # fmt: skip


def mean_shares(blocks: Sequence[Json], hand: int) -> Iterator[float]:
    """For each bid, the mean over the networks that had such a hand."""
    shares = [each for each in map(bids_of_strength(hand), blocks) if not isnan(each[0])]
    return map(fmean, zip(*shares, strict=True))


KRIPKE_LEARNING = Experiment(
    "kripke-learning",
    "Train networks with each set of features of BoerenBridge, and compare what they learn.",
    DECISIONS,
    1,
    work,
    fold,
    plan,
    unit="decisions of each network",
    times=len(CONTESTANTS),
    counts=f"decisions of each of {NETWORKS} networks",
    whole=lambda decisions: f"{decisions * NETWORKS:,} decisions",
)
