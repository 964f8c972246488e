"""`arena analyse`: measures a game, known or from a file, and refuses bad input."""

from pathlib import Path

import pytest

HALVES = """
(game
 (declare 2 'PLAYERS)
 (declare 3 'CARDS)
 (setup
  (create players 'PLAYERS)
  (create teams (0) (1))
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (X, Y)))))
 (do ((shuffle (game iloc STOCK))
      (all player 'P (repeat 'CARDS (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc PILE)))))))
 (scoring max (sum ((current player) vloc PILE) using 'WORTH)))
"""


@pytest.fixture
def halves() -> str:
    """A game of fixed length: each player plays three cards, one after the other."""
    text = HALVES.replace(
        "(stage player", "(do ((put points 'WORTH (((RANK (A)) 1)))))\n (stage player"
    )
    Path("halves.gdl").write_text(text)
    return "halves.gdl"


def test_a_game_of_the_house_is_measured_and_a_page_written(arena):
    done = arena("analyse", "brisca", "-n", 3, "--workers", 1)
    assert done.code == 0
    have, room, page = done.out.splitlines()
    assert have.startswith("Does the player have choices? Yes: a game of Brisca for 4 has 40 ")
    assert room.startswith("Is there room for strategy? ")
    assert page == f"9 games; the page: {Path('Out/analyse-brisca/index.html')}"
    assert "Fairness" in Path("Out/analyse-brisca/index.html").read_text()
    names = {path.name for path in Path("Out/analyse-brisca").glob("*.csv")}
    assert {"choices.csv", "length.csv", "measures.csv", "wins.csv", "estimating.csv"} <= names
    assert arena("analyse", "brisca", "-n", 3, "--workers", 1).out == done.out


def test_a_game_of_a_file_is_measured_with_what_it_declares(arena, halves):
    done = arena("analyse", halves, "-n", 5, "--sweep", "cards=3..1", "--workers", 1)
    assert done.code == 0, done.err
    assert "a game of halves for 2 has 6 choices with 2.00 options on average" in done.out
    page = Path("Out/analyse-halves/index.html").read_text()
    assert "Variants: cards" in page
    rows = Path("Out/analyse-halves/variants.csv").read_text().splitlines()
    assert [row.split(",")[:4] for row in rows[1:]] == [
        ["3", "2", "6.0", "2.0"], ["2", "2", "4.0", "1.5"], ["1", "2", "2.0", "1.0"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words, said",
    [
        (["chess"], "There is no game 'chess'."),
        (["none.gdl"], "There is no file none.gdl"),
        (["brisca", "-n", "0"], "--games 0 is not possible: give a number from 1"),
        (["brisca", "-n", "many"], "Invalid value for '-n'"),
        (["brisca", "--players", "2..5"], "Brisca is always for 4 players"),
        (["brisca", "--players", "some"], "--players some is not a number or a range"),
        (["brisca", "--option", "tie"], "--option tie has no value"),
        (["brisca", "--sweep", "tie"], "--sweep tie has no values: write NAME=6..1"),
        (["brisca", "--sweep", "cards=6..1"], "Brisca has no option 'cards'. Choose from: "),
        (["brisca", "--workers", "0"], "--workers 0 is not possible"),
        (["agram", "--players", "2..9"], "is not a value of the option 'players' of agram"),
        (["agram", "--sweep", "cards=9..1"], "is not a value of the option 'cards' of agram"),
        (["wrong.gdl"], "wrong.gdl"),
    ],
)
def test_an_impossible_analysis_is_refused_in_a_sentence(arena, words, said):
    Path("wrong.gdl").write_text("(game (setup")
    done = arena("analyse", *words)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err
    assert not Path("Out").exists()


def test_another_sweep_in_the_same_folder_is_refused(arena, halves):
    words = ("analyse", halves, "-n", 2, "--workers", 1, "--out", "out")
    assert arena(*words).code == 0
    done = arena(*words, "--sweep", "cards=2..1")
    assert done.code == 2
    assert "begun with sweep , not cards" in done.err
