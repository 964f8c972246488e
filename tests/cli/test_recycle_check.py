"""`arena recycle check` finds mistakes in games that can be read. A file has all its messages."""

import signal
import sys
from io import StringIO
from pathlib import Path

import pytest
from support.cases import case
from support.golden import compare
from support.paths import ROOT

PAGE = Path(__file__).parent / "recycle_check.txt"

TRICKS = """\
;; title: Tricks
;; players: 3 2 4 -- how many play
;; option CARDS: 4 3 -- how many cards everybody is dealt
(game
 (declare 3 'PLAYERS)
 (declare 4 'CARDS)
 (setup
  (create players 'PLAYERS)
  (create deck (game iloc STOCK)
   (deck (RANK (JACK, QUEEN, KING, ACE)) (SUIT (HEARTS, SPADES, CLUBS, DIAMONDS)))))
 (do
  ((shuffle (game iloc STOCK))
   (all player 'P (repeat 'CARDS (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
   (set (game str PHASE) BIDDING)))
 (stage player
  (end (!= (game str PHASE) BIDDING))
  (choice
   ((any (HEARTS, SPADES, CLUBS, DIAMONDS) 'SUIT
     (do ((set (game str TRUMP) 'SUIT) (set (game str PHASE) PLAY)))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (stage player
   (end (all player 'P (== (size ('P vloc TRICK)) 1)))
   (choice
    ((any ((current player) iloc HAND) 'CARD
      (do
       ((move 'CARD (top ((current player) vloc TRICK)))
        (remember 'CARD (top (game mem PLAYED)))))))))
  (do
   ((set (game points WORTH)
     (((SUIT : (game str TRUMP)) 100) ((RANK : ACE) 4) ((RANK : KING) 3) ((RANK : QUEEN) 2)))
    (repeat all (forget (top (game mem PLAYED))))
    (cycle next (owner (max (union (all player 'P ('P vloc TRICK))) using (game points WORTH))))
    (inc ((next player) sto TRICKS) 1)
    (all player 'P (move (top ('P vloc TRICK)) (top (game vloc OUT)))))))
 (scoring max ((current player) sto TRICKS)))
"""

END = "(end (all player 'P (== (size ('P vloc TRICK)) 1)))"
DEAL = "(all player 'P (repeat 'CARDS (move (top (game iloc STOCK)) (top ('P iloc HAND)))))"
SCORE = "(scoring max ((current player) sto TRICKS))"

