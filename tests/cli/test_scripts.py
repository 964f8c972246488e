"""play_match.py and play_league.py, run as their headers say, from any folder."""

import re
import runpy
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script(capfd, monkeypatch):
    """Runs a script in this process: one of ours by its name, or an edited one in this folder."""

    def run(name: str, *words: str) -> Ended:
        path = Path(name) if Path(name).exists() else ROOT / name
        monkeypatch.setattr(sys, "argv", [str(path), *words])
        code: object = None
        try:
            runpy.run_path(str(path), run_name="__main__")
        except SystemExit as end:
            code = end.code
        out, err = capfd.readouterr()
        if isinstance(code, str):  # Python prints it when the process ends
            return Ended(1, out, f"{err}{code}\n")
        return Ended(int(code or 0), out, err)

    return run


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def test_a_script_runs_in_a_process_of_its_own(shell):
    done = shell(command=[sys.executable, str(ROOT / "play_match.py")])
    assert (done.code, done.err) == (0, "")
    assert done.out.count(" plays ") == 40


def test_a_match_of_the_list_is_printed_and_saved(script, arena):
    done = script("play_match.py")
    assert done.code == 0
    assert done.out.count(" plays ") == 40
    assert "OSLAPlayer" in done.out
    assert "AlwaysFirstPlayer" in done.out
    assert len(Path("Out/game.txt").read_text().split("\n")) == 48
    assert arena("replay", "verify", "Out/game.txt").code == 0


def test_a_second_match_is_saved_over_the_first(script, arena):
    script("play_match.py")
    first = Path("Out/game.txt").read_text()
    script("play_match.py")
    assert Path("Out/game.txt").read_text() != first


def test_a_match_of_named_bots(script, bot):
    done = script("play_match.py", "random", bot("return observation.get_list_actions()[0]"))
    assert done.code == 0
    assert Path("Out/game.txt").read_text().startswith("RandomPlayer Mine RandomPlayer Mine \n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, words, said",
    [
        ("play_match.py", ("osla", "rndom"), "Did you mean 'random'?"),
        ("play_league.py", ("osla", "rndom"), "Did you mean 'random'?"),
        ("play_match.py", ("osla",), "two"),
        ("play_league.py", ("osla",), "two"),
        ("play_match.py", ("osla", "no.py"), "no such file"),
    ],
)
def test_bad_names_get_a_sentence(script, name, words, said):
    done = script(name, *words)
    assert done.code != 0
    assert done.err.startswith(f"{name}: ")
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_a_file_in_the_way_of_the_replay_gets_a_sentence(script):
    Path("Out").write_text("I was here first")
    done = script("play_match.py")
    assert done.code != 0
    assert done.out == ""  # before the game, not after it
    assert done.err == "play_match.py: Out is a file, but must be a folder.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_replay_that_cannot_be_written_gets_a_sentence(script):
    Path("Out").mkdir()
    Path("Out/game.txt").symlink_to("/dev/full")
    done = script("play_match.py")
    assert done.code != 0
    assert done.err.startswith("play_match.py: Out/game.txt cannot be written: No space left")
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("budget", ["0", "-1"])
def test_a_budget_that_cannot_be_kept_gets_a_sentence(script, budget):
    """The user has edited it in the file."""
    done = run_edited(script, "play_match.py", budget=budget)
    assert done.code != 0
    assert done.err.startswith(f"play_match.py: A budget of {budget} ")
    assert len(done.err.splitlines()) == 1
    assert not Path("Out/game.txt").exists()


def test_a_match_takes_no_bot_of_another_game(script):
    done = script("play_match.py", "osla", "kripke")
    assert done.code != 0
    assert "KripkePlayer plays only boerenbridge" in done.err


@pytest.mark.slow
def test_a_league_names_the_command_that_has_the_options(script, bot):
    done = script("play_league.py", "random", bot("return None"))
    assert done.code == 0
    assert "records not saved (to save them: arena league --save DIR)" in done.out
    assert "arena league with --strict" in done.out


@pytest.mark.slow
def test_a_match_with_a_person_has_no_clock_for_the_person(shell):
    done = shell(
        command=["bash", "-c", f"(sleep 1.3; yes 1 | head -20) | {sys.executable} "
                 f"{ROOT / 'play_match.py'} human random"]
    )  # fmt: skip
    assert done.code == 0
    assert "TooLate" not in done.out


@pytest.mark.slow
def test_a_league_of_named_bots(script):
    done = script("play_league.py", "random", "greedy")
    assert done.code == 0
    assert "100 games of Brisca" in done.out
    assert "GreedyPlayer is better" in done.out


@pytest.mark.slow
def test_a_league_of_the_list(script):
    done = run_edited(script, "play_league.py", n_matches=4)
    assert done.code == 0
    assert "24 games of Brisca" in done.out
    for name in ("RandomPlayer", "AlwaysFirstPlayer", "OSLAPlayer", "GreedyPlayer"):
        assert name in done.out


