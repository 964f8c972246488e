"""The order of a table: each tie-break against a table made by hand."""

from functools import reduce
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.results import game

from arena.common.errors import ArenaError
from arena.standings.scorebook import Scorebook
from arena.standings.tiebreaks import TIEBREAKS, Facts, rank_teams, tiebreak


def order(teams: str, played, *names: str, **facts) -> list[str]:
    """`rank name decided` of each team."""
    book = Scorebook(teams.split(), played)
    places = rank_teams(Facts(book, **facts), tiebreaks=[tiebreak(name) for name in names])
    return [" ".join((str(place.rank), *place[:1], place.decided)).strip() for place in places]


def wins(*text: str):
    """`wins("ab")` is a win of a's against b; `a=b` a tie."""
    return [
        game(f"{each[0]} {each[-1]}", (0, 0) if "=" in each else (0, 1), deal=deal)
        for deal, each in enumerate(text)
    ]


CIRCLE = wins("ab", "bc", "ca", "ad", "bd", "dc", "dx")  # a 2, b 2, c 1, d 2 with x of the house


def test_credit_comes_first_and_decides_without_being_named():
    assert order("a b c", wins("ab", "ac", "bc")) == ["1 a", "2 b", "3 c"]


def test_teams_that_no_criterion_separates_share_a_rank_in_alphabetical_order():
    assert order("c b a z", wins("ab", "bc", "ca")) == ["1 a", "1 b", "1 c", "4 z"]


def test_parts_of_a_win_add_up_to_one():
    parts = [game("a b c d e f", (0,) * 6, deal=deal) for deal in range(6)]
    assert reduce(add, [result.credit[0] for result in parts]) != 1  # as numbers of a computer do
    ranking = order("a b g", [*parts, game("g x")], "lot", lot="gba".index)
    assert ranking == ["1 g lot", "2 b lot", "3 a lot"]


def test_head_to_head_looks_at_games_among_the_tied_only():
    ranking = order("a b d", CIRCLE, "head-to-head")
    assert ranking == ["1 a head-to-head", "2 b head-to-head", "3 d head-to-head"]


def test_head_to_head_says_nothing_when_some_of_the_tied_have_not_met():
    played = wins("ab", "cx")
    assert order("a b c", played, "head-to-head") == ["1 a", "1 c", "3 b"]
    ranking = order("a b c", played, "head-to-head", "lot", lot="cba".index)
    assert ranking == ["1 c lot", "2 a lot", "3 b"]


def test_head_to_head_says_nothing_also_when_others_of_the_tied_have_met():
    assert order("a b c", wins("ab", "bx", "cx"), "head-to-head") == ["1 a", "1 b", "1 c"]


def test_head_to_head_uses_shares_so_more_games_do_not_count_more():
    played = wins("ab", "ab", "ba", "bc", "ca", "cx")  # a 2, b 2, c 2
    ranking = order("a b c", played, "head-to-head")
    # a: 2/3 + 0, b: 1/3 + 1, c: 0 + 1
    assert [line.split()[1] for line in ranking] == ["b", "c", "a"]


def test_the_margin_is_points_more_than_the_opponents():
    played = [
        game("a x", scores=(61, 59)),
        game("b x", scores=(100, 20)),
        game("x a", scores=(119, 1)),
    ]
    assert order("a b", played, "margin") == ["1 b margin", "2 a margin"]


def test_wins_are_preferred_to_ties():
    played = wins("a=x", "a=x", "bx", "xb")
    assert order("a b", played, "wins") == ["1 b wins", "2 a wins"]


def test_buchholz_prefers_the_team_with_harder_opponents():
    played = wins("ax", "by", "xz", "xz")  # x has 2, y 0
    assert order("a b", played, "buchholz") == ["1 a buchholz", "2 b buchholz"]


def test_buchholz_counts_an_opponent_once_and_with_its_bye():
    played = wins("ax", "ya", "bz", "yb")
    assert order("a b", played, "buchholz", byes={"z": 1.0}) == ["1 b buchholz", "2 a buchholz"]
    more = wins("ax", "ax", "bz", "bz", "xq")
    assert order("a b", more, "buchholz") == ["1 a buchholz", "2 b buchholz"]


def test_sonneborn_berger_prefers_the_team_that_beat_better_ones():
    played = wins("ax", "ya", "by", "xb", "yq")  # x 1, y 2: a beat x, b beat y
    assert order("a b", played, "buchholz") == ["1 a", "1 b"]
    ranking = order("a b", played, "sonneborn-berger")
    assert ranking == ["1 b sonneborn-berger", "2 a sonneborn-berger"]


def test_the_lot_is_the_last_word_and_its_lowest_number_is_first():
    drawn = {"a": 0.9, "b": 0.1, "c": 0.5}.__getitem__
    ranking = order("a b c", wins("ab", "bc", "ca"), "head-to-head", "lot", lot=drawn)
    assert ranking == ["1 b lot", "2 c lot", "3 a lot"]


def test_the_lot_decides_nothing_unless_it_was_drawn():
    with pytest.raises(ValueError, match="none were drawn"):
        order("a b", [], "lot")


def test_later_tie_breaks_compare_only_teams_that_are_still_tied():
    """The margin separates c; then head-to-head compares only a and b."""
    played = [
        game("b a", scores=(5, 0)),
        game("a c", scores=(5, 0)),
        game("c b", scores=(5, 0)),
        *[game("a x", scores=(5, 0))] * 2,
        *[game("b x", scores=(5, 0))] * 2,
        *[game("c x", scores=(1, 0))] * 2,
    ]
    ranking = order("a b c", played, "margin", "head-to-head")
    assert ranking == ["1 b head-to-head", "2 a head-to-head", "3 c margin"]


def test_a_bye_is_credit():
    assert order("a b c", wins("ab"), byes={"c": 2.0}) == ["1 c", "2 a", "3 b"]


def test_an_unknown_tie_break_is_refused_with_the_list_of_all():
    with pytest.raises(
        ArenaError, match=r"no tie-break 'bucholz'.*Did you mean 'buchholz'"
    ) as told:
        tiebreak("bucholz")
    assert all(name in str(told.value) for name in TIEBREAKS)


def test_every_tie_break_is_found_by_its_name():
    assert [tiebreak(name).name for name in TIEBREAKS] == list(TIEBREAKS)


@given(
    st.lists(st.sampled_from(["ab", "a=b", "ac", "ca", "bc", "b=c", "cd", "dx"]), max_size=12),
    st.lists(st.sampled_from([*TIEBREAKS]), unique=True),
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_games_and_of_the_teams_does_not_matter(text, names, dice):
    played, teams = wins(*text), list("abcd")
    one = order("a b c d", played, *names, lot="badc".index)
    dice.shuffle(played)
    dice.shuffle(teams)
    assert order(" ".join(teams), played, *names, lot="badc".index) == one
