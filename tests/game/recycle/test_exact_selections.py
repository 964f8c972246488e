"""As `test_exact_new_worlds`: selections, numbers and chance that depend on hidden cards."""

import pytest
from game.recycle.test_exact_new_worlds import MINE, PASS, SHOW, YOURS, assert_exact_course

R = "using (game points R)"
REDS = f"(filter {YOURS} 'C (== (cardatt SUIT 'C) A))"
ONES = f"(filter {YOURS} 'C (== (cardatt RANK 'C) 1))"
SORTED = f"(sort {YOURS} {R})"
HIDE = "(move 'C (top (game hloc DOWN)))"
THEN = f"{PASS} (choice ((any {MINE} 'C {HIDE}))) {PASS}"

# Name: the course, and the cards of each hand.
GAMES = {
    "the number of cards in two selections": (
        f"(do ((set (game sto N) (size (intersect {REDS} {ONES}))))) {THEN}", 2),
    "the number of cards in one selection of two": (
        f"(do ((set (game sto N) (size (disjunction {REDS} {ONES}))))) {THEN}", 2),
    "the points of the two best cards": (
        f"(do ((set (game sto N) (sum (top 2 {SORTED}) {R})))) {THEN}", 3),
    "the points of the lowest red card": (
        f"(do ((set (game sto N) (sum (bottom 1 {REDS}) {R})))) {THEN}", 2),
    "the second red card": (
        f"(do ((set (game sto N) (score (1 {REDS}) {R})))) {THEN}", 3),
    "a power and a series": (
        f"""(do ((set (game sto N) (+ (^ 2 (score (top {YOURS}) {R}))
                                     (tri (score (bottom {YOURS}) {R})))))) {THEN}""", 2),
    "a random number of times the points of a card": (
        f"(do ((set (game sto N) (* (random 0 .. 1) (score (top {YOURS}) {R}))))) {THEN}", 2),
    "random numbers in a condition and after it": (
        f"""(do (((> (random 1 .. 2) (score (top {YOURS}) {R})) (set (game sto A) 1))
                (set (game sto B) (random 1 .. 2)))) {THEN}""", 2),
    "a point map of the text of a card": (
        f"""(do ((set (game points T) (((SUIT : (cardatt SUIT (top {YOURS}))) 7))))) {THEN}""", 2),
    "the team of the best card": (
        f"""(do (((== (team (owner (max (union {MINE} {YOURS}) {R}))) (1 team))
                 (set (game sto W) 1)))) {THEN}""", 2),
    "groups of all hands": (
        f"""(do (((any (all player 'P (partition RANK ('P iloc HAND))) 'G (== (size 'G) 2))
                 (set (game sto PAIR) 1)))) {THEN}""", 2),
    "some red cards have three points": (
        f"""(do (((any (subsets {REDS}) 'S (== (sum 'S {R}) 3)) (set (game sto X) 1))))
         {THEN}""", 2),
    "a hand without a rank is shuffled": (
        f"""(choice ((any (filter {MINE} 'C (== (cardatt RANK 'C) 1)) 'C {SHOW})
                    ((not (any {MINE} 'C (== (cardatt RANK 'C) 1))) (turn pass))))
         (do ((shuffle {MINE}))) {PASS}""", 2),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_exactly_the_possible_worlds_are_imagined(name):
    assert_exact_course(*GAMES[name])
