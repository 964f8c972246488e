"""The events of a competition's log, and the history that follows from them.

An event is everything that somebody decides, or that changes a phase. It carries what was computed
when it was decided: rounds, teams, versions, lots, the places of records. The log is the only home
of these facts. `append` is the only function that adds to it; `history` is the only one that reads
it. Fields of events are only added, with defaults, so that old logs stay readable.

Not in the log: results (the records of games are their truth), wishes that nobody has carried out
(a queue), news for those who are watching, personal data, secrets, and what processes are doing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, get_args
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct, structs

from arena.common.errors import ArenaError
from arena.store.index import forget_lines
from arena.store.log import LogRow, NewRow, SetAside, add_rows, new_rows, rows_after
from arena.store.store import Store, Team, Version

ACCEPT, LATE = "accept", "late file"
WITHDRAW, DISQUALIFY, RESTORE = "withdraw", "disqualify", "restore"
RERUN, HOUSE, CLOSE = "rerun", "house", "close"
OPEN_WINDOW, CLOSE_WINDOW, EXTEND_WINDOW = "open window", "close window", "extend window"
START, PAUSE, STOP = "start", "pause", "stop"
FREEZE, UNFREEZE = "freeze", "unfreeze"
ANNOUNCE, SILENCE = "announce", "silence"  # say something to all; no longer
LEAVE = (WITHDRAW, DISQUALIFY)  # the team no longer takes part
HOLD = (PAUSE, STOP)  # nobody plays games of the phase


class Decision(Struct, frozen=True, omit_defaults=True):
    """An organiser has decided something. Everybody may read the reason.

    A decision is never removed. Another decision takes it back.
    """

    what: str
    team: str  # its key; empty if it is not about one team
    at: datetime
    reason: str
    version: int = 0  # of the team's file
    received: datetime | None = None  # the file, in another way
    phase: str = ""
    games: list[str] = []  # the ids of games that are played again
    bots: list[str] = []  # the names of house bots that were replaced
    # For a team that leaves or comes back: the open round of each phase that has begun. On an open
    # ladder, and when it closes: the number of rounds that had been scheduled.
    rounds: dict[str, int] = {}
    left_out: bool = False  # the team's missing games are left out: it plays on open ladders only
    void: bool = False  # the team's games do not count, in phases that were not over
    # Times of the phase by which others were replaced, and those in competition.toml at that time.
    times: dict[str, datetime | None] = {}
    written: dict[str, datetime | None] = {}
    action: int = 0  # its number in the log of the organisers' actions


class TermsSet(Struct, frozen=True):
    """A phase is played on these terms, by these teams. The first such event is its beginning."""

    phase: str
    settings: dict[str, Any]  # `Settings.frozen`
    teams: list[str]  # their keys, in seeded order


class VersionsFixed(Struct, frozen=True):
    """From now on, these teams play the phase with these versions and no others."""

    phase: str
    versions: dict[str, int]  # by the key of the team


class LotsDrawn(Struct, frozen=True):
    """The lots of all teams at the end of the phase."""

    phase: str
    lots: dict[str, int]  # by the name of the team


class Arrival(Struct, frozen=True):
    """A version of a team begins to play on an open ladder."""

    round: int  # the number of rounds that had been scheduled
    team: str  # its key
    version: int
    sha256: str


class Arrived(Struct, frozen=True):
    """These versions begin to play on an open ladder."""

    phase: str
    arrivals: list[Arrival]


class LadderClosed(Struct, frozen=True):
    """No more versions join the open ladder."""

    phase: str
    round: int  # the number of rounds that had been scheduled


class GamesDropped(Struct, frozen=True):
    """Games on an open ladder were scheduled and will not be played, because a bot left before."""

    phase: str
    games: list[str]


PhaseEvent = TermsSet | VersionsFixed | LotsDrawn | Arrived | LadderClosed | GamesDropped | SetAside
Event = Decision | PhaseEvent
KINDS: Mapping[str, type[Event]] = {each.__name__: each for each in get_args(Event)}


class Overtaken(ArenaError):
    """Somebody else has decided something in the same moment."""


class LadderLog(Struct, frozen=True):
    """What happened on an open ladder, besides the organisers' decisions."""

    arrivals: list[Arrival] = []
    closed: int | None = None  # the number of rounds that had been scheduled; None: it is open
    dropped: list[str] = []  # games that were scheduled and will not be played

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

    def events_to(self, phase: str, later: "LadderLog") -> list[Event]:
        """The events that make the later log of this one."""
        events: list[Event] = []
        if arrivals := later.arrivals[len(self.arrivals) :]:
            events.append(Arrived(phase, arrivals))
        if games := later.dropped[len(self.dropped) :]:
            events.append(GamesDropped(phase, games))
        if later.closed is not None and self.closed is None:
            events.append(LadderClosed(phase, later.closed))
        return events


