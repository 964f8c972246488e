"""Each construct of the language is tested in the smallest game that shows its effect."""

import pytest
from game.recycle.small import cards, number, started
from game.recycle.test_constructs import Made

from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.machine.luck import StreamLuck
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.forms.description import read
from Game.recycle.transcript import all_lines
from Game.recycle.transcript_replay import position_key

MAP = "(put points 'W (((CARD (C1)) 1) ((CARD (C2)) 2) ((CARD (C3)) 3) ((CARD (C6)) 2)))"


def moved(source, goal="(top (game vloc OUT))"):
    return f"(do ({MAP} (move {source} {goal})))"


@pytest.mark.parametrize(
    "source,found",
    [
        ("(top (game iloc STOCK))", "C6"),
        ("(bottom (game iloc STOCK))", "C1"),
        ("(2 (game iloc STOCK))", "C3"),
        ("(max (game iloc STOCK) using 'W)", "C3"),
        ("(top (tuples 2 (game iloc STOCK) using 'W))", "C6"),
        ("(top (filter (game iloc STOCK) 'C (== (cardatt CARD 'C) C4)))", "C4"),
        ("(top (union (game vloc OUT) (game iloc STOCK)))", "C6"),
    ],
)
def test_finding_a_card(source, found):
    if "tuples" in source:
        source = f"(top {source})"
    made, table = started(moved(source))
    assert cards(made, table, "vloc", "OUT") == found


@pytest.mark.parametrize(
    "goal,row",
    [("top", "C6 C5 C4"), ("bottom", "C4 C6 C5"), ("1", "C6 C4 C5")],
)
def test_moving_a_card(goal, row):
    move = "(move (top (game iloc STOCK)) ({} (game vloc OUT)))"
    made, table = started(f"(do ((repeat 2 {move.format('top')}) {move.format(goal)}))")
    assert cards(made, table, "vloc", "OUT") == row


@pytest.mark.parametrize(
    "course,places,found",
    [
        ("(all (RED, BLUE) 'N {})", {"RED", "BLUE"}, {"RED": "C6", "BLUE": "C5"}),
        ("(let RED 'M (let 'M 'N {}))", {"RED"}, {"RED": "C6"}),
        ("(let (RED, BLUE) 'ALL (all (filter 'ALL 'X (!= 'X RED)) 'N {}))",
         {"RED", "BLUE"}, {"BLUE": "C6"}),
        ("(let (cardatt CARD (top (game iloc STOCK))) 'N {})",  # of a card: any name of the text
         {"STOCK", "CARD", "C1", "C2", "C3", "C4", "C5", "C6"}, {"C6": "C6"}),
    ],
)  # fmt: skip
def test_naming_a_place_with_a_variable(course, places, found):
    move = "(move (top (game iloc STOCK)) (top ((1 player) vloc 'N)))"
    made, table = started(f"(do ({course.format(move)}))")
    assert {name for kind, name in made.plan.rows if kind == "vloc"} == places
    lying = {name: cards(made, table, "vloc", name, 2) for name in places}
    assert {name: there for name, there in lying.items() if there} == found


@pytest.mark.parametrize(
    "value,result",
    [
        ("(+ 2 3)", 5), ("(- 2 3)", -1), ("(* 2 3)", 6), ("(// 7 2)", 3), ("(% 7 3)", 1),
        ("(size (game iloc STOCK))", 6), ("(size (range 2 .. 5))", 4), ("(size player)", 2),
        ("(sum (game iloc STOCK) using 'W)", 8), ("(score (top (game iloc STOCK)) using 'W)", 2),
        ("(score (top (game vloc NONE)) using 'W)", 0), ("(size (other player))", 1),
        ("(all player 'P (+ ('P sto UNSET) 4))", 8), ("(all (range 1 .. 3) 'N (* 'N 'N))", 14),
        ("(mod 7 3)", 1), ("(- 3 -4)", 7), ("(// -7 2)", -4), ("(% -7 3)", 2), ("(// 7 -2)", -4),
        ("(% 7 -3)", -2), ("(// -6 -4)", 1), ("(% -6 3)", 0),
    ],
)  # fmt: skip
def test_computing_a_number(value, result):
    made, table = started(f"(do ({MAP} (set (game sto N) {value})))")
    assert number(made, table, "N") == result


