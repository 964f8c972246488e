"""What every kind of schedule promises."""

import pytest
from support.schedules import by_luck, play

from arena.schedule.bracket import Bracket
from arena.schedule.knockout import knockout
from arena.schedule.ladder import ladder
from arena.schedule.open_ladder import CLOSE, JOIN, Field, LadderEvent, open_ladder
from arena.schedule.qualifying import qualifying
from arena.schedule.round_robin import round_robin
from arena.schedule.swiss import swiss
from arena.schedule.tables import tables

KINDS = {
    "qualifying": lambda n: qualifying(n, 3, 2, 4),
    "qualifying, three sides": lambda n: qualifying(n, 2, 3, 4),
    "knockout, pairs": lambda n: knockout(Bracket(n, True), 2, "pairs"),
    "knockout, odd game": lambda n: knockout(Bracket(n, False), 2, "odd-game"),
    "round robin": lambda n: round_robin(n, 2, 4),
    "round robin, three sides": lambda n: round_robin(min(n, 9), 3, 7),
    "swiss": lambda n: swiss(n, 7, 3),
    "ladder": lambda n: ladder(n, 7, 3),
    "open ladder": lambda n: open_ladder(
        Field(2), [*(LadderEvent(0, JOIN, one) for one in range(n)), LadderEvent(0, CLOSE)], 3, 30
    ),
    "tables of three": lambda n: tables(n, 3, 7, 7),
    "tables of four": lambda n: tables(n, 4, 7, 6),
}
kinds = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
SEASONS = [(64, 1), *((entrants, seed) for entrants in range(1, 13) for seed in (1, 2))]


@kinds
def test_a_schedule_continues_after_the_same_scores(kind):
    for entrants, seed in SEASONS:
        whole = play(kind(entrants), by_luck(seed))
        again = kind(entrants)
        due = next(again, None)
        for matches, scores in zip(whole.matches, whole.scores, strict=True):
            assert due == matches
            try:
                due = again.send(scores)
            except StopIteration:
                due = None
        assert due is None


@kinds
def test_there_is_always_something_to_play_and_no_match_and_no_game_is_played_twice(kind):
    for entrants, seed in SEASONS:
        played = play(kind(entrants), by_luck(seed))
        assert all(played.matches)
        assert len(set(played.all)) == len(played.all)
        fixtures = played.fixtures
        assert len(fixtures) == len(set(fixtures))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "qualifying" not in kind])
def test_one_entrant_has_nothing_to_play(kind):
    assert play(KINDS[kind](1), by_luck(1)).all == []


@pytest.mark.parametrize(
    "kind", ["swiss", "ladder", "open ladder", "tables of three", "tables of four"]
)
@pytest.mark.parametrize("entrants", [2, 5, 7, 64])
def test_a_round_is_played_on_the_same_deals_and_the_next_one_on_those_that_follow(kind, entrants):
    following = 0
    for matches in play(KINDS[kind](entrants), by_luck(1)).matches:
        deals = {tuple(dict.fromkeys(f.deal for f in m.fixtures())) for m in matches}
        assert len(deals) == 1
        (deals_of_round,) = deals
        assert deals_of_round[0] == following
        following = deals_of_round[-1] + 1
