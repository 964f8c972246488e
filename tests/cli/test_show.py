"""`arena show`: a show is made from sealed results, twice the same, and can be edited."""

import json
import shutil

import pytest
from support import cups

from arena.competition.config.folder import open_competition
from arena.competition.play import playing
from arena.show import tension
from arena.show.script import GameScene, read_game, read_script
from arena.store.live.actions import logged_actions

KNOCKOUT = """
[[phase]]
name = "final"
kind = "knockout"
games = 4
"""
TEAMS = {"One": cups.FIRST, "Two": cups.LAST, "Three": cups.MIDDLE}


@pytest.fixture(scope="module")
def sealed(tmp_path_factory):
    """A competition with a knockout, which is played."""
    folder = tmp_path_factory.mktemp("show") / "cup"
    cups.make(folder, KNOCKOUT, TEAMS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "Cores", cups.in_process)
        cups.play(folder, open_engine=cups.in_process)
    return folder


@pytest.fixture
def cup(sealed, tmp_path, monkeypatch):
    monkeypatch.setattr(tension, "MOST", 0)  # as few imagined games as possible
    return shutil.copytree(sealed, tmp_path / "cup")


def script_of(cup):
    return read_script(cup / "Out" / "show" / "final")


def files_of(cup):
    folder = cup / "Out" / "show"
    found = [path for path in folder.rglob("*.json") if "stage" not in path.parts]
    return {path.relative_to(folder): path.read_bytes() for path in found}


def open_shows(cup):
    return [path.name for path in (cup / "Out" / "show" / "final" / "stage").iterdir()]


@pytest.mark.slow
def test_a_show_is_made_from_sealed_results(cup, arena):
    refused = arena("show", cup, "final", "--workers", 1)
    assert refused.code == 2
    assert "neither sealed nor published" in refused.err
    assert f"arena publish {cup} final --sealed" in refused.err
    assert arena("show", cup).code == 2
    arena("publish", cup, "final", "--sealed")
    done = arena("show", cup, "--workers", 1, "--minutes", 5)
    assert done.code == 0
    assert f"the script: {cup / 'Out' / 'show' / 'final' / 'script.json'}" in done.out
    script = script_of(cup)
    public = json.loads((cup / "Out" / "public" / "final" / "sealed.json").read_text())
    assert script.seal == public["sha256"]
    assert sum(scene.seconds for scene in script.scenes) <= 5 * 60
    shown = [scene for scene in script.scenes if isinstance(scene, GameScene)]
    assert shown
    for scene in shown:
        game = read_game(cup / "Out" / "show" / "final", scene.game)
        for told in game.telling.values():
            assert sum(told.hold) == 1_000 * scene.seconds
    # Nothing of it is public.
    assert not [path for path in (cup / "Out" / "public").rglob("*") if "show" in path.name]

    first = files_of(cup)
    assert arena("show", cup, "--again", "--workers", 1, "--minutes", 5).code == 0
    assert files_of(cup) == first
    gone = min(path for path in (cup / "Out" / "show" / "final" / "games").iterdir())
    gone.unlink()  # as if it was stopped
    assert arena("show", cup, "--workers", 1, "--minutes", 5).code == 0
    assert files_of(cup) == first
    # Revealed, it is the same show.
    arena("reveal", cup, "final")
    assert arena("show", cup, "--again", "--workers", 1, "--minutes", 5).code == 0
    assert files_of(cup) == first


@pytest.mark.slow
def test_the_organiser_changes_the_script(cup, arena):
    arena("publish", cup, "final", "--sealed")
    arena("show", cup, "--workers", 1, "--minutes", 1)
    arena("show", cup, "--minutes", 10, "--cards", "table", "--workers", 1)
    script = script_of(cup)
    assert (script.cards, script.minutes, script.comments) == ("table", 10, True)
    whole = next(scene for scene in script.scenes if isinstance(scene, GameScene))
    opened = open_shows(cup)
    listed = arena("show", cup, "--list", "--workers", 1)
    assert whole.id in listed.out
    assert "the projector page" not in listed.out
    assert open_shows(cup) == opened
    done = arena("show", cup, "--counter", whole.game, "--no-comments", "--list", "--workers", 1)
    assert open_shows(cup) != opened
    assert done.code == 0
    assert whole.id not in done.out
    script = script_of(cup)
    assert not script.comments
    assert whole.game not in [getattr(scene, "game", "") for scene in script.scenes]
    arena("show", cup, "--whole", f"{whole.label}/{whole.number}", "--workers", 1)
    assert whole.id in [scene.id for scene in script_of(cup).scenes]
    refused = arena("show", cup, "--whole", whole.game, "--counter", whole.game)
    assert refused.code == 2
    assert "choose one of the two" in refused.err
    assert "has no game 'final/77'" in arena("show", cup, "--whole", "final/77").err

    # By hand: a mistake is refused with a sentence, and the rest is computed again.
    path = cup / "Out" / "show" / "final" / "script.json"
    good = path.read_bytes()
    data = json.loads(good)
    data["scenes"][0]["seconds"] = 3
    named = next(number for number, scene in enumerate(data["scenes"]) if "names" in scene)
    data["scenes"][named]["names"] = ["Nobody", "Somebody"]
    path.write_text(json.dumps(data))
    assert arena("show", cup, "--workers", 1).code == 0
    assert script_of(cup).scenes[0].seconds == 3
    assert script_of(cup).scenes[named].names != ("Nobody", "Somebody")
    data["scenes"].insert(0, data["scenes"].pop())
    path.write_text(json.dumps(data))
    refused = arena("show", cup)
    assert refused.code == 2
    assert "as the last one" in refused.err
    data["scenes"] = "all"
    path.write_text(json.dumps(data))
    assert "is not the script of a show" in arena("show", cup).err
    arena("show", cup, "--again", "--minutes", 10, "--cards", "table", "--workers", 1)


def test_a_phase_that_is_played_is_opened_under_the_address_of_the_site(cup, arena):
    done = arena("show", cup, "final", "--live", "--url", "https://cup.example.org/", "--by", "Ana")
    assert done.code == 0
    assert "the projector page: https://cup.example.org/show#" in done.out
    with open_competition(cup) as competition:
        [logged] = logged_actions(competition.store.database, 1)
    request = logged.request
    assert (logged.actor.name, request.what, request.phase) == ("Ana", "open-show", "final")
    token = done.out.partition("#")[2].strip()
    assert token not in repr(logged)
    assert "it keeps its address" in arena("show", cup, "final", "--live").out
    again = arena("show", cup, "final", "--live", "--new-address")
    assert token != again.out.partition("#")[2].strip() != ""


def test_only_what_visitors_may_see_is_projected_live(cup, arena):
    cups.edit(cup, 'kind = "knockout"', 'kind = "knockout"\nbroadcast = "sealed"')
    refused = arena("show", cup, "final", "--live")
    assert refused.code == 2
    assert "are sealed (broadcast)" in refused.err
    arena("publish", cup, "final")
    refused = arena("show", cup, "final", "--live")
    assert refused.code == 2
    assert "final is over: arena show" in refused.err


def test_changed_results_are_noticed(cup, arena):
    arena("publish", cup, "final", "--sealed")
    table = cup / "Out" / "sealed" / "final" / "standings.csv"
    table.write_text("")
    refused = arena("show", cup, "final")
    assert refused.code == 2
    assert "has changed since it was sealed" in refused.err
