"""The games of a published phase, read slowly and obviously, and which teams took part when."""

import gzip
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

HOUSE = "House "
LEAVES = ("withdraw", "disqualify")


@dataclass(frozen=True)
class Game:
    """One record: its match, and the names and points of its sides."""

    label: str
    names: tuple[str, ...]
    points: tuple[Fraction, ...]
    ranks: tuple[int, ...]
    faults: Mapping[str, int]

    def credit(self, name: str) -> Fraction:
        return Fraction(self.rank(name) == 0, self.ranks.count(0))

    def rank(self, name: str) -> int:
        return self.ranks[self.names.index(name)]

    def above(self, name: str) -> Fraction:
        """The points by which the side is above the average of the table."""
        return self.points[self.names.index(name)] - sum(self.points) / len(self.points)

    def margin(self, name: str) -> Fraction:
        """The points that the side has more than the average of the other sides."""
        sides = len(self.points)
        return self.above(name) * sides / (sides - 1)


def read_games(folder: Path) -> list[Game]:
    """The games of a published phase, in the order of the file."""
    with gzip.open(folder / "records.jsonl.gz", "rt", encoding="utf-8") as file:
        return [game_of(json.loads(line)) for line in file]


def game_of(record: Mapping[str, Any]) -> Game:
    names = [record["bots"][record["seats"][seats[0]]]["name"] for seats in record["sides"]]
    points = [
        sum((Fraction(record["scores"][seat]) for seat in seats), Fraction())
        for seats in record["sides"]
    ]
    faults = Counter(names[_side(record, m["seat"])] for m in record["moves"] if m.get("fault"))
    label = record["fixture"]["match"]
    return Game(label, tuple(names), tuple(points), tuple(record["ranks"]), faults)


def _side(record: Mapping[str, Any], seat: int) -> int:
    [side] = [side for side, seats in enumerate(record["sides"]) if seat in seats]
    return side


class Presence:
    """Which teams took part in which round, from the decisions."""

    def __init__(self, decisions: Sequence[Mapping[str, Any]], phase: str) -> None:
        self._made = [each for each in decisions if phase in each.get("rounds", {})]
        self._phase = phase

    def is_absent(self, team: str, number: int) -> bool:
        """Is the team out in the round with this number, from 0? The last decision says so."""
        made = [
            each
            for each in self._made
            if each["team"] == team.casefold() and each["rounds"][self._phase] <= number
        ]
        return bool(made) and made[-1]["what"] in LEAVES

    def is_void(self, team: str) -> bool:
        made = [each for each in self._made if each["team"] == team.casefold()]
        return bool(made) and bool(made[-1].get("void"))


@dataclass(frozen=True)
class Score:
    """The score of a match between two, without and with the games that were not played."""

    credit: tuple[Fraction, Fraction]
    above: tuple[Fraction, Fraction]
    missing: int


def match_score(
    games: Sequence[Game], pair: tuple[str, str], due: int, absent: tuple[bool, bool]
) -> Score:
    """The score of these games. One that is missing is won by the team that is present."""
    missing = due - len(games)
    assert missing == 0 or any(absent), f"{pair}: {missing} games are missing"
    given = [
        missing if is_absent < absent[1 - side] else 0 for side, is_absent in enumerate(absent)
    ]
    one, other = pair
    return Score(
        (
            sum((game.credit(one) for game in games), Fraction(given[0])),
            sum((game.credit(other) for game in games), Fraction(given[1])),
        ),
        (
            sum((game.above(one) for game in games), Fraction()),
            sum((game.above(other) for game in games), Fraction()),
        ),
        missing,
    )
