"""Dialect 0.5: what its constructs do, how tolerant the reader is, and how errors name dialects."""

import pytest
from game.recycle.small import cards, number
from support.cases import case
from support.paths import ROOT

from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.machine.table import Table
from Game.recycle.reading.errors import DescriptionError, GameFault
from Game.recycle.reading.forms.checker import check
from Game.recycle.reading.forms.description import read
from Game.recycle.user_game import UserGame

FOLDER = ROOT / "tests" / "game" / "recycle" / "dialect05"
FILES = sorted(FOLDER.glob("*.rcy"))

DECK = "(create deck (game vloc ROW) (deck (RANK (1, 2, 3, 4, 5, 6)) (SUIT (X, Y))))"
POINTS = """(do ((set (game points RANK) (((RANK : 1) 1) ((RANK : 2) 2) ((RANK : 3) 3)
 ((RANK : 4) 4) ((RANK : 5) 5) ((RANK : 6) 6)))))"""


def source(course: str, setup: str = DECK, players: int = 3, scoring: str = "0") -> str:
    return (
        f"(game (setup (create players {players}) {setup}) {POINTS} {course}"
        f" (scoring max {scoring}))"
    )


def played(course: str, **more: object) -> tuple[Program, Table]:
    """The game after this course. ROW has the cards 1X 1Y 2X 2Y ... 6X 6Y, from bottom to top."""
    made = Program(read(source(course, **more), "test.rcy"))  # type: ignore[arg-type]
    return made, made.start(StreamLuck(Stream(1)))


def named(text: str) -> str:
    return text.replace("RANK=", "").replace(";SUIT=", "")


def picked(selection: str) -> str:
    """The cards of a selection, from bottom to top."""
    made, table = played(
        f"(do ((let {selection} 'S (all 'S 'C (move 'C (top (game vloc GOAL)))))))"
    )
    return named(cards(made, table, "vloc", "GOAL"))


def groups(collection: str) -> list[str]:
    """The groups of cards in a collection: each goes to a numbered place."""
    made, table = played(
        f"(do ((all {collection} 'G (do ((all 'G 'C (remember 'C (top (game mem (game sto N)))))"
        " (inc (game sto N) 1))))))"
    )
    many = number(made, table, "N")
    return [named(cards(made, table, "mem", str(place))) for place in range(many)]


def value(expression: str) -> int:
    made, table = played(f"(do ((set (game sto N) {expression})))")
    return number(made, table, "N")


# The test games


def test_every_test_game_is_read_and_fifty_random_games_of_each_end():
    assert len(FILES) >= 20
    for file in FILES:
        text = file.read_text("utf-8")
        with case(file.name):
            check(text, file.name)
            game = UserGame(text=text, file=file.name)
            for seed in range(50):
                state = game.deal(Stream(seed))
                state.playout(Stream(seed))
                assert state.is_terminal(), seed


# Selections and groups


@pytest.mark.parametrize(
    "selection,wanted",
    [
        ("(top 3 (game vloc ROW))", "5Y 6X 6Y"),
        ("(bottom 2 (game vloc ROW))", "1X 1Y"),
        ("(top 99 (filter (game vloc ROW) 'C (== (cardatt RANK 'C) 2)))", "2X 2Y"),
        ("(bottom 0 (game vloc ROW))", ""),
        ("(sort (union (top 2 (game vloc ROW)) (bottom 2 (game vloc ROW))) using"
         " (game points RANK))", "1X 1Y 6X 6Y"),
        ("(intersect (bottom 4 (game vloc ROW)) (filter (game vloc ROW) 'C"
         " (== (cardatt SUIT 'C) Y)))", "1Y 2Y"),
        ("(disjunction (bottom 3 (game vloc ROW)) (top 11 (game vloc ROW)))",
         "1X 2Y 3X 3Y 4X 4Y 5X 5Y 6X 6Y"),
        ("(intersect (all (1, 2) 'N (top 'N (game vloc ROW))))", "6Y"),
        ("(run top 3 (game vloc ROW) using (game points RANK))", "1Y 2Y 3Y 4Y 5Y 6Y"),
        ("(run top 3 (bottom 4 (game vloc ROW)) using (game points RANK))", ""),
        ("(run bottom 2 (bottom 3 (game vloc ROW)) using (game points RANK))", "1X 2X"),
        ("(top (partition RANK (game vloc ROW)))", "6X 6Y"),
        ("(bottom (partition RANK (game vloc ROW)))", "1X 1Y"),
        ("(2 (partition RANK (game vloc ROW)))", "3X 3Y"),
        ("(0 (tuples 2 (game vloc ROW) using (game points RANK)))", "1X 1Y"),
    ],
)  # fmt: skip
def test_a_selection_has_the_cards(selection, wanted):
    assert picked(selection) == wanted