@pytest.mark.parametrize(
    "condition,holds",
    [
        ("(and (== 1 1) (< 1 2))", True), ("(and (== 1 1) (< 2 1))", False),
        ("(or (!= 1 1) (>= 2 2))", True), ("(not (<= 2 1))", True),
        ("(== (cardatt CARD (top (game iloc STOCK))) C6)", True),
        ("(== (cardatt NONE (top (game iloc STOCK))) C6)", False),
        ("(== (top (game iloc STOCK)) (5 (game iloc STOCK)))", True),
        ("(== (current player) (0 player))", True), ("(== (next player) (current player))", False),
        ("(== (previous player) (next player))", True), ("(== (team (1 player)) (1 team))", True),
        ("(any (1, 2, 3) 'N (== 'N 3))", True), ("(all (range 1 .. 3) 'N (< 'N 3))", False),
        ("(any (A, B) 'N (== 'N B))", True),
    ],
)  # fmt: skip
def test_conditions(condition, holds):
    made, table = started(f"(do ((set (game sto N) 0) ({condition} (set (game sto N) 1))))")
    assert number(made, table, "N") == holds


def test_matching_entries_of_a_point_map_are_added_and_joint_keys_match_together():
    program = Program(
        read(
            """(game (setup (create players 1) (create teams (0))
              (create deck (game iloc S) (deck (A (X, Y)) (B (X, Y)))))
             (do ((put points 'P (((A (X)) 1) ((B (X)) 10) ((A (X)) (B (X)) 100)))
                  (all (range 0 .. 3) 'N
                   (move (bottom (game iloc S)) (top (game vloc OUT))))
                  (set (game sto XX) (score (0 (game vloc OUT)) using 'P))
                  (set (game sto XY) (score (1 (game vloc OUT)) using 'P))
                  (set (game sto YX) (score (2 (game vloc OUT)) using 'P))
                  (set (game sto YY) (score (3 (game vloc OUT)) using 'P))))
             (scoring max 0))"""
        )
    )
    table = program.start(StreamLuck(Stream(0)))
    assert [number(program, table, name) for name in ("XX", "XY", "YX", "YY")] == [111, 1, 10, 0]


def test_forget_removes_the_card_that_was_found():
    made, table = started(
        "(do ((all (range 0 .. 2) 'N (do ((remember ('N (game iloc STOCK)) (top (game mem M)))"
        " (remember ('N (game iloc STOCK)) (top (game mem N))))))"
        " (all (game mem N) 'C ((!= (cardatt CARD 'C) C2) (forget 'C)))"
        " (forget (bottom (filter (game mem M) 'C (== (cardatt CARD 'C) C3))))))"
    )
    assert cards(made, table, "mem", "N") == "C2"
    assert cards(made, table, "mem", "M") == "C1 C2"


def test_the_owner_of_a_remembered_card_is_the_player_who_remembers_it():
    made, table = started(
        "(do ((move (top (game iloc STOCK)) (top ((1 player) iloc HAND)))"
        " (remember (top ((1 player) iloc HAND)) (top (game mem M)))"
        " (inc ((owner (top (game mem M))) sto OF_GAME) 1) (forget (top (game mem M)))"
        " (remember (top ((1 player) iloc HAND)) (top ((0 player) mem N)))"
        " (inc ((owner (top ((0 player) mem N))) sto OF_PLAYER) 1)"
        " (inc ((owner (actual (top ((0 player) mem N)))) sto ITSELF) 1)))"
    )
    assert [number(made, table, "OF_GAME", owner) for owner in (1, 2)] == [0, 1]
    assert [number(made, table, "OF_PLAYER", owner) for owner in (1, 2)] == [1, 0]
    assert [number(made, table, "ITSELF", owner) for owner in (1, 2)] == [0, 1]


def test_remembering_a_card_does_not_move_it():
    made, table = started(
        "(do ((remember (top (game iloc STOCK)) (top (game mem M)))"
        " (remember (top (game vloc NONE)) (top (game mem M)))"
        " (move (actual (top (game mem M))) (top (game vloc OUT)))))"
    )
    assert cards(made, table, "vloc", "OUT") == "C6"
    assert cards(made, table, "mem", "M") == "C6"
    assert cards(made, table, "iloc", "STOCK") == "C1 C2 C3 C4 C5"


