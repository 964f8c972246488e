"""`--package`: the packages that bots may import."""

import pytest
from sandbox.conftest import need

LEGAL = "return observation.get_list_actions()[0]"


@pytest.mark.parametrize("command", ["play", "league"])
def test_a_match_allows_only_the_packages_that_were_named(arena, bot, command):
    need("process")
    path = bot(LEGAL, top="import click")
    words = (command, path, "random", "-n", 1, "--isolation", "process", "--strict")
    refused = arena(*words)
    assert refused.code == 2
    assert "No module named 'click' here" in refused.err
    assert "bots may import: numpy. --package allows others" in refused.err
    assert arena(*words, "--package", "numpy", "--package", "click").code == 0


def test_the_list_takes_the_place_of_numpy(arena, bot):
    need("process")
    path = bot(LEGAL, top="import numpy")
    words = ("play", path, "random", "-n", 1, "--isolation", "process")
    assert arena(*words).code == 0
    refused = arena(*words, "--package", "click")
    assert refused.code == 2
    assert "bots may import: click" in refused.err


def test_an_examination_allows_the_packages_that_were_named(arena, bot):
    need("process")
    path = bot(LEGAL, top="import click")
    words = ("check", path, "--isolation", "process", "--positions", 10)
    assert "bots may import: numpy" in arena(*words).out
    assert "imports allowed" in arena(*words, "--package", "click").out


@pytest.mark.parametrize(
    "name, reason",
    [
        ("no_such_package", "'no_such_package' is not installed in"),
        ("scikit-learn", "give the name that a bot writes after import"),
        ("../x", "give the name that a bot writes after import"),
        ("json", "comes with Python"),
    ],
)
def test_a_missing_package_is_refused_before_the_first_game(arena, bot, name, reason):
    for words in (("play", bot(LEGAL), "random", "--save", "out"), ("check", bot(LEGAL))):
        done = arena(*words, "--package", name)
        assert done.code == 2
        assert reason in done.err
