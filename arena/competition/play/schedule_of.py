"""The schedule of each kind of phase: the only place that knows which kind has which."""

from arena.competition.config.settings import Phase
from arena.schedule.knockout import knockout
from arena.schedule.ladder import ladder
from arena.schedule.match import Schedule
from arena.schedule.qualifying import qualifying
from arena.schedule.round_robin import round_robin
from arena.schedule.swiss import swiss
from arena.schedule.tables import tables


def schedule_of(phase: Phase, entrants: int, sides: int) -> Schedule:
    """Who plays whom in this phase, if it has so many entrants."""
    match phase.kind:
        case "qualifying":
            return qualifying(entrants, len(phase.house), sides, phase.games)
        case "knockout":
            return knockout(entrants, phase.games, phase.third_place, phase.tied)
        case "swiss":
            return swiss(entrants, phase.rounds, phase.games)
        case "ladder":
            return ladder(entrants, phase.rounds, phase.games)
        case "tables":
            return tables(entrants, sides, phase.rounds, phase.games)
        case _:
            return round_robin(entrants, sides, phase.games)
