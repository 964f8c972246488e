"""Changes what a competition's log says, as only a test may."""

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import delete

from arena.competition import log
from arena.competition.config.folder import Competition
from arena.competition.log import KINDS, Event
from arena.store import tables
from arena.store.log import NewRow, SetAside, add_rows, rows_after
from arena.store.store import Store


def forget(store: Store, which: Callable[[Event], bool]) -> None:
    """Write the log again without these events."""
    with store.database.writing() as connection:
        rows = rows_after(connection, 0)
        connection.execute(delete(tables.log))
        for row in rows:
            event = msgspec.json.decode(row.body, type=KINDS[row.kind])
            if not which(event):
                add_rows(connection, row.at, [NewRow(row.kind, event)])
    log._known.pop(store, None)


def set_aside(competition: Competition, phase: str, games: Sequence[str]) -> None:
    """These games do not count any more."""
    places = competition.store.places(phase, games).values()
    records = [(place.path.name, place.start) for place in places]
    log.append(competition.store, competition.now()[0], SetAside(phase, records))
