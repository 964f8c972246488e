"""Every world that a seat holds possible is imagined, all equally often, and no other. In all of
them the seat has the same view.

`exact_worlds` finds them by brute force: it plays every deal, every choice of the others and every
coin of a small game, and keeps what shows the seat the same at each step.
"""

from collections import Counter

import msgspec
import pytest
from game.recycle.exact_worlds import ExactWorlds, world
from support.cases import case
from support.views import decode_view, encode_view

from Game import registry
from Game.core.stream import Stream

EACH = 8  # how often a world is drawn on average

SETUP = """(setup (create players {players}) (create teams {teams})
 (create deck (game iloc STOCK) (deck (RANK (LO, MI, HI)) (SUIT (RED, BLUE)))))"""
RANKS = "((RANK (LO)) 1) ((RANK (MI)) 3) ((RANK (HI)) 5)"
DEAL = """(do ((put points 'V ({points})) (shuffle (game iloc STOCK))
 (all player 'P (repeat {cards} (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))"""
PASS = "(choice ((turn pass)))"
MINE = "((current player) iloc HAND)"
REDS = f"(filter {MINE} 'H (== (cardatt SUIT 'H) RED))"
FITS = f"(filter {MINE} 'H (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc PILE)))))"
DRAW = f"(move (top (game iloc STOCK)) (top {MINE}))"
TURN_UP = "(do ((move (top (game iloc STOCK)) (top (game vloc PILE)))))"
PLAY = f"(any {MINE} 'C (move 'C (top (game vloc UP))))"
HIDE = f"(any {MINE} 'C (move 'C (top (game hloc DOWN))))"
ALL_HANDS = "(union (all player 'P ('P iloc HAND)))"


def best(op, where):
    return f"({op} {where} using 'V)"


# Name: the course, players, cards of each hand. Equal ranks tie, unless the suit counts too.
GAMES = {
    "draws if nothing fits": (
        f"""{TURN_UP} (stage player (end (<= (size (game iloc STOCK)) 1))
         (choice ((any {FITS} 'C (move 'C (top (game vloc PILE))))
                  ((== (size {FITS}) 0) {DRAW}))))""", 2, 1),
    "draws if nothing fits, then puts a card down unseen": (
        f"""{TURN_UP} (stage player (end (<= (size (game iloc STOCK)) 1))
         (choice ((any {FITS} 'C (move 'C (top (game vloc PILE))))
                  ((== (size {FITS}) 0) {DRAW})))
         (choice ({HIDE} (turn pass))))""", 2, 1),
    "gives a card to the next hand": (
        f"""{TURN_UP} (stage player (end (== (game sto N) 3))
         (choice ((any {FITS} 'C (move 'C (top (game vloc PILE))))
                  (do (((== (size {FITS}) 0) {DRAW}) (turn pass)))))
         (choice ((any {MINE} 'C (move 'C (bottom ((next player) iloc HAND))))))
         (do ((inc (game sto N) 1))))""", 2, 1),
    "the rules take the best card of a hand": (
        f"""(do ((move {best("max", "((0 player) iloc HAND)")} (top ((1 player) iloc HAND)))))
         (choice ({PLAY}))(do ((cycle current (1 player))))(choice ({PLAY})){PASS}""", 3, 2),
    "cards are dealt again, and the rules take the best one at once": (
        f"""(do ((all player 'P (repeat all (move (top ('P iloc HAND)) (top (game iloc STOCK)))))
                (shuffle (game iloc STOCK))
                (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
                (move {best("min", "((0 player) iloc HAND)")} (top ((1 player) iloc HAND)))))
         (choice ({PLAY})){PASS}""", 2, 1),
    "a player shows the best or the worst card": (
        f"""(stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
         (choice ((move {best("max", MINE)} (top (game vloc UP)))
                  (move {best("min", MINE)} (top (game vloc UP))))))""", 2, 2),
    "a player puts down the best card or any red one": (
        f"(choice ((move {best('max', MINE)} (top (game hloc DOWN)))"
        f" (any {REDS} 'C (move 'C (top (game hloc DOWN)))))) {PASS}", 2, 2),
    "the best card of all says who begins": (
        f"(do ((cycle current (owner {best('max', ALL_HANDS)})))) {PASS}(choice ({PLAY})){PASS}",
        3, 2),
    "the best cards of two hands are compared": (
        f"""(do (((> (score {best("max", "((0 player) iloc HAND)")} using 'V)
                  (score {best("max", "((1 player) iloc HAND)")} using 'V)) (set (game sto W) 1))
                ((== (cardatt SUIT {best("min", "((1 player) iloc HAND)")}) RED)
                 (set (game sto R) 1))))
         {PASS}(choice ({PLAY})){PASS}""", 2, 2),
    "an option needs the best card of all": (
        f"""(choice (((== (owner {best("max", ALL_HANDS)}) (current player)) {PLAY})
                     (turn pass))){PASS}""", 2, 2),
    "all bid their best cards unseen": (
        f"""(do ((all player 'P (move {best("max", "('P iloc HAND)")} (top ('P hloc BID))))
                (cycle current (owner {best("max", "(union (all player 'P ('P hloc BID)))")}))))
         {PASS}(choice ({PLAY})){PASS}""", 3, 2),
    "an option needs a card that the player does not see": (
        f"""(stage player (end (<= (size (game iloc STOCK)) 0))
         (choice ((move (top (game iloc STOCK)) (top (game vloc UP)))
                  ((== (cardatt SUIT (bottom (game iloc STOCK))) RED)
                   (move (bottom (game iloc STOCK)) (top {MINE}))))))""", 2, 2),
    "a product of hidden points": (
        """(do ((set (game sto M) (* (score (top ((0 player) iloc HAND)) using 'V)
                                     (score (top ((1 player) iloc HAND)) using 'V)))))"""
        f"{PASS}(choice ({HIDE})){PASS}", 2, 2),
}  # fmt: skip


