"""`arena play` and `arena league`: their output, and the files that they write."""

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bots.bot import own_bots
from arena.cli.games.report import compare
from arena.replay.result import WHOLE
from arena.standings.tally import TallyLine

if sys.platform != "win32":
    import termios

ROOT = Path(__file__).resolve().parents[2]

ORDER = [
    "game", "options", "seed", "isolation", "games", "seconds", "bots", "records", "run",
    "decision",
]  # fmt: skip
OF_A_BOT = [
    "name", "wins", "draws", "losses", "share", "interval", "points",
    "think_mean", "think_max", "faults", "replays",
]  # fmt: skip


def lines_of(path: str) -> list[dict]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def test_the_table_has_wins_interval_points_times_and_faults(arena, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    done = arena("play", "osla", "random", "-n", 20, "--seed", 3)
    assert done.code == 0
    assert done.err == ""
    for heading in ("won-drawn-lost", "share", "95 % interval", "points", "thinks", "faults"):
        assert heading in done.out
    assert "OSLAPlayer" in done.out
    assert "20 games of Brisca" in done.out
    assert "seed 3" in done.out
    assert "isolation inprocess" in done.out


def test_a_clear_result_is_reported_as_clear(arena):
    out = arena("play", "greedy", "random", "-n", 60, "--seed", 1).out
    assert "GreedyPlayer is better" in out


def test_with_more_than_two_bots_the_fair_share_is_printed(arena):
    done = arena("play", "random", "alwaysfirst", "greedy", "greedy", "--game", "boerenbridge",
                 "-n", 4, "--option", "rounds=2", "--seed", 1)  # fmt: skip
    assert "With 4 bots, a fair share is 25%: too few games to tell" in done.out


def test_a_bot_that_won_all_games_is_named():
    one, other = TallyLine("BB", 20, wins=20, parts=20 * WHOLE), TallyLine("Bot", 20, losses=20)
    assert compare(one, other).endswith("BB is better. BB won all 20.")
    assert compare(other, one).endswith("BB is better. BB won all 20.")


def test_the_output_of_bots_is_shown_on_request(arena, bot):
    prints = bot("print('my', budget); return observation.get_list_actions()[0]")
    done = arena("play", prints, "random", "-n", 2)
    assert "Mine has printed something. To see it: the same command with --show-output" in done.out
    assert "my 1.0" not in done.out
    for workers in (1, 2):
        done = arena("play", prints, "random", "-n", 2, "--show-output", "--workers", workers)
        assert "Mine, in seat 1 of game 2, printed:\n    my 1.0\n" in done.out
        assert done.out.count("my 1.0") == 40
        assert "To see it" not in done.out


def test_a_bot_that_prints_without_end_is_shown_from_its_beginning(arena, bot):
    prints = bot("print('x' * 3000); return observation.get_list_actions()[0]")
    done = arena("play", prints, "random", "-n", 1, "--show-output")
    assert done.out.count("x" * 3000) == 4
    assert "x…" in done.out


def test_an_unclear_result_is_reported_as_unclear(arena):
    assert "too close to tell" in arena("play", "random", "random", "-n", 40, "--seed", 1).out


def test_the_json_has_the_agreed_shape(arena, bot):
    failing = bot("return 1 / 0")
    done = arena(
        "play", "osla", failing, "-n", 2, "--seed", 3, "--json", "--isolation", "inprocess"
    )
    told = done.json
    assert done.code == 0
    assert done.out.count("\n") == 1
    assert list(told) == ORDER
    assert [list(bot) for bot in told["bots"]] == [OF_A_BOT, OF_A_BOT]
    assert told["game"] == "brisca"
    assert told["options"] == {"tie": "draw", "deal": "page"}
    assert told["seed"] == 3
    assert told["isolation"] == "inprocess"
    assert told["games"] == 2
    assert told["records"] == "Out/runs/r1/games.jsonl"
    assert told["run"] == "r1"
    assert told["decision"] is None
    osla, mine = told["bots"]
    assert (osla["name"], mine["name"]) == ("OSLAPlayer", "Mine")
    assert osla["wins"] + osla["draws"] + osla["losses"] == 2
    assert osla["share"] + mine["share"] == 1
    assert osla["points"] + mine["points"] == 240
    assert osla["interval"][0] <= osla["share"] <= osla["interval"][1]
    assert osla["faults"] == {}
    assert mine["faults"] == {"exception": 40}
    assert 0 < osla["think_mean"] <= osla["think_max"]


@pytest.mark.parametrize("seed", ["007", "99999999999999999999999", "rb2027", "-5", "٣", "1_0", ""])
def test_the_seed_in_the_json_deals_the_same_cards_again(arena, seed):
    first = arena("play", "osla", "random", "-n", 4, "--seed", seed, "--json").json
    again = arena("play", "osla", "random", "-n", 4, "--seed", first["seed"], "--json").json
    assert [bot["points"] for bot in first["bots"]] == [bot["points"] for bot in again["bots"]]


def test_without_a_seed_the_random_seed_is_printed(arena):
    first = arena("play", "osla", "random", "-n", 4, "--json").json
    again = arena("play", "osla", "random", "-n", 4, "--json", "--seed", first["seed"]).json
    assert [bot["points"] for bot in first["bots"]] == [bot["points"] for bot in again["bots"]]


NOISE = """\
import atexit, os, sys, threading, time
print('at import')
out = sys.stdout
atexit.register(print, "at the end")

def chatter():
    while True:
        os.write(1, b"chatter\\n")
        time.sleep(0.0001)

threading.Thread(target=chatter, daemon=True).start()
"""


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_output_of_bots_stays_out_of_the_json(shell, bot, workers):
    path = bot(
        """
        print("thinking")
        print("aloud", file=out)
        os.write(1, b"through the back door\\n")
        return observation.get_list_actions()[0]
        """,
        top=NOISE,
    )
    done = shell(
        *("play", path, "random", "-n", 2, "--json"),
        *("--workers", workers, "--isolation", "inprocess"),
        env={"PYTHONUNBUFFERED": ""},
    )
    assert done.code == 0
    assert done.json["games"] == 2
    assert done.err.count("thinking") == 40


def test_every_game_is_saved_as_a_line(arena):
    done = arena("play", "osla", "random", "-n", 5, "--seed", 3, "--save", "out", "--json")
    path = done.json["records"]
    assert Path(path) == Path("out/games.jsonl")
    assert len(lines_of(path)) == 5
    assert arena("replay", "verify", path).code == 0


def test_a_second_match_into_the_same_folder_keeps_the_first(arena):
    for _ in range(2):
        arena("play", "osla", "random", "-n", 1, "--save", "out")
    assert sorted(path.name for path in Path("out").iterdir()) == ["games-2.jsonl", "games.jsonl"]


@pytest.mark.slow
def test_two_workers_save_the_games_of_one_in_the_same_order(arena, shell):
    match = ("play", "osla", "random", "-n", 16, "--seed", 3, "--save")
    arena(*match, "one")
    shell(*match, "two", "--workers", 2)
    one, two = (
        [(game["id"], [move["play"] for move in game["moves"]]) for game in lines_of(path)]
        for path in ("one/games.jsonl", "two/games.jsonl")
    )
    assert one == two


def test_options_of_the_game_reach_its_records(arena):
    arena("play", "osla", "random", "-n", 1, "--save", "out", "--option", "tie=original",
          "--option", "deal=original")  # fmt: skip
    (game,) = lines_of("out/games.jsonl")
    assert game["options"] == {"tie": "original", "deal": "original"}


def test_without_a_clock_slow_bots_have_no_faults(arena):
    told = arena("play", "slow", "random", "-n", 1, "--budget", 0.001, "--no-clock", "--json").json
    assert told["bots"][0]["faults"] == {}


def test_the_first_fault_is_shown_with_what_to_do(arena, bot):
    done = arena("play", bot("return 1 / 0"), "random", "-n", 2, "--seed", 1)
    assert done.code == 0
    assert "40 exception" in done.out
    assert "Mine: its first fault was exception" in done.out
    assert "ZeroDivisionError: division by zero" in done.out
    assert f'File "{Path.cwd() / "mine.py"}", line 6, in think' in done.out
    assert "arena repro r1 --game 1 --ply 0" in done.out


def test_strict_shows_the_traceback_and_the_position_and_fails(arena, bot):
    done = arena("play", bot("return 1 / 0"), "random", "-n", 2, "--seed", 1, "--strict")
    assert done.code == 1
    assert "ZeroDivisionError: division by zero" in done.err
    assert f'File "{Path.cwd() / "mine.py"}", line 6, in think' in done.err
    assert "You are seat 0 and hold" in done.err
    assert "/arena/" not in done.err


def test_strict_with_good_bots_changes_nothing(arena):
    assert arena("play", "osla", "random", "-n", 4, "--strict").code == 0


def test_strict_keeps_the_games_before_the_fault(arena, bot, monkeypatch):
    monkeypatch.setenv("TURNS", "0")
    path = bot(
        """
        turns = int(os.environ["TURNS"]) + 1
        os.environ["TURNS"] = str(turns)
        assert turns < 21
        return observation.get_list_actions()[0]
        """,
        top="import os",
    )
    done = arena(
        "play", path, "random", "-n", 4, "--strict", "--save", "out", "--isolation", "inprocess"
    )
    assert done.code == 1
    assert len(lines_of("out/games.jsonl")) == 1


@pytest.mark.slow
def test_strict_stops_workers_too(shell, bot):
    done = shell("play", bot("return 1 / 0"), "random", "-n", 4, "--strict", "--workers", 2)
    assert done.code == 1
    assert "ZeroDivisionError" in done.err
    assert "concurrent" not in done.err


@pytest.mark.slow
def test_a_bot_that_ends_its_worker_gets_a_sentence(shell, bot):
    ends = bot("os.kill(os.getpid(), 9)", top="import os")
    done = shell("play", ends, "random", "-n", 4, "--workers", 2, "--isolation", "inprocess")
    assert done.code == 2
    assert "worker" in done.err
    assert "Traceback" not in done.err


def test_two_bots_of_one_name_get_different_labels(arena):
    names = [bot["name"] for bot in arena("play", "osla", "osla", "-n", 1, "--json").json["bots"]]
    assert names == ["OSLAPlayer", "OSLAPlayer (2)"]


def test_a_league_plays_all_pairs(arena):
    told = arena("league", "osla", "random", "greedy", "-n", 4, "--seed", 1, "--json").json
    assert told["games"] == 12
    for bot in told["bots"]:
        assert bot["wins"] + bot["draws"] + bot["losses"] == 8


def test_a_saved_league_has_a_page_and_records(arena):
    done = arena("league", "osla", "random", "greedy", "-n", 2, "--save", "out", "--json")
    assert done.json["games"] == 6
    assert sorted(path.name for path in Path("out").iterdir()) == ["games.jsonl", "index.html"]
    assert str(Path("out/index.html")) in done.err


def test_a_league_prints_its_table_best_first(arena):
    out = arena("league", "random", "osla", "greedy", "-n", 20, "--seed", 1).out
    assert out.index("GreedyPlayer") < out.index("OSLAPlayer") < out.index("RandomPlayer")


def test_the_lists_name_every_game_option_and_bot(arena):
    games = arena("games").out
    for word in ("brisca", "tie=", "deal=", "draw", "original", "page"):
        assert word in games
    bots = arena("bots").out
    for name in ("random", "alwaysfirst", "slow", "osla", "human", "greedy", "montecarlo"):
        assert f"\n  {name} " in bots


def test_one_broken_file_in_players_does_not_spoil_the_list_of_bots(arena, monkeypatch, tmp_path):
    import Players

    monkeypatch.setattr(Players, "__path__", [*Players.__path__, str(tmp_path)])
    Path("half.py").write_text("class Half(")
    done = arena("bots")
    assert done.code == 0
    house, yours = done.out.split("Your own bots:\n")
    assert "  half " in yours
    assert "  osla " in house
    assert "  osla " not in yours


def test_the_list_of_bots_has_the_files_and_packages_of_this_folder(arena, in_an_empty_folder):
    arena("new", "mine")
    arena("new", "packed", "--package")
    Path("silent.py").write_text("from Players.Player import Player\nclass Silent(Player): pass\n")
    Path("other.py").write_text("x = 1\n")
    _, yours = arena("bots").out.split("Your own bots:\n")
    names = [line.split()[0] for line in yours.splitlines()]
    in_players = own_bots()  # of the user who runs these tests
    assert [name for name in names if name not in in_players] == ["mine.py", "packed", "silent.py"]


def test_the_doctor_writes_json(arena):
    told = arena("doctor", "--json").json
    assert told["isolation"]["inprocess"] == ""
    assert told["rules"] in ("compiled", "interpreted")
    assert "brisca" in told["games"]
    assert None not in told["packages"].values()


def test_the_doctor_writes_a_table(arena):
    out = arena("doctor").out
    assert "isolation inprocess: available" in out
    assert "rules: " in out


def test_a_pipe_that_is_closed_early_is_not_an_error(shell):
    import sys

    done = shell(command=["bash", "-c", f"{sys.executable} -m arena bots | true"])
    assert "Traceback" not in done.err


def test_without_a_finished_game_no_file_is_left(arena, bot):
    done = arena("play", bot("return None"), "random", "--strict", "--save", "out")
    assert done.code == 1
    assert not list(Path("out").iterdir())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind there")
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_terminal_of_any_width_shows_every_figure_in_full(columns):
    """Terminals usually have eighty columns. The longest name of a house bot fits there."""
    seen = on_a_terminal(columns, "play", "osla", "montecarlo(worlds=1)", "-n", "20", "--seed", "1")
    assert "…" not in seen
    table, _, _ = seen.partition("20 games of Brisca")
    for shown in ("MonteCarloPlayer", "OSLAPlayer", "95 %", "interval", "faults", "none"):
        assert shown in table
    if columns >= 80:
        assert re.search(r"MonteCarloPlayer +\d+-\d+-\d+ .*%.*none", table)
    assert max(map(len, table.splitlines()[:-1])) <= columns


def on_a_terminal(columns: int, *words: str) -> str:
    """The output of the command in a terminal with this number of columns, without colours."""
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    command = [sys.executable, "-m", "arena", *words]
    keep = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm"}
    env = {name: value for name, value in keep.items() if name not in ("COLUMNS", "LINES")}
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=env):
        os.close(theirs)
        seen = b""
        with contextlib.suppress(OSError):  # when the last process closes the terminal
            while piece := os.read(ours, 4096):
                seen += piece
    os.close(ours)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen.decode()).replace("\r\n", "\n")
