"""The web half: pages, health, and what it must never have."""

import logging
import socket
import subprocess
import sys
from datetime import UTC, datetime
from urllib.parse import urlsplit

from support.processes import wait_until
from support.serving import serving

from arena.server.web.visitor import files
from arena.store.database import DatabaseAway
from arena.store.live.heartbeats import ADMISSION, DESK, LIVE, PLAY, beat
from arena.store.moving import MOVED

FORBIDDEN = ("Players.", "arena.bots", "arena.sandbox", "arena.match", "arena.workers")


def test_the_first_page_and_its_style_come_as_they_were_written(visit, cup):
    page = visit("GET", "/")
    assert page.status == 200
    assert page.body == (cup / "Out/public/index.html").read_bytes()
    assert visit("GET", "/site.css").headers["content-type"].startswith("text/css")


def test_nothing_outside_of_the_published_folders_is_served(visit, cup):
    for path in (
        "/../seed",
        "/..%2fseed",
        "/%2e%2e/seed",
        f"/{cup}/Out/seed",
        "//etc/passwd",
        "/..\\seed",
        "/.gitignore",
        "/seed",
        "/index.html%00",
        "/league/",
    ):
        answer = visit("GET", path)
        assert answer.status == 404, path
        assert (cup / "Out/seed").read_text() not in answer.text


def test_a_web_process_imports_no_bot_and_no_sandbox():
    code = "import arena.server.web.serving, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    bots = [name for name in loaded if name.startswith(FORBIDDEN)]
    assert set(bots) <= {"Players.terminal", "Players.terminal.cards"}
    assert "arena.competition.config.seed" not in loaded


def test_ready_says_which_part_is_missing(visit, site):
    assert visit("GET", "/healthz").status == 200
    before = visit("GET", "/readyz")
    assert before.status == 503
    assert len(before.json["problems"]) == 4
    for lane in (ADMISSION, PLAY, LIVE, DESK):
        beat(site.store.database, lane, "waits", datetime.now(UTC))
    assert visit("GET", "/readyz").status == 200


def test_without_a_database_people_are_asked_to_come_back(visit, hand_in, site, monkeypatch, cup):
    def away(*_):
        raise DatabaseAway("The database secret-host/cup reports an error: gone.")

    monkeypatch.setattr(site.store.database, "reading", away)
    monkeypatch.setattr(site.store.database, "writing", away)
    for answer in (hand_in("ada"), visit("GET", "/"), visit("GET", "/readyz")):
        assert answer.status == 503
        assert int(answer.headers["retry-after"]) > 0
        assert "secret-host" not in answer.text
    assert visit("GET", "/healthz").status == 200
    assert not list(cup.glob("Out/uploads/*"))


def test_the_first_visitor_waits_until_the_engine_has_started(
    cup, visit, site, engine, monkeypatch
):
    site.store.set_note("site", None)
    page = cup / "Out/public/index.html"
    text = page.read_bytes()
    page.unlink()
    steps = iter([lambda: page.write_bytes(text), engine.tell_web])

    async def a_little_later(seconds):
        next(steps)()

    monkeypatch.setattr(files.anyio, "sleep", a_little_later)
    monkeypatch.setattr("arena.server.web.core.site.FRESH", 0)
    assert visit("GET", "/").body == text


def test_after_the_database_was_moved_nothing_is_taken_any_more(hand_in, site, monkeypatch):
    monkeypatch.setattr("arena.server.web.core.site.FRESH", -1.0)
    site.store.set_note(MOVED, "elsewhere")
    assert hand_in("ada").status == 503


def test_a_client_that_leaves_in_the_middle_of_a_form_is_no_mistake_of_the_server(site, caplog):
    caplog.set_level(logging.INFO)
    with (
        serving(site) as url,
        socket.create_connection(("127.0.0.1", urlsplit(url).port)) as client,
    ):
        client.sendall(
            b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ncode="
        )
        client.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: any(each.message == "request" for each in caplog.records))
    [line] = [each for each in caplog.records if each.message == "request"]
    assert (line.path, line.status, line.levelname) == ("/sign-in", 499, "INFO")
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
