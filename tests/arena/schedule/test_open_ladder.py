"""An open ladder: nobody starves, neighbours meet, and old bots are forgotten."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import exp, log

import pytest
from reference.open_ladder import History, Played, next_pairs
from support.schedules import all_tied

from arena.replay.result import Result
from arena.schedule.match import Match, MatchScore
from arena.schedule.open_ladder import (
    CLOSE,
    JOIN,
    LEAVE,
    RETURN,
    VOID,
    Field,
    LadderEvent,
    open_ladder,
)
from arena.standings.rating import MIDDLE, TEN_TO_ONE, Ratings
from arena.standings.scorebook import Scorebook
from Game.core.stream import Stream

Judge = Callable[[Match], MatchScore]
NEVER = 10**9
NOTHING = MatchScore((0.0, 0.0), (0.0, 0.0))  # no game was played


def joins(*entrants: int, round: int = 0) -> list[LadderEvent]:
    return [LadderEvent(round, JOIN, one) for one in entrants]


class Season:
    """An open ladder, played for a number of games."""

    def __init__(
        self, events: Sequence[LadderEvent], judge: Judge, most: int,
        games: int = 2, at_once: int = 1, enough: int = NEVER,
    ) -> None:  # fmt: skip
        self.field = Field(at_once)
        self.events = events
        self.rounds: list[list[Match]] = []
        self.scores: list[list[MatchScore]] = []
        schedule = open_ladder(self.field, events, games, enough)
        due = next(schedule, [])
        while due and sum(len(matches) for matches in self.rounds) * games < most:
            self.rounds.append(due)
            self.scores.append([judge(match) for match in due])
            try:
                due = schedule.send(self.scores[-1])
            except StopIteration:
                due = []
        self.waits = due

    @property
    def pairs(self) -> list[list[tuple[int, ...]]]:
        return [[match.entrants for match in matches] for matches in self.rounds]

    def games(self) -> Counter[int]:
        """The games of each present bot against present bots."""
        since = {event.entrant: event.round for event in self.events if event.what == JOIN}
        games: Counter[int] = Counter()
        for number, matches in enumerate(self.rounds):
            for match in matches:
                if all(since[one] <= number for one in match.entrants):
                    games.update(dict.fromkeys(match.entrants, match.games))
        return games


def by_chance(strength: Callable[[int], float], seed: int) -> tuple[Judge, list[Result]]:
    """Each game is won with the chance that the strengths give; also the list of the results."""
    stream, results = Stream(seed), list[Result]()

    def judge(match: Match) -> MatchScore:
        one, other = match.entrants
        wins = 0
        for game in range(match.games):
            chance = 1 / (1 + exp(strength(other) - strength(one)))
            won = stream.below(1 << 30) < chance * (1 << 30)
            wins += won
            names = (str(one), str(other))
            results.append(Result(match.first + game // 2, names, (1 - won, int(won)), (0.0, 0.0)))
        return MatchScore((float(wins), float(match.games - wins)), (0.0, 0.0))

    return judge, results


STRENGTHS = [(number * 17 % 40 - 19.5) / 12 for number in range(40)]


def long_season(seed: int) -> tuple[Season, list[Result]]:
    """40 bots and 5,000 games. Ten bots join late, and five get a new bot of the same strength."""
    events = [
        *joins(*range(30)),
        *[event for step in range(10) for event in joins(30 + step, round=30 * step + 20)],
        *[event for step in range(5) for event in joins(3 * step, round=20 * step + 200)],
    ]
    judge, results = by_chance(STRENGTHS.__getitem__, seed)
    return Season(sorted(events), judge, 5000), results


@pytest.fixture(scope="module")
def season() -> Season:
    return long_season(1)[0]


def test_nobody_starves(season):
    games = season.games()
    assert len(games) == 40
    assert max(games.values()) <= 1.1 * min(games.values())


def test_ratings_come_within_the_intervals_of_known_strengths():
    names = [str(number) for number in range(40)]
    near = 0
    for seed in range(3):
        played, results = long_season(seed)
        since = {str(event.entrant): event.round for event in played.events if event.what == JOIN}
        counted = [  # a round has one deal, so they have the same numbers
            result for result in results if all(since[name] <= result.deal for name in result.who)
        ]
        assert len(counted) < len(results)
        rated = Ratings(Scorebook(names, counted).games).among(names)
        assert len(rated) == 40
        for each in rated:
            strength = MIDDLE + STRENGTHS[int(each.name)] * TEN_TO_ONE / log(10)
            near += each.low <= strength <= each.high
    assert near >= 0.9 * 3 * 40  # the intervals are those of 95 %


def test_the_ratings_that_find_opponents_are_close_to_the_strengths(season):
    means = [season.field.entrants[number].mean for number in range(40)]
    order = sorted(range(40), key=means.__getitem__)
    places = [abs(order.index(one) - sorted(STRENGTHS).index(STRENGTHS[one])) for one in range(40)]
    assert sum(places) / 40 < 3


def test_opponents_are_half_above_and_half_below(season):
    middle = [one for one in range(40) if abs(STRENGTHS[one]) < 0.8]
    for one in middle:
        entrant = season.field.entrants[one]
        assert 0.35 < entrant.above / (entrant.above + entrant.below) < 0.65


def test_a_new_bot_keeps_the_place_with_a_wider_uncertainty_and_drops_the_games():
    judge, _ = by_chance(lambda one: one / 3, 2)
    field = Season(joins(*range(12)), judge, 1200).field
    before = {one: (each.mean, each.games) for one, each in field.entrants.items()}
    met = dict(field.entrants[7].meetings)
    assert field.entrants[7].variance < 0.1
    field.enter(LadderEvent(0, JOIN, 7))
    assert field.entrants[7].mean == before[7][0]
    assert field.entrants[7].variance == 1
    assert field.entrants[7].games == 0
    for one in set(range(12)) - {7}:
        assert field.entrants[one].games == before[one][1] - met.get(one, 0)


def test_a_new_bot_plays_at_once_and_catches_up():
    judge, _ = by_chance(lambda one: one / 3, 3)
    played = Season(sorted([*joins(*range(24)), *joins(11, 24, round=100)]), judge, 1200)
    assert {11, 24} <= {one for pair in played.pairs[100] for one in pair}
    games = played.games()
    assert max(games.values()) <= 1.2 * min(games.values())


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_a_bot_plays_only_so_many_matches_at_a_time_and_each_with_another(at_once):
    judge, _ = by_chance(lambda one: one / 3, 4)
    played = Season(sorted([*joins(*range(20)), *joins(20, round=40)]), judge, 900, 2, at_once)
    most = 0
    for pairs in played.pairs:
        matches = Counter(one for pair in pairs for one in pair)
        most = max(most, *matches.values())
        assert len({frozenset(pair) for pair in pairs}) == len(pairs)
        assert len(pairs) <= max(1, 21 * at_once // 8)
    assert most == at_once


@pytest.mark.parametrize("what", [LEAVE, VOID])
def test_who_has_left_does_not_play_until_it_returns(what):
    events = [*joins(*range(8)), LadderEvent(10, what, 3), LadderEvent(30, RETURN, 3)]
    played = Season(events, all_tied, 300)
    there = [number for number, pairs in enumerate(played.pairs) if any(3 in p for p in pairs)]
    assert not set(range(10, 30)) & set(there)
    assert {*range(10)} & set(there)
    assert {*range(30, 60)} & set(there)


def test_void_games_count_for_nobody_until_the_team_returns():
    field = Season(joins(*range(8)), all_tied, 80).field
    met = dict(field.entrants[3].meetings)
    before = {one: each.games for one, each in field.entrants.items()}
    field.enter(LadderEvent(40, VOID, 3))
    assert {one: before[one] - field.entrants[one].games for one in met} == met
    field.enter(LadderEvent(41, RETURN, 3))
    assert {one: each.games for one, each in field.entrants.items()} == before


def test_a_closed_ladder_is_played_out_and_then_over():
    judge, _ = by_chance(lambda one: one / 3, 5)
    events = sorted([*joins(*range(12)), *joins(12, round=30), LadderEvent(40, CLOSE)])
    played = Season(events, judge, NEVER, enough=40)
    games = played.games()
    assert not played.waits
    assert len(games) == 13
    assert min(games.values()) >= 40
    assert max(games.values()) <= 44


def test_without_an_opponent_nothing_is_played_until_one_joins():
    assert not Season(joins(0), all_tied, 10).rounds
    events = [*joins(0, 1), LadderEvent(2, LEAVE, 1)]
    assert len(Season(events, all_tied, NEVER).rounds) == 2
    assert Season([*events, *joins(2, round=2)], all_tied, 20).pairs[2] == [(2, 0)]


def test_games_that_were_not_played_are_not_counted():
    def half(match: Match) -> MatchScore:
        return MatchScore((1.0, 0.0), (0.0, 0.0))

    field = Season(joins(0, 1, 2), half, 6).field
    in_flight = 2
    assert sum(each.games for each in field.entrants.values()) == 2 * (3 + in_flight)
    nothing = Season(joins(0, 1, 2), lambda match: NOTHING, 6).field
    assert sum(each.games for each in nothing.entrants.values()) == 2 * in_flight
    assert [each.mean for each in nothing.entrants.values()] == [0.0] * 3


@pytest.mark.parametrize("seed", range(3))
def test_the_pairings_are_those_of_the_slow_reference(seed):
    """Random events and results, also matches that were played in part."""
    luck = Stream(100 + seed)
    at_once, enough = 1 + luck.below(3), 12
    events = random_events(luck)
    judge, _ = by_chance(lambda one: one / 2, seed)

    def in_part(match: Match) -> MatchScore:
        whole = judge(match)
        return (whole, whole, whole, NOTHING, MatchScore((1.0, 0.0), (0.0, 0.0)))[luck.below(5)]

    played = Season(events, in_part, 300, 2, at_once, enough)
    history = History(events, [])
    for matches, scores in zip(played.rounds, played.scores, strict=True):
        assert next_pairs(history, 2, at_once, enough) == [match.entrants for match in matches]
        history.rounds.append([
            Played(match.entrants, round(sum(score.credit)), score.credit[0])
            for match, score in zip(matches, scores, strict=True)
        ])  # fmt: skip
    if not played.waits:
        assert next_pairs(history, 2, at_once, enough) == []


def random_events(luck: Stream) -> list[LadderEvent]:
    """Entrants join, get new bots, leave and return; in the end the ladder closes."""
    events, away = joins(*range(9)), set()
    for number in range(1, 60):
        one = luck.below(13)
        joined = {event.entrant for event in events}
        if luck.below(3):
            continue
        if one in away:
            away.remove(one)
            events.append(LadderEvent(number, RETURN, one))
        elif one not in joined or luck.below(2):
            events.append(LadderEvent(number, JOIN, one))
        else:
            away.add(one)
            events.append(LadderEvent(number, (LEAVE, VOID)[luck.below(2)], one))
    return [*events, LadderEvent(60, CLOSE)]