@pytest.mark.parametrize(
    "move,row",
    [
        ("(repeat all (move (top (game iloc STOCK)) (top (game vloc OUT))))", "C6 C5 C4 C3 C2 C1"),
        ("(repeat all (move (bottom (filter (game iloc STOCK) 'C (== (score 'C using 'W) 2)))"
         " (top (game vloc OUT))))", "C2 C6"),
        ("(let (top (tuples 2 (game iloc STOCK) using 'W)) 'T"
         " (repeat all (move (top 'T) (top (game vloc OUT)))))", "C6 C2"),
        ("(all (tuples 2 (game iloc STOCK) using 'W) 'T"
         " (repeat all (move (top 'T) (top (game vloc OUT)))))", "C5 C4 C6 C2"),
        ("(all (top (tuples 2 (game iloc STOCK) using 'W)) 'C (move 'C (top (game vloc OUT))))",
         "C2 C6"),
        ("(repeat all (move (top (game vloc NONE)) (top (game vloc OUT))))", ""),
    ],
)  # fmt: skip
def test_move_takes_cards_from_the_named_place(move, row):
    made, table = started(f"(do ({MAP} {move}))")
    assert cards(made, table, "vloc", "OUT") == row


def test_trying_an_option_does_not_change_a_selection():
    made, table = started(
        f"(do ({MAP})) (let (filter (game iloc STOCK) 'C (> (score 'C using 'W) 1)) 'T"
        " (choice ((move (top 'T) (top (game vloc OUT))) (move (bottom 'T) (top (game vloc OUT)))"
        " (repeat all (move (top 'T) (top (game vloc OUT)))))))"
    )
    assert [len(lines) for lines in texts(made, table)] == [1, 1, 3]
    made.interpreter.choose(table, 2)
    assert cards(made, table, "vloc", "OUT") == "C6 C3 C2"


def test_any_around_a_choice_offers_the_choice_for_each_item():
    made, table = started(
        "(any (1, 2) 'N (choice ((set (game sto A) 'N) (set (game sto B) 'N) (turn pass))))"
    )
    assert texts(made, table) == [
        ["S:table A 1"], ["S:table B 1"], [], ["S:table A 2"], ["S:table B 2"], [],
    ]  # fmt: skip
    made.interpreter.choose(table, 4)
    assert (number(made, table, "A"), number(made, table, "B")) == (0, 2)


def test_a_choice_within_a_do_is_made_in_order():
    made, table = started(
        "(do ((set (game sto A) 1) (all player 'P (choice ((inc ('P sto N) 1) (inc ('P sto N) 2))))"
        " ((== (game sto A) 1) (let 5 'V (choice ((set (game sto A) 'V)))))"
        " ((== (game sto A) 1) (choice ((set (game sto A) 9))))"
        " (do ((set (game sto B) (game sto A))))))"
    )
    seen = []
    while not table.over:
        seen.append(texts(made, table))
        made.interpreter.choose(table, len(table.options) - 1)
    assert seen == [
        [["S:p0 N 1"], ["S:p0 N 2"]], [["S:p1 N 1"], ["S:p1 N 2"]], [["S:table A 5"]],
    ]  # fmt: skip
    assert number(made, table, "B") == 5


def test_a_stage_of_teams_does_not_change_the_current_player():
    made, table = started(
        "(stage team (end (== (game sto N) 3)) (do ((inc (game sto N) 1)"
        " (inc ((current team) sto TURNS) 1) (inc ((current player) sto TURNS) 1)"
        " (all (current team) 'P (inc ('P sto SEEN) 1)))))"
    )
    assert [number(made, table, "TURNS", owner) for owner in (1, 2, 3, 4)] == [3, 0, 2, 1]
    assert [number(made, table, "SEEN", owner) for owner in (1, 2)] == [2, 1]


def test_a_coin_decides_between_equal_cards():
    kept = {
        cards(*started(moved("(max (filter (game iloc STOCK) 'C (== (score 'C using 'W) 2))"
                             " using 'W)"), seed=seed), "vloc", "OUT")
        for seed in range(20)
    }  # fmt: skip
    assert kept == {"C2", "C6"}


def test_max_finds_no_card_if_all_scores_are_below_minus_one():
    low = "(put points 'W (((CARD (C1)) (- 0 5))))"
    only = "(filter (game iloc STOCK) 'C (== (cardatt CARD 'C) C1))"
    made, table = started(
        f"(do ({low} (remember (max {only} using 'W) (top (game mem M)))"
        f" (remember (min {only} using 'W) (top (game mem N)))))"
    )
    assert cards(made, table, "mem", "M") == ""
    assert cards(made, table, "mem", "N") == "C1"


# Stages

COUNT = "(do ((inc ((current player) sto TURNS) 1)))"


def test_a_stage_checks_its_end_before_each_turn():
    made, table = started(
        f"(stage player (end (all player 'P (== ('P sto TURNS) 2))) {COUNT})"
        " (stage player (end (== (size (game vloc NONE)) 0)) (do ((inc (game sto NEVER) 1))))"
    )
    assert [number(made, table, "TURNS", owner) for owner in (1, 2)] == [2, 2]
    assert number(made, table, "NEVER") == 0


