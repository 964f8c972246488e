"""The text of an option names its cards, but never a card that the player to move cannot see."""

import pytest

from Game import registry
from Game.core.stream import Stream
from Game.recycle.action_text import distinct_texts
from Game.recycle.user_game import UserGame

SETUP = """(game (setup (create players 2) (create teams (0) (1))
 (create deck (game {place} STOCK) (deck (RANK (A, B, C, D, E, F)) (SUIT (X)))))
 (do ((repeat 2 (move (top (game {place} STOCK)) (top ((0 player) iloc HAND))))))
 (choice ({choice})) (scoring max 0))"""


def choice(options: str, place: str = "iloc") -> list[str]:
    game = UserGame(text=SETUP.format(choice=options, place=place), file="small.gdl")
    state = game.deal(Stream(1))
    return [game.action_text(state, action) for action in state.legal()]


@pytest.mark.parametrize(
    "options,texts",
    [
        ("(any ((0 player) iloc HAND) 'C (move 'C (top (game vloc OUT))))", ["F X", "E X"]),
        ("(move (top (game iloc STOCK)) (top (game vloc OUT)))", ["card of STOCK"]),
        ("(move (top ((0 player) iloc HAND)) (top (game vloc OUT))) (turn pass)", ["E X", "pass"]),
        ("(any (1, 2) 'N (set (game sto BID) 'N))", ["BID = 1", "BID = 2"]),
        ("(move (top ((0 player) iloc HAND)) (top (game vloc OUT)))"
         " (move (top ((0 player) iloc HAND)) (top (game vloc AWAY)))",
         ["E X to OUT", "E X to AWAY"]),
        ("(any (game iloc STOCK) 'C (move 'C (top (game vloc OUT))))",
         ["card of STOCK (1)", "card of STOCK (2)", "card of STOCK (3)", "card of STOCK (4)"]),
        ("(repeat 4 (move (top (game iloc STOCK)) (top (game vloc OUT))))",
         ["card of STOCK + card of STOCK + card of STOCK + card of STOCK"]),
        ("(do ((move (top (game iloc STOCK)) (top (game vloc OUT)))"
         " (move (top (game vloc OUT)) (top (game vloc AWAY)))))",
         ["card of STOCK + card of STOCK"]),
    ],
)  # fmt: skip
def test_the_text_of_an_option(options, texts):
    assert choice(options) == texts


def test_a_card_that_lies_open_is_named():
    assert choice("(move (top (game vloc STOCK)) (top (game vloc OUT)))", "vloc") == ["D X"]


HIDDEN = """(game (setup (create players 2) (repeat 2 (create deck (game iloc STOCK)
 (deck (RANK (A, B, C))))))
 (do ((set (game points V) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3)))
  (shuffle (game iloc STOCK)) (move (top (game iloc STOCK)) (top ((0 player) iloc HAND)))))
 (choice ({choice})) (scoring max 0))"""
TOP = "(top (game iloc STOCK))"


@pytest.mark.parametrize(
    "option,text",
    [
        # The hidden card may be equal to the one that the player sees.
        (f"(do ((move {TOP} (top (game vloc A))) (move (top ((0 player) iloc HAND))"
         " (top (game vloc B)))))", "card of STOCK + {seen}"),
        (f"(do ((move {TOP} (top (game vloc A)))"
         " ((== (cardatt RANK (top (game vloc A))) B) (set (game sto N) 1))))",
         "card of STOCK + ..."),
        (f"(set (game sto N) (score {TOP} using (game points V)))", "..."),
        (f"(do ((set (game sto N) 4) (set (game str S) (cardatt RANK {TOP}))))", "N = 4, ..."),
    ],
)  # fmt: skip
def test_the_text_of_an_option_is_the_same_whatever_the_hidden_cards_are(option, text):
    game = UserGame(text=HIDDEN.format(choice=option), file="hidden.rcy")
    for seed in range(12):
        state = game.deal(Stream(seed))
        seen = next(name for name in "ABC" if name in game.observe(state.view(0), Stream(1))
                    .table_text().partition("HAND: ")[2][:1])  # fmt: skip
        assert [game.action_text(state, 0)] == [text.format(seen=seen)]


@pytest.mark.parametrize(
    "short,full,texts",
    [
        ("A B", "1 2", "A B"),
        ("A A B", "1 2 3", "1 2 B"),
        ("A A B", "1 1 3", "A (1)|A (2)|B"),
    ],
)
def test_equal_texts_of_options_are_made_distinct(short, full, texts):
    wanted = texts.split("|") if "|" in texts else texts.split()
    assert distinct_texts(short.split(), full.split()) == wanted


@pytest.mark.parametrize("name", registry.DESCRIBED)
def test_options_have_distinct_texts_that_can_be_read_back(name):
    game = registry.find(name)()
    state, stream = game.deal(Stream(5)), Stream(6)
    while not state.is_terminal():
        texts = [game.action_text(state, action) for action in state.legal()]
        assert len(set(texts)) == len(texts)
        assert [game.read_action(state, text) for text in texts] == state.legal()
        state.play(stream.choice(state.legal()))
