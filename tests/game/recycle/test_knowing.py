"""Which seats know where a card lies after it has moved."""

import pytest
from game.recycle.test_constructs import Made

from Game.core.stream import Stream
from Game.recycle import view
from Game.recycle.view import UNSEEN

SETUP = """(create players 3) (create teams (0) (1, 2))
 (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F, G, H, I))))"""
DEAL = """(shuffle (game iloc STOCK))
 (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))"""
PASS = "(choice ((turn pass)))"


def seen(course: str, place: str, owner: int = 0, seed: int = 1) -> list[list[int]]:
    """For each seat, the cards of a place that it knows at the first choice."""
    game = Made(f"(game (setup {SETUP}) (do ({DEAL})) {course} {PASS} (scoring max 0))")
    state, stream = game.deal(Stream(seed)), Stream(seed)
    while state.table.pc < len(game.program.code) - 1:
        state.play(stream.choice(state.legal()))
    kind, name = place.split()
    number = game.program.plan.rows[kind, name] * game.program.plan.owners + owner
    real = state.table.places[number]
    found = []
    for seat in range(3):
        view = state.view(seat)
        shown = view.places[number]
        assert all(card in (UNSEEN, one) for card, one in zip(shown, real, strict=True))
        for _ in range(5):  # known cards are in their place in every imagined world
            world = game.determinise(view, stream).table.places[number]
            assert all(card in (UNSEEN, one) for card, one in zip(shown, world, strict=True))
        found.append([place for place, card in enumerate(shown) if card != UNSEEN])
    return found


def test_the_text_tells_the_order_of_a_new_deck_until_it_is_shuffled():
    plain = f"(game (setup {SETUP}) {PASS} (scoring max 0))"
    for text, known in ((plain, list(range(9))), (plain.replace(PASS, do(DEAL) + PASS), [])):
        game = Made(text)
        state = game.deal(Stream(1))
        stock = game.program.plan.rows["iloc", "STOCK"] * game.program.plan.owners
        row = state.view(2).places[stock]
        assert [place for place, card in enumerate(row) if card != UNSEEN] == known


def do(actions: str) -> str:
    return f"(do ({actions}))"


GIVE = (
    "(choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) hloc GIVEN))))))"
)


@pytest.mark.parametrize(
    "course,place,owner,known",
    [
        # a hand is its owner's
        ("", "iloc HAND", 1, [[0, 1], []]),
        # the giver knows what lies face down, and follows it to where it goes
        (GIVE, "hloc GIVEN", 1, [[0], []]),
        (GIVE + do("(move (top ((0 player) hloc GIVEN)) (bottom ((1 player) iloc HAND)))"),
         "iloc HAND", 2, [[0], [0, 1, 2], []]),
        # but not through a shuffle
        (GIVE + do("(shuffle ((0 player) hloc GIVEN))"), "hloc GIVEN", 1, [[], []]),
        # what lay open and is turned face down is known, also below others
        (do("(move (top (game iloc STOCK)) (top (game vloc UP)))"
            " (move (top (game vloc UP)) (bottom (game iloc STOCK)))"
            " (move (top (game iloc STOCK)) (top ((2 player) iloc HAND)))"),
         "iloc STOCK", 0, [[0], [0], [0]]),
        # a card chosen from a hand might be any of it: nobody knows the others any longer
        (do("(move (top (game iloc STOCK)) (top (game vloc UP)))"
            " (move (top (game vloc UP)) (top ((0 player) iloc HAND)))")
         + GIVE, "iloc HAND", 1, [[0, 1], [], []]),
        # unless it is played in the open
        (do("(move (top (game iloc STOCK)) (top (game vloc UP)))"
            " (move (top (game vloc UP)) (bottom ((0 player) iloc HAND)))")
         + "(choice ((move (top ((current player) iloc HAND)) (top (game vloc PLAYED)))))",
         "iloc HAND", 1, [[0, 1], [0], [0]]),
        # what is remembered is open to all, and so is where its card lies
        (do("(remember (top ((0 player) iloc HAND)) (top (game mem M)))"),
         "iloc HAND", 1, [[0, 1], [1], [1]]),
        (do("(remember (top (game iloc STOCK)) (top (game mem M))) (shuffle (game iloc STOCK))"),
         "mem M", 0, [[0], [0], [0]]),
        (do("(remember (top (game iloc STOCK)) (top (game mem M))) (shuffle (game iloc STOCK))"),
         "iloc STOCK", 0, [[], [], []]),
        (do("(remember (top (game iloc STOCK)) (top (game mem M))) (shuffle (game iloc STOCK))"
            " (move (actual (top (game mem M))) (top (game hloc H)))"),
         "hloc H", 0, [[0], [0], [0]]),
        # a team sees what is its own
        (do("(move (top (game iloc STOCK)) (top ((1 team) iloc BOX)))"),
         "iloc BOX", 5, [[], [0], [0]]),
    ],
)  # fmt: skip
def test_which_seats_know_a_card(course, place, owner, known):
    found = seen(course, place, owner)
    assert found[: len(known)] == known


