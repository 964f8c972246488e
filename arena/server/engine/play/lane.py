"""Plays the games that are due, and tells web what has changed."""

import time
from datetime import UTC, datetime

from arena.common.processes import end_with
from arena.competition.config.folder import open_competition
from arena.server.engine.facts import facts_of
from arena.server.facts import write_facts
from arena.server.options import Options
from arena.store.live.heartbeats import PLAY, beat

LOOK = 1.0  # seconds between two looks


def serve_play(options: Options) -> None:
    end_with(options.parent)
    with open_competition(options.place) as competition:
        store = competition.store
        while True:
            beat(store.database, PLAY, "waits for games", datetime.now(UTC))
            with open_competition(options.place) as now:
                write_facts(store, facts_of(now))
            time.sleep(LOOK)
