"""The progress of a phase depends only on its games."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import pytest

from arena.competition.play.progress import (
    Identities,
    MatchOutcome,
    Walk,
    score,
    written_deal,
)
from arena.replay.record import BotEntry
from arena.replay.result import WHOLE, margin
from arena.schedule.bracket import Bracket
from arena.schedule.fixtures import Fixture
from arena.schedule.knockout import knockout
from arena.schedule.match import Match, Schedule
from arena.schedule.round_robin import round_robin
from arena.schedule.swiss import swiss
from Game.core.keys import master_key
from Game.registry import find

ENTRIES = [BotEntry(name, sha256=name) for name in ("one", "two", "three")]
FIRST_WINS = MatchOutcome((WHOLE, 0), (70.0, 50.0))


def identities(entries=ENTRIES, seed: str = "1", **options: str) -> Identities:
    game = find("brisca")(**options)
    return Identities(game, entries, partial(written_deal, game, master_key(seed)))


def progress_of(schedule: Schedule, identities: Identities, known: Mapping[str, MatchOutcome]):
    """A walk from the first round, as far as the known games allow."""
    return Walk(schedule, identities).progress(known)


def league():
    return round_robin(3, 2, 4)


def test_without_results_all_games_of_the_first_round_are_due():
    progress = progress_of(league(), identities(), {})
    assert not progress.over
    assert len(progress.games) == len(progress.due) == 3 * 4


def test_a_game_with_a_result_is_not_due():
    ids = list(progress_of(league(), identities(), {}).games)
    progress = progress_of(league(), identities(), dict.fromkeys(ids[:5], FIRST_WINS))
    assert [identities().of(fixture) for _, fixture in progress.due] == ids[5:]
    assert list(progress.games) == ids
    progress = progress_of(league(), identities(), dict.fromkeys(ids, FIRST_WINS))
    assert progress.over
    assert not progress.due


def test_the_second_round_needs_the_results_of_the_first():
    first = progress_of(knockout(Bracket(3, False), 2, "pairs"), identities(), {})
    assert len(first.rounds) == 1
    known = dict.fromkeys(list(first.games)[:1], FIRST_WINS)
    known |= dict.fromkeys(list(first.games)[1:], MatchOutcome((0, WHOLE), (50.0, 70.0)))
    second = progress_of(knockout(Bracket(3, False), 2, "pairs"), identities(), known)
    assert len(second.rounds) == 2
    assert len(second.scores) == 1
    assert {match.label for match, _ in second.due} == {"final"}


class CountedIdentities:
    """The ids of games, and how many were computed."""

    def __init__(self) -> None:
        self._identities = identities()
        self.count = 0

    def of(self, fixture: Fixture, number: int = 0) -> str:
        self.count += 1
        return self._identities.of(fixture, number)


def test_a_phase_goes_on_from_its_last_round_instead_of_from_its_first():
    rounds, games = 12, 6
    counted, known = CountedIdentities(), {}
    walk = Walk(swiss(3, rounds, games), counted)
    while not (progress := walk.progress(known)).over:
        again = progress_of(swiss(3, rounds, games), identities(), known)
        assert (progress.rounds, progress.scores) == (again.rounds, again.scores)
        assert dict(progress.games) == dict(again.games)
        due = list(progress.due)
        assert due == list(again.due)
        for _, fixture in due[: len(due) // 2 + 1]:  # a round comes in two parts
            known[identities().of(fixture)] = FIRST_WINS
    assert len(progress.games) == rounds * games
    # Each round was looked at before its games, and after each of its parts.
    assert counted.count <= 4 * rounds * games


def test_a_game_is_another_game_with_another_bot_deal_seat_rule_or_seed():
    fixtures = [fixture for match in next(league()) for fixture in match.fixtures()]
    ids = [identities().of(fixture) for fixture in fixtures]
    assert len(set(ids)) == len(fixtures)
    newer = [*ENTRIES[:2], BotEntry("three", sha256="better")]
    for other in (identities(seed="2"), identities(tie="original"), identities(newer)):
        changed = [other.of(fixture) != id for fixture, id in zip(fixtures, ids, strict=True)]
        assert any(changed)
    mine = [2 in fixture.sides for fixture in fixtures]
    assert [identities(newer).of(f) != id for f, id in zip(fixtures, ids, strict=True)] == mine


@pytest.mark.parametrize("games", [3, 6, 10, 33])
def test_shares_of_wins_and_points_add_up_exactly_in_any_order(games):
    sides = (0, 1, 2)
    ends = [
        MatchOutcome((WHOLE // 3,) * 3, (7.0, 7.0, 7.0)),
        MatchOutcome((WHOLE, 0, 0), (11.0, 3.0, 5.0)),
        MatchOutcome((0, WHOLE // 2, WHOLE // 2), (1.0, 7.0, 7.0)),
    ]
    fixture = Fixture(0, sides)
    played = [(fixture, ends[number % 3]) for number in range(games)]
    match_score = score(Match("final", sides, 0, games), played)
    assert match_score == score(Match("final", sides, 0, games), sorted(played, reverse=True))
    whole = games // 3
    if games % 3 == 0:
        credits = [Fraction(whole, 3) + whole, *[Fraction(whole, 3) + Fraction(whole, 2)] * 2]
        assert match_score.credit == tuple(map(float, credits))
        assert sum(map(Fraction, match_score.surplus)) == pytest.approx(0, abs=1e-12)
        assert match_score.surplus[0] == float(Fraction(whole * (3 * 11 - 19 + 3 - 15), 3))


def test_the_score_of_a_match_belongs_to_entrants_and_not_to_sides():
    match = Match("final", (4, 7), 0, 2)
    games = list(match.fixtures())
    assert [fixture.sides for fixture in games] == [(4, 7), (7, 4)]
    match_score = score(match, [(fixture, FIRST_WINS) for fixture in games])
    assert match_score.credit == (1, 1)
    assert match_score.surplus == (0, 0)
    match_score = score(match, [(games[0], FIRST_WINS)])
    assert match_score.credit == (1, 0)
    assert match_score.surplus == (pytest.approx(10), pytest.approx(-10))


def test_the_surplus_of_a_match_is_its_margin_with_the_own_side_in_the_average():
    points = (60.0, 45.0, 20.0)
    match_score = score(
        Match("", (0, 1, 2), 0, 1), [(Fixture(0, (0, 1, 2)), MatchOutcome((WHOLE, 0, 0), points))]
    )
    for scored, surplus in zip(points, match_score.surplus, strict=True):
        assert margin(scored, sum(points), 3) == pytest.approx(surplus * 3 / 2)
