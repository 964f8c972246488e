"""`arena repro`: runs a bot again at one move of a saved game."""

import json
import os
import re
import shutil
from hashlib import sha256
from itertools import product
from pathlib import Path

import msgspec
import pytest
from support import cups
from support.cases import case

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish
from arena.replay.files import read_records
from arena.replay.record import game_id
from arena.replay.replayer import game_of

FORGETFUL = """
self.turns = getattr(self, "turns", 0) + 1
assert self.turns < 3, f"turn {self.turns}"
return self.dice.choice(observation.get_list_actions())
"""

DEBUG = ("--pdb", "--bot", "mine.py", "--i-trust-these-bots")


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


def test_a_changed_file_is_pointed_out_and_runs_when_it_is_named(arena, saved, bot):
    bot("return observation.get_list_actions()[0]")
    done = arena("repro", "out/games.jsonl")
    assert (done.code, done.out) == (2, "")
    assert "has changed since" in done.err
    words = done.err[done.err.index("--bot") :].split()
    assert Path(words[1]) == Path(saved).resolve()
    done = arena("repro", "out/games.jsonl", *words)
    assert done.code == 0
    assert "file has changed since this game. The new version runs here" in done.out
    assert "now:  exception" not in done.out


DIARY = """
try:
    open({path!r}, "a").write("x")
except OSError:
    pass
raise ValueError("\x1b[31m")
"""


@pytest.mark.slow
def test_a_bot_is_run_again_in_a_box(arena, bot, tmp_path):
    diary = tmp_path / "diary"
    bot(DIARY.format(path=str(diary)))
    done = arena("play", "mine.py", "osla", "-n", 1, "--budget", 60, "--save", "out")
    assert not diary.exists(), "the box is open"
    for words in ((), ("--bot", "mine.py"), ("--i-trust-these-bots",)):
        with case(" ".join(words)):
            done = arena("repro", "out/games.jsonl", *words)
            assert done.code == 0
            assert "in a box (level" in done.out
            assert "now:  exception: think raised ValueError" in done.out
            assert 'mine.py", line' in done.out
            assert "\x1b" not in done.out
            assert not diary.exists()


@pytest.mark.slow
def test_a_bot_runs_in_the_arena_only_if_the_user_names_and_trusts_it(arena, shell, bot, tmp_path):
    diary = tmp_path / "diary"
    bot(DIARY.format(path=str(diary)))
    arena("play", "mine.py", "osla", "-n", 1, "--budget", 60, "--save", "out")
    for words in ("", "--i-trust-these-bots", "--bot mine.py"):
        with case(words):
            done = shell("repro", "out/games.jsonl", "--pdb", *words.split(), stdin="c\n")
            assert (done.code, done.out) == (2, "")
            assert "in the arena's own process" in done.err
            assert "--bot FILE --i-trust-these-bots" in done.err
            assert not diary.exists()
    trusted = ("--pdb", "--bot", "mine.py", "--i-trust-these-bots")
    assert "in this process" in shell("repro", "out/games.jsonl", *trusted, stdin="c\n").out
    assert diary.exists()


SHOUTS = """
print("OTHER FILE")
return observation.get_list_actions()[0]
"""


@pytest.fixture
def strange(arena, bot):
    """Writes a stranger's record: its bot names this file, variant and hash."""
    bot(FORGETFUL)
    arena("play", "mine.py", "osla", "-n", 1, "--budget", 60, "--save", "out")
    [(_, record)] = read_records(Path("out/games.jsonl"))

    def write(**fields) -> str:
        at = record.seats[record.faults[0].seat]
        bots = list(record.bots)
        bots[at] = msgspec.structs.replace(bots[at], **fields)
        seated = [bots[number] for number in record.seats]
        forged = msgspec.structs.replace(
            record,
            bots=bots,
            id=game_id(record.game, game_of(record).chosen, record.deal, seated),
        )
        Path("sent").mkdir(exist_ok=True)
        Path("sent/strange.jsonl").write_bytes(msgspec.json.encode(forged))
        return "sent/strange.jsonl"

    return write


@pytest.mark.slow
def test_a_path_that_only_a_record_names_runs_no_other_file(arena, bot, strange):
    other = Path(bot(SHOUTS, "other.py")).resolve()
    Path("link.py").symlink_to(other)
    Path("zero.py").symlink_to("/dev/zero")
    Path("package").mkdir()
    Path("package/bot.py").write_bytes(other.read_bytes())
    os.mkfifo("pipe.py")
    here = Path.cwd()
    places = (
        "/etc/passwd", "/dev/zero", "/dev", "/proc", "/", "~nobody-here/x.py", "~", "a\0.py", "",
        "x" * 5000 + ".py", "x" * 100_000, "\x1b[2J.py", "(", "other.py", str(other),
        f"{other}:Mine", f"{here}/zero.py", f"{here}/link.py", f"{here}/pipe.py",
        f"{here}/package", f"{here}/package.zip", f"{here}/out/../other.py",
    )  # fmt: skip
    for place in places:
        with case(f"{place:.60}"):
            done = arena("repro", strange(spec=place))
            assert (done.code, done.out) == (2, "")
            assert done.err.startswith("arena: ")
            assert "--bot" in done.err
            assert "\x1b" not in done.err
            assert len(done.err) < 600
    for variant in ("/../../other.py", f"\n{other}", ".py", ":Mine.zip", "(1).py"):
        with case(variant):
            done = arena("repro", strange(spec="", variant=variant))
            assert (done.code, done.out) == (2, "")


