"""Ctrl-C: one sentence, exit code 130, and all finished games are saved."""

import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.processes import LONG, interrupt, processes, wait_until

from Game.brisca.game import Brisca
from Game.core.stream import Stream
from Players.HumanPlayer import HumanPlayer, Left

ROOT = Path(__file__).resolve().parents[2]

Process = subprocess.Popen[str]


def games_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize(
    "command, workers", [("play", "1"), pytest.param("league", "2", marks=pytest.mark.slow)]
)
def test_an_interrupted_match_keeps_whole_games(arena, started, command, workers):
    path = Path("out/games.jsonl")
    process = started(command, "greedy", "osla", "-n", "100000", "--save", "out",
                      "--workers", workers)  # fmt: skip
    wait_until(lambda: games_in(path) > 3)
    _, err = interrupt(process)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert err.startswith("arena: interrupted after ")
    assert len(err.splitlines()) == 1
    assert str(path) in err
    kept = path.read_text().splitlines()
    assert [json.loads(line)["game"] for line in kept] == ["brisca"] * len(kept)
    assert f"interrupted after {len(kept)} of 100000 games" in err
    assert arena("replay", "verify", path).code == 0


@pytest.mark.slow
def test_workers_that_are_starting_are_interrupted_in_silence(started):
    process = started("play", "greedy", "osla", "-n", "100000", "--save", "out", "--workers", "2")
    wait_until(Path("out/games.jsonl").exists)
    _, err = interrupt(process)
    assert process.returncode == 130
    assert len(err.splitlines()) == 1


def test_a_terminated_match_reports_its_saved_games_as_after_ctrl_c(started):
    """`timeout` sends SIGTERM, and so does a session that closes."""
    path = Path("out/games.jsonl")
    process = started("play", "greedy", "osla", "-n", "100000", "--save", "out")
    wait_until(lambda: games_in(path) > 3)
    process.terminate()
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 130
    assert err.startswith("arena: interrupted after ")
    assert len(err.splitlines()) == 1


def test_ctrl_c_while_a_module_is_imported_ends_with_our_exit_code(started):
    """Dataclasses run code from strings at that moment."""
    Path("interrupted.py").write_text(
        "from arena.cli import fail\n"
        "try:\n    exec('raise KeyboardInterrupt')\n"
        "except KeyboardInterrupt:\n    fail('interrupted.', 130)\n"
    )
    process = started(program=("-m", "interrupted"))
    assert process.communicate(timeout=LONG)[1] == "arena: interrupted.\n"
    assert process.returncode == 130


WORKERS = ("play", "greedy", "osla", "-n", "100000", "--save", "out", "--workers", "2")


@pytest.mark.slow
@pytest.mark.parametrize("wait", [0.0, 0.2])
def test_ctrl_c_does_not_reach_workers_while_they_start(started, wait):
    process = started(*WORKERS)
    wait_until(Path("out/games.jsonl").exists)
    time.sleep(wait)  # Python starts in the workers; Ctrl-C may come at any moment of that
    _, err = interrupt(process)
    assert process.returncode == 130
    assert len(err.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing tells them")
def test_workers_end_with_an_arena_that_is_killed(started):
    process = started(*WORKERS)
    wait_until(lambda: games_in(Path("out/games.jsonl")) > 3)
    assert len(in_session(process.pid)) > 2
    process.kill()
    process.wait(LONG)
    wait_until(lambda: not in_session(process.pid))


def in_session(number: int) -> list[int]:
    """The living processes of the session that this process has started."""
    return [each.pid for each in processes() if each.session == number and each.is_alive]


@pytest.mark.slow
def test_workers_do_not_finish_their_blocks_first(bot, started):
    """A block of slow games takes minutes. After Ctrl-C it must not be finished first."""
    path = bot("open('thinking', 'w').close()\ntime.sleep(1000)", top="import time")
    process = started("play", path, "random", "-n", "64", "--save", "out", "--workers", "2",
                      "--budget", "1000", "--isolation", "inprocess")  # fmt: skip
    wait_until(Path("thinking").exists)  # a worker plays its first game, which takes hours
    interrupt(process)
    assert process.returncode == 130


def test_a_bot_in_the_middle_of_a_thought_is_interrupted(bot, started):
    path = bot("open('thinking', 'w').close()\ntime.sleep(1000)", top="import time")
    process = started("play", path, "random", "--budget", "1000", "--isolation", "inprocess")
    wait_until(Path("thinking").exists)
    _, err = interrupt(process)
    assert process.returncode == 130
    assert err == "arena: interrupted after 0 of 100 games, no records\n"


def test_a_person_may_leave_with_ctrl_c(started):
    process = started("play", "human", "random", "-n", "1", "--seed", "1")
    process.stdin.write("1\n")
    process.stdin.flush()
    seen = ""
    while "Table: seat" not in seen:
        seen += process.stdout.readline()
    _, err = interrupt(process)
    assert process.returncode == 130
    assert err.strip() == "arena: interrupted after 0 of 1 games, no records"


def test_ctrl_c_while_the_question_is_written_is_not_lost(monkeypatch):
    """Python's `input` drops an exception that comes while it writes what was printed before."""

    class Screen(io.StringIO):
        def flush(self):
            if self.getvalue().endswith("? for help: "):
                raise KeyboardInterrupt

    player, view = HumanPlayer(), Brisca().deal(Stream(1)).view(0)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))  # so `input` itself would find the end
    monkeypatch.setattr("sys.stdout", Screen())
    with pytest.raises(KeyboardInterrupt) as interrupted:
        player.think(Brisca().observe(view, Stream(1)), 1.0)
    assert not isinstance(interrupted.value, Left)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play_match.py", "play_league.py"])
def test_the_scripts_are_interrupted_in_silence_too(bot, started, name):
    path = bot("open('thinking', 'w').close()\ntime.sleep(0.5)", top="import time")
    process = started(path, "random", program=(str(ROOT / name),))
    wait_until(Path("thinking").exists)
    _, err = interrupt(process)
    assert process.returncode != 0
    assert "Traceback" not in err