def test_a_remembered_card_is_the_same_in_every_imagined_world():
    course = do("(remember (top (game iloc STOCK)) (top (game mem M))) (shuffle (game iloc STOCK))")
    game = Made(f"(game (setup {SETUP}) (do ({DEAL})) {course} {PASS} (scoring max 0))")
    state = game.deal(Stream(4))
    memory = game.program.plan.rows["mem", "M"] * game.program.plan.owners
    assert state.table.places[memory]
    for seat in range(3):
        for number in range(5):
            world = game.determinise(state.view(seat), Stream(number))
            assert world.table.places[memory] == state.table.places[memory]


def test_a_variable_with_a_hidden_card_does_not_reveal_it():
    """The variable stands for a place: in an imagined world it is the card that lies there."""
    text = (
        f"(game (setup {SETUP}) (do ({DEAL}))"
        " (let (top ((1 player) iloc HAND)) 'C (choice ((move 'C (top (game vloc UP))))))"
        " (all ((1 player) iloc HAND) 'D (choice ((turn pass)))) (scoring max 0))"
    )
    game = Made(text)
    state = game.deal(Stream(2))
    held = game.program.plan.rows["iloc", "HAND"] * game.program.plan.owners + 2
    cards = set()
    for number in range(20):
        world = game.determinise(state.view(0), Stream(number))
        cards.add(world.table.places[held][-1])
        (variable,) = game.program.variables_at(world.table.pc)
        assert world.table.values[variable] == world.table.places[held][-1]
        other = state.clone()
        other.redeal(0, Stream(number))
        assert other.view(0) == state.view(0)
    assert len(cards) > 2
    state.play(0)
    own = state.table.places[held]
    assert [items for items, _, _ in state.table.loops] == [own]
    for number in range(5):
        world = game.determinise(state.view(0), Stream(number))
        assert [items for items, _, _ in world.table.loops] == [world.table.places[held]]


def test_the_conclusions_of_a_view_fit_into_a_message():
    """The best of many hidden cards that tie: a formula with thousands of parts."""
    text = """(game
     (setup (create players 2)
      (repeat 8 (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (X, Y, Z))))))
     (do ((shuffle (game iloc STOCK))
          (put points 'P (((RANK (A)) 3) ((RANK (B)) 1) ((SUIT (X)) 10)))))
     (stage player
      (end (== (game sto N) 4))
      (choice ((move (top (game iloc STOCK)) (top (game vloc OUT)))))
      (do ((inc (game sto N) 1)
           ((== (cardatt SUIT (min (game iloc STOCK) using 'P)) Y) (inc (game sto Y) 1)))))
     (scoring max 0))"""
    game = Made(text)
    state = game.deal(Stream(3))
    state.chance, sizes = Stream(3), []
    while not state.is_terminal():
        sizes.append(len(state.view(0).conclusions))
        dropped = state.history.unused
        state.play(0)
    assert max(sizes) < 31_000
    assert dropped, "what is left out is counted"


def test_a_view_tells_how_many_conditions_it_lacks(monkeypatch):
    text = """(game
     (setup (create players 2)
      (create deck (game iloc STOCK) (deck (RANK (A, B, C)) (SUIT (X, Y)))))
     (do ((put points 'P (((RANK (A)) 1) ((RANK (B)) 2) ((RANK (C)) 3))) (shuffle (game iloc STOCK))
          (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
          (set (game sto ALL) (sum ((0 player) iloc HAND) using 'P))
          (set (game sto X) (size (filter ((0 player) iloc HAND) 'C (== (cardatt SUIT 'C) X))))))
     (choice ((turn pass)))
     (scoring max 0))"""
    game = Made(text)
    state = game.deal(Stream(3))
    assert state.view(1).dropped == 0
    monkeypatch.setattr(view, "MOST_CONCLUSIONS", 0)
    seen = state.view(1)
    assert seen.dropped == 2, "the sum and the size have no room"
    game.determinise(seen, Stream(1))
    assert game.relaxed_worlds() == 1, "the world may contradict them"
    state.history.unused = 5  # conditions that no formula expresses
    assert state.view(1).dropped == 7
