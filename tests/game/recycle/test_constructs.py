"""Each construct of the language, in each place where it is allowed, can be read, played, replayed
from a transcript, and imagined by every seat.

`test_machine` tests what the constructs do.
"""

from collections.abc import Iterable

import pytest
from support.cases import case

from Game.core.stream import Stream
from Game.recycle.game import DescribedGame
from Game.recycle.reading.forms.checker import check
from Game.recycle.transcript import transcribe
from Game.recycle.transcript_replay import follow

SETUP = """(create players 4) (create teams (0, 2) (1, 3))
 (create deck (game iloc STOCK) (deck (RANK (A, B, C)) (SUIT (X, Y))))"""
START = """(do ((put points 'P (((RANK (A)) 1) ((SUIT (Y)) 2)))
 (move (top (game iloc STOCK)) (top (game vloc PILE)))
 (all player 'Q (move (top (game iloc STOCK)) (top ('Q iloc HAND))))))"""

HANDS = "(all player 'R ('R iloc HAND))"

CARDS = [
    "(top (game iloc STOCK))",
    "(bottom (game iloc STOCK))",
    "(0 (game iloc STOCK))",
    "((size (game vloc NONE)) (game vloc PILE))",
    "(max (game vloc PILE) using 'P)",
    f"(min (union {HANDS}) using 'P)",
    f"(max {HANDS} using 'P)",
    "(top (filter (game iloc STOCK) 'C (== (cardatt RANK 'C) A)))",
    "(top (union (game vloc PILE) ((current player) iloc HAND)))",
    "(top (top (tuples 1 (game vloc PILE) using 'P)))",
    "(actual (top (game mem M)))",
    f"(top (0 {HANDS}))",
    f"(top (bottom {HANDS}))",
]
PLAYERS = [
    "(0 player)", "((+ 1 1) player)", "(current player)", "(next player)", "(previous player)",
    "(owner (top ((1 player) iloc HAND)))",
]  # fmt: skip
TEAMS = [
    "(0 team)", "(current team)", "(next team)", "(previous team)", "(team (current player))",
    "(team (owner (top ((1 player) iloc HAND))))",
]  # fmt: skip
COLLECTIONS = [
    "player", "team", "(other player)", "(other team)", "(A, B, C)", "(A)", "(0, 1)",
    "(range 0 .. 3)", "(range 0..3)", "(game vloc PILE)", "(union (game vloc PILE))", HANDS,
    "(filter player 'Z (== 'Z (current player)))", "(filter team 'Z (== 'Z (current team)))",
    "(filter (range 0 .. 4) 'Z (> 'Z 2))", "(filter (A, B) 'Z (== 'Z B))",
    f"(filter {HANDS} 'W (> (size 'W) 0))", "(filter (current team) 'Z (== 'Z (0 player)))",
    "(tuples 1 (game vloc PILE) using 'P)", "(team (current player))", "(current team)",
    "((0 player), (1 player))", "((next player))",
]  # fmt: skip
STORE = "(game sto N)"


def do(actions: str) -> str:
    return f"(do ({actions}))"


def choice(options: str) -> str:
    return f"(choice ({options}))"


