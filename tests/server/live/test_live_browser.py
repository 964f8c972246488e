"""Live pages in a browser."""

import math
from datetime import timedelta

import pytest
from support.browser import OF_COLOURS, PHONE, findings, listening_tab, new_tab, shots

from arena.competition.config.folder import Competition
from arena.server.engine.show import live
from arena.server.engine.show.staging import open_live_show
from arena.server.web.core.site import Site
from arena.server.web.show import waiting
from arena.show import tension

pytestmark = pytest.mark.slow
SCREEN = {"width": 1920, "height": 1080}


def test_a_table_moves_while_games_are_played_and_a_team_is_followed(
    browser, served, stage, tmp_path
):
    stage.begin("qualifying")
    stage.play("qualifying", 2)
    stage.look()
    tab, said = listening_tab(browser, PHONE)
    tab.goto(f"{served}qualifying/index.html")
    tab.wait_for_selector("#live.on")
    tab.evaluate("window.sameDocument = true")
    tab.fill("#search", "ada")
    tab.click("#board th:nth-child(2) button")  # by name
    stage.play("qualifying", 6)
    stage.look()
    tab.wait_for_selector(".lead:has-text('8 games')")
    assert tab.evaluate("window.sameDocument")
    assert tab.locator("#board tbody tr:visible").count() == 1
    assert tab.get_attribute("#board th:nth-child(2)", "aria-sort") == "ascending"
    tab.fill("#search", "")
    assert tab.locator("#board tbody th bdi").all_inner_texts() == ["Ada", "Bob", "Cid"]
    tab.click("#team-ada .follow")
    assert tab.get_attribute("#team-ada .follow", "aria-pressed") == "true"
    assert tab.inner_text("#live .mine").startswith("\u2605 Ada: ")
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        assert not findings(tab, () if scheme == "light" else OF_COLOURS)
        tab.screenshot(path=str(shots(tmp_path) / f"live-table-{scheme}.png"), full_page=True)
    tab.goto(served)
    tab.wait_for_selector("#live.on")
    assert not findings(tab)
    assert tab.locator("#now li.followed").count() == 1
    tab.screenshot(path=str(shots(tmp_path) / "live-home.png"), full_page=True)
    assert "8 games so far" in tab.inner_text("#now")
    stage.play("qualifying", 1)
    stage.look()
    tab.wait_for_selector("#now:has-text('9 games so far')")
    assert said == []
    tab.goto("about:blank")


def test_a_bracket_moves_while_the_final_is_played(browser, served, stage):
    for name, games in (("qualifying", 100), ("final", 2)):
        stage.begin(name)
        stage.play(name, games)
        stage.look()
    tab = new_tab(browser, PHONE)
    tab.goto(f"{served}final/bracket.html")
    tab.wait_for_selector("#live.on")
    tab.evaluate("window.sameDocument = true")
    assert "\u2713" not in tab.inner_text("main")
    stage.play("final", 100)
    stage.look()
    tab.wait_for_selector("main:has-text('\u2713')")
    assert tab.evaluate("window.sameDocument")
    tab.goto("about:blank")


def test_a_projector_shows_the_game_on_show_and_then_the_table(
    browser, served, stage, tmp_path, monkeypatch
):
    monkeypatch.setattr(waiting, "WAIT", 0.5)
    monkeypatch.setattr(Site, "now", lambda _: stage.now)
    monkeypatch.setattr(Competition, "now", lambda *_, **__: (stage.now, ""))
    address = open_live_show(stage.competition, "qualifying")
    stage.begin("qualifying")
    stage.look()
    monkeypatch.setattr(live, "SECONDS", math.inf)
    monkeypatch.setattr(tension, "MOST", 0)  # as few imagined games as possible
    tab, said = listening_tab(browser, SCREEN)
    tab.goto(f"{served}{address[1:]}")
    tab.wait_for_selector("#stage[data-kind=live]:has-text('The show begins soon')")
    stage.play("qualifying", 4)
    stage.look()
    tab.wait_for_selector("#stage[data-kind=game] #table .card")
    assert tab.locator(".contender .name").count() == 2
    assert tab.locator(".contender .points:visible").count() == 2
    assert tab.locator(".won:visible").count() == 0  # the score of the match is not known
    assert tab.locator(".view:visible").count() == 2
    tab.screenshot(path=str(shots(tmp_path) / "show-live-game.png"))
    stage.now += timedelta(hours=1)
    tab.wait_for_selector("#stage[data-kind=table]")
    assert sorted(tab.locator("#scene tbody bdi").all_inner_texts()) == ["Ada", "Bob", "Cid"]
    tab.screenshot(path=str(shots(tmp_path) / "show-live-table.png"))
    assert said == []
    tab.goto("about:blank")
