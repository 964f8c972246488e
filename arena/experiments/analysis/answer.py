"""The two questions that are asked of a game, answered in a sentence each, from the numbers."""

from collections.abc import Sequence

from arena.experiments.analysis.estimates import ROLLOUTS
from arena.experiments.analysis.found import Figure, Found

FEW = 0.75  # the share of forced choices from which there are few choices
SLIGHT = 0.1  # wins gained, up to which there is a little room


def answers(title: str, found: Sequence[Found], main: int) -> tuple[str, str]:
    """Found of the game as it is, for each number of players; `main` is the one to begin with."""
    chosen = next((one for one in found if one.variant.players == main), found[0])
    others = [one for one in found if one is not chosen]
    return choices(title, chosen), strategy(chosen, others)


def choices(title: str, found: Found) -> str:
    asked = "Does the player have choices?"
    if found.forced.value == 1:
        return f"{asked} No: in {title} nothing is ever left to choose."
    said = "Few" if found.forced.value > FEW else "Yes"
    length = found.length
    count = f"{length.mean:.0f}" if length.least == length.most else f"about {length.mean:.1f}"
    tricks = ""
    if len(found.leading) > 1 and found.following[0].count:
        tricks = (
            f", in the first trick {found.leading[0].mean:.2f} for who leads and "
            f"{found.following[0].mean:.2f} for who follows"
        )
    return (
        f"{asked} {said}: a game of {title} for {found.variant.players} has {count} choices with "
        f"{found.branching.value:.2f} options on average{tricks}; {percent(found.forced.value)} of "
        f"the choices are forced."
    )


def strategy(found: Found, others: Sequence[Found]) -> str:
    asked = "Is there room for strategy?"
    if found.players < 2:
        return f"{asked} Wins do not tell: there is nobody to win against."
    gain = found.gain
    if gain.low > 0:
        said = "Yes" if gain.value > SLIGHT else "A little"
    elif gain.high < 0:
        said = "Not for who looks only this far ahead"
    elif shown := [one for one in others if one.players > 1 and one.gain.low > 0]:
        counts = " and ".join(str(one.variant.players) for one in shown)
        said = f"With {counts} players yes, with {found.variant.players} these games show none"
    else:
        said = "These games do not show any"
    more = "".join(
        f"; with {one.variant.players} players {percent(one.estimating.value)} against "
        f"{percent(one.first.value)}"
        for one in others
        if one.players > 1
    )
    return (
        f"{asked} {said}: a first player who tries each move {ROLLOUTS} times in imagined worlds "
        f"wins {percent(found.estimating.value)} ({between(found.estimating)}) against random "
        f"players, a random first player wins {percent(found.first.value)}{more}."
    )


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(figure: Figure) -> str:
    return f"{100 * figure.low:.1f} to {100 * figure.high:.1f} %"
