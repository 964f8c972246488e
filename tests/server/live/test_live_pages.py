"""Pages and tables of phases that are being played."""

import base64
import json
import re
import zlib
from collections import Counter
from datetime import datetime, timedelta

import pytest
from support import cups
from support.asking import ask
from support.cases import case
from support.sites import Reader

from arena.competition.play.phase_state import phase_state
from arena.competition.results import page_facts
from arena.server.engine.live.lane import LiveLane
from arena.server.web.app import make_app

DATA = ("standings.json", "standings.csv", "matches.json", "teams.json", "head-to-head.json",
        "summary.json", "matches/1.json", "replays/1.js")  # fmt: skip


@pytest.fixture
def visit(site):
    app = make_app(site)
    return lambda target, **headers: ask(app, "GET", target, headers=headers)


def games_shown(stage, name="qualifying"):
    path = stage.live / name / "summary.json"
    return json.loads(path.read_text())["games"] if path.exists() else 0


def test_the_pages_show_the_games_so_far_and_at_the_end_the_published_results(stage):
    stage.begin("qualifying")
    stage.look()
    assert games_shown(stage) == 0
    stage.play("qualifying", 5)
    stage.look()
    assert games_shown(stage) == 5
    board = Reader(stage.read("qualifying/index.html"))
    assert "3 teams, 5 games." in board.visible_text
    assert "5 games so far" in Reader(stage.read("index.html")).visible_text
    page = Reader(stage.read("qualifying/matches/1.html"))
    assert "Game 5" in page.visible_text
    assert "Game 6" not in page.visible_text
    assert 'href="../records/1.jsonl"' in stage.read("qualifying/matches/1.html")
    assert len(stage.read("qualifying/records/1.jsonl").splitlines()) == 5
    stage.play("qualifying", 100)
    stage.look()
    stage.begin("final")
    stage.play("final", 3)
    stage.look()
    bracket = Reader(stage.read("final/bracket.html")).visible_text
    assert "\u2713" not in bracket
    stage.play("final", 100)
    stage.look()
    assert "\u2713" in Reader(stage.read("final/bracket.html")).visible_text
    live = {name: stage.read(f"qualifying/{name}") for name in DATA}
    public = stage.publish("qualifying")
    ids = list(phase_state(stage.competition, "qualifying").progress.games)
    for name, text in live.items():
        with case(name):
            assert content(name, text) == as_early(
                content(name, (public / name).read_text("utf-8")), ids
            )
    stage.look()
    assert not (stage.live / "qualifying").exists()


def content(name, text):
    """What is in a file of the phase."""
    if name.endswith(".js"):
        return zlib.decompress(base64.b64decode(text.split('"')[1])).decode()
    return text


def as_early(text, ids):
    """While a phase is played, games have numbers, and nobody learns which version plays."""
    for number, id in enumerate(ids, start=1):
        text = text.replace(id, str(number))
    return re.sub(r',\s*"version": \d+', "", text)


def test_each_game_is_read_once_and_without_news_nothing_is_written(stage, monkeypatch):
    drawn = Counter()
    play_record = page_facts.play_record

    def counting(record):
        drawn[record.id] += 1
        return play_record(record)

    monkeypatch.setattr(page_facts, "play_record", counting)
    stage.begin("qualifying")
    games = []
    for some in (9, 1, 7):
        games += stage.play("qualifying", some)
        stage.look()
    assert sorted(drawn.values()) == [1] * len(games)
    assert not {game.id for game in games} & set(drawn)  # they tell which version plays
    written = {path: path.stat().st_ctime_ns for path in stage.live.rglob("*")}
    stage.look()
    assert written == {path: path.stat().st_ctime_ns for path in stage.live.rglob("*")}
    stage.play("qualifying", 1)
    stage.look()
    changed = {
        path.relative_to(stage.live).as_posix()
        for path in stage.live.rglob("*")
        if path.is_file() and written.get(path) != path.stat().st_ctime_ns
    }
    assert {"index.html", "qualifying/index.html", "qualifying/matches/1.html"} <= changed
    assert "qualifying/teams.json" not in changed