LOW = "(bottom 3 (game vloc ROW))"


@pytest.mark.parametrize(
    "collection,wanted",
    [
        (f"(subsets {LOW})", "1X/1Y/1X 1Y/2X/1X 2X/1Y 2X/1X 1Y 2X"),
        ("(subsets (game vloc NOTHING))", ""),
        (f"(partition SUIT {LOW})", "1X 2X/1Y"),
        (f"(partition SUIT {LOW} (top 1 (game vloc ROW)))", "1X 2X/1Y 6Y"),
        ("(partition SUIT (all (1, 2) 'N (bottom 'N (game vloc ROW))))", "1X 1X/1Y"),
        (f"(runs all 2 {LOW} using (game points RANK))", "1X 2X/1Y 2X"),
        (f"(runs all 1 {LOW} using (game points RANK))", "1X/1Y/2X/1X 2X/1Y 2X"),
        (f"(runs largest 1 {LOW} using (game points RANK))", "1X 2X/1Y 2X"),
        (f"(runs largest 3 {LOW} using (game points RANK))", ""),
        (f"(all (partition SUIT {LOW}) 'S (runs all 1 'S using (game points RANK)))",
         "1X/2X/1X 2X/1Y"),
        (f"(all (1, 2) 'N (all (1, 2) 'M (bottom (+ 'N 'M) {LOW})))",
         "1X 1Y 1X 1Y 2X/1X 1Y 2X 1X 1Y 2X"),
        ("(runs largest 1 (union (bottom 1 (game vloc ROW)) (top 1 (game vloc ROW))"
         " (filter (game vloc ROW) 'C (and (== (cardatt SUIT 'C) X) (== (cardatt RANK 'C) 5))))"
         " using (game points RANK))", "1X/5X 6Y"),
    ],
)  # fmt: skip
def test_a_collection_has_the_groups(collection, wanted):
    assert "/".join(groups(collection)) == wanted


@pytest.mark.parametrize(
    "expression,wanted",
    [
        ("(^ 2 10)", 1024), ("(^ 7 0)", 1), ("(^ -1 99)", -1), ("(^ 0 5)", 0), ("(tri 4)", 10),
        ("(tri 0)", 0), ("(fib 1)", 1), ("(fib 2)", 1), ("(fib 10)", 55), ("(// 7 2)", 3),
        ("(% 7 2)", 1), ("(size (range 2 .. 4))", 3), ("(random 5 .. 5)", 5), ("(random 0)", 0),
        ("(all player 'P 2)", 6), ("(size (subsets (bottom 4 (game vloc ROW))))", 15),
        ("(size (filter (game vloc ROW) 'C (any (1, X, 2) 'T (or (== (cardatt RANK 'C) 'T)"
         " (== (cardatt SUIT 'C) 'T)))))", 8),
    ],
)  # fmt: skip
def test_a_number_is_computed(expression, wanted):
    assert value(expression) == wanted


def test_a_random_number_takes_every_value_between_its_bounds():
    made = Program(read(source("(do ((set (game sto N) (random 2 .. 4))))"), "test.rcy"))
    drawn = {number(made, made.start(StreamLuck(Stream(seed))), "N") for seed in range(40)}
    assert drawn == {2, 3, 4}


# Storage


def test_a_text_is_none_until_it_is_set_and_belongs_to_its_owner():
    made, table = played(
        "(do ((all player 'P ((== ('P str A) NONE) (inc ('P sto N) 1)))"
        " (set ((1 player) str A) HIGH) (set (game str A) (cardatt SUIT (top (game vloc ROW))))"
        " (set ((team (2 player)) str A) ((1 player) str A))"
        " ((== ((team (2 player)) str A) HIGH) (inc (game sto N) 1))"
        " ((!= ((0 player) str A) ((1 player) str A)) (inc (game sto N) 10))"
        " ((== (game str A) Y) (inc (game sto N) 100)))) "
    )
    assert [number(made, table, "N", owner) for owner in range(4)] == [111, 1, 1, 1]


def test_each_owner_has_a_point_map_of_its_own_and_one_that_is_not_set_is_empty():
    made, table = played(
        "(do ((set ((1 player) points A) (((SUIT : X) 3) ((RANK : 6) (SUIT : Y) 5)))"
        " (set ((team (2 player)) points A) (((SUIT : (game str S)) 7)))"
        " (all player 'P (set ('P sto N) (sum (game vloc ROW) using ('P points A))))"
        " (set (game sto N) (sum (game vloc ROW) using ((team (2 player)) points A)))))"
    )
    assert [number(made, table, "N", owner) for owner in range(4)] == [0, 0, 23, 0]


