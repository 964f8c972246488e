"""The figures of the blocks: means over the networks of each kind, with intervals, and their
differences from the networks that see the table alone.

A network is one observation. The networks of one seed began with the same dice and played the same
deals, so differences compare them in pairs.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isnan, nan
from statistics import fmean

from arena.experiments.experiment import Json
from arena.experiments.means import Mean
from arena.experiments.studies.kripke_learning.tactics import TACTICS, WHEN
from arena.experiments.studies.kripke_learning.training import CONTESTANTS
from arena.standings.interval import Z95

SHARE, POINTS = 0, 1  # the columns of a game
Figure = Callable[[Json], float]  # of one network; NaN if it never had the choice
Kinds = Mapping[str, Sequence[Json]]  # kind -> a block for each of its networks


def by_kind(blocks: Sequence[Json]) -> Kinds:
    kinds: dict[str, list[Json]] = {}
    for contestant, block in zip(CONTESTANTS, blocks, strict=True):
        kinds.setdefault(contestant.kind, []).append(block)
    return kinds


def of_games(column: int, rival: str = "") -> Figure:
    """The mean share or points against a kind of rivals, or against all kinds."""

    def figure(block: Json) -> float:
        games = block["games"]
        return fmean(
            fmean(deal[column] for deal in games[each]) for each in ([rival] if rival else games)
        )

    return figure


def of_choices(key: str) -> Figure:
    """How often it did something, as a share of the choices that it had."""

    def figure(block: Json) -> float:
        did, could = block["choices"][key]
        return did / could if could else nan

    return figure


def mean_bid(block: Json) -> float:
    """The mean bid in the round that is counted."""
    counts = [sum(column) for column in zip(*block["bids"], strict=True)]
    return (
        sum(bid * count for bid, count in enumerate(counts)) / sum(counts) if any(counts) else nan
    )


def bids_of_strength(strength: int) -> Callable[[Json], list[float]]:
    """For each bid, how often a hand of this strength bids it."""

    def figure(block: Json) -> list[float]:
        counts = block["bids"][strength]
        return [count / sum(counts) if any(counts) else nan for count in counts]

    return figure


# What players do: key -> its name in a sentence, and its figure.
HABITS: dict[str, tuple[str, Figure]] = {
    "bid": ("the mean bid", mean_bid),
    **{
        f"{one.key}.{when}": (f"{one.title} {words}", of_choices(f"{one.key}.{when}"))
        for one in TACTICS
        for when, words in WHEN.items()
    },
}


def mean_of(blocks: Sequence[Json], figure: Figure) -> Mean:
    """The mean over networks. Those that never had the choice are left out."""
    values = [value for value in map(figure, blocks) if not isnan(value)]
    return Mean.of(values) if values else Mean(nan, nan, 0)


def difference(kinds: Kinds, kind: str, other: str, figure: Figure) -> Mean:
    """How far one kind is above another, network by network."""
    pairs = zip(kinds[kind], kinds[other], strict=True)
    values = [figure(one) - figure(two) for one, two in pairs]
    values = [value for value in values if not isnan(value)]
    return Mean.of(values) if values else Mean(nan, nan, 0)


def stands(kinds: Kinds, kind: str, single: str) -> int:
    """1 if networks make surely more points than a single contestant, -1 if surely fewer, else 0.

    It must be sure over the networks and also over the deals, because a single contestant has
    played them only once.
    """
    (other,) = kinds[single]
    networks = Mean.of([of_games(POINTS)(one) - of_games(POINTS)(other) for one in kinds[kind]])
    deals = Mean.of(
        [
            fmean(one["games"][rival][deal][POINTS] for one in kinds[kind]) - games[POINTS]
            for rival, played in other["games"].items()
            for deal, games in enumerate(played)
        ]
    )
    signs = {above(networks), above(deals)}
    return signs.pop() if len(signs) == 1 else 0


def above(mean: Mean, z: float = Z95) -> int:
    """1 if the mean is surely above zero, -1 if it is surely below, and 0 otherwise."""
    low, high = mean.within(z)
    return 1 if low > 0 else -1 if high < 0 else 0
