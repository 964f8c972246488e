"""Answers two questions about a game with a sentence each: are there choices, and strategy?"""

from collections.abc import Sequence

from arena.experiments.analysis.estimates import ROLLOUTS
from arena.experiments.analysis.results import Figure, VariantResult

FEW = 0.75  # if a larger share of the choices is forced, the game has few choices
SLIGHT = 0.1  # up to this gain in the share of wins, there is a little room for strategy


def answers(title: str, results: Sequence[VariantResult], main: int) -> tuple[str, str]:
    """The sentences on choices and on strategy. They begin with `main`, a number of players.

    `results` are those of the game itself, one for each number of players.
    """
    chosen = next((one for one in results if one.variant.players == main), results[0])
    others = [one for one in results if one is not chosen]
    return choices(title, chosen), strategy(chosen, others)


def choices(title: str, result: VariantResult) -> str:
    asked = "Does the player have choices?"
    if result.forced.value == 1:
        return f"{asked} No: in {title} every choice is forced."
    answer = "Few" if result.forced.value > FEW else "Yes"
    length = result.length
    count = f"{length.mean:.0f}" if length.least == length.most else f"about {length.mean:.1f}"
    tricks = ""
    if len(result.leading) > 1 and result.following[0].count:
        tricks = (
            f", in the first trick {result.leading[0].mean:.2f} for the player who leads and "
            f"{result.following[0].mean:.2f} for those who follow"
        )
    return (
        f"{asked} {answer}: a game of {title} for {result.variant.players} has {count} choices "
        f"with {result.branching.value:.2f} options on average{tricks}; "
        f"{percent(result.forced.value)} of the choices are forced."
    )


def strategy(result: VariantResult, others: Sequence[VariantResult]) -> str:
    asked = "Is there room for strategy?"
    if result.players < 2:
        return f"{asked} Wins cannot show it: there is no opponent."
    gain = result.gain
    if gain.low > 0:
        answer = "Yes" if gain.value > SLIGHT else "A little"
    elif gain.high < 0:
        answer = "Not for a player who looks only this far ahead"
    elif shown := [one for one in others if one.players > 1 and one.gain.low > 0]:
        counts = " and ".join(str(one.variant.players) for one in shown)
        answer = f"With {counts} players yes, with {result.variant.players} these games show none"
    else:
        answer = "These games do not show any"
    more = "".join(
        f"; with {one.variant.players} players {percent(one.estimating.value)} against "
        f"{percent(one.first.value)}"
        for one in others
        if one.players > 1
    )
    return (
        f"{asked} {answer}: a first player who tries each move {ROLLOUTS} times in imagined worlds "
        f"wins {percent(result.estimating.value)} ({between(result.estimating)}) against random "
        f"players, a random first player wins {percent(result.first.value)}{more}."
    )


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(figure: Figure) -> str:
    return f"{100 * figure.low:.1f} to {100 * figure.high:.1f} %"