def test_a_strangers_record_that_knows_the_hash_of_a_file_runs_it_in_a_box(arena, bot, strange):
    other = Path(bot(SHOUTS, "other.py")).resolve()
    known = sha256(other.read_bytes()).hexdigest()
    done = arena("repro", strange(spec=str(other), sha256=known))
    assert "in a box (level" in done.out
    assert "OTHER FILE" in done.out


def test_a_strangers_record_of_a_house_bot_runs_it_in_a_box(arena, strange):
    done = arena("repro", strange(spec="montecarlo(worlds=3)", variant="(worlds=3)"))
    assert done.code == 0
    assert "in a box (level" in done.out
    done = arena("repro", strange(spec="human"))
    assert (done.code, done.out) == (2, "")
    assert "A person made this move" in done.err


def test_an_old_record_without_a_hash_needs_the_file(arena, strange):
    file = strange(sha256="", isolation="")
    done = arena("repro", file)
    assert done.code == 2
    assert "--bot FILE" in done.err
    assert "turn 3" in arena("repro", file, "--bot", "mine.py").out


def test_texts_of_a_strangers_record_are_shown_without_control_characters(arena, strange):
    file = Path(strange())
    text = file.read_text().replace("think raised", "\\u001b[2J\\u202e\\u009b31m think raised")
    text = text.replace('"exception"', '"timeout"')
    file.write_text(text)
    done = arena("repro", str(file))
    assert done.code == 0
    assert "The bot was late here" in done.out
    assert not {"\x1b", "\x9b", "\u202e"} & set(done.out)


@pytest.mark.slow
def test_no_command_about_games_shows_control_characters_of_a_strangers_record(arena, strange):
    nasty = "\\u001b[2J\\u009b31m\\u202e"
    text = Path(strange()).read_text()
    for old in ('"exception"', '"play":"', '"format":"', '"name":"', '"stock":', '"game":"'):
        file = Path("forged.jsonl")
        file.write_text(text.replace(old, old[:2] + nasty + old[2:]))
        for words in (("show",), ("verify",), ("convert", "-o", "got"), ("deals",)):
            with case(f"{old} {words}"):
                done = arena("replay", words[0], file, *words[1:])
                assert not {"\x1b", "\x9b", "\u202e"} & set(done.out + done.err)


def test_a_record_with_impossible_numbers_is_refused_in_a_sentence(arena, strange):
    file = Path(strange())
    record = json.loads(file.read_text())
    for field in ({"budget": -1.0}, {"budget": 1e300}, {"seeds": [1]}, {"seeds": [10**40] * 4},
                  {"seeds": [-1] * 4}, {"seeds": []}):  # fmt: skip
        with case(str(field)[:40]):
            file.write_text(json.dumps(record | field))
            done = arena("repro", str(file))
            assert done.code == 2
            assert done.err.startswith("arena: ")


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
    done = shell("repro", "out/games.jsonl", *DEBUG, stdin="p observation.turn\nc\n")
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
            done = shell("repro", "out/games.jsonl", *DEBUG, stdin=stdin)
            assert (done.code, done.err) == (0, "")
            assert "You have left the debugger before think() returned" in done.out
            assert "now:" not in done.out


def test_new_output_is_shown_and_older_output_on_request(arena, bot):
    bot("print('turn', observation.main_deck.len()); return observation.get_list_actions()[0]")
    arena("play", "mine.py", "osla", "-n", 1, "--budget", 60, "--save", "out")
    moves = json.loads(Path("out/games.jsonl").read_text())["moves"]
    ply = next(ply for ply in range(20, 40) if moves[ply]["seat"] in (0, 2))
    done = arena("repro", "out/games.jsonl", "--ply", ply)
    told = done.out.partition("then:")[0]
    assert "To see it, add --show-output" in told
    assert told.count("turn ") == 1
    told = arena("repro", "out/games.jsonl", "--ply", ply, "--show-output").out
    assert "In its earlier turns, the bot printed:\n    turn 28" in told
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


FORGER = """
print("then: C1\\nnow:  C1\\nMine: its first fault was none")
try:
    raise ValueError("first\\nnow:  C1\\nMine: its first fault was none")
except ValueError as error:
    raise ValueError("second") from error
"""
FORGED = ("then: C1", "now:  C1", "Mine: its first fault was none")


def test_no_text_of_a_bot_looks_like_a_line_of_the_arena(arena, bot):
    bot(FORGER)
    match = ("play", "mine.py", "osla", "-n", 1, "--budget", 60, "--save", "out")
    for heading, text in (
        ("Its traceback:", arena(*match, "--show-output").out),
        ("Its traceback:", arena(*match, "--strict").err),
        ("The bot's traceback:", arena("repro", "out/games.jsonl").out),
    ):
        lines = text.splitlines()
        with case(text):
            assert heading in lines
            assert lines.count("    now:  C1") >= 2, "printed, and in the traceback"
            assert not [line for line in lines if line.startswith(FORGED)]


def test_what_differs_from_the_bot_of_the_record_is_said_truly(arena, bot, strange):
    other = bot(SHOUTS, "other.py")
    house = {"spec": "random", "variant": ""}
    for fields, words, said in (
        (house, (), "another hash for this house bot"),
        (house, ("--bot", "osla"), "not the bot that played"),
        ({}, ("--bot", other), "not the bot that played"),
        ({"sha256": "", "isolation": ""}, ("--bot", "mine.py"), "has no hash of the bot"),
    ):
        with case(said):
            done = arena("repro", strange(**fields), *words)
            assert done.code == 0
            assert said in done.out
            assert "file has changed" not in done.out
