"""A described game never ends the interpreter, whatever its text says.

Compiled code that reads beyond a list may end the process with a signal, so each command runs in a
process of its own here.
"""

import json
import os
import subprocess
import sys

import pytest
from support.cases import case
from support.compiled import need_compiled
from support.paths import ROOT

COMMAND = [sys.executable, "-m", "arena"]
INTRIGUE = ROOT / "tests/game/recycle/Intrigue.rcy"

# Whoever shows a card or a player with an option might have taken the other one: the conclusions of
# the others try each option with what the other one picked.
GAME = """\
(game
 (setup (create players 4)
  (repeat 3 (create deck (game iloc COURT) (deck (ROLE (A, B, C, D, E))))))
 (do ((shuffle (game iloc COURT))
      (all player 'P (repeat 2 (move (top (game iloc COURT)) (top ('P iloc HAND)))))))
 (stage player
  (end (== (game sto TURNS) 12))
  (choice
   ((do
     (((any ((current player) iloc HAND) 'H (== (cardatt ROLE 'H) A)) (set (game sto TRUE) 1))
      (any ((current player) iloc HAND) 'C
       (do ((move 'C (bottom (game iloc COURT)))
            (move (top (game iloc COURT)) (top ((current player) iloc HAND))))))))
    OTHER))
  (do ((inc (game sto TURNS) 1))))
 (scoring max ((current player) sto COINS)))
"""
OTHERS = {  # options that pick something else than a card
    "a player": "(any player 'P (dec ('P sto COINS) 2))",
    "another player": "(any (other player) 'P (inc ('P sto COINS) 2))",
    "a filtered player": "(any (filter player 'F (< ('F sto COINS) 5)) 'P (inc ('P sto COINS) 1))",
    "a team": "(any team 'T (set ('T sto COINS) 2))",
    "a number": "(any (range 0 .. 3) 'N (inc (('N player) sto COINS) 1))",
    "a text": "(any (A, B) 'T (set (game str SAID) 'T))",
    "a group": "(any (partition ROLE ((current player) iloc HAND)) 'G"
    " (inc ((current player) sto COINS) (size 'G)))",
    "a place": "(any (all player 'Q ('Q iloc HAND)) 'H (inc (game sto N) (size 'H)))",
    "a player, and then its team": "(any player 'P (any team 'T (dec ('T sto COINS) 1)))",
    "a player in a let": "(let (next player) 'P (any player 'Q (inc ('Q sto COINS) 1)))",
    "all of one player, and a player": "(all ((next player)) 'P"
    " (any player 'Q (inc ('Q sto COINS) 1)))",
    "all, and a player": "(all player 'P (any player 'Q (inc ('Q sto COINS) 1)))",
    "repeated": "(any player 'P (repeat 2 (inc ('P sto COINS) 1)))",
}


def play(folder, *words, **environment):
    done = subprocess.run(
        [*COMMAND, "play", *map(str, words), "--no-clock", "--json"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode >= 0, f"signal {-done.returncode}"
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.slow
def test_options_that_pick_different_things_are_played(tmp_path):
    for name, other in OTHERS.items():
        (tmp_path / "game.rcy").write_text(GAME.replace("OTHER", other), "utf-8")
        with case(name):
            done = play(tmp_path, "game.rcy", *["random"] * 4, "-n", 3, "--seed", 3)
            assert done.returncode == 0, done.stderr
            assert json.loads(done.stdout)["games"] == 3


@pytest.mark.slow
def test_several_bots_play_a_game_of_claims_compiled_and_interpreted_alike(tmp_path):
    need_compiled()
    played = []
    for interpreted in "01":
        words = (INTRIGUE, "random", "alwaysfirst", "random", "random", "-n", 3, "--seed", 5)
        done = play(tmp_path, *words, "--save", f"out{interpreted}", ARENA_INTERPRETED=interpreted)
        assert done.returncode == 0, done.stderr
        (file,) = (tmp_path / f"out{interpreted}").glob("*.jsonl")
        records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        played.append([([move["play"] for move in one["moves"]], one["scores"]) for one in records])
    assert played[0] == played[1]
    searches = ("montecarlo(simulations=8)", "random", "ismcts(simulations=8)", "random")
    done = play(tmp_path, INTRIGUE, *searches, "-n", 1, "--seed", 5)
    assert done.returncode == 0, done.stderr
