from itertools import accumulate, pairwise

from arena.pages.words import Words
from arena.show.interest import deciding_games, interest, lead_changes
from arena.show.results import GameResult, MatchResult
from arena.show.script import Comment, comment_text
from arena.show.telling import (
    APART,
    PACE,
    SLOWED,
    chosen_comments,
    hold_times,
    pace_of,
    seconds_of,
    tell,
    turning_points,
    turning_room,
)
from Game.core.commentary import Sentence
from Game.core.picture import Fact
from Game.core.stream import Stream


def curve_of(*first: int) -> list[tuple[int, int]]:
    """A curve of two sides, from the chances of the first one in percent."""
    return [(100 * each, 10_000 - 100 * each) for each in first]


def test_a_game_takes_the_time_that_was_planned_whatever_happens_in_it():
    for moves in (1, 8, 40, 300, 900):
        calm = hold_times(moves, ())
        wild = hold_times(moves, range(1, 1 + turning_room(moves)))
        assert len(calm) == len(wild) == moves + 1
        assert sum(calm) == sum(wild) == 1_000 * seconds_of(moves)
        assert min(wild) > 0
    assert pace_of(40) == PACE
    assert hold_times(40, (5,))[5] == PACE + SLOWED


def test_a_sentence_writes_its_numbers_as_its_language_does():
    comment = Comment(at=1, key="remark.trick", values=(9.5, -70), seat=0)
    texts = {"remark.trick": "{seat}: {0}, {1}"}
    said = {
        language: comment_text(comment, texts, ["Ana"], Words(language).short)
        for language in ("en", "es", "nl")
    }
    assert said == {
        "en": "Ana: 9.5, \u221270",
        "es": "Ana: 9,5, \u221270",
        "nl": "Ana: 9,5, \u221270",
    }


def test_the_largest_changes_are_turning_points():
    curve = curve_of(50, 52, 90, 88, 20, 21, 22, 60, 61, *[61] * 8)
    assert turning_points(curve) == (2, 4)
    assert turning_points(curve_of(*[50] * 20)) == ()


def test_sentences_are_apart_and_the_best_are_said():
    stream = Stream(1)
    for _ in range(20):
        moves = 40
        remarks = [
            [Sentence(Fact(f"remark.{at}"), 1 + stream.below(90))] if stream.below(2) else []
            for at in range(moves + 1)
        ]
        hold = hold_times(moves, (7, 20))
        said = chosen_comments(hold, remarks)
        starts = [0, *accumulate(hold)]
        assert all(starts[b.at] - starts[a.at] >= APART for a, b in pairwise(said))
        best = max((some[0].weight, -at) for at, some in enumerate(remarks) if some)
        assert -best[1] in [comment.at for comment in said]
        left_out = [
            at for at, some in enumerate(remarks) if some and at not in {c.at for c in said}
        ]
        for at in left_out:  # a better sentence, or an earlier one, is too near
            near = [c.at for c in said if abs(starts[c.at] - starts[at]) < APART]
            assert any(remarks[one][0].weight >= remarks[at][0].weight for one in near)


def test_the_first_sentence_of_a_position_is_told():
    remarks = [[], [Sentence(Fact("remark.lead", (3, 2), 1), 50), Sentence(Fact("remark.won"), 10)]]
    told = tell(curve_of(50, 100), remarks)
    assert [(each.at, each.key, each.values, each.seat) for each in told.comments] == [
        (1, "remark.lead", (3, 2), 1)
    ]


def test_a_game_with_more_turns_is_more_interesting():
    dull = curve_of(50, 80, 90, 95, 97, 99, 100)
    wild = curve_of(50, 20, 80, 30, 70, 40, 100)
    assert lead_changes(dull) == 0
    assert lead_changes(wild) == 5
    assert interest(wild, 0.5) > interest(dull, 0.5)
    assert interest(dull, 1.0) > interest(dull, 0.0)
    late = curve_of(50, 50, 50, 50, 50, 50, 100)
    assert interest(late, 0.5) > interest(dull, 0.5)


def test_the_game_that_decides_a_match():
    def match(*wins: int) -> MatchResult:
        games = [
            GameResult(f"{n}", 0, n, 40, ("a", "b"), (float(won), float(1 - won)), 0.5)
            for n, won in enumerate(wins, start=1)
        ]
        return MatchResult("final", ("a", "b"), tuple(games))

    assert deciding_games(match(1, 1, 1, 0)) == {"3"}
    assert deciding_games(match(1, 0, 1, 1)) == {"4"}
    assert deciding_games(match(1, 0, 0, 1)) == {"4"}  # tied: the last one left it so