COURSES = [
    *[do(f"(remember {card} (top (game mem M)))") for card in CARDS],
    *[do(f"(set {STORE} (score {card} using 'P))") for card in CARDS],
    *[do(f"((== (cardatt SUIT {card}) X) (inc {STORE} 1))") for card in CARDS],
    *[do(f"((!= {card} (top (game iloc STOCK))) (inc {STORE} 1))") for card in CARDS],
    *[do(f"(let {card} 'C (remember 'C (bottom (game mem M))))") for card in CARDS],
    *[do(f"(inc ({who} sto N) ({who} sto N))") for who in PLAYERS + TEAMS],
    *[do(f"(move (top (game iloc STOCK)) (top ({who} hloc X)))") for who in PLAYERS + TEAMS],
    *[do(f"(cycle next {who}) (cycle current {who})") for who in PLAYERS + TEAMS],
    *[do(f"((!= {who} {who}) (turn pass))") for who in PLAYERS + TEAMS],
    *[do(f"(let {who} 'W (let ('W vloc PILE) 'L (shuffle 'L)))") for who in PLAYERS + TEAMS],
    *[do(f"(cycle next {who}) (cycle current {who})") for who in ("current", "next", "previous")],
    *[do(f"(all {group} 'V (inc {STORE} 1))") for group in COLLECTIONS],
    *[choice(f"(any {group} 'V (inc {STORE} 1)) (turn pass)") for group in COLLECTIONS],
    *[do(f"((any {group} 'V (== 1 1)) (inc {STORE} 1))") for group in COLLECTIONS],
    *[do(f"((all {group} 'V (== 1 1)) (inc {STORE} 1))") for group in COLLECTIONS],
    *[do(f"(set {STORE} (+ (size {group}) (all {group} 'V 2)))") for group in COLLECTIONS],
    *[f"(all {group} 'V (choice ((turn pass))))" for group in COLLECTIONS],
    *[f"(any {group} 'V (choice ((turn pass) (inc {STORE} 1))))" for group in COLLECTIONS],
    *[f"(let {group} 'K (choice ((turn pass))))" for group in COLLECTIONS],
    # Stages
    f"(stage team (end (== {STORE} 4)) (choice ((inc {STORE} 1))))",
    f"(stage team (end (== {STORE} 4)) (stage player (end (== (game sto K) 3)) "
    f"{do('(inc (game sto K) 1)')})"
    f" {do(f'(set (game sto K) 0) (inc {STORE} 1) (cycle next previous)')})",
    f"(let 3 'N (stage player (end (>= {STORE} 'N)) (choice ((inc {STORE} 1)))))",
    f"(all (range 1 .. 2) 'N (stage player (end (>= {STORE} 'N)) (choice ((inc {STORE} 1)))))",
    "(all player 'W (let ('W iloc HAND) 'H"
    " (choice ((any 'H 'C (move 'C (top (game vloc PILE))))))))",
    "(any ((current player) iloc HAND) 'C (do ((move 'C (top (game vloc PILE))))))",
    # Variables
    do(f"(let (top (game vloc PILE)) 'C (let (cardatt RANK 'C) 'R ((== 'R A) (set {STORE} 1))))"),
    do(f"(let (== 1 1) 'B ('B (inc {STORE} 1)))"),
    do("(let ((current player) iloc HAND) 'H (repeat all (move (top 'H) (top (game vloc PILE)))))"),
    do("(let (filter ((current player) iloc HAND) 'C (== 1 1)) 'H"
       " (repeat all (move (top 'H) (top (game vloc PILE)))))"),
    do("(repeat all (move (top (top (tuples 1 (game vloc PILE) using 'P))) (top (game vloc Z))))"),
    do("(all (A, B) 'N (set ((current player) sto 'N) 3))"),
    do("(move (top (game iloc STOCK)) (top (game vloc 'Z)))"),
    do("(all (RANK, SUIT) 'K ((== (cardatt 'K (top (game vloc PILE))) X) (turn pass)))"),
    # Point maps
    do("(put points 'Z (((RANK (cardatt RANK (top (game vloc PILE)))) 3)))"),
    do("(all (A, B) 'K (put points 'Z (((RANK ('K)) (SUIT (X)) (+ 1 2)) ((RANK ('K)) 0))))"),
    do("(put points 'Z (((RANK A) 3)))"),
    do(f"(set {STORE} (sum (union (game vloc PILE) {HANDS}) using 'P))"),
    # Repeating
    do("(repeat all (move (bottom (game iloc STOCK)) (1 (game vloc PILE))))"),
    do(f"(repeat 2 (do ((inc {STORE} 1) (turn pass))))"),
    do("(repeat (size (game vloc PILE)) (move (top (game vloc PILE)) (bottom (game iloc STOCK))))"),
    do("(repeat 2 (all player 'W (inc ('W sto N) 1)))"),
    choice(f"(repeat 2 (any ((current player) iloc HAND) 'C (inc {STORE} 1)))"),
    choice("(do ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))"
           " (any player 'W (inc ('W sto N) 1))))"),
    choice("(all player 'W (any (0, 1) 'N (set ('W sto N) 'N)))"),
    # Making and remembering
    do("(create deck (game vloc NEW) (deck (RANK (Q)))) (create teams (0) (1) (2) (3))"
       " (all team 'T (set ('T sto N) 1))"),
    f"{do('(create deck (game hloc NEW) (deck (RANK (Q, R))))')} (choice ((turn pass)))",
    do("(shuffle (game iloc STOCK)) (forget (top (game mem M)))"),
    do("(remember (top (game vloc PILE)) (top (game mem M))) (shuffle (game mem M))"
       " (remember (top (game iloc STOCK)) (bottom ((current player) mem M)))"
       " (forget (bottom (game mem M)))"),
    do("(remember (top (game vloc PILE)) (top (game mem M)))"
       " (move (actual (top (game mem M))) (bottom (game hloc H)))"),
    # Conditions
    do("((or (and (== 1 1) (not (!= A B)) (<= 1 2)) (>= 2 1)) (do ((turn pass))))"),
    do("((all player 'W (any ('W iloc HAND) 'C (== (cardatt RANK 'C) A))) (turn pass))"),
    do("((== (owner (top ((1 player) iloc HAND))) (1 player)) (turn pass))"),
    do(f"(set {STORE} (% (- 1 3) 2)) (set {STORE} (// -3 2)) (set {STORE} (* {STORE} 2))"),
]  # fmt: skip


