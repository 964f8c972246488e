"""Bad input: one clear sentence on the error stream, no output, and the right exit code."""

import os
import sys
from pathlib import Path

import pytest

REFUSED = {
    "arena pla": "There is no command 'pla'. Did you mean 'play'?",
    "arena play osla": "at least two bots",
    "arena play osla rndom": "There is no bot 'rndom'. Did you mean 'random'?",
    "arena play osla nobot.py": "nobot.py: there is no such file",
    "arena play osla .": "needs a file bot.py",
    "arena play osla random greedy": "room for 2 bots, not 3",
    "arena play random osla --game tarot": "OSLAPlayer plays only brisca, but the game is tarot",
    "arena play osla random --game brsca": "There is no game 'brsca'. Did you mean 'brisca'?",
    "arena play osla random --option ti=draw": "no option 'ti'. Did you mean 'tie'?",
    "arena play osla random --option tie=drw": "Did you mean 'draw'?",
    "arena play osla random --option tie": "--option tie=VALUE",
    "arena play osla random --option =draw": "no option ''",
    "arena play osla random --isolation dockr": "Did you mean 'docker'?",
    "arena play osla random -n 0": "0 games",
    "arena play osla random -n -5": "-5 games",
    "arena play osla random -n 10000000000000": "10000000000000 games",
    "arena play osla random --budget 0": "budget of 0 s",
    "arena play osla random --budget -1": "budget of -1 s",
    "arena play osla random --budget nan": "budget of nan s",
    "arena play osla random --budget inf": "budget of inf s",
    "arena play osla random --budget 1e300": "budget of 1e+300 s",
    "arena play osla random --workers 0": "0 workers",
    "arena play osla random --workers -1": "-1 workers",
    "arena play human random --workers 2": "leave out --workers",
    "arena check mine.py --positions 0": "--positions 0 is not possible: give a number from 1 to",
    "arena check mine.py --positions -1": "--positions -1 is not possible",
    "arena check mine.py --positions 10000000000000000000000": "is not possible",
    "arena check mine.py --budget 0": "give a number above 0, up to 3,600",
    "arena check mine.py --budget -1": "--budget -1 is not possible",
    "arena check mine.py --budget nan": "--budget nan is not possible",
    "arena check mine.py --budget inf": "--budget inf is not possible",
    "arena new mine --game brsca": "Did you mean 'brisca'?",
    "arena replay show nofile": "nofile cannot be read",
    "arena replay convert nofile": "nofile cannot be read",
}


@pytest.mark.parametrize("line", REFUSED)
def test_unusable_input_is_refused_in_a_sentence(arena, line):
    done = arena(*line.split()[1:])
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("arena: ")
    assert REFUSED[line] in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("workers", [0, 65, 100_000])
def test_too_many_workers_are_refused(arena, workers):
    done = arena("play", "osla", "random", "--workers", workers, "-n", 100_000)
    assert done.code == 2
    assert "--workers takes 1 to 64" in done.err


NOT_UNDERSTOOD = {
    "arena play": "BOT",
    "arena play osla random --budget soon": "'soon' is not a valid float",
    "arena play osla random -n many": "'many' is not a valid integer",
    "arena check mine.py --positions many": "'many' is not a valid integer",
    "arena check mine.py --budget soon": "'soon' is not a valid float",
    "arena play osla random --isolaton docker": "--isolation",
    "arena play osla random --seed": "--seed",
    "arena replay": "",
    "arena replay shwo": "Did you mean 'show'?",
    "arena replay verify": "FILE",
    "arena new": "NAME",
    "arena --versoin": "--version",
}


@pytest.mark.parametrize("line", NOT_UNDERSTOOD)
def test_an_unknown_command_line_is_answered_with_the_usage(arena, line):
    done = arena(*line.split()[1:])
    assert done.code == 2
    assert done.out == ""
    assert NOT_UNDERSTOOD[line] in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("line", ["import no_such_module", "raise SystemExit(0)", "1 / 0"])
@pytest.mark.parametrize("level", ["inprocess", "auto"])
def test_an_error_in_a_bots_file_is_one_sentence_with_its_line(arena, bot, level, line):
    path = bot("return None", top=line)
    done = arena("play", path, "random", "--isolation", level)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith(f"arena: {Path.cwd() / path}, line 2: importing it raised ")
    assert done.err.endswith(". To see its traceback, add --strict\n")
    assert len(done.err.splitlines()) == 1


def test_an_error_in_a_constructor_is_one_sentence_with_its_line(arena, bot):
    path = bot("return None")
    with Path(path).open("a") as file:
        file.write("    def __init__(self):\n        {}['book']\n")
    done = arena("play", path, "random")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    said = f"arena: {Path.cwd() / path}, line 8: its constructor raised KeyError: 'book'"
    assert done.err.startswith(said)


