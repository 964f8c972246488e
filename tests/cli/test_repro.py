"""`arena repro`: runs a bot again at one move of a saved game."""

import json
import re
import shutil
from itertools import product
from pathlib import Path

import pytest
from support import cups
from support.cases import case

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish
from arena.replay.files import read_records

FORGETFUL = """
self.turns = getattr(self, "turns", 0) + 1
assert self.turns < 3, f"turn {self.turns}"
return self.dice.choice(observation.get_list_actions())
"""


@pytest.fixture
def saved(arena, bot):
    """Two games of a bot that fails at its third turn."""
    path = bot(FORGETFUL)
    assert arena("play", path, "osla", "-n", 2, "--seed", 4, "--save", "out").code == 0
    return path


def test_the_first_fault_is_reproduced_with_what_the_bot_remembered(arena, saved):
    done = arena("repro", "out/games.jsonl")
    assert done.code == 0
    assert "think raised AssertionError: turn 3" in done.out
    assert "You are seat" in done.out
    assert "line" in done.out


def test_a_turn_without_a_fault_has_the_same_result(arena, saved):
    for game, ply in product((1, 2), range(8)):
        with case(f"game {game}, ply {ply}"):
            done = arena("repro", "out/games.jsonl", "--game-id", game, "--ply", ply)
            then, now = done.out.splitlines()[-2:]
            assert then.removeprefix("then: ") == now.removeprefix("now:  ")


def test_a_changed_file_is_pointed_out(arena, saved, bot):
    bot("return observation.get_list_actions()[0]")
    assert "file has changed since" in arena("repro", "out/games.jsonl").out


def test_a_record_without_faults_needs_a_ply(arena):
    arena("play", "osla", "random", "-n", 1, "--save", "quiet")
    done = arena("repro", "quiet/games.jsonl")
    assert done.code == 2
    assert "--ply" in done.err


def test_a_move_that_does_not_exist_is_refused(arena, saved):
    for ply in (-1, 40, 1000):
        with case(f"ply {ply}"):
            done = arena("repro", "out/games.jsonl", "--ply", ply)
            assert done.code == 2
            assert "moves 0 to 39" in done.err


def test_the_debugger_stops_in_think_after_the_position_is_shown(shell, saved):
    done = shell("repro", "out/games.jsonl", "--pdb", stdin="p observation.turn\nc\n")
    position, debugger, rest = done.out.partition("(Pdb)")
    assert debugger
    assert "You are seat" in position
    assert "think()" in position
    assert "now:  exception: think raised AssertionError: turn 3" in rest
    assert "bdb.py" not in done.out


def test_an_endless_loop_ends_and_names_its_line(arena, bot):
    bot("while observation.main_deck.len() < 25: pass\nreturn observation.get_list_actions()[0]")
    done = arena("play", "mine.py", "osla", "-n", 1, "--budget", 0.05, "--save", "out")
    assert done.code == 0
    faults = json.loads(Path("out/games.jsonl").read_text())["faults"]
    for ply in [fault["ply"] for fault in faults if fault["ply"] >= 4][:2]:
        with case(f"ply {ply}"):
            out = arena("repro", "out/games.jsonl", "--ply", ply).out
            assert "The bot was late here: no answer within 0.05 s" in out
            assert "Now it gets 0.5 s." in out
            assert "now:  timeout: no answer within 0.5 s; the bot was in line" in out
            assert "while observation.main_deck" in out


def test_a_slow_turn_ends_and_says_how_long_it_took(arena, bot):
    bot(
        "import time\n"
        "if observation.main_deck.len() == 28: time.sleep(0.3)\n"
        "return observation.get_list_actions()[0]"
    )
    assert arena("play", "mine.py", "osla", "-n", 1, "--budget", 0.2, "--save", "out").code == 0
    lines = arena("repro", "out/games.jsonl").out.splitlines()
    assert lines[-3].startswith("then: timeout")
    assert lines[-2].startswith("now:  ")
    assert re.fullmatch(r"It took [\d.]+ s, and the budget is 0.2 s.", lines[-1])


def test_leaving_the_debugger_is_not_a_fault(shell, saved):
    for stdin in ("q\n", "n\nq\n", ""):  # the last one is the end of the input, as by Ctrl-D
        with case(repr(stdin)):
            done = shell("repro", "out/games.jsonl", "--pdb", stdin=stdin)
            assert (done.code, done.err) == (0, "")
            assert "You have left the debugger before think() returned" in done.out
            assert "now:" not in done.out


def test_new_output_is_shown_and_older_output_on_request(arena, bot):
    bot("print('turn', observation.main_deck.len()); return observation.get_list_actions()[0]")
    arena("play", "mine.py", "osla", "-n", 1, "--save", "out")
    moves = json.loads(Path("out/games.jsonl").read_text())["moves"]
    ply = next(ply for ply in range(20, 40) if moves[ply]["seat"] in (0, 2))
    done = arena("repro", "out/games.jsonl", "--ply", ply)
    told = done.out.partition("then:")[0]
    assert "To see it, add --show-output" in told
    assert told.count("turn ") == 1
    told = arena("repro", "out/games.jsonl", "--ply", ply, "--show-output").out
    assert "In its earlier turns, the bot printed:\nturn 28" in told
    assert "To see it" not in told


@pytest.mark.slow
def test_anybody_repeats_the_moves_of_published_bots(arena, bot, tmp_path):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING)
    first = cups.source(cups.FIRST)
    (cup / "house" / "two.py").write_text(
        f"{first}\n\nclass Other(Mine):\n    def think(self, o, budget):\n"
        f"        return self.dice.choice(o.get_list_actions()[1:] or o.get_list_actions())\n"
    )
    cups.package(cup / "house" / "pack")
    cups.edit(cup, '["alwaysfirst", "greedy"]', '["random", "house/pack", "house/two.py:Other"]')
    cups.edit(cup, "games = 4", "games = 2")
    cups.enter(cup, "O'Brien", "return self.dice.choice(o.get_list_actions())")
    cups.play(cup)
    with open_competition(cup, alone=True) as competition:
        publish(phase_state(competition, "qualifying"), sealed=False, with_code=True)
    shutil.move(cup / "Out" / "public" / "qualifying", tmp_path / "got")
    shutil.rmtree(cup)
    seen = set()
    for number, record in read_records(tmp_path / "got" / "records.jsonl.gz"):
        for ply in range(16, 20):
            move = record.moves[ply]
            seen.add(record.name(move.seat))
            with case(f"game {number}, ply {ply}, {record.name(move.seat)}"):
                done = arena("repro", "got/records.jsonl.gz", "--game", number, "--ply", ply)
                assert done.out.splitlines()[-2:] == [f"then: {move.play}", f"now:  {move.play}"]
    assert seen == {"O'Brien", "House 1", "House 2", "House 3"}
