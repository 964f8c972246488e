"""Collects what the desk shows of each phase. What takes long is computed at intervals."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from time import monotonic

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import PAUSE, STOP, announcement, departures, held_by
from arena.competition.play import closing, holding, times
from arena.competition.play.beginning import check_not_closed, closed_by, has_begun
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import may_be_revealed
from arena.server.desk_facts import (
    OVER,
    PAUSED,
    PLAYED,
    PUBLISHED,
    SEALED,
    STOPPED,
    WAITS,
    DeskFacts,
    PhaseBoard,
    TeamFaults,
)
from arena.server.engine.play.news import entry_news, file_news
from arena.server.engine.show.staging import check_live_show
from arena.store.database import DatabaseAway
from arena.store.store import Store

SHARE = 20  # of the time that a look at the progress takes, until the next one
LEAST = 1.0  # seconds between two of them
MOST_MATCHES = 200  # whose names the desk offers
BATCH = 2000  # games that are read at once


class DeskBoard:
    """Remembers what it has counted."""

    def __init__(self) -> None:
        self._phases: defaultdict[str, KnownPhase] = defaultdict(KnownPhase)

    def look(self, competition: Competition) -> DeskFacts:
        said = announcement(competition)
        return DeskFacts(
            [self._phase(competition, phase) for phase in competition.settings.phases],
            {team: decision.what for team, decision in departures(competition).items()},
            said.reason if said else "",
        )

    def _phase(self, competition: Competition, phase: Phase) -> PhaseBoard:
        known, name = self._phases[phase.name], phase.name
        known.count_faults(competition.store, name)
        known.look_at_progress(competition, phase)
        held = held_by(competition, name)
        if name in competition.shown_phases():
            state = PUBLISHED
        elif competition.is_published(name):
            state = SEALED
        elif known.over or closed_by(competition, phase) is not None:
            state = OVER
        elif held is not None:
            state = STOPPED if held.what == STOP else PAUSED
        else:
            state = PLAYED if has_begun(competition, phase) else WAITS
        return PhaseBoard(
            name,
            state,
            competition.store.count(name),
            known.due,
            held.at if held is not None else None,
            held.reason if held is not None else "",
            known.problem,
            list(_actions(competition, phase, known)),
            known.matches,
            known.faults(competition.store),
        )


class KnownPhase:
    def __init__(self) -> None:
        self.over = False
        self.due = -1
        self.problem = ""
        self.matches: list[str] = []
        self._news = ""
        self._next_look = 0.0
        self._counts: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by name of the bot
        self._since: datetime | None = None
        self._at_since: set[str] = set()  # games of the moment `_since` that are counted
        self._aside = 0

    def look_at_progress(self, competition: Competition, phase: Phase) -> None:
        """Compute how far the phase is, if something has changed and it is time."""
        store, name = competition.store, phase.name
        news = repr((file_news(competition.path), entry_news(store), store.count(name)))
        news += repr((has_begun(competition, phase), competition.settings.phases))
        if news == self._news or monotonic() < self._next_look:
            return
        began = monotonic()
        if has_begun(competition, phase):
            try:
                state = phase_state(competition, name)
                progress = state.progress
                self.over, self.due, self.problem = progress.over, len(progress.due), ""
                played = [m.label for id, m in progress.games.items() if id in state.outcomes]
                self.matches = list(dict.fromkeys(played))[-MOST_MATCHES:]
            except DatabaseAway:
                raise
            except ArenaError as problem:
                self.problem = str(problem)
        self._news, took = news, monotonic() - began
        self._next_look = monotonic() + max(LEAST, SHARE * took)

    def count_faults(self, store: Store, name: str) -> None:
        """Count the faults in the games that came since the last call."""
        aside = store.times_set_aside(name)
        if aside != self._aside:
            self._counts.clear()
            self._since, self._at_since, self._aside = None, set(), aside
        while True:
            games = store.games_since(name, self._since, BATCH + len(self._at_since))
            new = [game for game in games if game.id not in self._at_since]
            for _, result in store.results(name, [game.id for game in new]) if new else ():
                for who, effort in zip(result.who, result.efforts, strict=True):
                    self._counts[who].update(effort.faults)
            if not new:
                return
            if new[-1].at != self._since:
                self._since, self._at_since = new[-1].at, set()
            self._at_since.update(game.id for game in new if game.at == self._since)

    def faults(self, store: Store) -> list[TeamFaults]:
        keys = {team.name: team.key for team in store.teams()}
        return [
            TeamFaults(keys[who], dict(sorted(counts.items())))
            for who, counts in sorted(self._counts.items())
            if who in keys and counts
        ]


def _can_rerun(competition: Competition, phase: Phase) -> None:
    check_not_closed(competition, phase)
    if not has_begun(competition, phase):
        raise ArenaError(f"{phase.name} has not begun")


def _can_replace_house(competition: Competition, phase: Phase) -> None:
    _can_rerun(competition, phase)
    if not phase.house:
        raise ArenaError(f"{phase.name} has no house bots")


def _can_show(competition: Competition, phase: Phase) -> None:
    if not competition.is_published(phase.name):
        check_live_show(competition, phase.name)


Check = Callable[[Competition, Phase], None]
# The check of each action that raises an error if it makes no sense now. The action makes it, too.
CHECKS: Mapping[str, Check] = {
    "open-window": times.check_open_window,
    "extend-window": times.check_extend_window,
    "close-window": times.check_close_window,
    "close": closing.check_close,
    "rerun": _can_rerun,
    "replace-house": _can_replace_house,
    "freeze": times.check_freeze,
    "unfreeze": times.check_unfreeze,
    "open-show": _can_show,
}


def _actions(competition: Competition, phase: Phase, known: "KnownPhase") -> Iterator[str]:
    """The actions that make sense now. If something has changed meanwhile, they are refused."""
    name, is_over = phase.name, known.over
    possible: list[tuple[str, Callable[[], None]]] = [
        ("pause", lambda: holding.check_hold(competition, phase, PAUSE, is_over)),
        ("stop", lambda: holding.check_hold(competition, phase, STOP, is_over)),
        ("start", lambda: holding.check_start(competition, phase, is_over)),
    ]
    possible += [(what, partial(check, competition, phase)) for what, check in CHECKS.items()]
    for what, check_it in possible:
        with suppress(ArenaError):
            check_it()
            yield what
    if may_be_revealed(competition, name):
        yield "reveal"
    elif is_over:
        yield "publish"
