"""The events of an open ladder: who joined, left and returned, and when it closed.

Each event has the number of rounds that had been scheduled by then. So the ladder can be walked
again from the beginning, and every round is the same. Teams leave and return by decisions of the
organiser.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Sequence

from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import decisions
from arena.competition.log import LEAVE, RESTORE, Event, LadderLog, history
from arena.schedule.open_ladder import CLOSE, JOIN, VOID, LadderEvent
from arena.schedule.open_ladder import LEAVE as LEAVES
from arena.schedule.open_ladder import RETURN as RETURNS
from arena.store.store import Store, Team


def ladder_log(store: Store, phase: Phase) -> LadderLog:
    """What the log says about the ladder; empty before it begins."""
    return history(store).phase(phase.name).ladder


def new_ladder_events(store: Store, phase: Phase, log: LadderLog) -> list[Event]:
    """The events with which the ladder becomes as in `log`."""
    return ladder_log(store, phase).events_to(phase.name, log)


def ladder_events(
    competition: Competition, phase: Phase, log: LadderLog, teams: Sequence[Team]
) -> list[LadderEvent]:
    """All events in the order of their rounds. A team has its number in `teams`."""
    numbers = {team.key: number for number, team in enumerate(teams)}
    events = [LadderEvent(each.round, JOIN, numbers[each.team]) for each in log.arrivals]
    for decision in decisions(competition):
        if phase.name in decision.rounds and decision.team in numbers:
            if decision.what in LEAVE:
                what = VOID if decision.void else LEAVES
            elif decision.what == RESTORE:
                what = RETURNS
            else:
                continue
            events.append(LadderEvent(decision.rounds[phase.name], what, numbers[decision.team]))
    if log.closed is not None:
        events.append(LadderEvent(log.closed, CLOSE))
    return sorted(events, key=lambda event: event.round)


class Presence:
    """Which bots the entrants of an open ladder have in a round, and which of their games count.

    `dropped` are games that will not be played.
    """

    def __init__(self, events: Sequence[LadderEvent], dropped: Collection[str] = ()) -> None:
        self.dropped = frozenset(dropped)
        self._joined: dict[int, list[int]] = defaultdict(list)  # rounds, by entrant
        self._arrivals: dict[int, list[int]] = defaultdict(list)  # their numbers, in all
        self._void: set[int] = set()
        joins = 0
        for event in events:
            match event.what:
                case "join":
                    self._joined[event.entrant].append(event.round)
                    self._arrivals[event.entrant].append(joins)
                    joins += 1
                case "void":
                    self._void.add(event.entrant)
                case "return":
                    self._void.discard(event.entrant)
        self.is_closed = any(event.what == CLOSE for event in events)

    def arrival(self, entrant: int, number: int) -> int:
        """The number of the arrival whose bot plays for the entrant in this round."""
        place = bisect_right(self._joined[entrant], number)
        return self._arrivals[entrant][place - 1]

    def counts(self, entrants: Sequence[int], number: int) -> bool:
        """Do games of this round between these entrants count now?"""
        return all(one not in self._void and self._joined[one][-1] <= number for one in entrants)
