"""`convert` translates every game of dialect 0.4 into the same game of 0.5."""

import pytest
from support.cases import case
from support.paths import ROOT

from Game.core.stream import Stream
from Game.recycle.reading.errors import DescriptionError
from Game.recycle.reading.forms.convert import convert
from Game.recycle.reading.layout import format_description
from Game.recycle.user_game import UserGame

FOLDERS = "Game", "bench", "tests"
FILES = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.gdl"))]


def position(game, state):
    """Everything that a game is, apart from the places in its text."""
    plan, table = game.program.plan, state.table
    places = [
        (plan.place_text(place), [table.card_text(card) for card in cards])
        for place, cards in enumerate(table.places)
        if cards
    ]
    numbers = [
        (plan.store_names[number // plan.owners], number % plan.owners, worth)
        for number, worth in enumerate(table.stores)
        if worth
    ]
    maps = [points and points.entries for points in table.maps]
    return (
        sorted(places), sorted(numbers), maps, state.turn, len(state.legal()), table.teams,
        [state.points(seat) for seat in range(game.seats)],
    )  # fmt: skip


def test_a_converted_game_is_the_same_game_step_by_step():
    assert len(FILES) > 12
    for file in FILES:
        text = file.read_text("utf-8-sig")
        made = convert(text, file.name)
        assert format_description(made) == made, file.name
        games = UserGame(text=text, file="one.gdl"), UserGame(text=made, file="one.rcy")
        assert [game.program.description.dialect for game in games] == ["0.4", "0.5"]
        for seed in range(2):
            states = [game.deal(Stream(seed)) for game in games]
            dice, steps = Stream(seed), 0
            while not states[0].is_terminal() and steps < 150:
                with case(f"{file.name}, seed {seed}, step {steps}"):
                    assert position(games[0], states[0]) == position(games[1], states[1])
                    if steps % 10 == 0:
                        assert games[0].texts(states[0]) == games[1].texts(states[1])
                action = dice.choice(states[0].legal())
                for state in states:
                    state.play(action)
                steps += 1
            assert states[0].is_terminal() == states[1].is_terminal()


def test_comments_stay_and_only_point_maps_change():
    old = """\
;; title: Odd
(game
 (setup (create players 2) (create deck (game vloc ROW) (deck (RANK (ONE, TWO)))))
 (do
  (;; the map
   (put points 'worth
    (((RANK (ONE)) 1) ((RANK ((cardatt RANK (top (game vloc ROW))))) (RANK TWO) 2)))))
 (scoring max (sum (game vloc ROW) using 'worth)))
"""
    new = """\
;; title: Odd
(game
 (setup
  (create players 2)
  (create deck (game vloc ROW) (deck (RANK (ONE, TWO)))))
 (do
  (;; the map
   (set (game points WORTH)
    (((RANK : ONE) 1) ((RANK : (cardatt RANK (top (game vloc ROW)))) (RANK : TWO) 2)))))
 (scoring max (sum (game vloc ROW) using (game points WORTH))))
"""
    assert convert(old, "odd.gdl") == new


def test_groups_that_are_one_selection_in_the_old_dialect_stay_one():
    text = """(game (setup (create players 2) (create teams (0) (1))
     (create deck (game iloc STOCK) (deck (RANK (ONE, TWO)))))
    (do ((put points 'V (((RANK (ONE)) 1) ((RANK (TWO)) 2)))
         (set (game sto N) (size (all player 'P (tuples 1 (game iloc STOCK) using 'V))))))
    (scoring max (game sto N)))"""
    games = UserGame(text=text, file="one.gdl"), UserGame(text=convert(text, "x"), file="one.rcy")
    assert [game.deal(Stream(1)).points(0) for game in games] == [2, 2]


def test_a_comment_that_tells_the_dialect_changes_too():
    old = ";; dialect: 0.4\n(game (setup (create players 2)) (do ((turn pass))) (scoring max 0))"
    made = convert(old, "odd")
    assert ";; dialect: 0.5" in made
    with pytest.raises(DescriptionError, match=r"is in dialect 0\.5 already"):
        convert(made, "odd")
