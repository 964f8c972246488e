"""The games that an analysis plays: three kinds, for each number of players and each variant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.experiments.experiment import Json, Setting, Task

RANDOM = "random"  # everybody plays at random
FIRST = "first"  # the first player estimates, the others play at random
ALL = "all"  # everybody estimates
KINDS = [RANDOM, FIRST, ALL]
BLOCK = {RANDOM: 100, FIRST: 10, ALL: 5}  # games in a block
FEWER = 10  # the other kinds have ten times as many games as the kind ALL
FEWEST = 20


class Variant(NamedTuple):
    """A game with its options."""

    players: int
    swept: str  # the value of the swept option; empty for the game itself
    options: dict[str, str]


@dataclass(frozen=True)
class Arm:
    variant: Variant
    kind: str
    games: int


def variants(parameters: Json) -> list[Variant]:
    """The variants of a run: first the game itself, then those of the sweep."""
    combinations = []
    for value in ("", *parameters["values"]):
        for players in parameters["swept_players" if value else "players"]:
            chosen = dict(parameters["options"])
            if parameters["seated"]:  # the number of players is an option of the game
                chosen["players"] = str(players)
            if value:
                chosen[parameters["sweep"]] = value
            combinations.append(Variant(players, value, chosen))
    return combinations


def arms(setting: Setting) -> list[Arm]:
    estimated = min(setting.games, max(FEWEST, setting.games // FEWER))
    return [
        Arm(variant, kind, estimated if kind == ALL else setting.games)
        for variant in variants(setting.parameters)
        for kind in setting.parameters["swept_kinds" if variant.swept else "kinds"]
    ]


def plan(setting: Setting) -> list[Task]:
    """The blocks of all arms."""
    return list(_tasks(setting, arms(setting)))


def _tasks(setting: Setting, chosen: Sequence[Arm]) -> Iterator[Task]:
    number = 0
    for place, arm in enumerate(chosen):
        for first in range(0, arm.games, BLOCK[arm.kind]):
            games = min(BLOCK[arm.kind], arm.games - first)
            parameters = {
                "arm": place,
                "kind": arm.kind,
                "game": setting.parameters["game"],
                "options": arm.variant.options,
            }
            yield Task(number, first, games, setting.seed, parameters)
            number += 1
