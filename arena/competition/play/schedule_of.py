"""The schedule of each kind of phase. No other module knows which kind has which schedule."""

from collections.abc import Sequence

from arena.competition.config.settings import Phase
from arena.schedule.bracket import Bracket
from arena.schedule.knockout import knockout
from arena.schedule.ladder import ladder
from arena.schedule.match import Schedule
from arena.schedule.open_ladder import Field, LadderEvent, open_ladder
from arena.schedule.qualifying import qualifying
from arena.schedule.round_robin import round_robin
from arena.schedule.swiss import IsAbsent, swiss
from arena.schedule.tables import tables


def bracket_of(phase: Phase, entrants: int) -> Bracket | None:
    """The bracket of a knockout before its first match; other phases have none."""
    return Bracket(entrants, phase.third_place) if phase.kind == "knockout" else None


def open_ladder_of(phase: Phase, events: Sequence[LadderEvent]) -> tuple[Field, Schedule]:
    """The schedule of an open ladder, and the field in which it enters events and scores."""
    field = Field(phase.at_once)
    return field, open_ladder(field, events, phase.games, phase.play_out)


def schedule_of(
    phase: Phase, entrants: int, sides: int, tree: Bracket | None, is_absent: IsAbsent
) -> Schedule:
    """The schedule of this phase for so many entrants.

    `tree` is the bracket of the phase. A knockout enters its scores there.
    """
    if tree is not None:
        return knockout(tree, phase.games, phase.tied)
    match phase.kind:
        case "qualifying":
            return qualifying(entrants, len(phase.house), sides, phase.games)
        case "swiss":
            return swiss(entrants, phase.rounds, phase.games, is_absent)
        case "open-ladder":
            raise AssertionError("An open ladder needs its events: `open_ladder_of`")
        case "ladder":
            return ladder(entrants, phase.rounds, phase.games)
        case "tables":
            return tables(entrants, sides, phase.rounds, phase.games)
        case _:
            return round_robin(entrants, sides, phase.games)