# Two shuffles have very many results: this game has fewer cards, and two of them tie.
FEWER_CARDS = {
    "cards are dealt again, and the rules take the best one at once": (
        "(RANK (LO, MI, HI)) (SUIT (RED, BLUE))", "(RANK (LO, MI, HI, NIL, NUL)) (SUIT (RED))"
    ),
}  # fmt: skip


def described(name, points):
    course, players, cards = GAMES[name]
    teams = " ".join([f"({seat})" for seat in range(players)])
    text = (
        f"(game {SETUP.format(players=players, teams=teams)}"
        f" {DEAL.format(points=points, cards=cards)} {course} (scoring max 0))"
    )
    text = text.replace(*FEWER_CARDS.get(name, ("", "")))
    return registry.find(registry.USER_GAME)(file="small.gdl", text=text)


def what_is_shown(state, seat):
    """The bytes of the view. Its conclusions are sorted: in the other positions, hands are sorted
    in another way than they were when the game drew them."""
    view = state.view(seat)
    claims = msgspec.msgpack.decode(view.conclusions) if view.conclusions else []
    rows = b"".join(sorted(map(msgspec.msgpack.encode, claims)))
    return encode_view(msgspec.structs.replace(view, conclusions=rows))


def assert_exact(game, seed):
    """In one random game, at each step, for each seat."""
    exact, dice = ExactWorlds(game, seed), Stream(seed)
    while True:
        state, luck = exact.real, Stream(seed)
        for seat in range(game.seats):
            possible = exact.worlds(seat)
            assert world(state) in possible, "the brute force is wrong"
            view, shown = encode_view(state.view(seat)), what_is_shown(state, seat)
            for one in exact.seats[seat][:: len(possible) // 5 + 1]:
                assert what_is_shown(one, seat) == shown, f"seat {seat} sees what is hidden"
            drawn = Counter()
            for number in range(EACH * len(possible)):
                imagined = state.clone()
                if number % 4 == 0:
                    imagined = game.determinise(decode_view(game, view), luck)
                else:
                    imagined.redeal(seat, luck)
                drawn[world(imagined)] += 1
            assert drawn.keys() <= possible, f"seat {seat}: an impossible world"
            chi_squared = sum((drawn[one] - EACH) ** 2 / EACH for one in possible)
            freedom = len(possible) - 1
            assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5, f"seat {seat}: uneven"
        if state.is_terminal():
            return
        exact.play(dice.below(len(state.legal())))


@pytest.mark.parametrize("name", GAMES)
def test_exactly_the_possible_worlds_are_imagined(name):
    for points in (RANKS, f"{RANKS} ((SUIT (BLUE)) 1)"):
        with case(points):
            assert_exact(described(name, points), seed=1)
