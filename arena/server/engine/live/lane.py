"""Tells web what has happened since the last look."""

import time
from datetime import UTC, datetime

from arena.common.processes import end_with
from arena.competition.config.folder import Competition, open_competition
from arena.competition.results.publishing import announce
from arena.server.engine.facts import facts_of
from arena.server.facts import SiteFacts, write_facts
from arena.server.options import Options
from arena.store.live.heartbeats import LIVE, beat

LOOK = 1.0  # seconds between two looks


def serve_live(options: Options) -> None:
    end_with(options.parent)
    lane = LiveLane()
    while True:
        with open_competition(options.place) as competition:
            beat(competition.store.database, LIVE, "looks for news", datetime.now(UTC))
            lane.look(competition)
        time.sleep(LOOK)


class LiveLane:
    """Remembers what web has been told, so that only news is told."""

    def __init__(self) -> None:
        self._told: SiteFacts | None = None

    def look(self, competition: Competition) -> None:
        facts = facts_of(competition)
        if facts != self._told:
            announce(competition)
            write_facts(competition.store, facts)
            self._told = facts
