"""`arena new`: writes a bot that can play."""

from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "name, cls",
    [("as_de_copas", "AsDeCopas"), ("mine", "Mine"), ("_x", "X"), ("ñandú", "Ñandú"), ("x2", "X2")],
)
def test_a_new_bot_plays_without_faults(arena, name, cls):
    done = arena("new", name)
    assert done.code == 0
    assert f"{name}.py" in done.out
    assert f"class {cls}(Player)" in done.out
    told = arena("play", f"{name}.py", "random", "-n", 4, "--json").json
    assert told["bots"][0]["name"] == cls
    assert told["bots"][0]["faults"] == {}


@pytest.mark.slow
def test_the_command_it_suggests_works(arena):
    suggested = arena("new", "mine").out.splitlines()[-1].partition("arena ")[2]
    assert arena(*suggested.split()).code == 0


def test_the_ending_of_the_file_may_be_given(arena):
    arena("new", "mine.py")
    assert Path("mine.py").exists()


def test_the_folder_need_not_exist_yet(arena):
    assert arena("new", "mine", "--folder", "my bots/year 1").code == 0
    assert arena("play", "my bots/year 1/mine.py", "random", "-n", 1).code == 0


def test_in_the_project_it_goes_to_players(arena):
    Path("Players").mkdir()
    Path("Players/Player.py").touch()
    arena("new", "mine")
    assert Path("Players/mine.py").exists()


@pytest.mark.parametrize(
    "name", ["9lives", "class", "a-b", "a b", "../up", "a/b", "", ".py", "a.b", "x\n", "'; ls"]
)
def test_a_name_that_is_impossible_for_a_python_file_is_refused(arena, name):
    done = arena("new", name)
    assert done.code == 2
    assert "cannot name a Python file" in done.err
    assert not list(Path().rglob("*.py"))


@pytest.mark.parametrize("name", ["player", "_", "__"])
def test_a_name_that_makes_a_broken_bot_is_refused_or_plays(arena, name):
    if arena("new", name).code == 0:
        assert arena("play", f"{name}.py", "random", "-n", 1).code == 0


@pytest.mark.parametrize("name", ["random", "queue", "Game"])
def test_a_bot_cannot_hide_a_module(arena, name):
    """Python looks for modules in the folder of a script first."""
    done = arena("new", name)
    assert done.code == 2
    assert f"{name} is the name of a module" in done.err
    assert not Path(f"{name}.py").exists()


def test_no_file_is_overwritten(arena):
    Path("mine.py").write_text("my work")
    done = arena("new", "mine")
    assert done.code == 2
    assert "mine.py exists already. It is your file, and it was not changed" in done.err
    assert Path("mine.py").read_text() == "my work"


def test_a_folder_that_cannot_be_made_is_named(arena):
    done = arena("new", "mine", "--folder", "/proc/x")
    assert done.code == 2
    assert "/proc/x" in done.err


def test_a_new_bot_does_not_take_the_name_of_a_bot_of_the_house(arena):
    """In Players/ it would replace the house bot of that name."""
    Path("Players").mkdir()
    Path("Players/Player.py").touch()
    assert arena("new", "osla").code == 2
