"""The events of an open ladder: who joined, left and returned, and when it closed.

Each event has the number of rounds that had been scheduled by then. So the ladder can be walked
again from the beginning, and every round is the same. Joins and the closing are a note of the
phase; teams leave and return by decisions of the organiser.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct, structs

from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import LEAVE, RESTORE, decisions
from arena.schedule.open_ladder import CLOSE, JOIN, VOID, LadderEvent
from arena.schedule.open_ladder import LEAVE as LEAVES
from arena.schedule.open_ladder import RETURN as RETURNS
from arena.store.store import Store, Team, Version


class Arrival(Struct, frozen=True):
    """A version of a team begins to play."""

    round: int  # the number of rounds that had been scheduled
    team: str  # its key
    version: int
    sha256: str


class LadderLog(Struct, frozen=True):
    arrivals: list[Arrival] = []
    closed: int | None = None  # the number of rounds that had been scheduled; None: it is open
    # Games that were scheduled and will not be played, because a bot left the ladder before.
    dropped: list[str] = []

    def versions(self) -> dict[str, int]:
        """The version with which each team plays now, by the key of the team."""
        return {arrival.team: arrival.version for arrival in self.arrivals}

    def newcomers(self, versions: Mapping[str, Version], teams: Sequence[Team]) -> list[Version]:
        """The versions of these teams that are not the ones that play."""
        playing = self.versions()
        now = [versions[team.key] for team in teams if team.key in versions]
        return [version for version in now if playing.get(version.team) != version.number]

    def after(self, rounds: int, newcomers: Sequence[Version], closes: bool) -> "LadderLog":
        """The log when these versions join after this number of rounds, and perhaps it closes."""
        new = [Arrival(rounds, each.team, each.number, each.sha256) for each in newcomers]
        closed = rounds if closes and self.closed is None else self.closed
        return structs.replace(self, arrivals=[*self.arrivals, *new], closed=closed)

    def without(self, games: Iterable[str]) -> "LadderLog":
        """The log when these games will not be played."""
        return structs.replace(self, dropped=[*self.dropped, *games])


def ladder_log(store: Store, phase: Phase) -> LadderLog:
    """The log of the phase; empty before it begins."""
    return msgspec.convert(store.note(_note(phase)) or {}, LadderLog)


def note_ladder(store: Store, phase: Phase, log: LadderLog) -> None:
    """Store the log, if it has changed."""
    if ladder_log(store, phase) != log:
        store.set_note(_note(phase), msgspec.to_builtins(log))


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


def _note(phase: Phase) -> str:
    return f"ladder {phase.name}"
