"""The table of every kind of phase, slow and obvious, from what is published.

It reads the records, the lots, the decisions (as `arena log --json` prints them) and the lines of
the phase in competition.toml. It shares no code with `arena`. Sums are fractions, and the pairings
of a Swiss are found by trying all of them. Where the pairings or the bracket are not those of the
rules, an assertion fails.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import exp, sqrt
from typing import Any, NamedTuple

from reference.phase_games import HOUSE, Game, Presence, Score, match_score
from support.schedules import all_pairings


class Row(NamedTuple):
    place: str
    name: str
    games: int
    wins: int
    draws: int
    losses: int
    credit: float
    points: float
    margin: float | None
    faults: int
    ladder: int | None


class PhaseTable:
    """The table of a phase that is over. `teams` are in seeded order."""

    def __init__(
        self,
        phase: Mapping[str, Any],
        teams: Sequence[str],
        games: Sequence[Game],
        decisions: Sequence[Mapping[str, Any]],
        lots: Mapping[str, int],
        sides: int = 2,
    ) -> None:
        self.phase = phase
        self.teams = list(teams)
        self.games = list(games)
        self.presence = Presence(decisions, phase["name"])
        self.lots = lots
        self.ranked = [name for name in teams if not self.presence.is_void(name)]
        self.given: Counter[str] = Counter()  # credit for games that were not played, and for byes
        self.places: dict[str, tuple[int, int]] = {}
        self.ladder: list[str] = []
        self._used = 0
        order: dict[str, Callable[[str], float]] = {
            "knockout": lambda name: -self.places[name][0],
            "ladder": lambda name: self.skills().get(name, (float("-inf"), 0.0))[0],
        }
        getattr(self, f"_{phase['kind'].replace('-', '_')}")(sides)
        assert self._used == len(self.games), "there are games that the rules do not know"
        first = order.get(phase["kind"])
        if sides > 2 or phase["kind"] == "open-ladder":
            ratings = self.ratings()
            first = lambda name: round(ratings.get(name, float("-inf")), 3)  # noqa: E731
        self.names = self._order(first or (lambda name: self.credit(name)))

    def rows(self) -> list[Row]:
        return [self._row(number, name) for number, name in enumerate(self.names, start=1)]

    def going_on(self, left: Sequence[str]) -> list[str]:
        """The teams that go on, if these have left the competition."""
        return [name for name in self.names if name not in left][: self.phase.get("top")]

    # The kinds of phases.

    def _qualifying(self, sides: int) -> None:
        for name in self.teams:
            for number in range(len(self.phase["house"])):
                self._meet(name, f"{HOUSE}{number + 1}", 0, self.phase["games"])

    def _round_robin(self, sides: int) -> None:
        if sides > 2:
            self._used = len(self.games)
            return
        for one, other in combinations(self.teams, 2):
            self._meet(one, other, 0, self.phase["games"])

    def _tables(self, sides: int) -> None:
        self._used = len(self.games)

    def _open_ladder(self, sides: int) -> None:
        """The table needs only the games that count. `open_ladder` here has the pairings."""
        self._used = len(self.games)

    def _swiss(self, sides: int) -> None:
        points = dict.fromkeys(self.teams, Fraction())
        above = dict.fromkeys(self.teams, Fraction())
        met: Counter[frozenset[str]] = Counter()
        rests: Counter[str] = Counter()
        for number in range(self.phase["rounds"]):
            table = sorted(
                self.teams, key=lambda name: (-points[name], -above[name], self.teams.index(name))
            )
            pairs, resting = _swiss_pairs(table, met, rests)
            for pair in pairs:
                score = self._meet(*pair, number, self.phase["games"], f"round {number + 1}")
                met[frozenset(pair)] += 1
                for name, won, over in zip(pair, score.credit, score.above, strict=True):
                    points[name] += won
                    above[name] += over
            if resting:
                rests[resting] += 1
                if not self.presence.is_absent(resting, number):
                    points[resting] += self.phase["games"]
                    self.given[resting] += self.phase["games"]

    def _ladder(self, sides: int) -> None:
        self.ladder = list(self.teams)
        for number in range(self.phase["rounds"]):
            top = number % 2 if len(self.teams) > 2 else 0
            for place in range(top, len(self.teams) - 1, 2):
                upper, lower = self.ladder[place : place + 2]
                label = f"round {number + 1}"
                score = self._meet(upper, lower, number, self.phase["games"], label)
                if score.credit[1] > score.credit[0]:
                    self.ladder[place : place + 2] = lower, upper

    def _knockout(self, sides: int) -> None:
        """Round after round. The slot of a team is its number; the winner gets the better slot."""
        size = 1
        while size < len(self.teams):
            size *= 2
        slots: list[str | None] = [*self.teams, *[None] * (size - len(self.teams))]
        third: list[str] = []
        step = 0
        if size == 1:
            self.places = {self.teams[0]: (1, 1)}
        while size > 1:
            half = size // 2
            pairs = [(slots[slot], slots[size - 1 - slot]) for slot in range(half)]
            real = [(one, other) for one, other in pairs if one and other]
            extra = [(third[0], third[1])] if size == 2 and len(third) == 2 else []
            winners, step = self._knockout_round(real + extra, step)
            beaten = [name for pair in real for name in pair if name not in winners]
            last = min(size, len(self.teams))
            self.places |= dict.fromkeys(beaten, (half + 1, last))
            if size == 4 and self.phase.get("third-place", True) and len(self.teams) > 3:
                third = beaten
            for pair in extra:
                for name in pair:
                    self.places[name] = (3, 3) if name in winners else (4, 4)
            slots = [one if not other or one in winners else other for one, other in pairs]
            size = half
            if size == 1:
                assert slots[0] is not None
                self.places[slots[0]] = (1, 1)

    def _knockout_round(self, pairs: Sequence[tuple[str, str]], step: int) -> tuple[list[str], int]:
        """The winners of a round, and the number of the next step. Extra games are steps, too."""
        winners: list[str] = []
        above: Counter[str] = Counter()
        extra = 0
        while pairs:
            tied = []
            for pair in pairs:
                one, other = sorted(pair, key=self.teams.index)
                due = self.phase["games"] if not extra else self._extra_games()
                score = self._meet(one, other, step, due, extra=extra)
                above[one] += score.above[0]
                above[other] += score.above[1]
                if score.credit[0] != score.credit[1]:
                    winners.append(one if score.credit[0] > score.credit[1] else other)
                elif extra < 50 and any(score.credit):
                    tied.append((one, other))
                else:
                    winners.append(one if above[one] >= above[other] else other)
            pairs, extra, step = tied, extra + 1, step + 1
        return winners, step

    def _extra_games(self) -> int:
        return {"pairs": 2, "odd-game": 1}[self.phase.get("tied", "pairs")]

    def _meet(
        self, one: str, other: str, number: int, due: int, label: str = "", extra: int = 0
    ) -> Score:
        """Count the games between two. A label or a number of extra games says which."""
        if self.presence.is_void(one) or self.presence.is_void(other):
            return Score((Fraction(), Fraction()), (Fraction(), Fraction()), due)
        games = [game for game in self.games if set(game.names) == {one, other}]
        if label:
            games = [game for game in games if game.label == label]
        if self.phase["kind"] == "knockout":
            games = [game for game in games if _extra_of(game.label) == extra]
        self._used += len(games)
        absent = self.presence.is_absent(one, number), self.presence.is_absent(other, number)
        score = match_score(games, (one, other), due, absent)
        for name, is_absent in zip((other, one), absent, strict=True):
            if is_absent and not self.presence.is_absent(name, number):
                self.given[name] += score.missing
        return score

    # The figures of a team.

    def own(self, name: str) -> list[Game]:
        return [game for game in self.games if name in game.names]

    def credit(self, name: str) -> Fraction:
        return sum((game.credit(name) for game in self.own(name)), Fraction(self.given[name]))

    def margin(self, name: str) -> Fraction:
        return sum((game.margin(name) for game in self.own(name)), Fraction())

    def wins(self, name: str) -> int:
        return sum(game.credit(name) == 1 for game in self.own(name))

    def share(self, name: str, other: str) -> Fraction | None:
        """The share of `name` against `other`: half a game if both tie."""
        games = [game for game in self.own(name) if other in game.names]
        won = sum(
            (Fraction(1 + _sign(game.rank(other) - game.rank(name)), 2) for game in games),
            Fraction(),
        )
        return won / len(games) if games else None

    def opponents(self, name: str) -> list[str]:
        return sorted({other for game in self.own(name) for other in game.names} - {name})

    def skills(self) -> dict[str, tuple[float, float]]:
        """Mean and deviation of each team: Weng and Lin's update for pairs, game after game."""
        beta, tau, smallest = 25 / 6, 25 / 300, 0.0001
        known: dict[str, tuple[float, float]] = {}
        for game in self.games:
            (mean, sd), (mean2, sd2) = (known.get(name, (25.0, 25 / 3)) for name in game.names)
            var, var2 = sd**2 + tau**2, sd2**2 + tau**2
            scale = sqrt(var + var2 + 2 * beta**2)
            chance = 1 / (1 + exp((mean2 - mean) / scale))
            won = float(game.credit(game.names[0]))
            for name, m, v, p, s in zip(
                game.names, (mean, mean2), (var, var2), (chance, 1 - chance), (won, 1 - won),
                strict=True,
            ):  # fmt: skip
                shrink = sqrt(v) / scale * v / scale**2 * p * (1 - p)
                known[name] = m + v / scale * (s - p), sqrt(v * max(1 - shrink, smallest))
        return known

    def ratings(self) -> dict[str, float]:
        """The strengths by `reference.plackett_luce`."""
        from reference.plackett_luce import fit

        from arena.replay.result import Result

        return fit(
            [
                Result(0, game.names, game.ranks, tuple(map(float, game.points)))
                for game in self.games
            ]
        )

    # The order.

    def _order(self, first: Callable[[str], float | Fraction]) -> list[str]:
        criteria = [*self.phase.get("tiebreaks", self._default_tiebreaks()), "lot"]
        groups = _split([self.ranked], lambda name, tied: round(float(first(name)), 9))
        for criterion in dict.fromkeys(criteria):
            rule = getattr(self, f"_by_{criterion.replace('-', '_')}")
            groups = _split(groups, rule)
        return [name for group in groups for name in group]

    def _default_tiebreaks(self) -> list[str]:
        has = self.phase["kind"] not in ("knockout", "ladder", "open-ladder")
        return ["head-to-head", "margin", "lot"] if has else []

    def _by_lot(self, name: str, tied: Sequence[str]) -> float:
        return -self.lots[name]

    def _by_margin(self, name: str, tied: Sequence[str]) -> Fraction:
        return self.margin(name)

    def _by_wins(self, name: str, tied: Sequence[str]) -> int:
        return self.wins(name)

    def _by_head_to_head(self, name: str, tied: Sequence[str]) -> Fraction:
        if any(self.share(one, other) is None for one, other in combinations(tied, 2)):
            return Fraction()
        return sum((self.share(name, other) or Fraction() for other in tied if other != name),
                   Fraction())  # fmt: skip

    def _by_buchholz(self, name: str, tied: Sequence[str]) -> Fraction:
        return sum((self.credit(other) for other in self.opponents(name)), Fraction())

    def _by_sonneborn_berger(self, name: str, tied: Sequence[str]) -> Fraction:
        return sum(
            (self.credit(other) * (self.share(name, other) or 0) for other in self.opponents(name)),
            Fraction(),
        )

    def _row(self, number: int, name: str) -> Row:
        own = self.own(name)
        first, last = self.places.get(name, (number, number))
        draws = sum(0 < game.credit(name) < 1 for game in own)
        return Row(
            place=str(first) if first == last else f"{first}-{last}",
            name=name,
            games=len(own),
            wins=self.wins(name),
            draws=draws,
            losses=len(own) - self.wins(name) - draws,
            credit=round(float(self.credit(name)), 4),
            points=round(float(sum(_points(game, name) for game in own)), 4),
            margin=round(float(self.margin(name) / len(own)), 3) + 0.0 if own else None,
            faults=sum(game.faults.get(name, 0) for game in own),
            ladder=self.ladder.index(name) + 1 if self.ladder else None,
        )


