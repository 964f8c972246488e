"""Plays the games that are due."""

import time
from datetime import UTC, datetime

from arena.common.processes import end_with
from arena.competition.config.folder import open_competition
from arena.server.options import Options
from arena.store.live.heartbeats import PLAY, beat

LOOK = 1.0  # seconds between two looks


def serve_play(options: Options) -> None:
    end_with(options.parent)
    with open_competition(options.place) as competition:
        while True:
            beat(competition.store.database, PLAY, "waits for games", datetime.now(UTC))
            time.sleep(LOOK)