def test_strict_shows_only_the_bots_own_traceback_if_it_cannot_be_loaded(arena, bot):
    path = bot("return None", top="import no_such_module")
    done = arena("play", path, "random", "--strict")
    assert done.code == 2
    assert "importing it raised ModuleNotFoundError" in done.err.splitlines()[0]
    assert f'File "{Path.cwd() / path}", line 2' in done.err
    assert "/arena/" not in done.err


def test_a_file_of_null_bytes_is_refused_as_a_bot(arena):
    Path("mine.py").write_bytes("from Players.Player import Player".encode("utf-16"))
    done = arena("play", "mine.py", "random")
    assert done.code == 2
    assert "mine.py is not a Python file: it contains null bytes" in done.err
    assert len(done.err.splitlines()) == 1


def test_an_empty_name_is_refused_as_a_game(arena):
    done = arena("play", "osla", "random", "--game", "")
    assert done.code == 2
    assert done.err.startswith("arena: There is no game ''")


def test_a_removed_folder_has_no_bots(shell, tmp_path):
    gone = f"mkdir gone; cd gone; rmdir ../gone; {sys.executable} -m arena play mine.py random"
    done = shell(command=["sh", "-c", gone])
    assert done.code == 2
    assert "mine.py: there is no such file" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_seed_that_is_not_text_is_refused(arena):
    done = arena("play", "osla", "random", "-n", 1, "--seed", os.fsdecode(b"\xff"))
    assert done.code in (0, 2)
    assert "Traceback" not in done.err


def unwritable(done, name: str) -> None:
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("arena: ")
    assert name in done.err
    assert len(done.err.splitlines()) == 1


def test_a_file_in_the_way_of_the_records_is_named(arena):
    Path("out").write_text("I was here first")
    done = arena("play", "osla", "random", "-n", 1, "--save", "out")
    unwritable(done, "out")
    assert "games.jsonl exists already" not in done.err
    assert Path("out").read_text() == "I was here first"


def test_a_folder_that_cannot_be_made_is_named(arena):
    unwritable(arena("play", "osla", "random", "-n", 1, "--save", "/proc/x"), "/proc/x")


def test_a_name_that_is_too_long_for_a_folder_is_refused(arena):
    unwritable(arena("play", "osla", "random", "-n", 1, "--save", "x" * 300), "x" * 300)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_is_named(arena):
    Path("out").mkdir(mode=0o500)
    unwritable(arena("play", "osla", "random", "-n", 1, "--save", "out"), "out")


def test_a_full_disk_is_reported(arena):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    Path("out").mkdir()
    Path("out/index.html").symlink_to("/dev/full")
    done = arena("league", "osla", "random", "-n", 1, "--save", "out")
    assert done.code == 2
    assert "No space left" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("line", ["play hang.gdl random random", "recycle check hang.gdl"])
def test_a_game_whose_setup_has_no_end_is_refused_with_its_file_and_line(arena, line):
    Path("hang.gdl").write_text(
        """(game (setup (create players 2) (create teams (0) (1))
 (repeat 3000000 (create deck (game iloc STOCK) (deck (RANK (ONE, TWO))))))
 (choice ((turn pass))) (scoring max 0))"""
    )
    done = arena(*line.split())
    assert done.code in (1, 2)
    said = done.out + done.err
    assert "hang.gdl:" in said
    assert "The game cannot go on: this deck is too large" in said
    assert "This is line 2" in said


def test_a_name_that_is_too_long_is_refused(arena):
    arena("init", "cup", "--preset", "robobrisca")
    for suffix in (".py", ".zip"):
        done = arena("submit", 300 * "a" + suffix, "--team", "Ases", "--to", "cup")
        assert done.code == 2
        assert "is not the path of a file: File name too long" in done.err


PIPED = {
    "submit p.py --team Ases --to cup": "p.py is a pipe",
    "submit link.py --team Ases --to cup": "link.py is a symbolic link",
    "check p.py": "p.py is a pipe",
    "play p.py random": "p.py is a pipe",
    "play p.gdl random random": "p.gdl is a pipe",
    "recycle check p.gdl": "p.gdl is a pipe",
    "recycle format p.gdl": "p.gdl is a pipe",
}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("line", PIPED)
def test_a_pipe_is_refused_and_the_command_does_not_wait(arena, shell, line):
    assert arena("init", "cup", "--preset", "robobrisca").code == 0
    os.mkfifo("p.py")
    os.mkfifo("p.gdl")
    Path("link.py").symlink_to("cup/Out/seed")
    done = shell(*line.split())
    assert done.code in (1, 2)
    said = done.out + done.err
    assert PIPED[line] in said
    assert "Traceback" not in said
    assert not list(Path("cup/submissions").glob("*/*"))
