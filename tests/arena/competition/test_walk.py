"""How far a phase has come is told by its games alone."""

import pytest

from arena.competition.walk import Identities, Outcome, score, walk
from arena.replay.record import BotEntry
from arena.schedule.knockout import knockout
from arena.schedule.match import Match
from arena.schedule.round_robin import round_robin
from Game.core.keys import master_key
from Game.registry import find

ENTRIES = [BotEntry(name, sha256=name) for name in ("one", "two", "three")]
FIRST_WINS = Outcome((1.0, 0.0), (70.0, 50.0))


def identities(entries=ENTRIES, seed: str = "1", **options: str) -> Identities:
    return Identities(find("brisca")(**options), entries, master_key(seed))


def league():
    return round_robin(3, 2, 4)


def test_nothing_is_played_of_a_phase_of_which_nothing_is_known():
    so_far = walk(league(), identities(), {})
    assert not so_far.over
    assert len(so_far.games) == len(so_far.due) == 3 * 4


def test_what_is_known_is_not_due():
    ids = list(walk(league(), identities(), {}).games)
    so_far = walk(league(), identities(), dict.fromkeys(ids[:5], FIRST_WINS))
    assert list(so_far.due) == ids[5:]
    assert list(so_far.games) == ids
    so_far = walk(league(), identities(), dict.fromkeys(ids, FIRST_WINS))
    assert so_far.over
    assert not so_far.due


def test_it_goes_round_by_round_and_the_second_needs_the_first():
    tree = knockout(3, 2, False, "pairs")
    first = walk(tree, identities(), {})
    assert len(first.rounds) == 1
    known = dict.fromkeys(list(first.games)[:1], FIRST_WINS)
    known |= dict.fromkeys(list(first.games)[1:], Outcome((0.0, 1.0), (50.0, 70.0)))
    second = walk(knockout(3, 2, False, "pairs"), identities(), known)
    assert len(second.rounds) == 2
    assert len(second.scores) == 1
    assert {match.label for match, _ in second.due.values()} == {"final"}


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


def test_the_score_of_a_match_is_each_entrants_whoever_sits_where():
    match = Match("final", (4, 7), 0, 2)
    games = list(match.fixtures())
    assert [fixture.sides for fixture in games] == [(4, 7), (7, 4)]
    told = score(match, [(fixture, FIRST_WINS) for fixture in games])
    assert told.credit == (1, 1)
    assert told.margin == (0, 0)
    told = score(match, [(games[0], FIRST_WINS)])
    assert told.credit == (1, 0)
    assert told.margin == (pytest.approx(10), pytest.approx(-10))
