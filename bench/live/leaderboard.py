"""The page that everybody reloads: a leaderboard of 30 teams and 9,000 games. More are played.

The peer is a static file from the same server. Visitors ask for both in turns.
"""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, perf_counter, sleep

from arena.competition.config.paths import FILE
from bench.contest import Contest, recorded_side
from bench.large.season import PHASE, ROUNDS, make_season, write_season
from bench.live.site import PATIENCE, Site, percentile, site

TEAMS, GAMES, MORE = 30, 9000, 9000  # games there are, and games that are still to be played
VISITORS, SECONDS = 8, 8.0  # at least; and until the page has changed
LONG = 300.0  # seconds for the first pages; a quiet machine needs twenty
PAUSE = 0.02  # seconds between two requests of a visitor
LATEST = 0.1  # seconds, p99
BOARD, STATIC = f"/{PHASE}/", "/site.css"


@contextmanager
def page_vs_static() -> Iterator[Contest]:
    with TemporaryDirectory(prefix="bench-live-") as work:
        folder = make_season(Path(work, "cup"), GAMES + MORE, teams=TEAMS)
        _show_cards(folder / FILE)
        write_season(folder, missing=MORE)
        with site(folder) as running:
            before, ended = _wait_for_board(running, GAMES), Event()
            with ThreadPoolExecutor(VISITORS) as threads:
                visiting = [threads.submit(_visit, running.port, ended) for _ in range(VISITORS)]
                try:
                    sleep(SECONDS)
                    after = _wait_for_board(running, before + 1)
                finally:
                    ended.set()
                visits = [each.result() for each in visiting]
    ours, peer = (percentile([t for visit in visits for t in visit[at]], 0.99) for at in (0, 1))
    if ours > LATEST:
        raise AssertionError(f"The p99 of the leaderboard is {ours * 1000:.0f} ms.")
    asked = sum(len(board) for board, _ in visits)
    yield Contest(
        recorded_side(1 / ours),
        recorded_side(1 / peer),
        f"a static file; {asked:,} of each, {after - before} games meanwhile",
    )


def _show_cards(settings: Path) -> None:
    """A deadline that has passed: then the pages have replays too, which is more work."""
    line = f"deadline = {datetime.now(UTC).isoformat()}\nrounds = {ROUNDS}"
    settings.write_text(settings.read_text().replace(f"rounds = {ROUNDS}", line))


def _wait_for_board(running: Site, games: int) -> int:
    until = monotonic() + LONG
    while (shown := _games_shown(running)) < games:
        if monotonic() > until:
            raise AssertionError(f"Only {shown:,} games are shown.")
        sleep(0.2)
    return shown


def _games_shown(running: Site) -> int:
    status, body = running.get(f"{BOARD}summary.json")
    return int(json.loads(body)["games"]) if status == 200 else 0


def _visit(port: int, ended: Event) -> tuple[list[float], list[float]]:
    """The seconds until the whole leaderboard was there, and until the static file was there."""
    times: tuple[list[float], list[float]] = ([], [])
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    while not ended.is_set():
        for path, took in zip((BOARD, STATIC), times, strict=True):
            began = perf_counter()
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
            took.append(perf_counter() - began)
            if answer.status != 200:
                raise AssertionError(f"{path}: {answer.status}")
            sleep(PAUSE)
    connection.close()
    return times
