"""Tells web what has happened since the last look."""

from arena.common.processes import end_with
from arena.competition.config.folder import Competition, open_competition
from arena.competition.results.publishing import announce
from arena.server.cores import PEOPLE, keep_to_cores
from arena.server.engine.facts import facts_of
from arena.server.engine.steady import Pulse, work_steadily
from arena.server.facts import SiteFacts, write_facts
from arena.server.options import Options
from arena.store.live.heartbeats import LIVE

LOOK = 1.0  # seconds between two looks


def serve_live(options: Options) -> None:
    end_with(options.parent)
    keep_to_cores(PEOPLE)
    lane = LiveLane()

    def look() -> None:
        with open_competition(options.place) as competition:
            Pulse(competition.store, LIVE).beat("looks for news")
            lane.look(competition)

    work_steadily(look, LOOK)


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
