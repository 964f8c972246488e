"""A competition's folder, opened: its settings, its seed, and its store."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.changed_times import with_changed_times
from arena.competition.config.paths import (
    ADMISSION_LOCK,
    DATABASE,
    ENGINE_LOCK,
    INDEX,
    LOCK,
    OUT,
    PUBLIC,
    RECORDS,
    STANDINGS,
)
from arena.competition.config.reading import read
from arena.competition.config.seed import fingerprint, phase_key, read_seed
from arena.competition.config.settings import Phase, Settings
from arena.guest.protocol.safe_text import plain
from arena.replay.files import replace_file
from arena.store import clock, lock
from arena.store.lock import hold
from arena.store.moving import MOVED
from arena.store.store import Store
from Game.core.game import Game
from Game.registry import find

OWNER = "competition"  # the note of the competition to which a database belongs


class Competition:
    """One competition. Only one arena may play or change it at a time; others may read."""

    def __init__(self, path: Path, settings: Settings, seed: str, store: Store) -> None:
        self.path = path
        self.written = settings  # as competition.toml has them
        self.settings = settings  # with the times that organisers have changed by a decision
        self.seed = seed
        self.store = store
        self.action = 0  # the number of the action in whose name something is decided
        self.decided: int | None = None  # if there are more decisions than these, it is refused

    def refresh(self) -> None:
        """Look for times that organisers have changed meanwhile."""
        self.settings = with_changed_times(self.written, self.store)

    @property
    def out(self) -> Path:
        return self.path / OUT

    @property
    def records(self) -> Path:
        return self.out / RECORDS

    @cached_property
    def game(self) -> Game:
        return find(self.settings.game)(**self.settings.options)

    @property
    def seed_hash(self) -> str:
        """The hash that is published before the first game, so that it can be checked later."""
        return fingerprint(self.seed)

    @property
    def seed_is_out(self) -> bool:
        """Has it been published? It is when all phases are."""
        try:
            index = json.loads((self.out / PUBLIC / INDEX).read_bytes())
        except FileNotFoundError:
            return False
        return index["seed"] is not None

    def is_published(self, phase: str) -> bool:
        """Has the phase been published, or sealed?"""
        return (self.out / PUBLIC / phase).exists()

    def shown_phases(self) -> list[str]:
        """The phases whose results everybody may see: not those that are sealed."""
        names = [phase.name for phase in self.settings.phases]
        return [name for name in names if (self.out / PUBLIC / name / STANDINGS).exists()]

    def key(self, phase: Phase) -> bytes:
        """The source of all luck of a phase."""
        return phase_key(self.seed, phase.name)

    def now(self, *, coarse: bool = False) -> tuple[datetime, str]:
        """The time in the zone of this machine, and a warning if the clock has been set back."""
        return clock.now(self.store, coarse=coarse)


@contextmanager
def open_competition(
    path: Path, alone: bool = False, without_teams: bool = False, yields: bool = False
) -> Iterator[Competition]:
    """The competition in this folder.

    `alone`: no other arena may work on it meanwhile; with `yields`, until another one wants to.
    `without_teams`: the database may be empty although there are records, as after a loss.
    """
    settings = read(path)
    with ExitStack() as stack:
        if alone:
            stack.enter_context(hold(path / OUT / LOCK, yields=yields))
        store = stack.enter_context(open_store(path, settings.database))
        if alone:
            stack.enter_context(store.alone())
        competition = Competition(path, settings, read_seed(path), store)
        if settings.database:
            check_owner(competition, store)
        _check_not_moved(store)
        if not without_teams:
            _check_teams(competition)
        competition.refresh()
        yield competition


def is_wanted(path: Path) -> bool:
    """Does another arena wait for the competition in this folder?"""
    return lock.is_wanted(path / OUT / LOCK)


@contextmanager
def no_server(path: Path) -> Iterator[None]:
    """No live site of the competition in this folder runs during the block."""
    with hold(path / OUT / ENGINE_LOCK):
        yield


@contextmanager
def hold_admission(path: Path) -> Iterator[None]:
    """Nobody else admits files to the competition in this folder during the block."""
    with hold(path / OUT / ADMISSION_LOCK):
        yield


def open_store(path: Path, database: str) -> Store:
    """The store of the competition in this folder, in this database. Empty: the file in Out."""
    return Store.open(database or path / OUT / DATABASE, path / OUT / RECORDS)


def check_owner(competition: Competition, store: Store) -> None:
    """Refuse a database on a server that belongs to another competition."""
    mine = {"seed": competition.seed_hash, "name": competition.settings.name}
    owner = store.claim(OWNER, mine)
    if owner["seed"] != mine["seed"]:
        raise ArenaError(
            f"The database {store.database.name} belongs to the competition "
            f"{plain(owner['name'])!r}, whose seed has the hash {owner['seed'][:12]}... Take a "
            f"database of its own for each competition, and write its address in competition.toml"
        )


def _check_not_moved(store: Store) -> None:
    moved = store.note(MOVED)
    if moved:
        raise ArenaError(
            f"Everything was moved from {store.database.name} to {plain(moved)}. Write the address "
            f"of that database in competition.toml. From there you can move back: arena "
            f"move-database"
        )


def _check_teams(competition: Competition) -> None:
    """Refuse a database without teams where games have been played."""
    store = competition.store
    if not store.teams() and any(store.records.glob("*/*.jsonl")):
        raise ArenaError(
            f"The database {store.database.name} has no teams, but {store.records} has games. Has "
            f"`database` in competition.toml changed? Write the old address again, and then move "
            f"everything: arena move-database {competition.path} ADDRESS. If the old database is "
            f"lost: arena rebuild"
        )


def save(path: Path, data: bytes) -> None:
    """Write a file of the competition as a whole, or not at all."""
    replace_file(path, data, makes_folder=True)
