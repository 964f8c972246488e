"""The results of a variant: figures with intervals, computed from the sums of its games."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt

from arena.experiments.analysis import measures
from arena.experiments.analysis.arms import ALL, FIRST, RANDOM, Variant, arms
from arena.experiments.analysis.sums import Tally, sum_lists
from arena.experiments.experiment import Json, Setting
from arena.standings.interval import student, wilson


@dataclass(frozen=True)
class Figure:
    """A number with its 95 % interval."""

    value: float
    low: float = nan
    high: float = nan


NONE = Figure(nan)


@dataclass(frozen=True)
class VariantResult:
    variant: Variant
    players: int  # sides
    games: int  # played at random
    length: Tally
    branching: Figure
    forced: Figure
    leading: list[Tally]  # options of the leader in each trick; empty if there are no tricks
    following: list[Tally]  # the same for the followers
    by_choice: list[Tally]
    first: Figure  # the first player's share of wins
    wins: list[Figure]  # of each side
    estimating: Figure  # the share of an estimating first player among random ones
    fairness: Figure
    convergence: Figure
    order: Figure
    spread: Figure
    drama: Figure
    security: Figure
    histories: list[Json]
    relaxed: int  # imagined worlds that may not agree with all that their seat knew

    @property
    def chance(self) -> float:
        return 1 / self.players

    @property
    def gain(self) -> Figure:
        """How much more the estimating first player wins than a random one."""
        value = self.estimating.value - self.first.value
        low = value - sqrt(
            (self.estimating.value - self.estimating.low) ** 2
            + (self.first.high - self.first.value) ** 2
        )
        high = value + sqrt(
            (self.estimating.high - self.estimating.value) ** 2
            + (self.first.value - self.first.low) ** 2
        )
        return Figure(value, low, high)


def summarise_all(results: Sequence[Json], setting: Setting) -> list[VariantResult]:
    """The results of all variants: first the game itself, then those of the sweep."""
    blocks: dict[int, list[Json]] = {}
    for result in results:
        blocks.setdefault(result["arm"], []).append(result)
    by_variant: dict[tuple[int, str], dict[str, list[Json]]] = {}
    variants = {}
    for number, arm in enumerate(arms(setting)):
        key = (arm.variant.players, arm.variant.swept)
        by_variant.setdefault(key, {})[arm.kind] = blocks[number]
        variants[key] = arm.variant
    every: list[VariantResult] = []
    for key, kinds in by_variant.items():
        # If the game has tricks, its variants have tricks too. The turns alone cannot show this in
        # a variant with one card for each player, because its lead never moves.
        tricks = any(one.leading for one in every if one.variant.players == key[0])
        every.append(summarise(variants[key], kinds, tricks))
    return every


def summarise(
    variant: Variant, kinds: dict[str, list[Json]], tricks: bool = False
) -> VariantResult:
    played, one, every = kinds[RANDOM], kinds.get(FIRST, []), kinds.get(ALL, [])
    players = played[0]["sides"]
    length, options = _sum(played, "length"), _sum(played, "options")
    first, estimating = share(_sum(played, "first")), share(_sum(one, "first"))
    slopes = mean(_sum(played, "slopes"))
    tricks = all(block["tricks"] for block in played) and (
        tricks or any(block["leads"] for block in played) or _is_drawn(played)
    )
    alone = players < 2
    return VariantResult(
        variant,
        players,
        sum(block["games"] for block in played),
        length,
        _ratio(options, length, sum(block["crossed"] for block in played)),
        mean(_sum(played, "forced")),
        sum_lists(block["leading"] for block in played) if tricks else [],
        sum_lists(block["following"] for block in played) if tricks else [],
        sum_lists(block["by_choice"] for block in played),
        first,
        [share(tally) for tally in sum_lists(block["by_seat"] for block in played)],
        estimating,
        NONE if alone else _fairness(first, players),
        Figure(*(measures.convergence(slope) for slope in (slopes.value, slopes.high, slopes.low))),
        NONE
        if alone
        else Figure(
            *(
                measures.order(one, players)
                for one in (estimating.value, estimating.low, estimating.high)
            )
        ),
        mean(_sum(every, "spread")),
        mean(_sum(every, "drama")),
        mean(_sum(every, "security")),
        [history for block in every for history in block["histories"]],
        sum(block.get("relaxed", 0) for blocks in kinds.values() for block in blocks),
    )


def share(tally: Tally) -> Figure:
    """A share of wins with its interval."""
    return Figure(tally.mean, *wilson(tally.mean, tally.count)) if tally.count else NONE


def mean(tally: Tally) -> Figure:
    return Figure(tally.mean, *tally.interval)


def _sum(blocks: Sequence[Json], name: str) -> Tally:
    return Tally.sum(block[name] for block in blocks)


def _is_drawn(blocks: Sequence[Json]) -> bool:
    """Does the game's picture show the tricks? Then the turns are not needed."""
    return any(block["leading"] and not block["by_turns"] for block in blocks)


def _ratio(options: Tally, length: Tally, crossed: float) -> Figure:
    """Options for each choice. The interval takes the different lengths of games into account."""
    if not length.total:
        return NONE
    value = options.total / length.total
    if length.count < 2:
        return Figure(value)
    left = options.squares - 2 * value * crossed + value * value * length.squares
    error = sqrt(max(0.0, left) / (length.count - 1) / length.count) / length.mean
    reach = student(length.count - 1) * error
    return Figure(value, value - reach, value + reach)


def _fairness(first: Figure, players: int) -> Figure:
    ends = [measures.fairness(end, players) for end in (first.low, first.high)]
    high = 1.0 if first.low <= 1 / players <= first.high else max(ends)
    return Figure(measures.fairness(first.value, players), min(ends), high)
