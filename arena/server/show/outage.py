"""Pauses a show that played when the server failed, such as in a power cut.

The place of a show follows from the clock. So it would have gone on meanwhile: results would be
public that the room has not seen.
"""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.server.show.state import Command, obey
from arena.server.show.stored import change_show, read_show
from arena.store.live.heartbeats import heartbeats
from arena.store.store import Store

AWAY = 15.0  # seconds without a sign of life of the engine


def pause_after_outage(folder: Path) -> None:
    """Call it before the engine begins. If the database is away, the show stays as it is."""
    with suppress(ArenaError), open_competition(folder) as competition:
        pause_show(competition.store, datetime.now(UTC))


def pause_show(store: Store, now: datetime) -> None:
    """Pause the show where it was at the last sign of life, if that was long ago."""
    last = max((each.at for each in heartbeats(store.database).values()), default=now)
    show = read_show(store)
    if show is None or show.is_live or (now - last).total_seconds() < AWAY:
        return
    change_show(store, lambda state: obey(state or show, Command("pause"), last))