def test_cycle_next_sets_the_next_player_once():
    made, table = started(
        "(stage player (end (== (game sto N) 4))"
        " (do ((inc (game sto N) 1) (inc ((current player) sto TURNS) 1)"
        " ((== (game sto N) 1) (cycle next current)))))"
    )
    assert [number(made, table, "TURNS", owner) for owner in (1, 2)] == [3, 1]


def test_an_inner_stage_starts_with_the_outer_player_and_does_not_change_it():
    inner = "(stage player (end (>= (game sto N) (game sto GOAL)))" \
            " (do ((inc (game sto N) 1) (inc ((current player) sto TURNS) 1))))"  # fmt: skip
    made, table = started(
        "(stage player (end (== (game sto N) 4)) (do ((inc (game sto GOAL) 1)))"
        f" {inner} (do ((inc ((current player) sto ROUNDS) 1))))"
    )
    assert [number(made, table, "ROUNDS", owner) for owner in (1, 2)] == [2, 2]
    assert [number(made, table, "TURNS", owner) for owner in (1, 2)] == [2, 2]


# Choices


def texts(made, table):
    return [
        [line for line in all_lines(made.effects(table, option), made.plan) if line]
        for option in range(len(table.options))
    ]


def test_any_offers_the_first_then_the_last_down_to_the_second():
    made, table = started("(choice ((any (1, 2, 3, 4) 'N (set (game sto N) 'N))))")
    assert texts(made, table) == [[f"S:table N {n}"] for n in (1, 4, 3, 2)]


def test_any_within_any_offers_every_pair():
    made, table = started(
        "(choice ((any (1, 2) 'N (do ((set (game sto N) 'N)"
        " (any (5, 6) 'M (set (game sto M) (+ 'N 'M))))))))"
    )
    assert texts(made, table) == [
        [f"S:table N {n}", f"S:table M {n + m}"] for n in (1, 2) for m in (5, 6)
    ]
    made.interpreter.choose(table, 3)
    assert (number(made, table, "N"), number(made, table, "M")) == (2, 8)


def test_an_any_without_anything_to_pick_leaves_what_stands_beside_it():
    made, table = started(
        "(choice ((turn pass)"
        " (do ((inc (game sto N) 1) (any (game vloc NONE) 'C (turn pass))))"
        " (do ((inc (game sto N) 2) (any (1, 2) 'M ((== 'M 2) (set (game sto M) 'M)))))))"
    )
    assert texts(made, table) == [
        *([], ["S:table N 1"]),
        *(["S:table N 2"], ["S:table N 2", "S:table M 2"]),
    ]


def test_an_option_without_effect_is_not_offered_except_a_pass():
    made, table = started(
        "(choice (((== 1 2) (set (game sto N) 1)) (turn pass)"
        " (repeat all (move (top (game vloc NONE)) (top (game vloc OUT))))))"
    )
    assert texts(made, table) == [[]]


def test_a_single_option_is_a_choice():
    made, table = started("(choice ((set (game sto N) 1)))")
    assert not table.over
    assert len(table.options) == 1
    made.interpreter.choose(table, 0)
    assert table.over


EVERYTHING = """
 (choice
  ((do ((put points 'W (((CARD (C1)) 1))) (set (game sto N) (sum (game iloc STOCK) using 'W))
        (create teams (1) (0)) (cycle next previous) (cycle current next)
        (shuffle (game iloc STOCK)) (create deck (game vloc NEW) (deck (CARD (C7))))
        (remember (top (game iloc STOCK)) (top (game mem M)))
        (forget (top (game mem M)))
        (repeat 2 (move (bottom (game iloc STOCK)) (bottom (game vloc OUT))))
        (let 3 'L (dec (game sto N) 'L)) (repeat all (move (top (game vloc OUT)) (2 (game hloc D))))
        (any (game iloc STOCK) 'C (move 'C (top (game vloc OUT)))) (turn pass)))))
"""


def test_trying_an_option_never_changes_the_game():
    made, table = started(EVERYTHING)
    _, untouched = started("(choice ((turn pass)))")
    assert len(table.options) == 4
    assert table.faces == untouched.faces
    assert cards(made, table, "iloc", "STOCK") == "C1 C2 C3 C4 C5 C6"
    assert all(not place for place in table.places if len(place) != 6)
    assert table.stores == [0] * len(table.stores)
    assert (table.maps, table.seat, table.queued) == ([None], 0, -1)
    assert table.teams == ((0,), (1,))
    before = position_key(table)
    made.effects(table, 2)
    assert position_key(table) == before
    other = table.clone()
    made.interpreter.choose(other, 2)
    assert other.over
    assert position_key(table) == before