def test_a_result_is_shown_after_the_delay_before_the_freeze_and_never_if_it_is_sealed(stage):
    cups.edit(stage.folder, 'name = "qualifying"', 'name = "qualifying"\ndelay = 10')
    with stage.opened_again():
        stage.begin("qualifying")
        stage.play("qualifying", 12)  # at the seconds 1 to 12
        shown = []
        for _ in range(4):
            stage.look()
            shown.append(games_shown(stage))
            stage.now += timedelta(seconds=3)
        assert shown == [2, 5, 8, 11]
        newest = json.loads((stage.live / "qualifying" / "newest.json").read_text())
        assert datetime.fromisoformat(newest) == stage.start + timedelta(seconds=11)
    freeze = stage.start + timedelta(seconds=7)
    cups.edit(stage.folder, "delay = 10", f"freeze = {freeze.isoformat()}")
    with stage.opened_again():
        stage.look()
        assert games_shown(stage) == 6  # nobody sees what came at the freeze or later
    cups.edit(stage.folder, f"freeze = {freeze.isoformat()}", 'broadcast = "sealed"')
    with stage.opened_again():
        stage.look()
        assert not (stage.live / "qualifying").exists()
        assert "so far" not in stage.read("index.html")


def test_while_a_phase_takes_files_its_results_are_shown_without_cards(stage):
    deadline = stage.start + timedelta(hours=1)
    cups.edit(stage.folder, "2026-04-01T00:00:00Z", deadline.isoformat())
    with stage.opened_again():
        stage.begin("qualifying")
        stage.play("qualifying", 5)
        stage.look()
        page = stage.read("qualifying/matches/1.html")
        assert "Game 5" in page
        for path in stage.live.rglob("*"):
            assert "replays" not in path.name
            assert path.is_dir() or b"replays" not in path.read_bytes(), path
        stage.now = deadline + timedelta(seconds=1)
        stage.look()
        assert "replays.html" in stage.read("qualifying/matches/1.html")
        assert (stage.live / "qualifying/replays/1.js").exists()


def test_a_new_lane_shows_no_fewer_games_than_the_one_before(stage, monkeypatch):
    stage.begin("qualifying")
    stage.play("qualifying", 20)
    stage.look()
    monkeypatch.setattr("arena.server.engine.live.phase.SLICE", 0)
    monkeypatch.setattr("arena.server.engine.live.phase.CHUNK", 8)
    stage.lane = LiveLane()
    shown = []
    for _ in range(3):
        stage.look()
        shown.append(games_shown(stage))
    assert shown == [20, 20, 20]
    stage.play("qualifying", 1)
    stage.look()
    assert games_shown(stage) == 21


def test_a_lane_that_does_not_keep_up_shows_the_games_that_it_knows(stage, monkeypatch):
    stage.begin("qualifying")
    stage.play("qualifying", 20)
    monkeypatch.setattr("arena.server.engine.live.phase.SLICE", 0)
    monkeypatch.setattr("arena.server.engine.live.phase.CHUNK", 8)
    shown = []
    for _ in range(3):
        stage.look()
        shown.append(games_shown(stage))
    assert shown == [8, 16, 20]


def test_many_games_that_are_entered_at_one_moment_are_all_shown(stage, monkeypatch):
    """As after a crash, or after `arena rebuild`."""
    monkeypatch.setattr("arena.server.engine.live.phase.CHUNK", 3)
    stage.begin("qualifying")
    for some in (1, 10, 2):
        stage.play("qualifying", some, at_once=True)
    stage.look()
    assert games_shown(stage) == 13


def test_a_decision_of_the_organiser_changes_the_pages(stage):
    stage.begin("qualifying")
    games = stage.play("qualifying", 6)
    stage.look()
    stage.competition.store.set_aside("qualifying", [games[0].id])
    stage.look()
    assert games_shown(stage) == 5


def test_a_browser_that_has_a_page_gets_it_once_and_what_is_hidden_is_not_there(stage, visit):
    stage.begin("qualifying")
    stage.play("qualifying", 5)
    stage.look()
    page = visit("/qualifying/", **{"accept-encoding": "br, gzip"})
    assert (page.status, page.headers["content-encoding"]) == (200, "gzip")
    assert page.headers["cache-control"] == "public, no-cache"
    again = visit("/qualifying/", **{"if-none-match": page.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert visit("/qualifying/replays/1.js").status == 200
    cups.edit(stage.folder, 'name = "qualifying"', 'name = "qualifying"\nbroadcast = "sealed"')
    with stage.opened_again():
        # The pages may still be there for a moment, but web knows.
        folder = stage.live / "qualifying"
        kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        stage.look()
        for path, data in kept.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            hidden = f"/{path.relative_to(stage.live).as_posix()}"
            assert visit(hidden).status == 404, hidden
