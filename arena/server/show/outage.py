"""Pauses a show that played when the server failed, such as in a power cut.

The place of a show follows from the clock. So it would have gone on meanwhile: results would be
public that the room has not seen.
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.server.show.state import Command, obey
from arena.server.show.stored import change_show, read_show
from arena.store.live.heartbeats import SILENT, heartbeats
from arena.store.store import Store


def pause_after_outage(folder: Path) -> None:
    """Call it before the engine begins. If the database is away, the show stays as it is."""
    with suppress(ArenaError), open_competition(folder) as competition:
        now, was_set_back = competition.now()
        pause_show(competition.store, datetime.now(UTC), now if was_set_back else None)


def pause_show(store: Store, now: datetime, stands_at: datetime | None = None) -> None:
    """Pause the show where it was at the last sign of life, if that was long ago.

    `now` is the time of the machine. If its clock was set back, nobody knows how long ago that was,
    and the time of the competition `stands_at` another one.
    """
    last = max((each.at for each in heartbeats(store.database).values()), default=now)
    show = read_show(store)
    if show is None or show.is_live or timedelta() <= now - last < SILENT:
        return
    change_show(store, lambda state: obey(state or show, Command("pause"), stands_at or last))
