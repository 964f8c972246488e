"""A game needs one folder and one entry in the registry: everything else works by itself.

`tests/tenth_game` is that folder. The test adds its entry, and then uses it in every way. A module
that looks a game up by name, or tests which game it is, fails with this one.
"""

import json
from pathlib import Path

import pytest
from conformance.laws import LAWS, hold
from conformance.subjects import Subject, redealt
from support.viewing import data_in
from tenth_game.game import Bazas

from Game import registry
from Game.core.words import LANGUAGES, read_words
from Game.registry import find

BOTS = ("random", "ismcts(simulations=20)", "alwaysfirst")


@pytest.fixture(autouse=True)
def entered(monkeypatch) -> None:
    """The line in the registry."""
    monkeypatch.setitem(registry.GAMES, "bazas", "tenth_game.game:Bazas")


@pytest.fixture
def saved(arena) -> Path:
    """Games that `arena play` has saved."""
    done = arena("play", *BOTS, "--game", "bazas", "-n", 6, "--seed", 1, "--save", "saved")
    assert done.code == 0, done.err
    (file,) = Path("saved").rglob("*.jsonl")
    return file


@pytest.mark.parametrize("law", LAWS)
def test_it_keeps_every_law(law):
    hold(law, Subject(Bazas(), redealt))


def test_it_is_listed(arena):
    assert f"bazas: {Bazas.about}" in arena("games").out


def test_games_of_it_are_played_and_counted(arena):
    done = arena("play", *BOTS, "--game", "bazas", "-n", 6, "--seed", 1, "--json")
    assert done.code == 0, done.err
    assert done.json["game"] == "bazas"
    assert done.json["games"] == 6
    assert sum(bot["points"] for bot in done.json["bots"]) == 6 * 4


def test_its_records_replay(arena, saved):
    done = arena("replay", "verify", saved)
    assert (done.code, done.err) == (0, "")
    assert "6 games, all correct" in done.out
    assert "plays" in arena("replay", "show", saved, "--game", 1).out
    lines = saved.read_text().splitlines()
    record = json.loads(next(line for line in lines if '"moves"' in line))
    record["moves"][0]["play"] = "2S"
    Path("false.jsonl").write_text(json.dumps(record) + "\n")
    assert arena("replay", "verify", "false.jsonl").code == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_viewer_shows_it(arena, saved, language):
    done = arena("watch", saved, "--no-open", "--lang", language)
    assert done.code == 0, done.err
    data = data_in(Path("Out/watch.html").read_text())
    (kind,) = data["kinds"]
    assert [zone[0] for zone in kind["zones"]] == ["hand"] * 3 + ["trick", "played"]
    assert kind["words"]["played"] == read_words("tenth_game", language)["played"]
    assert kind["words"]["about"] == find("bazas")().words(language)["about"]
    assert len(data["games"]) == 6


def test_it_is_analysed(arena):
    done = arena("analyse", "bazas", "-n", 5, "--workers", 1)
    assert done.code == 0, done.err
    assert "a game of Bazas for 3 has 12 choices" in done.out
    assert "Bazas" in Path("Out/analyse-bazas/index.html").read_text()
