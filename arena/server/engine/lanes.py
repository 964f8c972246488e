"""The engine's process: it starts the lanes, and starts one again that has ended."""

from arena.common.processes import end_with
from arena.competition.config.paths import OUT
from arena.server.options import Options
from arena.server.services import Services
from arena.store.live.heartbeats import ADMISSION, LIVE, PLAY
from arena.store.lock import hold

LANES = tuple(f"arena.server.engine.{lane}" for lane in (ADMISSION, PLAY, LIVE))
ENGINE = "engine"  # the name of the lock: one engine in a folder


def serve_engine(options: Options) -> None:
    end_with(options.parent)
    with hold(options.place / OUT / f"{ENGINE}.lock"):
        lanes = Services(options, LANES)
        try:
            lanes.watch()
        finally:
            lanes.stop()
