"""A competition with two teams that have codes, and the web application for it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support import cups
from support.asking import Answer, ask

from arena.competition.config.folder import Competition, open_competition
from arena.competition.results.publishing import announce
from arena.server.engine.facts import facts_of
from arena.server.facts import write_facts
from arena.server.web.app import make_app
from arena.server.web.core import site as core_site
from arena.server.web.core.site import Site
from arena.store.live.codes import make_code


@pytest.fixture(scope="session")
def made_once(tmp_path_factory) -> tuple[Path, dict[str, str]]:
    """A competition as the engine has announced it, and the codes of its teams."""
    folder, codes = cups.make(tmp_path_factory.mktemp("live") / "cup"), {}
    with open_competition(folder) as competition:
        for name in ("Ada", "Bob"):
            team = competition.store.register(name, name.lower())
            codes[name.lower()] = make_code(competition.store.database, team)
        tell_web(competition)
        announce(competition)
    return folder, codes


@pytest.fixture
def cup(made_once, tmp_path) -> Path:
    return Path(shutil.copytree(made_once[0], tmp_path / "cup"))


@pytest.fixture
def codes(made_once) -> dict[str, str]:
    return dict(made_once[1])


@pytest.fixture
def competition(cup):
    with open_competition(cup) as opened:
        yield opened


@pytest.fixture
def site(cup, competition) -> Site:
    return Site(cup, competition.store, "http://cup.example.org")


@pytest.fixture
def visit(site, codes) -> Callable[..., Answer]:
    """Asks the application; `team` sends the code of that team."""
    app = make_app(site)

    def do(method: str, target: str, body: bytes = b"", team: str = "", **more: Any) -> Answer:
        headers = dict(more.pop("headers", {}))
        if team:
            headers["authorization"] = f"Bearer {codes[team]}"
        return ask(app, method, target, body, headers, **more)

    return do


@pytest.fixture
def hand_in(visit) -> Callable[..., Answer]:
    """Sends a bot with these lines in `think` as a team does."""

    def do(team: str = "ada", think: str = cups.FIRST) -> Answer:
        return visit("POST", "/api/v1/uploads?name=bot.py", cups.source(think).encode(), team)

    return do


def tell_web(competition: Competition) -> None:
    """Do what the engine does when it starts."""
    write_facts(competition.store, facts_of(competition))


@pytest.fixture
def engine(competition) -> SimpleNamespace:
    return SimpleNamespace(tell_web=lambda: tell_web(competition))


@pytest.fixture
def tell_again(cup, monkeypatch) -> Callable[[], None]:
    """Tells web about the competition after its file has changed."""

    def do() -> None:
        with open_competition(cup) as again:
            tell_web(again)
        monkeypatch.setattr(core_site, "FRESH", -1.0)  # web looks again at once

    return do
