"""`arena train` and `arena export`."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from support.cases import case
from support.paths import ROOT
from support.processes import interrupt, wait_until

from Game.registry import find, names

GUIDE = Path(__file__).parents[2] / "docs" / "learning.md"
TRAIN = ("train", "brisca", "--features", "turned", "--chapter", 3000, "--deals", 2)


def test_a_run_continues_and_its_network_becomes_a_bot(arena):
    first = arena(*TRAIN, "--decisions", 3000)
    assert (first.code, first.err) == (0, "")
    assert "       3,000  random " in first.out
    assert "3,000 decisions; the page: Out/train/brisca/index.html" in first.out
    more = arena(*TRAIN, "--decisions", 6000)
    assert more.out.count("random") == 1
    made = arena("export", "Out/train/brisca", "-o", "my_bot")
    assert (made.code, made.err) == (0, "")
    assert "Try it: arena check my_bot" in made.out
    played = arena("play", "my_bot", "random", "-n", 2, "--isolation", "inprocess", "--strict")
    assert played.code == 0
    assert "LearnedBot" in played.out
    made = arena("export", "Out/train/brisca", "-o", "my_bot.zip")
    assert made.code == 0
    Path("Out/train/brisca/index.html").unlink()  # it was killed before it wrote the page
    assert arena(*TRAIN, "--decisions", 6000).code == 0
    assert Path("Out/train/brisca/index.html").exists()


@pytest.mark.slow
def test_a_described_game_has_its_own_folder_and_its_bot_is_tried_in_it(arena):
    shutil.copy(ROOT / "tests" / "learn" / "openspiel" / "small_agram.gdl", "mine.gdl")
    words = ("--chapter", 200, "--deals", 2, "--against", "random", "--decisions", 200)
    for game, options, trial in (
        ("mine.gdl", (), "arena check bot --game mine.gdl"),
        ("agram", ("--option", "players=2"),
         "arena play bot random --game agram --option players=2"),
    ):  # fmt: skip
        with case(game):
            folder = f"Out/train/{Path(game).stem}"
            ended = arena("train", game, *options, *words)
            assert ended.out.endswith(f"the page: {folder}/index.html\n")
            made = arena("export", folder, "-o", "bot")
            assert f"Try it: {trial}\n" in made.out
            few = ("-n", 2) if "play" in trial else ("--positions", 5)
            assert arena(*shlex.split(trial)[1:], *few).code == 0
            shutil.rmtree("bot")


@pytest.mark.slow
def test_the_commands_of_the_guide_make_a_bot_that_plays_in_the_sandbox(arena):
    """With fewer decisions, deals, positions and games than docs/learning.md has."""
    guide = GUIDE.read_text(encoding="utf-8")
    commands = re.findall(r"^(?:\$ )?(arena .*)", guide, re.MULTILINE)
    assert [shlex.split(each)[1] for each in commands] == [
        "train", "export", "check", "play", "train", "play", "play",
    ]  # fmt: skip
    fewer = {
        "train": ("--decisions", 400, "--chapter", 200, "--deals", 2),
        "check": ("--positions", 20),
        "play": ("-n", 2, "--isolation", "sandbox", "--strict"),
    }
    few = ("-n", 4, "--strict")
    for command in commands:
        words = shlex.split(command)[1:]
        with case(command):
            ended = arena(*words, *(few if "--no-clock" in words else fewer.get(words[0], ())))
            assert ended.code == 0
            assert words[0] != "check" or "Ready to be handed in" in ended.out


def test_what_cannot_be_trained_is_refused(arena):
    Path("file").touch()
    for words, sentence in {
        ("train", "chess"): "chess",
        ("train", "brisca", "--features", "kripke"): "has no features 'kripke'",
        ("train", "brisca", "--opponents", "self,"): "has an empty name",
        ("train", "brisca", "--opponents", "fullkripke"): "the game is brisca",
        ("train", "brisca", "--against", "nobody"): "nobody",
        ("train", "brisca", "--hidden", "64,none"): "as in 128,128",
        ("train", "brisca", "--hidden", "0"): "give sizes from 1 to 4,096",
        ("train", "brisca", "--against", "self"): "cannot be measured against self",
        ("train", "brisca", "--opponents", "human"): "human is a person",
        ("train", "brisca", "--hours", "-1"): "give a number above 0",
        ("train", "brisca", "--hours", "0"): "give a number above 0",
        ("train", "brisca", "--out", "file"): "file is a file, but must be a folder",
        ("export", "nothing", "-o", "my_bot"): "nothing has no training run",
    }.items():
        with case(" ".join(words)):
            ended = arena(*words)
            assert ended.code == 2
            assert sentence in ended.err
            assert "Traceback" not in ended.err
            assert len(ended.err.splitlines()) == 1
    assert not Path("Out").exists()


def test_an_interrupted_run_keeps_its_last_checkpoint(arena, started):
    process = started(*TRAIN, "--hours", 1)
    wait_until(Path("Out/train/brisca/checkpoint.npz").exists)
    _, err = interrupt(process)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert err.startswith("arena: interrupted. Out/train/brisca has the last checkpoint.")
    assert json.loads(Path("Out/train/brisca/settings.json").read_text())["chapter"] == 3000
    assert arena(*TRAIN, "--decisions", 1).code == 0


def test_the_shortest_time_is_enough_for_a_chapter(arena):
    words = ("train", "kuhn", "--chapter", 100, "--deals", 2, "--against", "random")
    for decisions in ("100", "200"):
        ended = arena(*words, "--hours", "1e-9")
        assert ended.code == 0
        assert f"\n{decisions} decisions; the page: " in ended.out


def test_the_help_names_the_features_of_every_game(arena):
    said = set(re.findall(r"[\w+]+", arena("train", "--help").out))
    for name in names():
        assert {each for each in find(name)().feature_sets if "+" not in each} <= said


def test_a_network_that_cannot_be_exported_is_reported_once(arena):
    ended = arena("train", "tarot", "--hidden", "300,300", "--chapter", 1000, "--deals", 2,
                  "--against", "random", "--decisions", 2000)  # fmt: skip
    assert ended.code == 0
    assert ended.out.count("This network cannot be exported. The weights take") == 1
