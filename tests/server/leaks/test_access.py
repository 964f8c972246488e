"""The matrix of who may do what with the things of a team."""

import pytest
from support import planted as p
from support.asking import ask
from support.cases import case
from support.crawling import filled, routes_of

from arena.competition.config.folder import open_competition
from arena.server.web.app import make_app
from arena.server.web.core.site import Site

SIGN_IN, NOTHING = 303, 404  # a person who has not signed in is sent to the sign-in
# The answers to the team itself, to another team, and to a person who has not signed in.
MATRIX = {
    ("GET", "/team/"): (200, 200, SIGN_IN),
    ("POST", "/team/members"): (303, 303, SIGN_IN),
    ("GET", "/team/archives/{phase}"): (200, NOTHING, SIGN_IN),
    ("POST", "/team/uploads"): (400, 400, SIGN_IN),  # without a file
    ("GET", "/team/uploads/{receipt}"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/uploads/{receipt}/file"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/versions/{number:int}"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/versions/{number:int}/file"): (200, NOTHING, SIGN_IN),
    ("POST", "/team/versions/{number:int}/again"): (303, NOTHING, SIGN_IN),
    ("POST", "/team/versions/{number:int}/take-back"): (409, NOTHING, SIGN_IN),  # its phase is over
    ("GET", "/team/games"): (303, 200, SIGN_IN),
    ("GET", "/team/games/{phase}"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/games/{phase}/records"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/games/{phase}/{game}"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/games/{phase}/{game}/record"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/games/{phase}/{game}/replay"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/practice"): (200, 200, SIGN_IN),
    ("POST", "/team/practice"): (400, 400, SIGN_IN),  # without a version
    ("GET", "/team/practice/{name}"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/practice/{name}/replays"): (200, NOTHING, SIGN_IN),
    ("GET", "/team/practice/{name}/records"): (200, NOTHING, SIGN_IN),
    ("GET", "/api/v1/uploads"): (200, 200, 401),
    ("POST", "/api/v1/uploads"): (400, 400, 401),
    ("GET", "/api/v1/uploads/{receipt}"): (200, NOTHING, NOTHING),
    ("GET", "/api/v1/team"): (200, 200, 401),
    ("GET", "/api/v1/team/versions"): (200, 200, 401),
    ("GET", "/api/v1/team/games/{phase}"): (200, NOTHING, 401),
    ("GET", "/api/v1/team/games/{phase}/records"): (200, NOTHING, 401),
    ("GET", "/api/v1/team/games/{phase}/{game}"): (200, NOTHING, 401),
    ("GET", "/api/v1/team/games/{phase}/{game}/record"): (200, NOTHING, 401),
    ("GET", "/api/v1/team/practice"): (200, 200, 401),
    ("GET", "/api/v1/team/practice/{name}"): (200, NOTHING, 401),
    ("GET", "/api/v1/team/practice/{name}/records"): (200, NOTHING, 401),
}
COLUMNS = ("ada", "dan", "public")
OF_TEAMS = ("/team/", "/api/v1/uploads", "/api/v1/team")
HERE = {
    "origin": "http://cup.example.org",
    "content-type": "application/x-www-form-urlencoded",
}


def with_values(path, values):
    for name, value in values.items():
        path = filled(path, name, value) if "{" + name in path else path
    return path


@pytest.fixture
def app(cup):
    with open_competition(cup.folder) as competition:
        p.set_state(cup, competition, "published")
        yield make_app(Site(cup.folder, competition.store, "http://cup.example.org"))


@pytest.fixture
def status(app, cup):
    def do(method, path, role):
        values = {"receipt": cup.receipts[0], "number": "1", "phase": p.PHASE,
                  "game": cup.games["ada"][0], "name": cup.practices[0]}  # fmt: skip
        headers = HERE | p.headers_of(cup, role)
        return ask(app, method, with_values(path, values), headers=headers).status

    return do


def test_every_route_of_teams_is_in_the_matrix(app):
    routes = {
        (method, route.path)
        for route in routes_of(app)
        for method in route.methods - {"HEAD"}
        if route.path.startswith(OF_TEAMS)
    }
    assert routes == set(MATRIX)


def test_each_role_gets_exactly_what_the_matrix_says(status):
    for (method, path), expected in MATRIX.items():
        with case(f"{method} {path}"):
            assert tuple(status(method, path, role) for role in COLUMNS) == expected
            for role in ("organiser", "projector"):  # they have no team: as if nobody were there
                assert status(method, path, role) in (expected[2], 200 if "api" in path else 303)


def test_what_is_not_there_is_answered_like_what_is_hidden(app, cup):
    invented = dict.fromkeys(("receipt", "phase", "game", "name"), "0" * 16) | {"number": "99"}
    for method, path in MATRIX:
        if "{" in path and path != "/api/v1/uploads/{receipt}":
            with case(f"{method} {path}"):
                target = with_values(path, invented)
                missing = ask(app, method, target, headers=HERE | p.headers_of(cup, "ada"))
                assert missing.status == NOTHING


def test_a_team_cannot_name_the_things_of_another(status, cup):
    for path in ("/team/games/{phase}/{game}", "/team/games/{phase}/{game}/record"):
        assert status("GET", path, "bob") == NOTHING
    for path in ("/team/uploads/{receipt}", "/team/practice/{name}"):
        assert status("GET", path, "bob") == NOTHING