def test_the_checker_warns_of_a_point_map_that_nothing_sets():
    use = "(set (game sto N) (sum (game vloc ROW) using (game points A)))"
    for action, warnings in (
        ("(set (game points B) (((SUIT : X) 3)))", 1),
        ("(set (game points A) (((SUIT : X) 3)))", 0),
        ("(all (A, B) 'M (set (game points 'M) (((SUIT : X) 3))))", 0),
    ):
        _, remarks = check(source(f"(do ({action} {use}))"), "test.rcy")
        assert len([one for one in remarks if "point map A" in one.sentence]) == warnings, action


def test_places_are_named_by_numbers_and_texts_and_each_new_one_is_another():
    made, table = played(
        "(do ((set (game str S) GOAL) (move (top (game vloc ROW)) (top (game vloc (+ 1 1))))"
        " (move (top (game vloc ROW)) (top (game vloc 2)))"
        " (move (top (game vloc ROW)) (top (game vloc (game str S))))"
        " (repeat 2 (move (top (game vloc ROW)) (top ((1 player) vloc new))))"
        " (let (game vloc new) 'L (repeat 2 (move (top (game vloc ROW)) (top 'L))))"
        " (inc (game sto N) (size (game vloc GOAL)))))"
    )
    assert named(cards(made, table, "vloc", "2")) == "6Y 6X"
    assert named(cards(made, table, "vloc", "GOAL")) == "5Y"
    assert named(cards(made, table, "vloc", "NEW1", 2)) == "5X"
    assert named(cards(made, table, "vloc", "NEW2", 2)) == "4Y"
    assert named(cards(made, table, "vloc", "NEW1")) == "4X 3Y"


def test_an_oloc_is_seen_by_all_but_its_owner():
    made, table = played("(do ((move (top (game vloc ROW)) (top ((1 player) oloc BACK)))))")
    place = made.plan.rows["oloc", "BACK"] * made.plan.owners
    assert [table.sight[place + owner] for owner in range(4)] == [7, 6, 5, 3]


def test_a_faro_shuffle_alternates_the_cards_of_two_places():
    made, table = played(
        "(do ((repeat 4 (move (top (game vloc ROW)) (bottom (game vloc ONE))))"
        " (repeat 2 (move (top (game vloc ROW)) (bottom (game vloc TWO))))"
        " (shuffle faro (game vloc ONE) (game vloc TWO))))"
    )
    assert named(cards(made, table, "vloc", "ONE")) == "5X 4X 5Y 4Y 6X 6Y"
    assert cards(made, table, "vloc", "TWO") == ""


def test_teams_are_optional_may_be_nested_and_made_in_play():
    for teams, wanted in (
        ("", ((0,), (1,), (2,), (3,))),
        ("(create teams ((0, 2), (1, 3)))", ((0, 2), (1, 3))),
        ("(create teams (0, 2 (1, 3)))", ((0, 2), (1, 3))),
        ("(create teams (1, 3))", ((1, 3), (0,), (2,))),
    ):
        description = read(source("(do ((turn pass)))", f"{teams} {DECK}", 4), "test.rcy")
        assert description.teams == wanted, teams
    _, table = played("(do ((create teams ((next player), (0 player)))))")
    assert table.teams == ((1, 0), (2,))
    with pytest.raises(GameFault, match="is in a team already"):
        played("(do ((create teams ((current player), (0 player)))))")


# A tolerant reader


@pytest.mark.parametrize(
    "one,other",
    [
        ("(set (game points P) (((RANK : 1) 5)))", "(set (game points P) (((RANK:1) 5)))"),
        ("(set (game points P) (((RANK : 1) 5)))", "(set (game points P) ((RANK : 1) 5))"),
        ("(set (game points P) (((RANK : 1) 5)))", "(set (game points P) (((RANK (1)) 5)))"),
        ("(set (game points P) (((RANK : 1) 5) ((RANK : 2) 5)))",
         "(set (game points P) (((RANK : (1, 2)) 5)))"),
        ("(set (game str S) HIGH)", '(set (game str S) "HIGH")'),
        ("(all player 'P (inc ('P sto N) 1))", "(all player ''P (inc (''P sto N) 1))"),
        ("(all player 'P (inc ('P sto N) 1))", "(all player 'P' (inc (\u2018P\u2019 sto N) 1))"),
        ("(move (top (game vloc ROW)) (top (game vloc A)))",
         "(move (top (game vloc ROW)) (game vloc A))"),
        ("(create teams (0, 2) (1))", "(create teams (0 2), (1))"),
    ],
)  # fmt: skip
def test_two_spellings_are_the_same(one, other):
    def ends(course: str) -> object:
        _, table = played(f"(do ({course}))")
        maps = [points and points.entries for points in table.maps]
        return table.places, table.stores, table.texts, maps, table.teams

    assert ends(one) == ends(other)