# Games that cannot go on


@pytest.mark.parametrize(
    "course,sentence",
    [
        ("(do ((move (top (game vloc NONE)) (top (game vloc OUT)))))",
         "this moves a card from an empty place"),
        ("(choice (((== 1 2) (turn pass))))", "this choice has no option that the player can take"),
        ("(stage player (end (== (game sto N) 1)) (do ((turn pass))))",
         "repeat without a choice"),
        ("(do ((repeat 999999999 (inc (game sto N) 1))))",
         "it has used up its 5 million steps"),
        ("(do (" + "(all player 'P " * 40 + "(turn pass)" + ")" * 40 + "))",
         "it has used up its 5 million steps"),
        ("(choice (" + "(any player 'P " * 40 + "((== 1 2) (turn pass))" + ")" * 40 + "))",
         "it has used up its 5 million steps"),
        ("(do ((" + "(all player 'P " * 40 + "(== 1 1)" + ")" * 40 + " (turn pass))))",
         "it has used up its 5 million steps"),
        ("(do ((set (game sto N) (// 1 (game sto ZERO)))))", "this divides a number by 0"),
        ("(do ((set (game sto N) 9) (repeat 99 (set (game sto N) (* (game sto N) (game sto N))))))",
         "a number is larger than"),
        ("(do ((cycle next (owner (top (game iloc STOCK))))))", "no player owns CARD=C6"),
        ("(do ((cycle next (owner (top (game vloc NONE))))))", "there is no card"),
        ("(do ((cycle next ((size (game iloc STOCK)) player))))", "there is no player 6"),
        ("(do ((set (game sto N) (size (range 1 .. 999999999)))))", "is too long"),
        ("(choice ((do ((any (range 1 .. 200) 'A (any (range 1 .. 200) 'B (turn pass)))))))",
         "a choice has more than 20000 options"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_go_on_names_the_line_and_the_turn(course, sentence):
    with pytest.raises(GameFault, match=sentence) as caught:
        started(course)
    assert "This is line 1, after" in str(caught.value)
    assert "with player 0 to move" in str(caught.value)


def test_the_number_of_choices_of_a_game_is_limited():
    program = Program(
        read(
            "(game (setup (create players 1) (create teams (0)) (create deck (game iloc S)"
            " (deck (A (X)))))\n(stage player (end (== (game sto N) 1))\n (choice ((turn pass))))\n"
            "(scoring max 0))\n;; choices: 7\n"
        )
    )
    table = program.start(StreamLuck(Stream(0)))
    for _ in range(6):
        program.interpreter.choose(table, 0)
    with pytest.raises(
        GameFault, match=r"it has not ended after 7 choices\. This is line 3, after 7"
    ):
        program.interpreter.choose(table, 0)


def test_the_work_of_a_description_is_limited():
    course = "(do ((repeat 400000 (inc (game sto N) 1))))"
    with pytest.raises(GameFault, match="it has used up its 5 million steps"):
        started(course)
    made, table = started(f"\n;; work: 9000000\n{course}")
    assert number(made, table, "N") == 400_000
    with pytest.raises(GameFault, match="it has used up its 500 steps"):
        started(f"\n;; work: 500\n{course}")


def test_a_playout_cut_short_is_scored_as_it_is():
    game = Made(
        "(game (setup (create players 2) (create teams (0) (1)) (create deck (game iloc S)"
        " (deck (A (X))))) (stage player (end (== (game sto N) 1))"
        " (choice ((inc ((1 player) sto POINTS) 1))))"
        " (scoring max ((current player) sto POINTS)))\n;; choices: 30\n"
    )
    state = game.deal(Stream(1))
    state.playout(Stream(1))
    assert not state.is_terminal()
    assert state.points(1) == 30
    assert [state.value(side) for side in (0, 1)] == [0, 1]


def test_players_who_tie_share_the_rank():
    program = Program(
        read(
            "(game (setup (create players 3) (create teams (0) (1) (2)) (create deck (game iloc S)"
            " (deck (A (X))))) (do ((set ((1 player) sto N) 4))) (scoring min"
            " ((current player) sto N)))"
        )
    )
    table = program.start(StreamLuck(Stream(0)))
    assert table.scores == [0, 4, 0]
    assert program.ranks(table.scores) == [0, 2, 0]
