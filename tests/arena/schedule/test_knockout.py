"""Knockout: the loser of a match is out, until one entrant is left."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import strategies as st
from support.schedules import (
    SIZES,
    all_tied,
    by_luck,
    given_without_deadline,
    meetings,
    play,
    seeds_win,
)

from arena.schedule.bracket import Bracket, BracketPlace
from arena.schedule.knockout import MOST_EXTRA, knockout
from arena.schedule.match import Match, MatchScore

sizes = st.sampled_from(SIZES) | st.integers(2, 40)
luck = st.integers(0, 1000)
tied_ = st.sampled_from(["pairs", "odd-game"])


def play_all(entrants, judge, third_place=True, tied="pairs"):
    """All matches, of four games each, and the bracket after them."""
    tree = Bracket(entrants, third_place)
    return play(knockout(tree, 4, tied), judge), tree


def matches_of(entrants, judge, third_place=True, tied="pairs"):
    return play_all(entrants, judge, third_place, tied)[0]


def after(entrants, judge, third_place=True, tied="pairs"):
    """The bracket when all is played."""
    return play_all(entrants, judge, third_place, tied)[1]


def send_first_round(tree, judge):
    schedule = knockout(tree, 4, "pairs")
    schedule.send([judge(match) for match in next(schedule)])


def tied_until(extra: int, winner: int = 1, tied_by: str = "sudden death"):
    """Every match is tied, and also the extra games after it, except the one with this number."""

    def judge(match: Match) -> MatchScore:
        if not match.label.endswith(f"{tied_by} {extra}"):
            return all_tied(match)
        credit = [0.0, 0.0]
        credit[winner] = float(match.games)
        return MatchScore(tuple(credit), (0.0, 0.0))

    return judge


# ------------------------------------------------------------------------------ who meets whom


def test_of_eight_1_meets_8_and_4_5_and_3_6_and_2_7():
    played = matches_of(8, seeds_win)
    assert [(match.label, match.entrants) for match in played.all] == [
        ("quarter-final 1", (0, 7)),
        ("quarter-final 2", (3, 4)),
        ("quarter-final 3", (2, 5)),
        ("quarter-final 4", (1, 6)),
        ("semi-final 1", (0, 3)),
        ("semi-final 2", (1, 2)),
        ("final", (0, 1)),
        ("third place", (2, 3)),
    ]


def test_earlier_rounds_are_called_by_how_many_there_are_in_them():
    labels = [match.label for match in matches_of(64, seeds_win).all]
    assert labels[0] == "round of 64 match 1"
    assert labels[31:34] == ["round of 64 match 32", "round of 32 match 1", "round of 32 match 2"]
    assert labels[48] == "round of 16 match 1"


@given_without_deadline(st.integers(2, 130))
def test_the_best_seeds_have_the_byes(entrants):
    tree = after(entrants, seeds_win)
    byes = [meeting.winner for meeting in tree.rounds[0] if meeting.decided_by == "bye"]
    assert sorted(byes) == list(range(len(byes)))
    full = 1 << (entrants - 1).bit_length()
    assert len(byes) == full - entrants


@given_without_deadline(sizes, luck)
def test_the_best_two_can_meet_only_in_the_final_and_the_best_four_in_the_semi_finals(n, seed):
    tree = after(n, by_luck(seed))
    for left, meetings_ in enumerate(reversed(tree.rounds), start=1):
        best = 2 ** (left - 1)  # no two of these may meet before the next round
        for meeting in meetings_:
            if meeting is not tree.third and None not in (meeting.upper, meeting.lower):
                assert meeting.upper >= best or meeting.lower >= best


@pytest.mark.parametrize("entrants", [*SIZES, 6, 8, 1000])
def test_when_the_better_seed_always_wins_the_places_are_the_seeds(entrants):
    places = after(entrants, seeds_win).places()
    last = 0
    for place in places:
        assert place.first == last + 1
        assert place.entrants == tuple(range(place.first - 1, place.last))
        last = place.last
    assert last == entrants
    assert all(place.first == place.last for place in places[:4])


@given_without_deadline(sizes, luck, st.booleans(), tied_)
def test_the_winner_goes_on_and_the_loser_plays_no_more_but_for_third_place(n, seed, third, tied):
    tree = after(n, by_luck(seed), third, tied)
    out = set()
    for meetings_ in tree.rounds:
        for meeting in meetings_:
            if meeting is not tree.third:
                assert not {meeting.upper, meeting.lower} & out
        out |= {m.loser for m in meetings_ if m.loser is not None and m is not tree.third}
    assert len(out) == n - 1
    for before, later in pairwise(tree.rounds):
        assert {m.winner for m in before} == {
            one for m in later if m is not tree.third for one in (m.upper, m.lower)
        }


@given_without_deadline(sizes, luck, st.booleans())
def test_every_entrant_has_one_place(entrants, seed, third_place):
    places = after(entrants, by_luck(seed), third_place=third_place).places()
    assert sorted(one for place in places for one in place.entrants) == list(range(entrants))
    for place in places:
        assert len(place.entrants) == place.last - place.first + 1
    assert all(a.last + 1 == b.first for a, b in pairwise(places))


# ---------------------------------------------------------------------------- the third place


def test_the_losers_of_the_semi_finals_play_for_third_place_in_the_round_of_the_final():
    played = matches_of(4, seeds_win)
    assert [match.label for match in played.matches[-1]] == ["final", "third place"]
    assert played.matches[-1][1].entrants == (2, 3)


def test_without_a_match_for_third_place_two_teams_share_it():
    tree = after(8, seeds_win, third_place=False)
    assert tree.places() == [
        BracketPlace(1, 1, (0,)),
        BracketPlace(2, 2, (1,)),
        BracketPlace(3, 4, (2, 3)),
        BracketPlace(5, 8, (4, 5, 6, 7)),
    ]


def test_of_three_teams_the_loser_of_the_only_semi_final_is_third():
    played, tree = play_all(3, seeds_win)
    assert [match.label for match in played.all] == ["semi-final 2", "final"]
    assert tree.places() == [
        BracketPlace(1, 1, (0,)),
        BracketPlace(2, 2, (1,)),
        BracketPlace(3, 3, (2,)),
    ]


@pytest.mark.parametrize("entrants", [0, 1])
def test_without_two_entrants_nothing_is_played(entrants):
    played, tree = play_all(entrants, seeds_win)
    assert played.all == []
    assert tree.places() == [BracketPlace(1, 1, (0,))] * entrants


# -------------------------------------------------------------------------------- tied matches


@pytest.mark.parametrize("extra", [1, 2, MOST_EXTRA])
def test_a_tied_match_goes_on_in_pairs_until_one_is_not_tied(extra):
    played, tree = play_all(2, tied_until(extra))
    assert [match.label for match in played.all] == [
        "final",
        *(f"final, sudden death {number}" for number in range(1, extra + 1)),
    ]
    assert (tree.rounds[-1][0].winner, tree.rounds[-1][0].decided_by) == (1, "extra games")


def test_a_pair_is_one_new_deal_with_each_of_the_two_on_each_side():
    _, pair = matches_of(2, tied_until(1)).all
    assert [tuple(fixture) for fixture in pair.fixtures()] == [(2, (0, 1)), (2, (1, 0))]


def test_an_odd_game_is_one_game_on_a_new_deal_with_the_better_seed_first():
    judge = tied_until(2, tied_by="odd game")
    match, *extra = matches_of(2, judge, tied="odd-game").all
    assert [each.label for each in extra] == ["final, odd game 1", "final, odd game 2"]
    assert {fixture.deal for fixture in match.fixtures()} == {0, 1}
    assert [tuple(f) for each in extra for f in each.fixtures()] == [(2, (0, 1)), (3, (0, 1))]


@pytest.mark.parametrize("tied", ["pairs", "odd-game"])
def test_after_the_last_extra_game_the_margin_over_all_games_decides(tied):
    def judge(match):
        margin = 1.0 if "," in match.label else -51.0  # one more than 50 extra games bring back
        return MatchScore((match.games / 2,) * 2, (margin, -margin))

    played, tree = play_all(2, judge, tied=tied)
    assert len(played.all) == 1 + MOST_EXTRA
    final = tree.rounds[-1][0]
    assert (final.winner, final.decided_by) == (1, "margin")


@pytest.mark.parametrize("tied", ["pairs", "odd-game"])
def test_if_the_margin_is_equal_the_better_seed_goes_on(tied):
    played, tree = play_all(7, all_tied, tied=tied)
    assert tree.places()[0] == BracketPlace(1, 1, (0,))
    assert Counter(meetings(played.all)).most_common(1)[0][1] == 1 + MOST_EXTRA
    decided = {m.decided_by for meetings_ in tree.rounds for m in meetings_}
    assert decided == {"bye", "seed"}


def test_only_the_tied_matches_of_a_round_go_on():
    def judge(match):
        return tied_until(2)(match) if match.entrants == (1, 2) else seeds_win(match)

    played = matches_of(4, judge, third_place=False)
    assert [[match.label for match in matches] for matches in played.matches] == [
        ["semi-final 1", "semi-final 2"],
        ["semi-final 2, sudden death 1"],
        ["semi-final 2, sudden death 2"],
        ["final"],
    ]


# --------------------------------------------------------------------------------------- deals


@given_without_deadline(sizes, luck, tied_)
def test_all_matches_of_a_round_are_played_on_the_same_deals_and_no_other_round_on_them(n, s, tied):
    played = matches_of(n, by_luck(s), tied=tied)
    rounds = {}
    for match in played.all:
        kind = match.label.split(",")[0].rstrip("0123456789")
        rounds.setdefault("final" if kind == "third place" else kind, []).append(match)
    used = set()
    for matches in rounds.values():
        deals = {fixture.deal for match in matches for fixture in match.fixtures()}
        assert not deals & used
        used |= deals
        firsts = {m.first for m in matches if "," not in m.label}
        assert len(firsts) == 1


def test_the_deals_of_the_next_round_are_the_same_whether_matches_were_tied_or_not():
    finals = []
    for judge in (seeds_win, all_tied):
        played = matches_of(4, judge, third_place=False)
        finals.append(next(match for match in played.all if match.label == "final"))
    assert finals[0] == finals[1]


# ----------------------------------------------------------------------- the bracket as it is shown


def test_the_bracket_says_what_decided_each_meeting():
    tree = after(3, seeds_win)
    assert [[meeting.decided_by for meeting in each] for each in tree.rounds] == [
        ["bye", "games"],
        ["games"],
    ]


def test_before_the_first_match_the_bracket_shows_the_first_meetings_and_nothing_else():
    tree = Bracket(5, True)
    next(knockout(tree, 4, "pairs"))
    assert [(m.label, m.upper, m.lower, m.score, m.winner) for r in tree.rounds for m in r] == [
        ("quarter-final 1", 0, None, None, 0),
        ("quarter-final 2", 3, 4, None, None),
        ("quarter-final 3", 2, None, None, 2),
        ("quarter-final 4", 1, None, None, 1),
        ("semi-final 1", 0, None, None, None),
        ("semi-final 2", 2, 1, None, None),
        ("final", None, None, None, None),
        ("third place", None, None, None, None),
    ]
    assert tree.places() == []


def test_after_the_first_round_the_bracket_shows_the_second_and_the_losers():
    tree = Bracket(8, True)
    send_first_round(tree, seeds_win)
    assert [meeting.winner for meeting in tree.rounds[0]] == [0, 3, 2, 1]
    assert [(m.upper, m.lower, m.winner) for m in tree.rounds[1]] == [(0, 3, None), (2, 1, None)]
    assert tree.places() == [BracketPlace(5, 8, (4, 5, 6, 7))]
    ranges = [tree.range_of(entrant) for entrant in range(8)]
    assert ranges == [(1, 4)] * 4 + [(5, 8)] * 4


def test_a_score_is_shown_with_the_upper_first_though_the_better_seed_is_the_lower():
    tree = after(4, seeds_win)
    semi = tree.rounds[0][1]
    assert (semi.upper, semi.lower) == (1, 2)
    tree = after(8, seeds_win)
    semi = tree.rounds[1][1]
    assert (semi.upper, semi.lower, semi.winner) == (2, 1, 1)
    assert semi.score == MatchScore((0.0, 4.0), (-2.0, 2.0))


def test_a_tied_match_is_shown_with_its_extra_games():
    tree = after(2, tied_until(2))
    final = tree.rounds[0][0]
    assert final.score == MatchScore((2.0, 2.0), (0.0, 0.0))
    assert [score.credit for score in final.scores] == [(2.0, 2.0), (1.0, 1.0), (0.0, 2.0)]


def test_a_tied_match_has_no_winner_before_the_extra_games():
    tree = Bracket(2, True)
    send_first_round(tree, all_tied)
    final = tree.rounds[0][0]
    assert final.score is not None
    assert final.winner is None
