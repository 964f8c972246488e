"""The engine's process: it starts the lanes, and again if one has ended. It tells web the facts."""

from arena.common.processes import end_with
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import OUT
from arena.competition.results.publishing import announce
from arena.server.engine.facts import facts_of
from arena.server.facts import write_facts
from arena.server.options import Options
from arena.server.services import Services
from arena.store.lock import hold

LANES = ("arena.server.engine.admission", "arena.server.engine.play")
ENGINE = "engine"  # the name of the lock: one engine in a folder


def serve_engine(options: Options) -> None:
    end_with(options.parent)
    with hold(options.place / OUT / f"{ENGINE}.lock"):
        with open_competition(options.place) as competition:
            write_facts(competition.store, facts_of(competition))
            announce(competition)
        lanes = Services(options, LANES)
        try:
            lanes.watch()
        finally:
            lanes.stop()
