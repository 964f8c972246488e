"""The conclusions of the experiment, made from its figures."""

from arena.experiments.means import Mean
from arena.experiments.studies.kripke_learning.figures import (
    HABITS,
    POINTS,
    Kinds,
    above,
    difference,
    mean_of,
    of_games,
)
from arena.experiments.studies.kripke_learning.training import HAND_MADE, UNTRAINED
from arena.standings.interval import Z95, Z99
from Game.boerenbridge.features import FEATURE_SETS

BASE, *MORE = FEATURE_SETS
STRENGTH = of_games(POINTS)


def answer(kinds: Kinds, decisions: int) -> tuple[str, ...]:
    return (about_strength(kinds, decisions), about_controls(kinds), about_habits(kinds))


def about_strength(kinds: Kinds, decisions: int) -> str:
    """What each set of features adds to the points."""
    gains = {kind: difference(kinds, kind, BASE, STRENGTH) for kind in MORE}
    parts = [
        f"{word} with {names}"
        for sign, word in ((1, "more"), (-1, "fewer"))
        if (names := ", ".join(
            f"{kind} ({interval(gains[kind])})" for kind in MORE if above(gains[kind]) == sign
        ))
    ]  # fmt: skip
    unclear = [f"{kind} ({interval(gains[kind])})" for kind in MORE if not above(gains[kind])]
    start = f"After {decisions:,} decisions each, networks make, compared with {BASE}, "
    if parts:
        start += f"{' and '.join(parts)} points a game"
        return start + (f"; not told apart: {', '.join(unclear)}." if unclear else ".")
    return start + f"no sure difference in points a game: {', '.join(unclear)}."


def about_controls(kinds: Kinds) -> str:
    """The best networks beside the untrained ones and the bot that people wrote."""
    means = {kind: mean_of(blocks, STRENGTH) for kind, blocks in kinds.items()}
    best = max(FEATURE_SETS, key=lambda kind: means[kind].value)
    hand = means[HAND_MADE].value
    low, high = means[best].within(Z95)
    verdict = "above" if low > hand else "below" if high < hand else "not told apart from"
    return (
        f"The strongest are those with {best}: {ahead(means[best])}. In the same seats and on the "
        f"same deals the untrained networks are {ahead(means[UNTRAINED])}, and the hand-made "
        f"{HAND_MADE} is {points(hand)} ahead of the others. So {best} is {verdict} {HAND_MADE}."
    )


def about_habits(kinds: Kinds) -> str:
    """What the features change in the choices. There are many comparisons, so 99 % must be sure."""
    changes = []
    for kind in MORE:
        for key, (name, figure) in HABITS.items():
            change = difference(kinds, kind, BASE, figure)
            if above(change, Z99):
                scale, unit = (1, "") if key == "bid" else (100, " %")
                changes.append(f"{name} with {kind}: {scale * change.value:+.2g}{unit}")
    all_sets = f"{len(MORE) * len(HABITS)} comparisons with {BASE}"
    if not changes:
        return f"In the tactics, none of {all_sets} shows a difference that is sure at 99 %."
    return f"In the tactics, of {all_sets} these are sure at 99 %: {'; '.join(changes)}."


def interval(mean: Mean) -> str:
    low, high = mean.within(Z95)
    return f"{mean.value:+.2f}, 95 %: {low:+.2f} to {high:+.2f}"


def ahead(mean: Mean) -> str:
    low, high = mean.within(Z95)
    return f"{points(mean.value)} ahead of the others (95 %: {low:+.1f} to {high:+.1f})"


def points(value: float) -> str:
    return f"{value:+.1f} points"
