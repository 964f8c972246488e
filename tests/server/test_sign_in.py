"""Sign-in with a code, sessions in cookies, and guesses that are slowed down."""

import re
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest

from arena.server.web.boundary import failures

HERE = {"origin": "http://cup.example.org", "content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def send(visit):
    """Sends a form from a page of the site, with this cookie."""

    def do(path, cookie="", headers=None, **fields):
        more = {
            "address": fields.pop("address", "192.0.2.7"),
            "scheme": fields.pop("scheme", "http"),
        }
        given = HERE | ({"cookie": cookie} if cookie else {}) | (headers or {})
        return visit("POST", path, urlencode(fields).encode(), headers=given, **more)

    return do


def cookie_of(answer):
    """The cookie that the answer sets, as a browser sends it, and what it says about it."""
    [(name, morsel)] = SimpleCookie(answer.headers["set-cookie"]).items()
    return f"{name}={morsel.value}", morsel


def test_a_code_signs_in_by_a_form_and_the_session_ends_at_sign_out(send, visit, codes):
    assert visit("GET", "/team/").status == 303
    answer = send("/sign-in", code=codes["ada"].lower())
    assert (answer.status, answer.headers["location"]) == (303, "/team/")
    cookie, terms = cookie_of(answer)
    assert terms["httponly"]
    assert terms["samesite"] == "lax"
    assert not terms["secure"]  # a class room without TLS
    page = visit("GET", "/team/", headers={"cookie": cookie})
    assert (page.status, page.headers["cache-control"]) == (200, "no-store")
    assert "Ada" in page.text
    assert send("/sign-out", cookie).status == 303
    assert visit("GET", "/team/", headers={"cookie": cookie}).status == 303


def test_a_link_signs_in_nobody(visit, codes):
    for path in (f"/sign-in?code={codes['ada']}", "/sign-in"):
        page = visit("GET", path)
        assert (page.status, "set-cookie" in page.headers) == (200, False)
        assert codes["ada"] not in page.text


def test_every_sign_in_has_a_new_token_and_the_one_before_ends(send, visit, codes):
    first, _ = cookie_of(send("/sign-in", code=codes["ada"]))
    second, _ = cookie_of(send("/sign-in", first, code=codes["bob"]))
    assert first != second
    assert visit("GET", "/team/", headers={"cookie": first}).status == 303
    assert "Bob" in visit("GET", "/team/", headers={"cookie": second}).text
    invented = visit("GET", "/team/", headers={"cookie": "arena=mine"})
    assert invented.status == 303  # a token that somebody else has chosen is worth nothing


def test_on_all_devices_at_once(send, visit, codes):
    one, two = (cookie_of(send("/sign-in", code=codes["ada"]))[0] for _ in range(2))
    send("/sign-out", one, everywhere="1")
    assert visit("GET", "/team/", headers={"cookie": two}).status == 303


def test_behind_tls_the_cookie_is_secure_and_bound_to_the_host(send, visit, codes):
    over_tls = {"origin": "https://cup.example.org"}
    answer = send("/sign-in", headers=over_tls, scheme="https", code=codes["ada"])
    cookie, terms = cookie_of(answer)
    assert cookie.startswith("__Host-")
    assert terms["secure"]
    assert terms["path"] == "/"
    assert visit("GET", "/team/", headers={"cookie": cookie}, scheme="https").status == 200
    bare = cookie.removeprefix("__Host-")  # a neighbour on another name could have set it
    assert visit("GET", "/team/", headers={"cookie": bare}, scheme="https").status == 303


@pytest.fixture
def quick(monkeypatch):
    """Few failures are free. Returns the pauses, which nobody waits for."""
    pauses = []

    async def sleep(seconds):
        pauses.append(seconds)

    monkeypatch.setattr(failures, "FREE", {"address": 4, "prefix": 2})
    monkeypatch.setattr(failures.anyio, "sleep", sleep)
    return pauses


def test_wrong_codes_are_answered_more_and_more_slowly(send, visit, codes, quick):
    prefix = codes["ada"][:4]
    wrong = [
        send("/sign-in", code=f"{prefix}-0000-0000-000{n}", address=f"192.0.2.{n}")
        for n in range(4)
    ]
    assert [each.status for each in wrong] == [401, 401, 429, 429]
    assert quick == [1, 2]
    assert int(wrong[3].headers["retry-after"]) == 2
    assert re.search(r'role="alert">This code is not known', wrong[3].text)
    bearer = [
        visit("GET", "/api/v1/uploads", headers={"authorization": f"Bearer 000{n}"}, address="::1")
        for n in range(6)
    ]
    assert [each.status for each in bearer] == [401] * 4 + [429] * 2
    assert len(quick) == 4


def test_a_right_code_is_never_locked_out(send, visit, codes, quick):
    for n in range(9):
        send("/sign-in", code=f"{codes['ada'][:4]}-0000-0000-000{n}")
    del quick[:]
    assert send("/sign-in", code=codes["ada"]).status == 303
    assert visit("GET", "/api/v1/uploads", team="ada").status == 200
    assert quick == []


def test_noted_failures_are_few_however_many_codes_are_tried(send, site, quick, monkeypatch):
    monkeypatch.setattr(failures, "NOTED", 5)
    added = []
    monkeypatch.setattr(
        failures, "add_failure", lambda *a, add=failures.add_failure: added.append(a) or add(*a)
    )
    for n in range(9):
        send("/sign-in", code=f"000{n}-0000-0000-0000", address=f"2001:db8::{n}")
    assert len(added) == 5
    assert max(quick) == 2
