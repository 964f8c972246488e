"""The best moments of a phase are those that its games have, and turning points are counted."""

from datetime import date
from itertools import count
from types import SimpleNamespace

import pytest
from support.viewing import games

from arena.pages.site.data.digest import Digest
from arena.pages.site.data.games import GameDigest
from arena.pages.site.drawings.race import RaceData, TurningPoint, race, turning_steps
from arena.pages.site.moments.highlights import extremes, highlights
from arena.pages.viewer.frames import play_record
from arena.pages.words import Words
from arena.replay.replayer import game_of, positions


def phase_of(*matches, ratings, labels=()):
    """A phase with these matches. A game is its names, its scores and the winner's deficit."""
    named = [SimpleNamespace(label=label) for label in labels or ["round 1"] * len(matches)]
    digest, numbers = Digest(), count(1)
    for match, played in enumerate(matches):
        for names, scores, comeback in played:
            best = sorted(scores, reverse=True)
            number = next(numbers)
            ranks = tuple(best.index(score) for score in scores)
            deal = (number - 1) // 2
            game = GameDigest(f"g{number}", number, deal, names, ranks, scores, (0, 0), comeback)
            digest.games.add(match, game)
    rows = [SimpleNamespace(name=name, rating=rating) for name, rating in ratings.items()]
    table = SimpleNamespace(rows=rows)
    return SimpleNamespace(digest=digest, teams=rows, standings=table, matches=named)


def test_the_best_moments_are_found_and_those_of_the_house_are_not():
    two = ("Ann", "Bob")
    first = [(two, (70.0, 50.0), 3.0), (two, (61.0, 59.0), 0.0)]
    first += [(two, (100.0, 20.0), 0.0), (two, (65.0, 55.0), 30.0)]
    second = [(("Bob", "Cid"), (50.0, 70.0), 8.0), (("Cid", "Bob"), (58.0, 62.0), 9.0)]
    house = [(("Ann", "House 1"), (0.0, 120.0), 90.0), (("House 1", "Ann"), (120.0, 0.0), 90.0)]
    third = [(("Cid", "Bob"), (60.0, 60.0), 0.0), (("Bob", "Cid"), (50.0, 70.0), 0.0)]
    ratings = {"Ann": 1600.0, "Bob": 1550.0, "Cid": 1400.0}
    found = {
        each.kind: each
        for each in highlights(phase_of(first, second, house, third, ratings=ratings))
    }
    closest, upset = found["closest"], found["upset"]
    assert (closest.match, closest.winner, closest.values) == (1, "Cid", (1.0, 1.0))
    comeback = found["comeback"]
    assert (comeback.game, comeback.winner, comeback.values) == ("g4", "Ann", (30.0,))
    assert (found["deal"].game, found["deal"].loser, found["deal"].values) == (
        "g3",
        "Bob",
        (90.0, 2),
    )
    assert (upset.winner, upset.loser, upset.values) == ("Cid", "Bob", (1.5, 0.5, 1400.0, 1550.0))
    assert (upset.match, upset.game) == (3, "g10")
    close = {"Ann": 1600.0, "Bob": 1430.0, "Cid": 1400.0}
    kinds = {each.kind for each in highlights(phase_of(first, second, house, third, ratings=close))}
    assert kinds == found.keys() - {"upset"}  # 30 points of rating are no surprise
    assert (found["run"].winner, found["run"].game, found["run"].values) == ("Ann", "g4", (4.0,))


def test_extra_games_after_a_tie_are_not_the_closest_match():
    two, cards = ("Ann", "Bob"), {"Ann": 1600.0, "Bob": 1550.0}
    final = [(two, (70.0, 50.0), 0.0), (two, (70.0, 50.0), 0.0), (two, (40.0, 80.0), 0.0)]
    extra = [(two, (61.0, 59.0), 0.0), (two, (59.0, 61.0), 0.0)]
    labels = ["final", "final, sudden death 1"]
    found = highlights(phase_of(final, extra, ratings=cards, labels=labels))
    [closest] = [each for each in found if each.kind == "closest"]
    assert (closest.match, closest.values) == (0, (2.0, 1.0))


def test_the_best_and_the_worst_game_of_a_team_are_found():
    two = ("Ann", "Bob")
    phase = phase_of([(two, (70.0, 50.0), 0.0), (two, (10.0, 110.0), 0.0)], ratings={})
    best, worst = extremes(phase.digest)["Ann"]
    assert (best.game.id, best.margin) == ("g1", 20)
    assert (worst.game.id, worst.margin) == ("g2", -100)


def test_a_comeback_is_the_most_points_that_the_winner_was_behind():
    found = []
    for record in games("greedy", "random", number=6):
        behind = [0.0]
        if record.ranks.count(0) == 1:
            winner = record.ranks.index(0)
            for _, _, state in positions(game_of(record), record):
                totals = [sum(state.points(seat) for seat in seats) for seats in record.sides]
                behind.append(max(totals) - totals[winner])
        found.append(play_record(record).comeback)
        assert found[-1] == max(behind)
    assert any(found)


def test_a_turning_point_is_a_step_after_which_another_player_leads_alone():
    assert turning_steps([[1, 1, 2, 2, 4], [0, 1, 3, 3, 3]]) == [(2, 1), (4, 0)]
    assert turning_steps([[1, 1, 1], [0, 1, 1], [0, 0, 5]]) == [(2, 2)]
    assert turning_steps([[1, 1], [1, 1]]) == []


def test_the_race_shows_all_players_and_its_bands_become_narrower():
    series = [
        RaceData(name, [share * n for n in range(1, 41)], range(1, 41))
        for name, share in (("Ann", 0.5), ("Bob", 0.3), ("Cid", 0.2))
    ]
    turn = TurningPoint(20, 1, "Bob leads", "there")
    chart = race(series, Words("en"), "text", 1 / 3, [turn])
    assert [line.name for line in chart.lines] == ["Ann", "Bob", "Cid"]
    assert [line.end for line in chart.lines] == ["50.0\u00a0%", "30.0\u00a0%", "20.0\u00a0%"]
    band = [float(each.split(",")[1]) for each in chart.lines[1].band.split()]
    middle, end = abs(band[19] - band[-20]), abs(band[39] - band[40])
    assert 0 < end < middle
    assert chart.turns[0].x == chart.lines[1].points.split()[20].split(",")[0]
    assert race([RaceData("Ann", [1.0], [1])], Words("en"), "text", 0.5) is None


@pytest.mark.parametrize(
    "language, first, third, eleventh, day",
    [
        ("en", "1st", "3rd", "11th", "12 June 2026"),
        ("es", "1.er", "3.er", "11.\u00ba", "12 de junio de 2026"),
        ("nl", "1e", "3e", "11e", "12 juni 2026"),
    ],
)
def test_places_dates_and_options_are_written_as_the_language_writes_them(
    language, first, third, eleventh, day
):
    words = Words(language)
    assert [words.ordinal(n) for n in (1, 3, 11)] == [first, third, eleventh]
    assert words.date(date(2026, 6, 12)) == day
    assert "tie" not in words.option("brisca", "tie", "draw").split()
    assert "3,4" in words.option("boerenbridge", "rounds", "3,4")
    assert words.option("mine", "jokers", "2") == "jokers = 2."