# What is wrong, the text that is replaced, and the text in its place.
WRONG = [
    ("an attribute", END, "(end (any (game vloc OUT) 'C (== (cardatt SUITE 'C) HEARTS)))"),
    ("an attribute of a variable", END,
     "(end (all (RANK, COLOUR) 'A (any (game vloc OUT) 'C (== (cardatt 'A 'C) ACE))))"),
    ("an attribute of a partition", SCORE, "(scoring max (size (partition SUTI (game vloc OUT))))"),
    ("an attribute in a point map", "((RANK : KING) 3)", "((RNK : KING) 3)"),
    ("a value in a point map", "((RANK : KING) 3)", "((RANK : KNIG) 3)"),
    ("a value", END, f"{END} (do (((any (game vloc OUT) 'C (== (cardatt SUIT 'C) HARTS)) "
     "(inc (game sto X) (game sto X)))))"),
    ("a value of another attribute", SCORE,
     "(scoring max (size (filter (game vloc OUT) 'C (== ACE (cardatt SUIT 'C)))))"),
    ("a value in a list", SCORE,
     "(scoring max (size (filter (game vloc OUT) 'C "
     "(any (HEARTS, SPADE) 'S (== (cardatt SUIT 'C) 'S)))))"),
    ("a value that is stored", "(set (game str PHASE) PLAY)",
     "(set (game str PHASE) PLAY) (set (game str TRUMP) HARTS)", SCORE,
     "(scoring max (size (filter (game vloc OUT) 'C (== (cardatt SUIT 'C) (game str TRUMP)))))"),
    ("a value that is declared", "(declare 4 'CARDS)", "(declare 4 'CARDS) (declare CUBS 'BEST)",
     SCORE, "(scoring max (size (filter (game vloc OUT) 'C (== (cardatt SUIT 'C) 'BEST))))"),
    ("a number that nothing changes", SCORE, "(scoring max ((current player) sto TRIKS))"),
    ("a number of another owner", SCORE, "(scoring max ((team (current player)) sto TRICKS))"),
    ("a number that is changed by another name", "(inc ((next player) sto TRICKS) 1)",
     "(inc ((next player) sto TRICKS) 1) (dec ((current player) sto TRICKSS) 1)"),
    ("a text that nothing sets", "(!= (game str PHASE) BIDDING)",
     "(or (!= (game str PHASE) BIDDING) (== (game str FASE) PLAY))"),
    ("a text that is never stored", "(!= (game str PHASE) BIDDING)", "(== (game str PHASE) PLYA)"),
    ("a text that is no value of what is stored", SCORE,
     "(scoring max (size (filter player 'P (== (game str TRUMP) CLUB))))"),
    ("a text that is set by another name", "(set (game str PHASE) PLAY)",
     "(set (game str PHASE) PLAY) (set (game str PAHSE) PLAY)"),
    ("a place that is never read", "(top ((current player) vloc TRICK))",
     "(top ((current player) vloc TRIKC))"),
    ("a hidden place that is never read", DEAL,
     f"{DEAL} (move (top (game iloc STOCK)) (top ((0 player) iloc WIDOW)))"),
    ("a memory that is never read", "(repeat all (forget (top (game mem PLAYED))))", ""),
    ("a deck that is never used", "(create deck (game iloc STOCK)",
     "(create deck (game iloc JOKERS) (deck (RANK (JOKER)))) (create deck (game iloc STOCK)"),
    ("a place of another owner", SCORE, "(scoring max (size ((current player) vloc OUT)))"),
    ("a place by another name", SCORE, "(scoring max (size (game vloc OTU)))"),
    ("two names for a place", SCORE, "(scoring max (size ((current player) vloc WON)))",
     "(top (game vloc OUT))", "(top ((next player) vloc TAKEN))"),
    ("no card to deal", "(repeat 'CARDS (move", "(repeat 9 (move"),
    ("too few cards for four", "(repeat 'CARDS (move", "(repeat 5 (move"),
    ("an option with too many cards", "CARDS: 4 3", "CARDS: 4 3 6"),
    ("no option at all", "(any (HEARTS, SPADES, CLUBS, DIAMONDS) 'SUIT",
     "(any (filter (HEARTS, SPADES) 'S (== 'S CLUBS)) 'SUIT"),
    ("no option later", "(any ((current player) iloc HAND) 'CARD\n",
     "(any (filter ((current player) iloc HAND) 'C (!= (cardatt SUIT 'C) (game str TRUMP)))\n"
     "     'CARD\n"),
    ("nobody owns the card", "(all player 'P ('P vloc TRICK))", "(game vloc OUT)"),
    ("a stage without an end", END, "(end (all player 'P (== (size ('P vloc TRICK)) 9)))",
     "(any ((current player) iloc HAND) 'CARD\n",
     "(any (1, 2) 'N (turn pass)) (any (game mem X) 'CARD\n"),
    ("a loop without a choice", "(end (!= (game str PHASE) BIDDING))",
     "(end (== (game str PHASE) PLAY)) (do ((turn pass))) (stage player (end (== (game str PHASE) "
     "PLAY)) (do ((turn pass))))"),
    ("not closed in a do", "(top ('P iloc HAND)))))", "(top ('P iloc HAND))))"),
    ("not closed at the end of a step", "(set (game str PHASE) BIDDING)))",
     "(set (game str PHASE) BIDDING))"),
    ("two are not closed", "(set (game str PHASE) BIDDING)))", "(set (game str PHASE) BIDDING)"),
    ("not closed in the setup", "(create players 'PLAYERS)", "(create players 'PLAYERS"),
    ("not closed in a declaration", "(declare 3 'PLAYERS)", "(declare 3 'PLAYERS"),
    ("not closed in a condition", END, END[:-1]),
    ("not opened", "(do\n  ((shuffle", "(do\n  (shuffle"),
    ("closed too often", "(set (game str PHASE) BIDDING)))", "(set (game str PHASE) BIDDING))))"),
    ("not closed at the end", f"{SCORE})", SCORE),
]  # fmt: skip


def test_the_game_of_these_tests_has_no_mistake(arena, tmp_path):
    file = tmp_path / "tricks.rcy"
    file.write_text(TRICKS, "utf-8")
    done = arena("recycle", "check", file)
    assert done == (0, f"{file}: a game for 3 players in 3 teams.\n", "")


