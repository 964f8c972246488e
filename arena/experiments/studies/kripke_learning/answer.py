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
    stands,
)
from arena.experiments.studies.kripke_learning.training import HAND_MADE, SETS, UNTRAINED
from arena.standings.interval import Z95, Z99

BASE, *MORE = SETS
STRENGTH = of_games(POINTS)


def answer(kinds: Kinds, decisions: int) -> tuple[str, ...]:
    return (
        about_strength(kinds, decisions),
        about_names(kinds),
        about_controls(kinds),
        about_play(kinds),
        about_habits(kinds),
    )


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


def about_names(kinds: Kinds) -> str:
    """What the names of the suits change, beside the knowledge."""
    gain = difference(kinds, "turned", "kripke", STRENGTH)
    verdict = {1: "more points than", -1: "fewer points than", 0: "points not told apart from"}
    return (
        f"Networks with turned, which renames the suits of kripke and shows who takes the trick, "
        f"make {verdict[above(gain)]} those with kripke ({interval(gain)})."
    )


def about_controls(kinds: Kinds) -> str:
    """The best networks beside the untrained ones and the bot that people wrote."""
    means = {kind: mean_of(blocks, STRENGTH) for kind, blocks in kinds.items()}
    best = max(SETS, key=lambda kind: means[kind].value)
    sign = stands(kinds, best, HAND_MADE)
    verdict = "above" if sign > 0 else "below" if sign < 0 else "not told apart from"
    hand = side(means[HAND_MADE].value)
    return (
        f"The strongest are those with {best}: {ahead(means[best])}. In the same seats and on the "
        f"same deals the untrained networks are {ahead(means[UNTRAINED])}, and the hand-made "
        f"{HAND_MADE} is {hand} the others. So {best} is {verdict} {HAND_MADE}."
    )


def about_play(kinds: Kinds) -> str:
    """What the strongest networks have learned to do."""
    best = max(SETS, key=lambda kind: mean_of(kinds[kind], STRENGTH).value)
    parts = []
    for key, (name, figure) in HABITS.items():
        learned, first, hand = (
            shown(key, mean_of(kinds[kind], figure).value) for kind in (best, UNTRAINED, HAND_MADE)
        )
        parts.append(f"{name} {learned} ({first}; {hand})")
    return (
        f"What networks with {best} do, with {UNTRAINED} ones and {HAND_MADE} in brackets: "
        f"{', '.join(parts)}."
    )


def about_habits(kinds: Kinds) -> str:
    """What the features change in the choices. There are many comparisons, so 99 % must be sure."""
    changes = []
    for kind in MORE:
        for key, (name, figure) in HABITS.items():
            change = difference(kinds, kind, BASE, figure)
            if above(change, Z99):
                more = f"{change.value:+.2f}" if key == "bid" else f"{change.value:+.1%}"
                changes.append(f"{name} with {kind} {more}")
    tried = f"{len(MORE) * len(HABITS)} comparisons with {BASE}"
    if not changes:
        return f"Of {tried} in the tactics, none is sure at 99 %."
    return f"Of {tried} in the tactics, these are sure at 99 %: {'; '.join(changes)}."


def interval(mean: Mean) -> str:
    low, high = mean.within(Z95)
    return f"{mean.value:+.2f}, 95 %: {low:+.2f} to {high:+.2f}"


def ahead(mean: Mean) -> str:
    low, high = mean.within(Z95)
    return f"{side(mean.value)} the others (95 %: {low:+.1f} to {high:+.1f})"


def side(points: float) -> str:
    return f"{abs(points):.1f} points {'ahead of' if points >= 0 else 'behind'}"


def shown(key: str, value: float) -> str:
    """The figure of a habit."""
    return f"{value:.2f}" if key == "bid" else f"{value:.0%}"
