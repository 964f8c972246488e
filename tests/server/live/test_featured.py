"""The game that is on show while a phase is played."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from support import cups
from support.asking import ask
from support.browser import PHONE, findings, listening_tab, shots

from arena.server.engine.live.featured import GamesOnShow, ShowableGame, pace_of
from arena.server.web.app import make_app
from arena.store.live.events import events_after


def on_show(stage):
    return json.loads(stage.read("qualifying/live.json"))


def test_one_game_after_the_other_is_shown_and_the_first_page_leads_to_it(stage, site):
    stage.begin("qualifying")
    games = stage.play("qualifying", 4)
    stage.look()
    first = on_show(stage)
    assert first["number"] in range(1, 5)
    assert datetime.fromisoformat(first["started_at"]) == stage.now
    assert first["teams"] == [name.lower() for name in first["names"] if "House" not in name]
    assert 'href="qualifying/live.html"' in stage.read("index.html")
    page = stage.read("qualifying/live.html")
    assert not any(game.id in page + stage.read("qualifying/live.json") for game in games)
    answer = ask(make_app(site), "GET", "/api/v1/live").json
    assert answer["phases"] == [{"name": "qualifying", "games": 4}]
    stage.look()
    assert on_show(stage) == first
    stage.now += timedelta(seconds=first["moves"] * first["pace"] + 7)
    stage.look()
    second = on_show(stage)
    assert second["number"] != first["number"]
    news = [each for each in events_after(stage.competition.store.database, 0)
            if each.kind == "replay"]  # fmt: skip
    assert [json.loads(bytes(each.data))["teams"] for each in news] == [
        first["teams"],
        second["teams"],
    ]
    assert all(each.at <= stage.start + timedelta(seconds=4) for each in news)  # that of the game


def test_a_game_that_is_hidden_now_is_not_on_show(stage):
    stage.begin("qualifying")
    stage.play("qualifying", 6)
    stage.look()
    freeze = stage.start + timedelta(seconds=2)  # only the first game came before
    cups.edit(
        stage.folder, 'name = "qualifying"', f'name = "qualifying"\nfreeze = {freeze.isoformat()}'
    )
    with stage.opened_again():
        for _ in range(3):
            stage.look()
            assert on_show(stage)["number"] == 1
            stage.now += timedelta(hours=1)
    assert "live.html" not in stage.read("index.html")  # it is over, and there is no other


def test_each_team_is_shown_in_its_turn():
    shows = GamesOnShow()
    for number, teams in enumerate([["a"], ["b"], ["a"], ["c"], ["a", "b"]], start=1):
        shows.offer(ShowableGame(f"{number}", number, 0, teams, teams))
    chosen = []
    while game := shows.choose():
        chosen.append("".join(game.teams))
    assert chosen == ["ab", "c", "a", "b", "a"]
    shows.offer(ShowableGame("1", 1, 0, ["a"], ["a"]))
    assert shows.choose() is None  # it was shown


def test_a_move_takes_long_enough_to_be_followed():
    assert [pace_of(moves) for moves in (0, 40, 300, 5000)] == [1.5, 1.5, 1.0, 0.75]


@pytest.mark.slow
def test_the_page_keeps_to_the_move_of_the_moment_until_a_person_leaves_it(
    browser, served, stage, tmp_path, monkeypatch
):
    monkeypatch.setattr("arena.server.engine.live.featured.PACE", 3600.0)  # nothing moves
    monkeypatch.setattr("arena.server.engine.live.featured.LONGEST", 1e9)
    stage.begin("qualifying")
    stage.play("qualifying", 2)
    stage.now = datetime.now(UTC) - timedelta(hours=5.5)  # the sixth move
    stage.look()
    tab, said = listening_tab(browser, PHONE)
    tab.goto(f"{served}qualifying/live.html")
    tab.wait_for_selector("#link[href*='ply=5&']")
    assert "move by move" in tab.inner_text("#on-show")
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not findings(tab)
    tab.screenshot(path=str(shots(tmp_path) / "live-game.png"), full_page=True)
    assert tab.locator("#moves button").count() == 6  # those before, and the one on show
    for line in tab.locator("#chart .line").all():
        assert line.get_attribute("d").count("H") == 5
    told = tab.text_content("#game") + tab.inner_text("body")
    assert "wins" not in told + tab.get_attribute("#chart svg", "aria-label")
    tab.click("#last")  # no further than the next move
    assert tab.input_value("#ply") == "6"
    tab.click("#on-show button")
    number = on_show(stage)["number"]
    link = tab.get_attribute("#link", "href")
    assert link.startswith("replays.html#match=")
    assert f"game={number}&ply=5" in link
    tab.click("#before")
    tab.wait_for_selector("#on-show button:visible")
    assert tab.input_value("#ply") == "4"
    tab.click("#on-show button")
    tab.wait_for_selector("#link[href*='ply=5&']")
    stage.now += timedelta(days=3)  # it is over
    stage.look()
    other = on_show(stage)["number"]
    assert other != number
    tab.wait_for_selector(f"#link[href*='game={other}&']")
    tab.goto(f"{served}qualifying/{link}")  # the link to the move leads to it later, too
    tab.wait_for_selector("html.ready")
    assert tab.input_value("#ply") == "5"
    assert said == []
    tab.goto("about:blank")
