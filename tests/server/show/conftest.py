"""A competition with a show, and a clock that goes only when a test says so."""

from collections.abc import Iterator
from typing import Any

import pytest
from support import shows
from support.asking import ask
from support.browser import chromium

from arena.competition.config.folder import Competition
from arena.server.engine.show.staging import open_show
from arena.server.web.app import make_app
from arena.server.web.core import site as core_site
from arena.server.web.core.site import Site
from arena.server.web.show import waiting
from arena.store.live.codes import make_organiser_code

PHASE = "league"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def clock(monkeypatch) -> shows.Clock:
    clock = shows.Clock()
    monkeypatch.setattr(Site, "now", lambda _: clock())
    monkeypatch.setattr(waiting, "WAIT", 0.5)  # a server that stops waits for its answers
    monkeypatch.setattr(Competition, "now", lambda *_, **__: (clock.now, ""))
    monkeypatch.setattr(core_site, "FRESH", -1.0)
    return clock


@pytest.fixture
def token(competition, clock) -> str:
    """A show that stands at its title; returns the token of the projector."""
    shows.write_script(competition.out, PHASE)
    address = open_show(competition, PHASE)
    return address.partition("#")[2]


@pytest.fixture
def organiser(competition) -> str:
    """The code of an organiser."""
    return make_organiser_code(competition.store.database, "Olga")


@pytest.fixture
def projector(site, token):
    """Asks as the projector does."""
    app = make_app(site)

    def do(target: str, method: str = "GET") -> Any:
        return ask(app, method, target, headers={"authorization": f"Show {token}"})

    return do


@pytest.fixture
def press(site, token, organiser):
    """Presses a button of the remote."""
    app = make_app(site)

    def do(command: str, **more: str) -> Any:
        body = "&".join(f"{key}={value}" for key, value in {"do": command, **more}.items())
        headers = {
            "authorization": f"Bearer {organiser}",
            "content-type": "application/x-www-form-urlencoded",
            "accept": "application/json",
        }
        return ask(app, "POST", "/desk/show/do", body.encode(), headers)

    return do
