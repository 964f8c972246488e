"""As `test_exact_worlds`, in dialect 0.5: conditions with `let`, groups of cards and sums, and
choices that show something of a card that stays where it is.
"""

import pytest
from game.recycle.test_exact_worlds import assert_exact

from Game import registry

SETUP = """(setup (create players 2)
 (create deck (game iloc STOCK) (deck (RANK (1, 2, 3)) (SUIT (A, B)))))
 (do ((set (game points R) (((RANK : 1) 1) ((RANK : 2) 2) ((RANK : 3) 3)))
  (shuffle (game iloc STOCK))
  (all player 'P (repeat {cards} (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))"""
MINE = "((current player) iloc HAND)"
YOURS = "((1 player) iloc HAND)"
SORTED = f"(sort {YOURS} using (game points R))"
PASS = "(choice ((turn pass)))"
HIDE = f"(any {MINE} 'C (move 'C (top (game hloc DOWN))))"
UP = f"(do ((move (top (game iloc STOCK)) (top (game vloc UP))))) {PASS}"
TAKE = "(move (top (game vloc UP)) (top ((0 player) iloc HAND)))"
TELL = f"(do ((set (game str T) (cardatt RANK (top (game hloc DOWN)))))) {PASS}"
FOLLOW = f"(filter {MINE} 'H (== (cardatt SUIT 'H) (game str LEAD)))"
SHOW = "(move 'C (top (game vloc OUT)))"

