"""The API: each address gives what its description says, and the page about it has them all."""

import msgspec
import pytest
from support import planted as p
from support.asking import ask
from support.cases import case
from support.crawling import routes_of
from support.paths import ROOT as PROJECT

from arena.competition.config.folder import open_competition
from arena.replay.files import from_line
from arena.replay.replayer import verify
from arena.server.engine.live.lane import LiveLane
from arena.server.web.api.entries import ENTRIES, EVERYBODY, RECORDS, ROOT
from arena.server.web.app import make_app
from arena.server.web.core.site import Site

BRACKET = f"{ROOT}/phases/{{phase}}/bracket"  # only a knockout has one


@pytest.fixture
def visit(cup):
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))

        def do(target, role="public", state=""):
            if state:
                p.set_state(cup, competition, state)
            if state == "live":
                LiveLane().look(competition, competition.now()[0])
            return ask(app, "GET", target, headers=p.headers_of(cup, role))

        do.app = app
        yield do


def filled(entry, cup):
    values = {"phase": p.PHASE, "page": 1, "game": cup.games["ada"][0], "name": cup.practices[0],
              "receipt": cup.receipts[0]}  # fmt: skip
    return entry.address.format(**values)


def test_every_answer_has_the_shape_that_the_page_shows(visit, cup):
    for state in ("live", "published"):
        visit("/", state=state)
        for entry in ENTRIES:
            if entry.method != "GET" or entry.address == BRACKET:
                continue
            with case(f"{state}: {entry.address}"):
                answer = visit(filled(entry, cup), "public" if entry.who == EVERYBODY else "ada")
                assert answer.status == 200
                if entry.gives == RECORDS:
                    for line in answer.body.splitlines():
                        verify(from_line(line, entry.address))
                else:
                    assert msgspec.json.decode(answer.body, type=entry.gives) not in ([], None)


def test_the_games_of_a_page_and_their_records_come_in_the_same_order(visit):
    for state in ("live", "published"):
        phase = f"{ROOT}/phases/{p.PHASE}"
        [match, *_] = visit(f"{phase}/matches/1", state=state).json
        records = [
            from_line(line, "test") for line in visit(f"{phase}/records/1").body.splitlines()
        ]
        for game, record in zip(match["games"], records, strict=False):
            assert game["deal"] == record.fixture.deal + 1
            assert game["names"] == [record.name(seats[0]) for seats in record.sides]
            assert (game["id"] == record.id) is (state == "published")


def test_the_page_and_the_guide_have_every_address(visit):
    page = visit("/api/", state="live").text
    guide = (PROJECT / "docs" / "live.md").read_text()
    routes = {
        (method, route.path.replace(":int}", "}"))
        for route in routes_of(visit.app)
        for method in route.methods - {"HEAD"}
        if route.path.startswith(ROOT)
    }
    assert routes == {(entry.method, entry.address) for entry in ENTRIES}
    for method, path in routes:
        with case(path):
            assert f"<code>{method} {path}</code>" in page
            assert f"`{path.removeprefix(ROOT)}`" in guide
    assert page.count("<details>") == sum(entry.gives != RECORDS for entry in ENTRIES)


def test_errors_are_json_and_name_no_thing_that_is_hidden(visit):
    for target in ("/api/v1/phases/qualifying/table", "/api/v1/phases/nothing/table",
                   "/api/v1/phases/..%2f../table", "/api/v1/phases/qualifying/matches/99",
                   "/api/v1/phases/qualifying/records/1", "/api/v1/else"):  # fmt: skip
        answer = visit(target, state="sealed")
        assert (answer.status, answer.json) == (404, {"error": "There is no such page."})
