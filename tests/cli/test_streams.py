"""Standard streams that are closed or full or lack our letters: no traceback, no lost records."""

import sys
from pathlib import Path

import pytest

ARENA = f"{sys.executable} -m arena"
PLAY = f"{ARENA} play osla random -n 2 --seed 1"


@pytest.fixture
def sh(shell):
    """Runs a line of the shell."""
    return lambda line, **more: shell(command=["sh", "-c", line], **more)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("more", ["--save out", "--save out --json"])
def test_a_stream_that_is_closed_spoils_no_records(sh, arena, closed, more):
    done = sh(f"{PLAY} {more} {closed}")
    assert (done.code, done.err) == (0, "")
    assert arena("replay", "verify", "out/games.jsonl").code == 0


def test_output_reaches_the_open_stream_if_the_other_is_closed(sh):
    assert "2 games of Brisca" in sh(f"{PLAY} 2>&-").out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("line", [PLAY, f"{PLAY} --json", f"{ARENA} bots", f"{ARENA} --help"])
def test_a_full_output_is_reported_in_a_sentence(sh, line):
    done = sh(f"{line} > /dev/full")
    assert done.code == 2
    assert done.err.startswith("arena: The output cannot be written: No space left")
    assert len(done.err.splitlines()) == 1


def test_letters_that_a_terminal_does_not_have_are_not_an_error(sh):
    done = sh(PLAY, env={"PYTHONIOENCODING": "ascii"})
    assert (done.code, done.err) == (0, "")
    assert "OSLAPlayer" in done.out


def test_a_file_whose_name_is_not_text_is_read(sh):
    sh(f"{PLAY} --save out")
    Path("out/games.jsonl").rename("out/\udcff.jsonl")
    done = sh(f"{ARENA} replay verify out/*", env={"PYTHONIOENCODING": "utf-8"})
    assert (done.code, done.err) == (0, "")
    assert "2 games" in done.out


def test_a_pipe_that_is_closed_early_gives_no_error(sh):
    sh(f"{ARENA} play osla random -n 20 --save out")
    done = sh(f"{ARENA} replay show out/games.jsonl | head -1")
    assert done.out.startswith("Brisca, game ")
    assert done.err == ""
