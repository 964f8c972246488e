"""The projector shows a phase that is being played."""

import math
from datetime import timedelta

import pytest
from support import cups
from support.asking import ask

from arena.server.engine.live.lane import LiveLane
from arena.server.engine.show import live
from arena.server.engine.show.staging import open_live_show
from arena.server.web.app import make_app
from arena.show import tension


@pytest.fixture(autouse=True)
def as_long_as_it_takes(monkeypatch):
    """The curves are drawn, however slow the machine is."""
    monkeypatch.setattr(live, "SECONDS", math.inf)
    monkeypatch.setattr(tension, "MOST", 0)  # as few imagined games as possible


def projector(site, address):
    app, headers = make_app(site), {"authorization": f"Show {address.partition('#')[2]}"}
    return lambda target: ask(app, "GET", target, headers=headers)


def test_it_shows_the_game_on_show_and_the_table(stage, site):
    see = projector(site, open_live_show(stage.competition, "qualifying"))
    stage.begin("qualifying")
    stage.play("qualifying", 4)
    stage.look()
    scene = see("/show/state").json["scene"]
    assert see(f"/show/scenes/{scene['id']}").json["kind"] == scene["kind"] == "live"
    shown = see("/show/live").json
    game, [rows] = shown["game"], shown["table"]["pages"]
    assert game["starts"] == round(1000 * stage.now.timestamp())
    positions = len(game["data"]["games"][0]["plays"]) + 1
    assert len(game["hold"]) == positions
    assert [len(curve["chances"]) for curve in game["curves"]] == [positions] * 2
    assert game["comments"][-1][0] == positions - 1  # the result, at the end of the game
    assert {row["name"] for row in rows} == {"Ada", "Bob", "Cid"}
    assert shown["bracket"] is None
    assert see(f"/show/live?after={game['starts']}").json["game"] == {"starts": game["starts"]}


def test_a_curve_that_would_take_too_long_is_left_out(stage, site, monkeypatch):
    monkeypatch.setattr(live, "SECONDS", -1.0)
    see = projector(site, open_live_show(stage.competition, "qualifying"))
    stage.begin("qualifying")
    stage.play("qualifying", 2)
    stage.look()
    game = see("/show/live").json["game"]
    assert (game["curves"], game["turning"]) == ([], [])
    assert game["comments"]


def test_it_shows_no_more_than_everybody_sees(stage, site):
    see = projector(site, open_live_show(stage.competition, "qualifying"))
    cups.edit(stage.folder, 'name = "qualifying"', 'name = "qualifying"\ndelay = 30')
    with stage.opened_again():
        stage.begin("qualifying")
        stage.play("qualifying", 4)
        stage.look()
        nothing = {"game": None, "table": None, "bracket": None}
        assert see("/show/live").json == nothing
        stage.now += timedelta(seconds=30)
        stage.look()
        shown = see("/show/live").json
        assert shown["game"]
        assert [len(rows) for rows in shown["table"]["pages"]] == [3]


def test_frozen_tables_stay_as_they_are_on_the_projector(stage, site):
    """Also if more games are played, and the engine starts again."""
    see = projector(site, open_live_show(stage.competition, "qualifying"))
    stage.begin("qualifying")
    stage.play("qualifying", 4)
    stage.look()
    before = see("/show/live")
    assert before.json["game"]
    frozen = (stage.now + timedelta(milliseconds=1)).isoformat()
    cups.edit(stage.folder, 'name = "qualifying"', f'name = "qualifying"\nfreeze = {frozen}')
    with stage.opened_again():
        stage.play("qualifying", 2)
        stage.look()
        assert see("/show/live").body == before.body
        stage.lane = LiveLane()  # the engine starts again
        for _ in range(6):  # other games come on show, all of them from before
            stage.look()
            after = see("/show/live").json
            assert after["table"] == before.json["table"]
            if after["game"]:
                assert after["game"]["number"] in ("Game 1", "Game 2", "Game 3", "Game 4")
            stage.now += timedelta(minutes=10)


def test_a_bracket_is_shown_too(stage, site):
    see = projector(site, open_live_show(stage.competition, "final"))
    for name, games in (("qualifying", 100), ("final", 2)):
        stage.begin(name)
        stage.play(name, games)
        stage.look()
    meeting = see("/show/live").json["bracket"]["pages"][0][0][0]
    assert all(meeting["names"])
    assert meeting["winner"] == ""