@pytest.mark.slow
def test_every_mistake_gets_the_message_in_the_saved_file(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = []
    for name, *changes in WRONG:
        text = TRICKS
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
        Path("tricks.rcy").write_text(text, "utf-8")
        done = arena("recycle", "check", "tricks.rcy")
        assert done.code == (1 if "cannot be played" in done.err else 0), name
        found.append(f"--- {name} (exit code {done.code})\n{done.out}")
        assert done.out != "tricks.rcy: a game for 3 players in 3 teams.\n", name
    compare(PAGE, "\n".join(found))


@pytest.mark.slow
def test_no_game_of_the_project_has_a_mistake(arena):
    """Each false alarm would teach people to read over the alarms."""
    files = [
        path
        for folder in ("Game/recycle/games", "tests", "bench")
        for ending in ("gdl", "rcy")
        for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
        if path.name != "TwentyOne.rcy"  # a game with dice, whose deck is not shuffled
    ]
    assert len(files) > 40
    done = arena("recycle", "check", *files)
    assert done.code == 0
    assert len(done.out.splitlines()) == len(files), done.out
    assert all(": a game for " in line for line in done.out.splitlines())


def test_mistakes_in_dialect_04_are_found_too(arena, tmp_path):
    text = (ROOT / "tests/game/recycle/cases/TeamTrick/TeamTrick.gdl").read_text("utf-8")
    for old, new, code, message in (
        ("(cardatt SUIT 'H) (", "(cardatt SIUT 'H) (", 1,
         ":23:30: No card has the attribute SIUT. Did you mean 'SUIT'?"),
        ("((SUIT (CLUBS)) 100)", "((SUIT (CLUB)) 100)", 0,
         ":31:16: No card has the SUIT CLUB. Did you mean 'CLUBS'?"),
        ("max ((team (current player)) sto TRICKS)", "max ((current player) sto TRICKS)", 0,
         "Nothing is ever stored in the player's sto TRICKS: it stays 0. The text has the team's"),
        ("(repeat 3 ", "(repeat 4 ", 1, ":11:32: Random game 1 with 4 players fails before its"),
        ("iloc HAND)) 0)))\n  (stage", "iloc HAND)) 0))\n  (stage", 1,
         ":13:3: The form that opens here is not closed: line 14 begins too far left to be in it"),
    ):  # fmt: skip
        with case(new):
            file = tmp_path / "teams.gdl"
            assert old in text
            file.write_text(text.replace(old, new, 1), "utf-8")
            done = arena("recycle", "check", file)
            assert done.code == code, done.out
            assert message in done.out


def test_checking_twice_plays_the_same_games(arena, tmp_path):
    file = tmp_path / "late.rcy"
    # Only a player who is dealt two aces cannot go on: most games go well.
    wrong = TRICKS.replace(
        "(any ((current player) iloc HAND) 'CARD\n",
        "(any (filter ((current player) iloc HAND) 'C (or (!= (cardatt RANK 'C) ACE)"
        " (== (size (game vloc OUT)) 0))) 'CARD\n",
    )
    file.write_text(wrong, "utf-8")
    done = arena("recycle", "check", file)
    assert done.code == 1
    assert "Random game" in done.out
    assert arena("recycle", "check", file) == done


@pytest.mark.parametrize(
    "condition, warning",
    [
        ("(== (cardatt SUIT 'C) SPADS)", "No card has the SUIT SPADS. Did you mean 'SPADES'?"),
        ("(== (cardatt SUIT 'C) (game str TRMUP))",
         "Nothing is ever stored in the game's str TRMUP: it stays NONE. Did you mean TRUMP?"),
    ],
)  # fmt: skip
def test_a_game_that_fails_has_its_warnings_too_and_no_hint_away_from_them(
    arena, tmp_path, condition, warning
):
    file = tmp_path / "tricks.rcy"
    usual = "(any ((current player) iloc HAND) 'CARD\n"
    wrong = f"(any (filter ((current player) iloc HAND) 'C {condition}) 'CARD\n"
    assert usual in TRICKS
    file.write_text(TRICKS.replace(usual, wrong))
    done = arena("recycle", "check", file)
    assert done.code == 1
    warned, _, failed = done.out.partition("Random game 1 with 3 players fails.")
    assert warning in warned
    assert failed.splitlines()[0].endswith("may be the cause: look at it first.")
    assert "turn pass" not in failed


LONG = """\
(game
 (setup (create players 2) (create deck (game vloc ROW) (deck (RANK (ONE, TWO, THREE)))))
 (stage player
  (end (== (game sto TURNS) 500))
  (choice ((any (game vloc ROW) 'C (inc (game sto TURNS) 1)))))
 (scoring max (game sto TURNS)))
"""


@pytest.mark.slow
def test_ctrl_c_ends_the_random_games(started, tmp_path):
    file = tmp_path / "long.rcy"
    file.write_text(LONG, "utf-8")
    checking = started("recycle", "check", *[file] * 5000)
    assert "a game for" in checking.stdout.readline()
    checking.send_signal(signal.SIGINT)
    _, error = checking.communicate()
    assert checking.returncode == 130
    assert "interrupted" in error


def test_long_checks_show_their_progress(arena, tmp_path, monkeypatch):
    monkeypatch.setattr("arena.cli.research.recycle.PATIENCE", -1.0)  # a second is over at once
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    file = tmp_path / "tricks.rcy"
    file.write_text(TRICKS, "utf-8")
    assert arena("recycle", "check", file).code == 0
    assert "tricks.rcy" in terminal.getvalue()
    assert "200/200" in terminal.getvalue(), "50 for 3, 2 and 4 players, and 50 with 3 cards"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True