@pytest.mark.parametrize(
    "text",
    [
        "(game (scoring max 0) (setup {deck} (declare 2 'N) (create players 'N))"
        " (do ((turn pass))))",
        "(game (setup (create players 2) {deck}) (turn pass) (scoring max 0))",
        "(game (setup (create players 2) {deck}) (do (turn pass) (turn pass)) (scoring max 0))",
        "(game (setup (create players 2) {deck}) (do (turn pass)) (scoring max 0))",
        "(game (setup (create players 2) {deck}) (declare 3 'A) (do ((declare 4 'B)"
        " (set (game sto N) (+ 'A 'B)))) (scoring max (game sto N)))",
        "(game (setup (create players 2) {deck}) (stage player (end (== (game sto N) 1))"
        " (declare 1 'B) (choice ((set (game sto N) 'B)))) (scoring max 0))",
        "(game (setup (create players 2) {deck}) (repeat 2 (choice ((turn pass))))"
        " ((== 1 1) (choice ((turn pass)))) (scoring max 0))",
        "(game (setup (create players 2) (create deck PACK (game iloc S) (deck (A (x, y)))))"
        " (do ((shuffle (game iloc S)))) (scoring max 0))",
        ";; a comment (\r\n(game\t(setup (create players 2) {deck})\r\n(do ((turn pass)))"
        "; another\r\n(scoring max 0))",
    ],
)
def test_a_text_is_read_in_any_order_and_with_fewer_parentheses(text):
    game = UserGame(text=text.format(deck=DECK), file="odd.rcy")
    state = game.deal(Stream(1))
    state.playout(Stream(1))
    assert state.is_terminal()


# The dialect


OLD = "(do ((put points 'P (((RANK (1)) 5)))))"
NEW = "(do ((set (game points P) (((RANK : 1) 5)))))"


def dialect(text: str, name: str) -> str:
    return read(text, name).dialect


def test_the_ending_or_a_comment_tells_the_dialect():
    text = "(game (setup (create players 2)) (do ((turn pass))) (scoring max 0))"
    assert dialect(text, "a.gdl") == "0.4"
    assert dialect(text, "a.RCY") == "0.5"
    assert dialect(text, "game") == "0.4"
    for comment in (";; dialect: 0.5", ";; RECYCLE 0.5.10", "; recycle dialect 0.5"):
        assert dialect(f"{comment}\n{text}", "a.gdl") == "0.5", comment
    assert dialect(f";; dialect: 0.5\n{text}\n;; dialect: 0.4\n", "a.rcy") == "0.4"
    with pytest.raises(DescriptionError) as error:
        dialect(f"{text}\n ;; dialect: 0.7\n", "a.rcy")
    assert "There is no dialect 0.7. The dialects are 0.4 and 0.5" in str(error.value)
    assert error.value.at.column == 5
    assert dialect(f";; dialect: that of the manual\n{text}", "a.rcy") == "0.5"


@pytest.mark.parametrize(
    "action,exists",
    [
        ("(put points 'P (((RANK (1)) 5)))", "0.4"),
        ("(set (game sto N) (sum (game vloc ROW) using 'P))", "0.4"),
        ("(set (game points P) (((RANK : 1) 5)))", "0.5"),
        ("(put points 'P (((RANK : 1) 5)))", "0.5"),
        ("(set (game sto N) (sum (game vloc ROW) using (game points P)))", "0.5"),
        ("(set (game str S) A)", "0.5"),
        ("(set (game sto N) (^ 2 3))", "0.5"),
        ("(set (game sto N) (random 3))", "0.5"),
        ("(set (game sto N) (size (subsets (game vloc ROW))))", "0.5"),
        ("(set (game sto N) (size (game oloc ROW)))", "0.5"),
        ("(move (top (game vloc ROW)) (top (game vloc new)))", "0.5"),
        ("(shuffle faro (game vloc ROW) (game vloc A))", "0.5"),
        ("(repeat all (forget (top (game mem M))))", "0.5"),
        ("(create deck PACK (game vloc ROW) (deck (A (B))))", "0.5"),
        ("(set (game sto N) (size (top 2 (game vloc ROW))))", "0.5"),
    ],
)
def test_an_error_says_in_which_dialect_a_form_exists(action, exists):
    here = {"0.4": "0.5", "0.5": "0.4"}[exists]
    name = {"0.4": "test.gdl", "0.5": "test.rcy"}[here]
    course = f"(do ((remember (top (game vloc ROW)) (top (game mem M))) {action}))"
    text = f"(game (setup (create players 3) {DECK}) {course} (scoring max 0))"
    with pytest.raises(DescriptionError) as error:
        read(text, name)
    said = str(error.value)
    assert f"a form of dialect {exists}, and this text is in {here}" in said
    assert f"add the line `;; dialect: {exists}`" in said
