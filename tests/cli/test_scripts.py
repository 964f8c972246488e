"""play_match.py and play_league.py, run as their headers say, from any folder."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script(shell):
    def run(name: str, *words: object, **more):
        return shell(*words, command=[sys.executable, str(ROOT / name)], **more)

    return run


def test_a_match_of_the_list_is_told_and_saved(script, arena):
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


@pytest.mark.parametrize("name", ["play_match.py", "play_league.py"])
@pytest.mark.parametrize(
    "words, said",
    [(("osla", "rndom"), "Did you mean 'random'?"), (("osla",), "two"),
     (("osla", "no.py"), "no such file")],
)  # fmt: skip
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
    assert "Out" in done.err
    assert "Traceback" not in done.err


def test_a_match_with_a_person_has_no_clock_for_the_person(script, shell):
    done = shell(
        command=["bash", "-c", f"(sleep 1.3; yes 1 | head -20) | {sys.executable} "
                 f"{ROOT / 'play_match.py'} human random"]
    )  # fmt: skip
    assert done.code == 0
    assert "TooLate" not in done.out


def test_a_league_of_named_bots(script):
    done = script("play_league.py", "random", "greedy")
    assert done.code == 0
    assert "100 games of Brisca" in done.out
    assert "GreedyPlayer is better" in done.out


@pytest.mark.slow
def test_a_league_of_the_list(script):
    done = script("play_league.py")
    assert done.code == 0
    assert "600 games of Brisca" in done.out
    for name in ("RandomPlayer", "AlwaysFirstPlayer", "OSLAPlayer", "GreedyPlayer"):
        assert name in done.out


def edited(name: str, **settings: object) -> str:
    """The script with these variables set, as its header invites to."""
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


def run_edited(shell, name: str, **settings: object):
    return shell(command=[sys.executable, edited(name, **settings)])


def test_the_variables_of_a_match_count(shell):
    done = run_edited(shell, "play_match.py", verbose=False, save_game=False,
                      l_players="[OSLAPlayer(), OSLAPlayer()]")  # fmt: skip
    assert done.code == 0
    assert done.out == ""
    assert not Path("Out").exists()


def test_the_variables_of_a_league_count(shell):
    done = run_edited(shell, "play_league.py", n_matches=2, l_players="[RandomPlayer()] * 3")
    assert done.code == 0
    assert "6 games of Brisca" in done.out


@pytest.mark.parametrize(
    "name, players",
    [
        ("play_match.py", "[OSLAPlayer, AlwaysFirstPlayer]"),
        ("play_league.py", "[OSLAPlayer, RandomPlayer]"),
    ],
)
def test_a_player_without_its_brackets_is_pointed_out(shell, name, players):
    done = run_edited(shell, name, l_players=players)
    assert done.code != 0
    assert "with the brackets" in done.err
    assert "Traceback" not in done.err
