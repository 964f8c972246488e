"""`--until-decided`: its options, its test, and the sentence about its decision."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from arena.cli.numbers import Within
from arena.common.errors import ArenaError
from arena.standings.sequential import (
    ELO,
    ERROR,
    LIMIT,
    Comparison,
    Decision,
    SequentialTest,
    StoppingRule,
    expected_score,
)
from arena.store.runs import SequentialSettings

MOST_ELO = 1000.0

OPTIONS = (
    click.option("--until-decided", is_flag=True,
                 help="Stop as soon as the games show which of two bots is better, or that they "
                 f"are about equal. -n is the limit then; default: {LIMIT}."),
    click.option("--elo0", type=Within(-MOST_ELO, MOST_ELO), metavar="ELO",
                 help="With --until-decided: test this lead of the first bot (H0) against --elo1."),
    click.option("--elo1", type=Within(-MOST_ELO, MOST_ELO), metavar="ELO",
                 help="With --until-decided: the lead under H1. Without --elo0: the difference "
                 f"that matters, in either direction; default: {ELO:g}."),
    click.option("--alpha", type=Within(0.0, 0.5, above=True), metavar="P",
                 help="With --until-decided: how often H1 may be accepted wrongly. "
                 f"Default: {ERROR}."),
    click.option("--beta", type=Within(0.0, 0.5, above=True), metavar="P",
                 help="With --until-decided: how often H0 may be accepted wrongly. "
                 f"Default: {ERROR}."),
)  # fmt: skip


def sequential_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of a sequential test."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def sequential_settings(
    until_decided: bool,
    elo0: float | None,
    elo1: float | None,
    alpha: float | None,
    beta: float | None,
) -> SequentialSettings | None:
    """The test that the options describe; None without --until-decided."""
    settings = {"--elo0": elo0, "--elo1": elo1, "--alpha": alpha, "--beta": beta}
    if not until_decided:
        for option, value in settings.items():
            if value is not None:
                raise ArenaError(f"{option} is an option of the test: add --until-decided")
        return None
    if elo0 is not None and elo1 is None:
        raise ArenaError(f"--elo0 {elo0:g} needs a second hypothesis: add --elo1, such as 30")
    elo1 = ELO if elo1 is None else elo1
    least = 0.0 if elo0 is None else elo0
    if elo1 <= least:
        raise ArenaError(f"--elo1 {elo1:g} is not possible: it must be more than {least:g}")
    return SequentialSettings(
        elo0, elo1, ERROR if alpha is None else alpha, ERROR if beta is None else beta
    )


def stopping_rule(test: SequentialSettings, bots: Sequence[object]) -> StoppingRule:
    """The rule that stops a match between these bots."""
    if len(bots) != 2:
        raise ArenaError(f"--until-decided compares two bots, not {len(bots)}: name two bots")
    if test.elo0 is None:
        return Comparison(test.elo1, test.alpha, test.beta)
    return SequentialTest(test.elo0, test.elo1, test.alpha, test.beta)


def answer(decision: Decision, elo: float, one: str, other: str) -> str:
    """The answer of a comparison, in words."""
    if decision == "first":
        return f"{one} is better than {other}"
    if decision == "second":
        return f"{other} is better than {one}"
    share = f"a share of {expected_score(elo):.0%}"
    return f"neither {one} nor {other} is better by {elo:g} Elo or more ({share})"


def decision_sentence(rule: StoppingRule, games: int, limit: int, one: str, other: str) -> str:
    """The decision of the test after these games, or that it has stopped without an answer."""
    if not rule.decision:
        why = f"the limit of {limit:,} games was reached" if games == limit else "the match stopped"
        return f"Not decided after {games:,} games: {why}."
    after = f"Decided after {games:,} games"
    if isinstance(rule, Comparison):
        return f"{after}: {answer(rule.decision, rule.elo, one, other)}."
    assert isinstance(rule, SequentialTest)
    yes, no = (rule.elo1, rule.elo0) if rule.decision == "H1" else (rule.elo0, rule.elo1)
    low, high = rule.bounds
    return (
        f"{after}: the lead of {one} over {other} is {yes:g} Elo rather than {no:g} Elo "
        f"({rule.decision} accepted, LLR {rule.ratio:.2f}, bounds {low:.2f} and {high:.2f})."
    )
