"""A competition whose games come in when a test says so, and the live lane that shows them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from support import cups
from support.browser import chromium
from support.logs import forget
from support.serving import serving

from arena.competition.config.folder import Competition, open_competition
from arena.competition.config.paths import FILE
from arena.competition.log import TermsSet, append
from arena.competition.play import playing
from arena.competition.play.beginning import events_to_begin
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import publish
from arena.server.engine.live import phase as live_phase
from arena.server.engine.live.lane import LiveLane
from arena.server.web.core import site as sites
from arena.server.web.core.site import Site
from arena.server.web.visitor import kept_files
from arena.store.index import StoredGame, games_in
from arena.workers.here import Here

NOON = datetime(2026, 4, 3, 12, tzinfo=UTC)  # after the deadlines
DEADLINE = "deadline = 2026-04-01T00:00:00Z\ngames ="

PHASES = ("qualifying", "final")


class Stage:
    """The competition, the games that will come in, and a lane. A game comes every second."""

    def __init__(self, folder: Path, competition: Competition) -> None:
        self.folder = folder
        self.competition = competition
        self.now = self.start = NOON
        self.lane = LiveLane()
        self.live = folder / "Out" / "live"
        forget(competition.store, lambda each: isinstance(each, TermsSet))
        self._coming = {name: _games(competition, name) for name in PHASES}
        competition.store.forget_games()

    def begin(self, name: str) -> None:
        state = phase_state(self.competition, name)
        append(
            self.competition.store,
            self.now,
            *events_to_begin(self.competition, state.phase, state.teams),
        )

    def play(self, name: str, games: int, at_once: bool = False) -> list[StoredGame]:
        """The next games of the phase come in, one after the other or together."""
        some, self._coming[name] = self._coming[name][:games], self._coming[name][games:]
        for together in [some] if at_once else [[game] for game in some]:
            self.now += timedelta(seconds=1)
            self.competition.store.add_games(name, together, self.now)
        return some

    def look(self) -> None:
        self.lane.look(self.competition, self.now)

    def read(self, path: str) -> str:
        return (self.live / path).read_text("utf-8")

    @contextmanager
    def opened_again(self) -> Iterator[None]:
        """The competition is opened again, as the lane does when its file has changed."""
        before = self.competition
        with open_competition(self.folder) as self.competition:
            yield
        self.competition = before

    def publish(self, name: str) -> Path:
        return publish(phase_state(self.competition, name), sealed=False)


def _games(competition: Competition, name: str) -> list[StoredGame]:
    state, store = phase_state(competition, name), competition.store
    paths = {store.place(name, id).path for id in state.progress.games}
    stored = {game.id: game for path in paths for game in games_in(path, 0)}
    return [stored[id] for id in state.progress.games]


@pytest.fixture(scope="session")
def played_once(tmp_path_factory) -> Path:
    with pytest.MonkeyPatch.context() as patch:

        def here(job, workers):
            in_process = replace(job.run, levels=["inprocess"] * len(job.run.levels))
            return Here(replace(job, run=in_process))

        patch.setattr(playing, "Cores", here)
        teams = {"Ada": cups.FIRST, "Bob": cups.LAST, "Cid": cups.MIDDLE}
        phases = cups.QUALIFYING + cups.FINAL
        folder = cups.make(tmp_path_factory.mktemp("stage") / "cup", phases, teams)
        cups.play(folder)
    (folder / FILE).write_text((folder / FILE).read_text().replace("games =", DEADLINE))
    return folder


@pytest.fixture
def stage(played_once, tmp_path, monkeypatch) -> Iterator[Stage]:
    monkeypatch.setattr(live_phase, "LEAST", 0)
    monkeypatch.setattr(live_phase, "SHARE", 0)
    folder = Path(shutil.copytree(played_once, tmp_path / "cup"))
    with open_competition(folder) as competition:
        yield Stage(folder, competition)


@pytest.fixture
def site(stage, monkeypatch) -> Site:
    """Web's side of the competition. It keeps nothing in memory for a moment."""
    monkeypatch.setattr(kept_files, "FRESH", 0)
    monkeypatch.setattr(sites, "FRESH", 0)
    return Site(stage.folder, stage.competition.store, "http://cup.example.org")


@pytest.fixture
def served(site) -> Iterator[str]:
    """The site over HTTP: its address."""
    with serving(site) as url:
        yield f"{url}/"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened
