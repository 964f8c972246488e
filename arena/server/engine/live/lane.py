"""Tells web what has happened since the last look: facts, pages and events."""

import logging
import os
from collections import defaultdict
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from shutil import rmtree

from arena.common.errors import ArenaError
from arena.common.processes import end_with
from arena.competition.config.folder import Competition
from arena.competition.config.paths import NEW, PUBLIC
from arena.competition.entries.decisions import NOTE as DECISIONS
from arena.competition.results.page_facts import terms, words_for
from arena.competition.results.publishing import announce
from arena.pages.site.data.facts import PageTerms
from arena.pages.site.data.featured import FeaturedGame
from arena.pages.site.data.summary import read_outcome
from arena.pages.site.render import EVERYWHERE
from arena.pages.site.write import home_text
from arena.replay.files import replace_file
from arena.server.cores import PEOPLE, keep_to_cores
from arena.server.engine.facts import facts_of
from arena.server.engine.live.featured import GamesOnShow
from arena.server.engine.live.kept import KeptCompetition
from arena.server.engine.live.phase import PhaseWriter, phase_news
from arena.server.engine.steady import Pulse, work_steadily
from arena.server.facts import LIVE, PhaseFacts, SiteFacts, write_facts
from arena.server.options import Options
from arena.server.visible import SITE, TABLE
from arena.store.database import DatabaseAway
from arena.store.live.events import NewEvent, add_events, forget_events
from arena.store.live.heartbeats import LIVE as LANE

LOOK = 1.0  # seconds between two looks
LATER = 5  # added to its priority: web is on the same core and comes first

log = logging.getLogger(__name__)


def serve_live(options: Options) -> None:
    end_with(options.parent)
    keep_to_cores(PEOPLE)
    if hasattr(os, "nice"):
        os.nice(LATER)
    lane = LiveLane()
    with KeptCompetition(options.place) as kept:

        def look() -> None:
            is_behind = True
            while is_behind:
                competition = kept.open()
                Pulse(competition.store, LANE).beat("looks for news")
                is_behind = lane.look(competition, competition.now(coarse=True)[0])

        work_steadily(look, LOOK)


class LiveLane:
    """Remembers what web has been told, so that only news is told."""

    def __init__(self) -> None:
        self._facts: SiteFacts | None = None
        self._phases: dict[str, PhaseWriter] = {}
        self._on_show: defaultdict[str, GamesOnShow] = defaultdict(GamesOnShow)  # by phase
        self._home: object = None  # what the first page depends on
        self._problems: dict[str, str] = {}  # of phases, that were logged
        self._untold: list[NewEvent] = []  # events that are not in the database yet

    def look(self, competition: Competition, now: datetime) -> bool:
        """Tell the news, for about a second; returns whether there are more."""
        facts = facts_of(competition)
        is_behind = self._look_at_phases(competition, facts, now)
        # Before the facts: what the organiser hides now disappears from the first page first.
        self._write_home(competition, facts, now)
        if facts != self._facts:
            announce(competition)
            if write_facts(competition.store, facts):
                self._untold.append(NewEvent(now, SITE, "", (), {}))
            forget_events(competition.store.database)
            self._facts = facts
        # After the facts: until web has them, people read these pages.
        _remove_others(competition.out, facts)
        # At last, because spectators who get an event read the pages.
        add_events(competition.store.database, self._untold)
        self._untold = []
        return is_behind

    def _log_once(self, what: str, problem: str) -> None:
        if self._problems.get(what) != problem:
            self._problems[what] = problem
            log.error("%s: %s", what, problem)

    def _look_at_phases(self, competition: Competition, facts: SiteFacts, now: datetime) -> bool:
        """Write the pages of all phases that are shown while they are played.

        Returns whether there are more games to show.
        """
        is_behind = False
        shown = {each.name: each for each in facts.phases if is_shown_live(each)}
        self._phases = {name: each for name, each in self._phases.items() if name in shown}
        for name, phase in shown.items():
            try:
                is_behind |= self._look_at_phase(competition, phase, now)
            except DatabaseAway:
                raise
            except ArenaError as problem:  # one phase does not stop the others
                self._log_once(name, f"it is not shown: {problem}")
        return is_behind

    def _look_at_phase(self, competition: Competition, phase: PhaseFacts, now: datetime) -> bool:
        name = phase.name
        live = self._phases.get(name)
        if live is None or live.news != phase_news(competition, phase, now):
            words = words_for(competition, None)
            place = competition.out / LIVE / name
            show = self._on_show[name]
            live = PhaseWriter(competition, phase, place, words, now, show)
            self._phases[name] = live
        is_complete = live.take(phase, now)
        # The pages of an earlier process stay until this one knows as many games. Without such
        # pages, those that are known are shown: on a busy machine, more come all the time.
        before = None if live.is_written else read_outcome(competition.out / LIVE / name)
        knows_enough = is_complete or before is None or live.games >= before.games
        if knows_enough and live.write():
            assert live.at is not None
            self._untold.append(NewEvent(live.at, TABLE, name, (), {"games": live.games}))
        if live.is_written and (begins := live.feature(now)):
            self._untold.append(begins)
        return not is_complete

    def _write_home(self, competition: Competition, facts: SiteFacts, now: datetime) -> None:
        words, featured = words_for(competition, None), self._featured(now)
        news = (
            facts,
            featured,
            words.language,
            {name: each.written_at for name, each in self._phases.items()},
            competition.store.note(DECISIONS),
        )
        if news != self._home:
            place = competition.out / LIVE
            shown = self._with_live_phases(
                terms(competition, competition.out / PUBLIC, words), place
            )
            text = home_text(replace(shown, featured=featured), words, live=EVERYWHERE)
            replace_file(place / "index.html", text.encode(), makes_folder=True)
            self._home = news

    def _featured(self, now: datetime) -> FeaturedGame | None:
        """The game on show of the last phase that has one."""
        shown = [game for each in self._phases.values() if (game := each.featured(now))]
        return shown[-1] if shown else None

    def _with_live_phases(self, shown: PageTerms, place: Path) -> PageTerms:
        phases = []
        for each in shown.phases:
            live = self._phases.get(each.name)
            if live is not None and live.is_written:
                outcome, over = read_outcome(place / each.name), each.over or live.is_over
                each = replace(each, live=True, over=over, outcome=outcome)
            phases.append(each)
        return replace(shown, phases=phases)


def is_shown_live(phase: PhaseFacts) -> bool:
    """Are results of the phase shown before it is published?"""
    is_open = phase.show_began is not None or not phase.sealed
    return phase.begun and not phase.published and is_open


def _remove_others(out: Path, facts: SiteFacts) -> None:
    """Remove the pages of phases that are not live, or no longer, and what a killed lane left."""
    shown = {each.name for each in facts.phases if is_shown_live(each)}
    for place in (out / LIVE, out / NEW / LIVE):
        for folder in place.glob("*/"):
            if folder.name not in shown:
                rmtree(folder, ignore_errors=True)
