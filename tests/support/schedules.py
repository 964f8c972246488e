"""Plays schedules without a game: a judge decides each match."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import hypothesis
from hypothesis.strategies import SearchStrategy

from arena.schedule.fixtures import Fixture
from arena.schedule.match import Match, MatchScore, Schedule
from Game.core.stream import Stream

Judge = Callable[[Match], MatchScore]
SIZES = [1, 2, 3, 5, 7, 64]  # sizes of competitions that are always tried


def given_without_deadline(
    *strategies: SearchStrategy[Any], examples: int = 100
) -> Callable[..., Any]:
    """Hypothesis's `given` without a time limit, since the machine may be busy."""
    settings = hypothesis.settings(deadline=None, max_examples=examples)
    return lambda test: settings(hypothesis.given(*strategies)(test))


class Played(NamedTuple):
    """The matches and their results: a list for each call of the schedule."""

    matches: list[list[Match]]
    scores: list[list[MatchScore]]

    @property
    def all(self) -> list[Match]:
        return sum(self.matches, [])

    @property
    def by_match(self) -> dict[Match, MatchScore]:
        return dict(zip(self.all, sum(self.scores, []), strict=True))

    @property
    def fixtures(self) -> list[Fixture]:
        return [fixture for match in self.all for fixture in match.fixtures()]


def play(schedule: Schedule, judge: Judge) -> Played:
    """Play a whole schedule."""
    played = Played([], [])
    try:
        due = next(schedule)
        while True:
            played.matches.append(due)
            played.scores.append([judge(match) for match in due])
            due = schedule.send(played.scores[-1])
    except StopIteration:
        return played


def by_strength(strength: Callable[[int], float]) -> Judge:
    """The strongest wins every game, by a point for each game. Equals tie."""

    def judge(match: Match) -> MatchScore:
        best = max(map(strength, match.entrants))
        return shared(match, [strength(one) == best for one in match.entrants])

    return judge


def by_luck(seed: int) -> Judge:
    """A match has a random result, which is the same each time it is asked for."""

    def judge(match: Match) -> MatchScore:
        word = seed
        for number in (match.first, match.games, *match.entrants):
            word = Stream(word + number).bits()
        stream = Stream(word)
        credit = [0.0] * len(match.entrants)
        for _ in range(match.games):
            winners = [one for one in range(len(credit)) if stream.below(2)] or range(len(credit))
            for one in winners:
                credit[one] += 1 / len(winners)
        margin = tuple(float(stream.below(21) - 10) for _ in match.entrants)
        return MatchScore(tuple(credit), margin)

    return judge


def seeds_win(match: Match) -> MatchScore:
    """The better seed wins every game."""
    return by_strength(lambda entrant: -entrant)(match)


def all_tied(match: Match) -> MatchScore:
    """All games are ties, with equal points."""
    return by_strength(lambda entrant: 0)(match)


def shared(match: Match, won: list[bool] | list[int]) -> MatchScore:
    """The winners share every game."""
    winners = sum(won) or len(won)
    credit = tuple(match.games / winners if one or not any(won) else 0.0 for one in won)
    even = match.games / len(won)
    return MatchScore(credit, tuple(each - even for each in credit))


def meetings(matches: list[Match]) -> list[frozenset[int]]:
    """The entrants of each match."""
    return [frozenset(match.entrants) for match in matches]


def all_pairings(order: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair them, the first with the nearest coming first, then the next."""
    if not order:
        yield []
        return
    first, *others = order
    for other in others:
        for pairs in all_pairings([one for one in others if one != other]):
            yield [(first, other), *pairs]
