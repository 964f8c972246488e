"""What the site says about how far a phase is: closed, all played, who goes on."""

import pytest
from support import cups
from support.asking import ask

from arena.competition.config.folder import open_competition
from arena.competition.play.closing import close
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import Playing
from arena.server.engine.live import phase as live_phase
from arena.server.engine.live.lane import LiveLane
from arena.server.web.app import make_app
from arena.server.web.core.site import Site

NEVER = "2999"  # the year of a deadline
LADDER = f"""
[[phase]]
name = "ladder"
kind = "open-ladder"
games = 2
play-out = 2
deadline = {NEVER}-01-01T00:00:00Z
"""


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Pages are written at each look."""
    monkeypatch.setattr(live_phase, "LEAST", 0)
    monkeypatch.setattr(live_phase, "SHARE", 0)


def play(folder, phase):
    """Play what is due, or a round of a ladder."""
    with open_competition(folder, alone=True) as competition:
        run = Playing(phase_state(competition, phase), 1, open_engine=cups.in_process)
        for event in run.games():
            if isinstance(event, list) and phase == "ladder":
                run.stop()


def visit(folder, *paths):
    """The texts of these addresses, after the engine has looked."""
    with open_competition(folder) as competition:
        lane = LiveLane()
        while lane.look(competition, competition.now()[0]):
            pass
        lane.look(competition, competition.now()[0])
        app = make_app(Site(folder, competition.store, "http://cup.example.org"))
        answers = [ask(app, "GET", path) for path in paths]
    assert {each.status for each in answers} == {200}
    return [each.text for each in answers]


@pytest.mark.slow
def test_a_closed_ladder_is_closed_on_the_first_page_and_for_programs(tmp_path):
    teams = {"Ada": cups.FIRST, "Bob": cups.LAST}
    folder = cups.make(tmp_path / "cup", LADDER, teams)
    play(folder, "ladder")
    [before, told] = visit(folder, "/", "/api/v1/phases/ladder")
    assert before.count(NEVER) >= 2
    assert '"closed":false' in told
    with open_competition(folder, alone=True) as competition:
        close(competition, competition.settings.phase("ladder"), "it is late")
    [after, told] = visit(folder, "/", "/api/v1/phases/ladder")
    assert NEVER not in after
    assert "No more bots are accepted" in after
    assert '"closed":true' in told


@pytest.mark.slow
def test_a_phase_whose_games_are_all_played_is_not_being_played(tmp_path):
    folder = cups.make(tmp_path / "cup", teams={"Ada": cups.FIRST, "Bob": cups.LAST})
    play(folder, "league")
    [page] = visit(folder, "/")
    assert "being played" not in page
    assert ">played<" in page
    cups.enter(folder, "Cleo", cups.MIDDLE)
    [page] = visit(folder, "/")
    assert "being played" in page


@pytest.mark.slow
def test_with_fewer_teams_than_may_go_on_all_go_on(tmp_path):
    phases = cups.QUALIFYING.replace("top = 2", "top = 8") + cups.FINAL
    folder = cups.make(tmp_path / "cup", phases, {"Ada": cups.FIRST, "Bob": cups.LAST})
    [page] = visit(folder, "/")
    assert "The first 8 go on" in page  # more teams may come
    play(folder, "qualifying")
    [page, table] = visit(folder, "/", "/qualifying/")
    assert "The first 8" not in page + table
    assert "All teams go on" in page
    assert "All teams go on" in table
