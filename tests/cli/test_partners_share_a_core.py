"""`arena run` and `arena doctor` say when partners share a core. The test invents the cores."""

from pathlib import Path

import pytest
from sandbox.conftest import need
from support import cups

from arena.sandbox.timing import cores

pytestmark = pytest.mark.slow

SAID = "partners share a core, and can send each other a few bits a game through its caches"
TEAMS = {"One": cups.FIRST, "Two": cups.LAST}
LEAGUE = cups.LEAGUE.replace("games = 4", "games = 2")


def sandboxed(cup: Path) -> Path:
    settings = cup / "competition.toml"
    settings.write_text(settings.read_text().replace('"process"', '"sandbox"'))
    return cup


@pytest.mark.parametrize(
    "number, workers, remedy",
    [
        (2, 1, "On 4 cores they have different cores"),
        (4, 3, "With at most 2 workers they have different cores"),
        (4, 2, ""),
    ],
)
def test_run_says_it(arena, tmp_path, monkeypatch, number, workers, remedy):
    need("sandbox")
    monkeypatch.setattr(cores, "EVERYWHERE", set(range(number)))
    cup = sandboxed(cups.make(tmp_path / "cup", LEAGUE, TEAMS))
    done = arena("run", cup, "--workers", workers)
    assert done.code == 0, done.err
    assert (SAID in done.err) == bool(remedy)
    assert remedy in done.err


def test_run_does_not_say_it_in_a_game_without_partners(arena, tmp_path, monkeypatch):
    need("sandbox")
    monkeypatch.setattr(cores, "EVERYWHERE", {0, 1})
    league = LEAGUE.replace("games = 2", "games = 5")
    teams = {str(number): cups.FIRST for number in range(5)}
    cup = sandboxed(cups.make(tmp_path / "cup", league, teams, game="boerenbridge"))
    done = arena("run", cup, "--workers", 1, "--games", 1)
    assert done.code == 0, done.err
    assert SAID not in done.err


@pytest.mark.parametrize("number, shared", [(2, True), (8, False)])
def test_the_doctor_says_it(arena, monkeypatch, number, shared):
    need("reduced")
    monkeypatch.setattr(cores, "EVERYWHERE", set(range(number)))
    named = arena("doctor", "--json").json["mechanisms"]
    assert (SAID in named["reduced"]["cores of partners"]) == shared
    assert "cores of partners" not in named["process"]