@dataclass(frozen=True)
class PhaseHistory:
    """What the log says about one phase."""

    began: TermsSet | None = None  # None: it has not begun
    versions: Mapping[str, int] | None = None  # None: they are not fixed
    lots: Mapping[str, int] | None = None  # None: they are not drawn
    ladder: LadderLog = field(default_factory=LadderLog)
    set_aside: int = 0  # records that do not count any more
    held: Decision | None = None  # because of it, nobody plays games of the phase now
    is_started: bool = False  # has an organiser said that it shall begin?
    is_rerun: bool = False  # were games of it set aside by a decision?
    is_started_again: bool = False  # was it started after that?


@dataclass(frozen=True)
class LogHistory:
    """What follows from the log, up to its event with this number."""

    number: int = 0
    hash: str = ""
    decisions: Sequence[Decision] = ()
    phases: Mapping[str, PhaseHistory] = field(default_factory=dict)
    # The decision by which each team left the competition, by the key of the team.
    left: Mapping[str, Decision] = field(default_factory=dict)
    announcement: Decision | None = None  # what the organisers say to everybody now

    def phase(self, name: str) -> PhaseHistory:
        return self.phases.get(name, NO_HISTORY)

    def after(self, rows: Sequence[LogRow]) -> "LogHistory":
        """The history with these rows of the log, which come next."""
        decisions, phases, left = list(self.decisions), dict(self.phases), dict(self.left)
        announcement = self.announcement
        for row in rows:
            event = msgspec.json.decode(row.body, type=KINDS[row.kind])
            if event.phase:
                phases[event.phase] = _after(phases.get(event.phase, NO_HISTORY), event)
            if not isinstance(event, Decision):
                continue
            decisions.append(event)
            if event.what in LEAVE:
                left[event.team] = event
            elif event.what == RESTORE:
                left.pop(event.team, None)
            elif event.what in (ANNOUNCE, SILENCE):
                announcement = event if event.what == ANNOUNCE else None
        last = rows[-1]
        return LogHistory(last.number, last.hash, decisions, phases, left, announcement)


NO_HISTORY = PhaseHistory()


def _after(phase: PhaseHistory, event: Event) -> PhaseHistory:
    """The history of a phase with this event, which comes next."""
    ladder = phase.ladder
    match event:
        case Decision(what="start"):
            again = phase.is_rerun
            return replace(phase, held=None, is_started=True, is_started_again=again)
        case Decision(what="pause" | "stop"):
            return replace(phase, held=event)
        case Decision(what="rerun"):
            return replace(phase, is_rerun=True, is_started_again=False)
        case Decision():
            return phase
        case TermsSet():
            return replace(phase, began=event)
        case VersionsFixed():
            return replace(phase, versions=event.versions)
        case LotsDrawn():
            return replace(phase, lots=event.lots)
        case SetAside():
            return replace(phase, set_aside=phase.set_aside + len(event.records))
        case Arrived():
            ladder = structs.replace(ladder, arrivals=[*ladder.arrivals, *event.arrivals])
        case GamesDropped():
            ladder = ladder.without(event.games)
        case LadderClosed():
            ladder = structs.replace(ladder, closed=event.round)
    return replace(phase, ladder=ladder)


_known: WeakKeyDictionary[Store, LogHistory] = WeakKeyDictionary()


def history(store: Store) -> LogHistory:
    """What follows from the log as it is now. Only new rows are read."""
    known = _known.get(store, LogHistory())
    if rows := new_rows(store.database, known.number):
        _known[store] = known = known.after(rows)
    return known


def append(store: Store, at: datetime, *events: Event, after: int | None = None) -> None:
    """Add these events to the log, all of them or none.

    `after` is the number up to which the writer knows the log. If anything was added since,
    `Overtaken` is raised: perhaps these events are no longer possible.
    """
    if not events:
        return
    with store.database.writing() as connection:
        if after is not None and rows_after(connection, after):
            raise Overtaken("Another organiser has decided something meanwhile: try again")
        add_rows(connection, at, [NewRow(type(each).__name__, each) for each in events])
        for each in events:
            if isinstance(each, SetAside):
                forget_lines(connection, each.phase, each.records)
