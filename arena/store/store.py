"""The store of a competition: teams and their versions, the list of games, and notes.

The games themselves are in the files of records. The database has a list of them, which can be made
again from the files. A game is entered after its line is certainly on the disk. So the database
never has a game that the files do not have.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from arena.common.errors import ArenaError, ReplayError
from arena.guest.protocol.safe_text import plain
from arena.replay.record import Record
from arena.replay.result import Result
from arena.store import files, tables
from arena.store.database import BUSY, Database
from arena.store.index import (
    BATCH,
    Entered,
    StoredGame,
    chunks,
    enter,
    milliseconds,
    moment_of,
)
from arena.store.schema import bring_up_to_date

NOTHING: Mapping[str, Any] = {}
WITHDRAWN = "withdrawn"  # the status of a version that its team has taken back

_result = msgspec.json.Decoder(Result)
_Rows = Sequence[Row[str, str]]
_Query = Select[str, str]
_VERSIONS = select(
    tables.version.c.id,
    tables.team.c.key,
    *[tables.version.c[name] for name in ("number", "sha256", "file", "received_at", "phase")],
    *[tables.version.c[name] for name in ("status", "report")],
).join(tables.team)


class Team(NamedTuple):
    id: int
    key: str
    name: str
    members: tuple[str, ...] = ()  # their names are public
    contact: str = ""  # an address that only the organiser may see
    university: bool | None = None  # does a member belong to it? None: the team has not said


class Version(NamedTuple):
    """One of the files that a team handed in."""

    id: int
    team: str  # its key
    number: int
    sha256: str
    file: str
    received_at: datetime
    phase: str  # for which it was handed in
    status: str  # nothing yet, "admitted", "refused" or "withdrawn"
    report: dict[str, Any]


class NewGame(NamedTuple):
    """A game in the order in which games came to be."""

    id: str
    at: datetime


class RecordSpan(NamedTuple):
    """Where the record of a game is."""

    path: Path
    start: int  # the first byte of its line
    length: int


class Store:
    """Open for one competition: its database, and its folder of records."""

    def __init__(self, database: Database, records: Path) -> None:
        self.database = database
        self.records = records

    @classmethod
    def open(cls, where: str | Path, records: Path, patience: float = BUSY) -> Self:
        """`where` is a file for SQLite, or an address: postgresql://user:password@host/database"""
        database = Database(where, patience)
        try:
            bring_up_to_date(database)
        except BaseException:
            database.close()
            raise
        return cls(database, records)

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def alone(self) -> AbstractContextManager[None]:
        """No other arena works on the database in this block (for PostgreSQL)."""
        return self.database.alone()

    # Teams

    def register(self, name: str, key: str) -> Team:
        """The team of this name; it is added if it is new. Keys of different teams differ."""
        with self.database.writing() as connection:
            team = _team(connection, key)
            if team is None:
                connection.execute(insert(tables.team).values(key=key, name=name))
                team = _team(connection, key)
                assert team is not None
            check_same_name(team, name)
            return team

    def change_team(self, team: Team) -> None:
        """Store the members, the contact and the university of this team."""
        with self.database.writing() as connection:
            connection.execute(
                update(tables.team)
                .where(tables.team.c.id == team.id)
                .values(
                    members=msgspec.json.encode(team.members).decode(),
                    contact=team.contact,
                    university=team.university,
                )
            )

    def team(self, key: str) -> Team | None:
        with self.database.reading() as connection:
            return _team(connection, key)

    def teams(self) -> list[Team]:
        """All teams, in the order in which they were added."""
        with self.database.reading() as connection:
            rows = connection.execute(select(tables.team).order_by(tables.team.c.id))
            return [_team_of(row) for row in rows]

    # Versions

    def add_version(
        self, team: Team, sha256: str, file: str, received_at: datetime, phase: str
    ) -> Version:
        """Add a version of the team's bot. Return the last one instead if the file is the same,
        and the team has not taken it back."""
        with self.database.writing() as connection:
            mine = _VERSIONS.where(tables.version.c.team_id == team.id)
            last_first = mine.order_by(tables.version.c.number.desc()).limit(1)
            last = connection.execute(last_first).first()
            if last is None or last.sha256 != sha256 or last.status == WITHDRAWN:
                row = {
                    "team_id": team.id,
                    "number": last.number + 1 if last else 1,
                    "sha256": sha256,
                    "file": file,
                    "received_at": received_at.isoformat(timespec="microseconds"),
                    "phase": phase,
                    "status": "",
                    "report": "{}",
                }
                connection.execute(insert(tables.version).values(row))
                last = connection.execute(last_first).one()
            return _version(last)

    def judge(self, version: Version, status: str, report: dict[str, Any]) -> Version:
        """Store the result of admission; returns the version with it.

        A version that its team has taken back meanwhile stays so.
        """
        with self.database.writing() as connection:
            here = tables.version.c.id == version.id
            text = msgspec.json.encode(report).decode()
            connection.execute(
                update(tables.version)
                .where(here, tables.version.c.status != WITHDRAWN)
                .values(status=status, report=text)
            )
            return _version(connection.execute(_VERSIONS.where(here)).one())

    def withdraw(self, version: Version, others: Sequence[int] | None) -> bool:
        """The team takes back the version. Returns False if its status has changed meanwhile, or
        that of all `others`, of which one must be as this one. None: no other is needed."""
        table = tables.version.c
        change = update(tables.version).values(status=WITHDRAWN)
        change = change.where(table.id == version.id, table.status == version.status)
        with self.database.writing() as connection:
            if others is not None:
                as_this = select(func.count()).where(
                    table.id.in_(others), table.status == version.status
                )
                if not connection.scalar(as_this):
                    return False
            change = change.execution_options(preserve_rowcount=True)
            return bool(connection.execute(change).rowcount)

    def versions(self, team: Team | None = None) -> list[Version]:
        """All versions, of one team or of all, the oldest of each first."""
        query = _VERSIONS.order_by(tables.version.c.team_id, tables.version.c.number)
        if team is not None:
            query = query.where(tables.version.c.team_id == team.id)
        with self.database.reading() as connection:
            return [_version(row) for row in connection.execute(query)]

    # Games

    def ids(self, phase: str, batch: int = BATCH) -> Iterator[str]:
        """The ids of the games that have been played, in their order, read in batches."""
        id, last = tables.game.c.id, ""
        query = select(id).where(tables.game.c.phase == phase).order_by(id).limit(batch)
        while True:
            with self.database.reading() as connection:
                page = connection.scalars(query.where(id > last)).all()
            yield from page
            if len(page) < batch:
                return
            last = page[-1]

    def ids_at(self, phase: str, places: Iterable[int]) -> Iterator[str]:
        """The ids in these places of the order of all ids, from 0; the places must ascend."""
        id, last, next_place = tables.game.c.id, "", 0
        query = select(id).where(tables.game.c.phase == phase).order_by(id).limit(1)
        for place in places:
            with self.database.reading() as connection:
                answer = connection.scalar(query.where(id > last).offset(place - next_place))
            if answer is None:
                return
            yield answer
            last, next_place = answer, place + 1

    def count(self, phase: str) -> int:
        query = select(func.count()).where(tables.game.c.phase == phase)
        with self.database.reading() as connection:
            return connection.scalar(query) or 0

    def add_games(self, phase: str, games: Sequence[StoredGame], at: datetime) -> Entered:
        """Enter games whose lines have been written. They come to be at this time."""
        for name in {game.file for game in games}:
            path = self.records / phase / name
            if files.sync(path) < max(g.start + g.length for g in games if g.file == name):
                raise ReplayError(f"{path} ends before a game that should be in it.")
        with self.database.writing() as connection:
            aside = _note(connection, _aside(phase)) or []
            lines = {(file, start) for file, start in aside}
            return enter(connection, phase, games, at, lines)

    def games_since(self, phase: str, at: datetime | None, most: int = BATCH) -> list[NewGame]:
        """The games that came to be at this time or later, the oldest first. None: all games.

        At most so many, and then all others of the same moment. Ask again from the last one on.
        """
        table = tables.game.c
        query = select(table.id, table.at).where(table.phase == phase).order_by(table.at, table.id)
        if at is not None:
            query = query.where(table.at >= milliseconds(at))
        with self.database.reading() as connection:
            rows = connection.execute(query.limit(most)).all()
            if len(rows) == most:
                more = query.where(table.at == rows[-1].at, table.id > rows[-1].id)
                rows = [*rows, *connection.execute(more)]
        return [NewGame(row.id, moment_of(row.at)) for row in rows]

    def game_at(self, phase: str, id: str) -> datetime | None:
        """When this game came to be; None if there is no such game."""
        table = tables.game.c
        query = select(table.at).where(table.phase == phase, table.id == id)
        with self.database.reading() as connection:
            at = connection.scalar(query)
        return None if at is None else moment_of(at)

    def last_game_at(self, phase: str) -> datetime | None:
        """When the newest game of the phase came to be; None if there is none."""
        query = select(func.max(tables.game.c.at)).where(tables.game.c.phase == phase)
        with self.database.reading() as connection:
            at = connection.scalar(query)
        return None if at is None else moment_of(at)

    def set_aside(self, phase: str, ids: Sequence[str]) -> None:
        """Stop counting these games, so that they are played again. Their records stay."""
        places = self.places(phase, ids).values()
        with self.database.writing() as connection:
            aside = _note(connection, _aside(phase)) or []
            _set_note(connection, _aside(phase), aside + [(p.path.name, p.start) for p in places])
            for some in chunks(ids, BATCH):
                these = (tables.game.c.phase == phase) & tables.game.c.id.in_(some)
                connection.execute(delete(tables.game).where(these))

    def times_set_aside(self, phase: str) -> int:
        """The number of records of the phase that were set aside."""
        return len(self.note(_aside(phase)) or [])

    def results(
        self, phase: str, ids: Iterable[str] | None = None, batch: int = BATCH
    ) -> Iterator[tuple[str, Result]]:
        """The results of these games, or of all, in the order of their ids.

        They are read in batches, so that any number of games fits into memory.
        """
        table = tables.game.c
        query = select(table.id, table.result).where(table.phase == phase).order_by(table.id)
        pages = self._pages(query, batch) if ids is None else self._pages_of(query, ids, batch)
        for page in pages:
            for id, text in page:
                try:
                    yield id, _result.decode(text)
                except msgspec.DecodeError:
                    raise ReplayError(
                        f"The entry of game {plain(id)} in the database {self.database.name} is "
                        f"damaged. Run `arena rebuild`: it makes the list of games again."
                    ) from None

    def results_in_order(
        self, phase: str, ids: Iterable[str], batch: int = BATCH
    ) -> Iterator[tuple[str, Result]]:
        """The results of those games that have been played, in this order of their ids."""
        for some in chunks(ids, batch):
            results = dict(self.results(phase, some, batch))
            for id in some:
                if id in results:
                    yield id, results[id]

    def _pages(self, query: _Query, batch: int) -> Iterator[_Rows]:
        last, full = "", True
        while full:
            after = query.where(tables.game.c.id > last).limit(batch)
            with self.database.reading() as connection:
                page = connection.execute(after).all()
            yield page
            full = len(page) == batch
            last = page[-1][0] if page else last

    def _pages_of(self, query: _Query, ids: Iterable[str], batch: int) -> Iterator[_Rows]:
        id = tables.game.c.id
        for some in chunks(sorted(ids), batch):
            these = query.where(id >= some[0], id <= some[-1], id.in_(some))  # bounds: for speed
            with self.database.reading() as connection:
                yield connection.execute(these).all()

    def place(self, phase: str, id: str) -> RecordSpan:
        """The place of the game's record."""
        return self.places(phase, [id])[id]

    def places(self, phase: str, ids: Sequence[str]) -> dict[str, RecordSpan]:
        """The place of the record of each of these games."""
        query = select(
            tables.game.c.id, tables.file.c.name, tables.game.c.start, tables.game.c.length
        ).join(tables.file)
        query = query.where(tables.game.c.phase == phase)
        places = {}
        for some in chunks(ids, BATCH):
            with self.database.reading() as connection:
                for row in connection.execute(query.where(tables.game.c.id.in_(some))):
                    path = self.records / phase / row.name
                    places[row.id] = RecordSpan(path, row.start, row.length)
        for id in ids:
            if id not in places:
                raise ArenaError(f"There is no game {plain(id)!r} in the phase {phase}.")
        return places

    def record(self, phase: str, id: str) -> Record:
        """The record of the game."""
        return files.read_at(*self.place(phase, id))

    def all_records(self, phase: str, ids: Iterable[str]) -> Iterator[Record]:
        """The records of these games, in this order."""
        for some in chunks(ids, BATCH):
            places = self.places(phase, some)
            for id in some:
                yield files.read_at(*places[id])

    def known_lengths(self) -> dict[tuple[str, str], int]:
        """The number of known bytes of each file, by its phase and its name."""
        with self.database.reading() as connection:
            rows = connection.execute(select(tables.file))
            return {(row.phase, row.name): row.indexed for row in rows}

    def forget_games(self) -> None:
        """Empty the list of games. Their records stay in the files."""
        with self.database.writing() as connection:
            connection.execute(delete(tables.game))
            connection.execute(delete(tables.file))

    # Notes

    def note(self, name: str) -> Any:
        """The note with this name, or None."""
        with self.database.reading() as connection:
            return _note(connection, name)

    def claim(self, name: str, value: Any) -> Any:
        """The note with this name; if there is none, it becomes this value."""
        if (noted := self.note(name)) is not None:
            return noted
        with self.database.writing() as connection:
            if (noted := _note(connection, name)) is not None:
                return noted
            _set_note(connection, name, value)
        return value

    def set_note(self, name: str, value: Any) -> None:
        """Store a note under this name, in place of an earlier one."""
        self.set_notes({name: value})

    def set_notes(
        self,
        notes: Mapping[str, Any],
        append: Mapping[str, Any] = NOTHING,
        if_length: Mapping[str, int] = NOTHING,
    ) -> bool:
        """Store all of these notes at once. To each list in `append`, add this item.

        Two processes that add to a list at the same time lose nothing. Returns False, and stores
        nothing, if a list in `if_length` has another length.
        """
        with self.database.writing() as connection:
            for name, length in if_length.items():
                if len(_note(connection, name) or []) != length:
                    return False
            for name, value in notes.items():
                _set_note(connection, name, value)
            for name, item in append.items():
                _set_note(connection, name, [*(_note(connection, name) or []), item])
        return True

    def change_note(self, name: str, change: Callable[[Any], Any]) -> Any:
        """Replace a note by what `change` makes of it, in one transaction; returns the new one."""
        with self.database.writing() as connection:
            before = _note(connection, name)
            after = change(before)
            if after != before:
                _set_note(connection, name, after)
        return after


