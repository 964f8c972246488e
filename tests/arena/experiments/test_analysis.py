"""An analysis: its games, its figures and its sentences."""

import pytest

from arena.common.errors import ArenaError
from arena.common.games import game_of
from arena.experiments.analysis import report
from arena.experiments.analysis.estimates import Estimator
from arena.experiments.analysis.lengths import width_for
from arena.experiments.analysis.request import analysis, new_setting, numbers
from arena.experiments.analysis.results import summarise_all
from arena.experiments.running import gather
from Game.core.options import OptionError
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER


class Doors(State):
    """Three doors: behind the first nothing, behind the second a coin, behind the third a prize."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = -1

    def legal(self):
        return [0, 1, 2]

    def play(self, action):
        self.opened = action
        if action == 1:
            self.opened += self.chance.below(2)
        self.turn = OVER
        return OVER

    def copy_from(self, other):
        self.turn, self.opened = other.turn, other.opened

    def redeal(self, seat, stream):
        pass

    def side(self, seat):
        return seat

    def value(self, side):
        return float((self.opened == 2) == (side == 0))


def test_the_estimating_player_sees_the_worth_of_its_moves():
    estimate = Estimator(2, Stream(1)).look(Doors(), rollouts=400)
    assert estimate.action == 2
    assert estimate.chances[0] == 0
    assert estimate.chances[1] == pytest.approx(0.5, abs=0.1)
    assert estimate.chances[2] == 1
    assert estimate.standings == [1, 0]


def test_estimating_changes_nothing_in_the_game():
    doors = Doors()
    Estimator(2, Stream(1)).look(doors)
    assert (doors.turn, doors.opened, doors.chance) == (0, -1, None)


def analyse(tmp_path, game, n, options=None, **asked_for):
    setting = new_setting(game_of(game, options or {}), n, "1", **asked_for)
    results = gather(analysis(), setting, tmp_path, 1, lambda games: None)
    return summarise_all(results, setting), report.fold(results, setting)


@pytest.mark.slow
def test_the_certain_figures_of_agram_are_exact(tmp_path):
    every, told = analyse(tmp_path, "agram", 4, players="2..5")
    assert [one.variant.players for one in every] == [2, 3, 4, 5]
    assert [(one.length.least, one.length.most) for one in every] == [
        (12, 12), (18, 18), (24, 24), (30, 30),
    ]  # fmt: skip
    for one in every:
        assert [(each.least, each.most) for each in one.leading] == [
            (n, n) for n in (6, 5, 4, 3, 2, 1)
        ]
        assert (one.following[-1].least, one.following[-1].most) == (1, 1)
        assert one.following[0].count == 4 * (one.players - 1)
        assert sum(figure.value for figure in one.wins) == pytest.approx(1)
        assert len(one.histories) == 4
    assert told.answer[0].startswith(
        "Does the player have choices? Yes: a game of Agram for 4 has 24 choices with 2."
    )
    assert told.answer[1].startswith("Is there room for strategy? ")


def test_the_first_player_is_the_one_who_chooses_first(tmp_path):
    """With one card each, the leader of Agram loses only to a higher card of its suit."""
    (one,), _ = analyse(tmp_path, "agram", 60, {"cards": "1"}, players="2")
    assert one.first.value > 0.75
    assert one.first == one.wins[0]
    assert one.estimating.value > 0.75


@pytest.mark.slow
def test_a_sweep_of_agram_changes_the_number_of_cards(tmp_path):
    every, told = analyse(tmp_path, "agram", 4, players="2", sweep="cards=3..1")
    assert [one.variant.swept for one in every] == ["", "3", "2", "1"]
    assert [one.length.mean for one in every] == [12, 6, 4, 2]
    assert told.sections[-1].title == "Variants: cards"
    assert [plot.caption for plot in told.sections[-1].parts[0].plots] == [
        "cards 3", "cards 2", "cards 1",
    ]  # fmt: skip


@pytest.mark.slow
def test_the_lengths_of_games_are_a_plot_that_accounts_for_every_game(tmp_path):
    (one,), told = analyse(tmp_path, "stairs", 8, players="2")
    section = next(each for each in told.sections if each.title == "How long is a game?")
    plot, table = section.parts
    (curve,) = plot.series
    assert sum(share for _, share in curve.points) == pytest.approx(1)
    assert curve.points[0][1] == curve.points[-1][1] == 0
    assert sum(row[3] for row in table.rows) == one.games == 8
    (_, first, *_), *_, (_, _, last, *_) = table.rows
    assert first <= one.length.least < one.length.most <= last
    assert sum(row[1] * row[3] for row in table.rows) <= one.length.total
    assert sum(row[2] * row[3] for row in table.rows) >= one.length.total


def test_games_that_are_all_equally_long_are_one_peak(tmp_path):
    _, told = analyse(tmp_path, "agram", 3, {"cards": "2"}, players="2..3")
    section = next(each for each in told.sections if each.title == "How long is a game?")
    plot, table = section.parts
    assert [series.points for series in plot.series] == [
        ((3, 0), (4, 1), (5, 0)), ((5, 0), (6, 1), (7, 0)),
    ]  # fmt: skip
    assert [row[:5] for row in table.rows] == [(2, 4, 4, 3, 1), (3, 6, 6, 3, 1)]


@pytest.mark.parametrize(
    "lengths, width", [(1, 1), (24, 1), (25, 2), (48, 2), (49, 5), (121, 10), (481, 50)]
)
def test_many_different_lengths_are_grouped(lengths, width):
    assert width_for(lengths) == width


def test_a_game_with_a_picture_says_who_leads(tmp_path):
    (one,), told = analyse(tmp_path, "brisca", 4)
    assert (one.length.least, one.length.most) == (40, 40)
    leader = [3, 3, 3, 3, 3, 3, 3, 3, 2, 1]
    assert [(each.least, each.most) for each in one.leading] == [(n, n) for n in leader]
    assert [(each.least, each.most) for each in one.following] == [(n, n) for n in leader]
    assert one.players == 2
    assert told.title == "Brisca: what kind of game it is"


@pytest.mark.slow
def test_bids_are_choices_but_belong_to_no_trick(tmp_path):
    (one,), _ = analyse(tmp_path, "boerenbridge", 4)
    assert [each.mean for each in one.leading[:3]] == [3, 2, 1]
    in_tricks = sum(each.count for each in one.leading) + sum(each.count for each in one.following)
    assert in_tricks == 4 * 19 * 4
    assert one.length.total > in_tricks


@pytest.mark.slow
def test_a_drawn_game_of_several_deals_counts_its_tricks_on(tmp_path):
    (one,), _ = analyse(tmp_path, "tarot", 1)
    assert [each.mean for each in one.leading[:24]] == list(range(24, 0, -1))
    assert len(one.leading) % 24 == 0
    assert len(one.leading) > 24
    assert not any(each.count != 2 for each in one.following)


@pytest.mark.parametrize(
    "text, means",
    [("2..5", [2, 3, 4, 5]), ("6..1", [6, 5, 4, 3, 2, 1]), ("4", [4]), ("x", None), ("1..99", None),
     ("", None), ("-1", None), ("2..", None)],
)  # fmt: skip
def test_ranges(text, means):
    assert numbers(text) == means


@pytest.mark.parametrize(
    "game, terms, said",
    [
        ("brisca", {"players": "3"}, "Brisca is always for 4 players"),
        ("agram", {"players": "many"}, "--players many is not a number or a range"),
        ("agram", {"sweep": "cards"}, "--sweep cards has no values"),
        ("agram", {"sweep": "=6..1"}, "Agram has no option ''"),
        ("agram", {"sweep": "card=6..1"}, "Did you mean 'cards'"),
        ("agram", {"sweep": "players=2..5"}, "--sweep cannot change the number of players"),
    ],
)
def test_an_impossible_analysis_is_refused(game, terms, said):
    with pytest.raises(ArenaError) as refused:
        new_setting(game_of(game, {}), 10, "1", **terms)
    assert said in str(refused.value)


@pytest.mark.parametrize("terms", [{"players": "2..9"}, {"sweep": "cards=9..1"}])
def test_values_that_the_game_does_not_take_are_refused_by_it(terms):
    with pytest.raises(OptionError, match="is not a value of the option"):
        new_setting(game_of("agram", {}), 10, "1", **terms)
