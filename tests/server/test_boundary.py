"""What stands between the site and the world: origins, hosts, bodies, headers."""

import asyncio
import sys

import pytest
from support import loops
from support.asking import ask
from support.cases import case

from arena.server.web.app import make_app
from arena.server.web.boundary import bodies
from arena.server.web.core.site import Site

FORM = {"content-type": "application/x-www-form-urlencoded"}


def test_a_form_of_another_site_is_refused(visit, codes):
    def status(**headers):
        given = FORM | {name.replace("_", "-"): value for name, value in headers.items()}
        return visit("POST", "/sign-in", f"code={codes['ada']}".encode(), headers=given).status

    here, there = "http://cup.example.org", "http://evil.example"
    cases = {
        "the same origin": ({"sec_fetch_site": "same-origin"}, 303),
        "another site": ({"sec_fetch_site": "cross-site"}, 403),
        "a neighbour": ({"sec_fetch_site": "same-site"}, 403),
        "what browsers say counts": ({"sec_fetch_site": "cross-site", "origin": here}, 403),
        "plain HTTP, this origin": ({"origin": here}, 303),
        "plain HTTP, another origin": ({"origin": there}, 403),
        "plain HTTP, another port": ({"origin": f"{here}:81"}, 403),
        "plain HTTP, a hidden origin": ({"origin": "null"}, 403),
        "neither": ({}, 403),
    }
    for name, (headers, expected) in cases.items():
        with case(name):
            assert status(**headers) == expected
    # A code in the header, as `arena submit` sends it: no page of another site can do that.
    assert visit("POST", "/api/v1/uploads?name=b.py", b"x", "ada").status == 201


def test_only_the_own_names_of_the_server_are_answered(visit, site):
    def status(host):
        return visit("GET", "/healthz", headers={"host": host}).status

    for host in (
        "cup.example.org",
        "CUP.example.org:8000",
        "localhost:8000",
        "10.0.0.7",
        "[::1]:80",
    ):
        assert status(host) == 200, host
    for host in (
        "evil.example",
        "",
        "cup.example.org.evil.example",
        "cup.example.org@evil.example",
    ):
        assert status(host) == 421, host
    nameless = make_app(Site(site.folder, site.store))
    assert ask(nameless, "GET", "/healthz").status == 421
    assert ask(nameless, "GET", "/healthz", headers={"host": "127.0.0.1:8000"}).status == 200


def test_every_answer_tells_browsers_what_they_must_not_do(visit):
    for target, status in (("/", 200), ("/sign-in", 200), ("/nothing", 404), ("/team/", 303)):
        answer = visit("GET", target)
        with case(target):
            assert answer.status == status
            policy = answer.headers["content-security-policy"]
            assert "frame-ancestors 'none'" in policy
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_nothing_that_a_team_gets_is_stored(visit):
    for target in ("/team/", "/api/v1/team", "/api/v1/", "/nothing"):
        assert visit("GET", target, team="ada").headers["cache-control"] == "no-store", target
    for target in ("/", "/site.css", "/assets/area.css"):
        assert "public" in visit("GET", target, team="ada").headers["cache-control"]


def test_a_mistake_of_ours_says_nothing_about_itself(site, monkeypatch):
    app = make_app(site)
    monkeypatch.setattr(site, "facts", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):  # for the log
        ask(app, "GET", "/sign-in")


def serve(site, length, pieces, target="/team/uploads"):
    """The status of the answer to a body that comes in pieces; a number is a pause."""
    sent, app = [], make_app(site)
    coming = iter(pieces)
    headers = {"host": "localhost", "sec-fetch-site": "same-origin", **FORM}
    if length is not None:
        headers["content-length"] = str(length)

    async def receive():
        piece = next(coming, None)
        if piece is None:
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": piece, "more_body": True}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": target, "raw_path": b"", "scheme": "http",
             "query_string": b"", "root_path": "", "http_version": "1.1", "client": ("::1", 1),
             "server": ("localhost", 80), "asgi": {"version": "3.0"}, "state": {},
             "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}  # fmt: skip
    loops.run(app(scope, receive, send))
    return sent[0]["status"]


def test_a_large_body_is_refused_before_it_is_read(site, competition):
    most = competition.settings.submission_size + bodies.AROUND
    unread = iter(lambda: pytest.fail("it was read"), None)
    assert serve(site, most + 1, unread) == 413
    assert serve(site, "1e9", unread) == 413
    assert serve(site, "-1", unread) == 413
    assert serve(site, bodies.FORM + 1, unread, "/sign-in") == 413
    assert serve(site, None, [b"x" * 9000] * 3, "/sign-in") == 413  # it does not say how long it is


def test_a_body_that_does_not_come_ends(site, monkeypatch):
    monkeypatch.setattr(bodies, "PAUSE", 0.02)
    assert serve(site, 100, [b"code=", None], "/sign-in") == 408
    monkeypatch.setattr(bodies, "SLOWEST", 1e9)  # each piece comes in time, and all of them late
    assert serve(site, 10_000, [b"x"] * 9_000, "/sign-in") == 408


def test_an_address_that_no_page_can_have_is_not_there(visit):
    for target in (
        "/" + "a" * 300,  # longer than the name of a file
        "/" + "a" * 70_000,
        "/team/versions/" + "9" * 5000,  # more digits than Python reads
        "/api/v1/phases/league/matches/" + "9" * 5000,
        "/team/uploads/%00",
        "/api/v1/uploads/a%00",
        "/%00",
    ):
        with case(target[:40]):
            assert visit("GET", target, team="ada").status == 404


def test_no_exception_is_raised_twice(visit):
    """Its traceback would keep the frames of every request that has raised it."""
    del visit
    modules = [
        module for name, module in sys.modules.items() if name.startswith("arena.server.web")
    ]
    assert len(modules) > 20
    for module in modules:
        kept = [name for name, value in vars(module).items() if isinstance(value, BaseException)]
        with case(module.__name__):
            assert kept == []