class Made(DescribedGame):
    name, options = "made", ()

    def __init__(self, text: str, file: str = "made.gdl") -> None:
        self.text, self.file, self.chosen = text, file, {}
        self.set_up(0, ())


def text_of(course: str, setup: str = SETUP, scoring: str = "0", declared: str = "") -> str:
    return (
        f"(game (declare OUT 'Z) {declared} (setup {setup})\n{START}\n{course}\n"
        f"(scoring max {scoring}))"
    )


def walk(text: str) -> None:
    """Read the game, play it, replay its transcript, and imagine it from every seat."""
    _, remarks = check(text, "made.gdl")
    assert all(remark.sentence.startswith("Nothing is ever ") for remark in remarks)
    game = Made(text)
    follow(game.program, "\n".join(transcribe(game.program, Stream(1))) + "\n")
    stream = Stream(2)
    state = game.deal(stream)
    while True:
        for seat in range(game.seats):
            view = state.view(seat)
            assert game.determinise(view, stream).view(seat) == view
            other = state.clone()
            other.redeal(seat, stream)
            assert other.view(seat) == view
        if state.is_terminal():
            break
        assert len({game.action_text(state, action) for action in state.legal()}) == len(
            state.legal()
        )
        state.play(stream.choice(state.legal()))


def walk_each(texts: Iterable[str]) -> None:
    for text in texts:
        with case(text):
            walk(text)


@pytest.mark.slow
def test_a_construct_works_in_every_place_where_it_is_allowed():
    walk_each(text_of(course) for course in COURSES)


def test_a_value_can_be_declared():
    values = ["3", "HEARTS", "(A, B)", "(range 1 .. 3)", "player", "(game iloc STOCK)", "(1, 2)",
              "-3", "(0 player)", "(+ 1 2)"]  # fmt: skip
    walk_each(
        text_of("(choice ((turn pass)))", declared=f"(declare {value} 'X)") for value in values
    )


def test_a_setup_step_works():
    setups = [
        SETUP.replace("(create teams (0, 2) (1, 3))", ""),
        SETUP.replace("(0, 2) (1, 3)", "(0, 1, 2, 3)"),
        SETUP + "(repeat 2 (create deck ((1 player) iloc HAND) (deck (RANK (A, B)))))",
        SETUP + "(create deck ((1 team) hloc BOX) (deck (RANK (A)))) (shuffle (game iloc STOCK))",
        SETUP.replace("(SUIT (X, Y))", "(COLOR (R (SUIT (X)) (SIZE (BIG, SMALL))) (G (SUIT (Y))))"),
    ]
    walk_each(text_of("(choice ((turn pass)))", setup=setup) for setup in setups)


def test_a_scoring_works():
    scorings = [
        "(sum ((current player) iloc HAND) using 'P)",
        "(+ ((team (current player)) sto N) (size ((current player) iloc HAND)))",
        "(all (team (current player)) 'W (size ('W iloc HAND)))",
    ]
    walk_each(text_of("(choice ((turn pass)))", scoring=scoring) for scoring in scorings)