def edited(name: str, **settings: object) -> str:
    """Write the script with these variables set, as its header suggests."""
    source = (ROOT / name).read_text()
    for variable, value in settings.items():
        before = source
        lines = [
            f"{variable} = {value}" if line.startswith(f"{variable} = ") else line
            for line in source.splitlines()
        ]
        source = "\n".join(lines)
        assert source != before
    Path(name).write_text(source)
    return name


def run_edited(script, name: str, **settings: object) -> Ended:
    return script(edited(name, **settings))


def test_the_variables_of_a_match_count(script):
    done = run_edited(script, "play_match.py", verbose=False, save_game=False,
                      l_players="[OSLAPlayer(), OSLAPlayer()]")  # fmt: skip
    assert done.code == 0
    assert done.out == ""
    assert not Path("Out").exists()


def test_the_variables_of_a_league_count(script):
    done = run_edited(script, "play_league.py", n_matches=2, l_players="[RandomPlayer()] * 3")
    assert done.code == 0
    assert "6 games of Brisca" in done.out


def test_the_moves_of_a_league_are_printed_if_it_is_verbose(script):
    settings = {"n_matches": 2, "l_players": "[RandomPlayer(), AlwaysFirstPlayer()]"}
    done = run_edited(script, "play_league.py", verbose=True, **settings)
    assert done.code == 0
    assert len(re.findall(r"^ +\d+  seat \d plays \w+ ", done.out, re.MULTILINE)) == 2 * 40
    assert "2 games of Brisca" in done.out.splitlines()[-1]
    silent = run_edited(script, "play_league.py", **settings)
    assert " plays " not in silent.out
    assert not Path("Out").exists()


def test_each_game_of_a_league_is_saved_in_a_file_of_its_own(script, arena):
    l_players = "[RandomPlayer(), AlwaysFirstPlayer(), GreedyPlayer()]"
    done = run_edited(script, "play_league.py", n_matches=4, l_players=l_players,
                      save_game=True, save_name="'Out/mine/evening.txt'")  # fmt: skip
    assert done.code == 0
    names = [f"evening-{number:02}.txt" for number in range(1, 13)]
    assert sorted(path.name for path in Path("Out/mine").iterdir()) == names
    assert "To read it: arena replay show Out/mine/evening-12.txt" in done.out
    assert "not saved" not in done.out
    firsts = []
    for name in names:
        assert arena("replay", "verify", f"Out/mine/{name}").code == 0
        lines = Path("Out/mine", name).read_bytes().split(b"\n")
        assert len(lines) == 48
        firsts.append(lines[0])
    assert len(set(firsts)) == 6  # three pairs, and each bot of a pair begins half of the games


@pytest.mark.parametrize(
    "save_name, said",
    [("''", "save_name is empty: "), ("'there/game.txt'", "there is a file, but must be a folder")],
)
def test_a_league_that_cannot_be_saved_gets_a_sentence_before_it_is_played(script, save_name, said):
    Path("there").write_text("I was here first")
    done = run_edited(script, "play_league.py", save_game=True, save_name=save_name)
    assert done.code != 0
    assert done.out == ""
    assert done.err.startswith("play_league.py: ")
    assert said in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, players",
    [
        ("play_match.py", "[OSLAPlayer, AlwaysFirstPlayer]"),
        ("play_league.py", "[OSLAPlayer, RandomPlayer]"),
    ],
)
def test_a_player_without_its_brackets_is_pointed_out(script, name, players):
    done = run_edited(script, name, l_players=players)
    assert done.code != 0
    assert "with the brackets" in done.err
    assert "Traceback" not in done.err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play_match.py", "play_league.py"])
def test_a_player_that_cannot_be_copied_is_pointed_out(script, name):
    path = edited(name, l_players="[Locked(), OSLAPlayer()]")
    top, l_players, rest = Path(path).read_text().partition("l_players = ")
    locked = (
        "class Locked(OSLAPlayer):\n    def __init__(self):\n"
        "        self.lock = __import__('threading').Lock()\n\n\n"
    )
    Path(path).write_text(top + locked + l_players + rest)
    done = script(path)
    assert done.code != 0
    assert "cannot be copied" in done.err
    assert "name its file" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_bot_that_cannot_be_copied_plays_by_its_file(script, bot):
    locked = "lock = __import__('threading').Lock()"
    path = bot("return observation.get_list_actions()[0]")
    source = Path(path).read_text()
    Path(path).write_text(f"{source}\n    def __init__(self):\n        self.{locked}\n")
    assert script("play_match.py", path, "random").code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, settings",
    [
        ("play_league.py", {"budget": "'1'"}),
        ("play_league.py", {"n_matches": "'2'"}),
        ("play_match.py", {"budget": "'1'"}),
    ],
)
def test_a_number_in_quotes_is_reported(script, name, settings):
    done = run_edited(script, name, **settings)
    assert done.code != 0
    assert done.err.startswith(f"{name}: ")
    assert "'" in done.err
    assert len(done.err.splitlines()) == 1
