"""Games a second while 1,000 spectators watch, against the same games without spectators."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from arena.competition.config.folder import open_competition
from arena.competition.entries.versions import ADMITTED
from arena.competition.play.submitting import submit
from arena.replay.record import Record
from arena.server.visible import SITE
from arena.store.live.events import NewEvent, add_events
from arena.store.store import Store
from bench.contest import Contest, recorded_side
from bench.live.crowd import Crowd
from bench.live.site import PATIENCE, bot, competition, on_core, site

CLIENTS = 1000
EVERY, SIZE = 0.5, 1024  # seconds between two events, and their bytes
TEAMS, ROUNDS, SECONDS = 4, 6, 3.0
DECISIONS = 10_000  # that must be made beside spectators
PHASE = "league"
# The budget is many times what these bots need.
LEAGUE = """budget = 0.02

[[phase]]
name = "league"
kind = "round-robin"
games = 10000
"""


class Window(NamedTuple):
    """The games that were entered in some seconds, without those of the first moment."""

    rate: float  # games a second
    games: list[str]


@contextmanager
def match_slowdown() -> Iterator[Contest]:
    """Windows without spectators and with them, in turns."""
    with competition(LEAGUE) as folder:
        enter_teams(folder, TEAMS)
        with site(folder) as running, open_competition(folder) as opened, on_core(0):
            store = opened.store
            wait_for_games(store, PHASE)
            alone, watched = [], []
            for _ in range(ROUNDS):
                alone.append(_window(store))
                with Crowd(running.port, CLIENTS) as crowd:
                    watched.append(_window(store, crowd))
            late, decisions = _late(store, watched)
            otherwise, _ = _late(store, alone)
    if decisions < DECISIONS:
        raise AssertionError(f"Only {decisions:,} decisions were made beside spectators.")
    if late > otherwise:
        raise AssertionError(f"{late} late moves beside spectators, {otherwise} without them.")
    yield Contest(
        recorded_side(max(each.rate for each in watched)),
        recorded_side(max(each.rate for each in alone)),
        f"no spectators; {late} late moves in {decisions:,} decisions, {otherwise} without them",
    )


def enter_teams(folder: Path, teams: int) -> None:
    """Enter quick bots, which are admitted without an examination."""
    file = folder.with_name("bot.py")
    with open_competition(folder, alone=True) as opened:
        for number in range(teams):
            file.write_bytes(bot(f"Team {number}", -(number % 2)))
            version = submit(opened, file, f"Team {number}").version
            opened.store.judge(version, ADMITTED, {"seconds_a_game": 0.05})


def wait_for_games(store: Store, phase: str, games: int = 1) -> None:
    until = monotonic() + PATIENCE
    while store.count(phase) < games:
        if monotonic() > until:
            raise AssertionError("No games are played.")
        sleep(0.2)


def _window(store: Store, crowd: Crowd | None = None) -> Window:
    """Some seconds, in which the spectators get events."""
    began, start = datetime.now(UTC), monotonic()
    while (now := monotonic() - start) < SECONDS:
        if crowd is None:
            sleep(EVERY)
            continue
        data = {"n": 0, "told": monotonic(), "more": "x" * (SIZE - 100)}
        add_events(store.database, [NewEvent(datetime.now(UTC), SITE, "", (), data)])
        crowd.read(EVERY - (monotonic() - start - now))
    entered = store.games_since(PHASE, began)
    first, last = entered[0].at, entered[-1].at
    games = [game.id for game in entered if game.at > first]
    if not games:
        raise AssertionError("No games were played while somebody was watching.")
    return Window(len(games) / (last - first).total_seconds(), games)


def _late(store: Store, windows: list[Window]) -> tuple[int, int]:
    """The late moves of these games, with games that a busy machine spoiled; and all decisions."""
    records = [*store.all_records(PHASE, [id for each in windows for id in each.games])]
    return sum(map(_late_moves, records)), sum(len(record.moves) for record in records)


def _late_moves(record: Record) -> int:
    return len(record.replays) + sum(fault.verdict == "timeout" for fault in record.faults)