def _split(
    groups: Sequence[Sequence[str]], rule: Callable[[str, Sequence[str]], float | Fraction]
) -> list[list[str]]:
    """Split each group of tied teams by a rule, the highest value first."""
    after = []
    for tied in groups:
        values = {name: rule(name, tied) for name in tied}
        for value in sorted(set(values.values()), reverse=True):
            after.append([name for name in tied if values[name] == value])
    return after


def _swiss_pairs(
    table: list[str], met: Counter[frozenset[str]], rests: Counter[str]
) -> tuple[list[tuple[str, str]], str]:
    """The pairs of a round, and the team that rests, or an empty text."""
    often = 0
    if len(met) == len(table) * (len(table) - 1) // 2:
        often = min(met.values())

    def rematches(pairs: Sequence[tuple[str, str]]) -> int:
        return sum(met[frozenset(pair)] > often for pair in pairs)

    def best(names: list[str]) -> list[tuple[str, str]]:
        return min(all_pairings(names), key=rematches)  # of equals, the first

    if len(table) % 2 == 0:
        return best(table), ""
    least = min(rests[name] for name in table)
    free = [name for name in reversed(table) if rests[name] == least]
    resting = min(free, key=lambda name: rematches(best([one for one in table if one != name])))
    return best([name for name in table if name != resting]), resting


def _extra_of(label: str) -> int:
    """The number of the extra games after a tie; 0 for the match itself."""
    return int(label.rsplit(" ", 1)[1]) if ", " in label else 0


def _points(game: Game, name: str) -> Fraction:
    return game.points[game.names.index(name)]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