# Name: the course, and the cards of each hand.
GAMES = {
    "follows suit, with `let`": (
        f"""(choice ((any {MINE} 'C (do ((set (game str LEAD) (cardatt SUIT 'C)) {SHOW})))))
         (do ((cycle current (0 player))))
         (choice ((let {FOLLOW} 'F (do (((> (size 'F) 0) (any 'F 'C {SHOW})))))
                  (let {FOLLOW} 'F
                   (do (((== (size 'F) 0) (any {MINE} 'C {SHOW}))))))) {PASS}""", 2),
    "asks for a rank, and the rules lay down pairs": (
        f"""(stage player (end (> (game sto TURNS) 2))
         (choice ((any (partition RANK {MINE}) 'G (set (game str ASKED) (cardatt RANK (top 'G))))
                  ((== (size {MINE}) 0) (turn pass))))
         (do ((inc (game sto TURNS) 1) (set (game sto GOT) 0)
          (all (filter ((next player) iloc HAND) 'C (== (cardatt RANK 'C) (game str ASKED))) 'C
           (do ((move 'C (top {MINE})) (inc (game sto GOT) 1))))
          ((and (== (game sto GOT) 0) (> (size (game iloc STOCK)) 0))
           (move (top (game iloc STOCK)) (top {MINE})))
          (all (partition RANK {MINE}) 'G
           ((== (size 'G) 2)
            (all 'G 'C (move 'C (top ((current player) vloc BOOKS)))))))))""", 2),
    "names the suit of one card, and puts another down": (
        f"""(choice ((any {MINE} 'A (any {MINE} 'C ((!= 'A 'C)
          (do ((set (game str S) (cardatt SUIT 'A)) (move 'C (top (game hloc DOWN)))))))))) {PASS}
         (choice ((any {MINE} 'A (set (game str S) (cardatt RANK 'A))))) {PASS}""", 2),
    "the sum of two cards of three": (
        f"""(choice ((any {MINE} 'A (any {MINE} 'B ((!= 'A 'B) (set (game sto SUM)
          (+ (score 'A using (game points R)) (score 'B using (game points R))))))))) {PASS}""", 3),
    "the rules count cards and points": (
        f"""(do ((all {YOURS} 'C ((== (cardatt SUIT 'C) A) (inc (game sto N) 1)))
                (all (partition RANK {YOURS}) 'G
                 (do (((== (size 'G) 2) (inc (game sto P) 5))
                      ((== (size 'G) 1) (inc (game sto P) 1)))))
                (set (game sto T) (all player 'P (sum ('P iloc HAND) using (game points R))))))
         {PASS}(choice ((any {MINE} 'C {SHOW}))){PASS}""", 2),
    "has a pair, a suit, or neither": (
        f"""(choice ((let (partition RANK {MINE}) 'G (do (((any 'G 'X (== (size 'X) 2))
                     (set (game str D) PAIR)))))
                    (let (partition SUIT {MINE}) 'G
                     (do (((== (size 'G) 1) (set (game str D) SUIT)))))
                    (set (game str D) NEITHER))) {PASS}""", 2),
    "a card is put down by its value, which `let` holds": (
        f"""(do ((let (max {YOURS} using (game points R)) 'B
                 (do ((set (game sto V) (score 'B using (game points R)))
                      (move 'B (top (game hloc DOWN)))))))) {PASS}
         (let {SORTED} 'S (choice (((> (sum 'S using (game points R)) 2) (turn pass))
                                   (set (game str X) Y)))) {PASS}""", 2),
    "takes one of the cards that `let` holds around the choice": (
        f"""(let (filter {MINE} 'H (== (cardatt SUIT 'H) A)) 'F
          (choice ((any 'F 'C (move 'C (top (game hloc DOWN))))
                   ((== (size 'F) 0) (turn pass))))) {PASS}""", 3),
    "takes one of them, or any card, unseen": (
        f"""(let (filter {MINE} 'H (== (cardatt SUIT 'H) A)) 'F
          (choice ((any 'F 'C (move 'C (top (game hloc DOWN))))
                   (any {MINE} 'C (move 'C (top (game hloc DOWN))))))) {PASS}""", 2),
    "runs": (
        f"""(choice ((any (runs all 2 {MINE} using (game points R)) 'X
                     (set (game sto LEN) (size 'X)))
                    ((== (size (runs all 2 {MINE} using (game points R))) 0) (turn pass)))) {PASS}
         (do ((all (runs largest 2 {YOURS} using (game points R)) 'X (inc (game sto M) (size 'X)))
              (set (game sto TOP) (size (run top 2 {YOURS} using (game points R)))))) {PASS}""", 3),
    "sorted hands": (
        f"""(do (((== (cardatt SUIT (bottom (sort ((0 player) iloc HAND) using (game points R)))) A)
                 (inc (game sto A) 1)) (move (top {SORTED}) (top (game hloc DOWN))))) {PASS}
         (do ((move (top (game hloc DOWN)) (top (game vloc OUT))))) {PASS}""", 2),
    "notes a card and puts it down": (
        f"""(choice ((any {MINE} 'C (do ((remember 'C (top (game mem M)))
                                        (move 'C (top (game hloc DOWN)))))))) {PASS}
         (do ((move (actual (top (game mem M))) (top (game vloc OUT))))) {PASS}""", 2),
    "a card that all know is laid down or not, and the rank of what lies there is told": (
        f"""{UP} (do ({TAKE})) (choice ({HIDE})) {TELL}
         (do ((move (top (game hloc DOWN)) (top {YOURS})) (cycle current (1 player))))
         (choice ({HIDE})) {PASS}{TELL}""", 2),
    "cards that all know pass through two hands": (
        f"""{UP}{UP} (do ({TAKE} {TAKE})) (choice ({HIDE})) {PASS}
         (do ((move (top (game hloc DOWN)) (top {YOURS})) (cycle current (1 player))))
         (choice ({HIDE})) {PASS}
         (do ((move (top (game hloc DOWN)) (top ((0 player) iloc HAND)))
              (cycle current (0 player))))
         (choice ((any {MINE} 'C {SHOW}))) {PASS}""", 1),
    "a card that all know is shuffled, and perhaps drawn and shown": (
        f"""{UP} (do ((move (top (game vloc UP)) (top (game iloc STOCK)))
                  (shuffle (game iloc STOCK))
                  (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))) {PASS}
         (choice ((any {MINE} 'C {SHOW}))) {PASS}""", 1),
    "all cards of a pile are known, shuffled, drawn and perhaps laid down": (
        f"""{UP}{UP} (do ((repeat all (move (top (game vloc UP)) (top (game hloc PILE))))
                      (shuffle (game hloc PILE))
                      (move (top (game hloc PILE)) (top ((0 player) iloc HAND))))) {PASS}
         (choice ({HIDE})) {PASS} (choice ((any {MINE} 'C {SHOW}))) {PASS}""", 1),
    "the rules take the worst card, which may be one that all know": (
        f"""(do ((remember (top ((0 player) iloc HAND)) (top (game mem M))))) {PASS}
         (do ((move (min ((0 player) iloc HAND) using (game points R)) (bottom (game iloc STOCK)))))
         {PASS}""", 2),
    "one of the low cards is laid down, perhaps one that all know": (
        f"""(do ((move (max {YOURS} using (game points R)) (top ((0 player) iloc HAND))))) {PASS}
         (choice ((any (filter {MINE} 'H (!= (cardatt RANK 'H) 3)) 'C
                   (move 'C (top (game hloc DOWN))))
                  ((all {MINE} 'H (== (cardatt RANK 'H) 3)) (turn pass)))) {PASS}""", 2),
    "nobody sees whether a number is stored that was stored already": (
        f"""(do (((any {YOURS} 'H (== (cardatt SUIT 'H) A)) (set (game sto F) 1)))) {PASS}
         (do (((any {YOURS} 'H (== (cardatt RANK 'H) 1)) (set (game sto F) 1)))) {PASS}""", 1),
    "plays a set that beats the last": (
        f"""(stage player
         (end (or (any player 'P (== (size ('P iloc HAND)) 0)) (== (game sto N) 3)))
         (choice ((any (filter (subsets {MINE}) 'G (and (== (size (partition RANK 'G)) 1)
           (> (score (top 'G) using (game points R)) (game sto H)))) 'G
           (do ((set (game sto H) (score (top 'G) using (game points R)))
                (all 'G 'C (move 'C (top (game vloc PILE)))))))
          (turn pass))) (do ((inc (game sto N) 1))))""", 2),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_exactly_the_possible_worlds_are_imagined(name):
    assert_exact_course(*GAMES[name])


def assert_exact_course(course, cards):
    """In a small game with this course, and so many cards in each hand."""
    game = described(course, cards)
    for seed in (1, 2):
        assert_exact(game, seed)


def described(course, cards):
    text = f"(game {SETUP.format(cards=cards)} {course} (scoring max 0))"
    return registry.find(registry.USER_GAME)(file="small.rcy", text=text)