def check_same_name(team: Team | None, name: str) -> None:
    """Refuse a name that would look like the name of this team."""
    if team is not None and team.name != name:
        raise ArenaError(
            f"There is a team {team.name!r} already, and {name!r} would look the same: "
            f"names of teams differ in more than case, accents and apostrophes. If it is the same "
            f"team, write {team.name!r}. Otherwise choose another name."
        )


def _note(connection: Connection, name: str) -> Any:
    value = connection.scalar(select(tables.note.c.value).where(tables.note.c.name == name))
    return None if value is None else msgspec.json.decode(value)


def _set_note(connection: Connection, name: str, value: Any) -> None:
    text = msgspec.json.encode(value).decode()
    connection.execute(delete(tables.note).where(tables.note.c.name == name))
    connection.execute(insert(tables.note).values(name=name, value=text))


def _aside(phase: str) -> str:
    """The name of the note that lists lines of records that do not count, by file and start."""
    return f"set aside {phase}"


def _team(connection: Connection, key: str) -> Team | None:
    row = connection.execute(select(tables.team).where(tables.team.c.key == key)).first()
    return _team_of(row) if row else None


def _team_of(row: Row[*tuple[Any, ...]]) -> Team:
    id, key, name, members, contact, university = row
    return Team(id, key, name, tuple(msgspec.json.decode(members)), contact, university)


def _version(row: Row[*tuple[Any, ...]]) -> Version:
    id, team, number, sha256, file, received_at, phase, status, report = row
    when = datetime.fromisoformat(received_at)
    findings = msgspec.json.decode(report)
    return Version(id, team, number, sha256, file, when, phase, status, findings)
