"""Decides which phases the server plays without being told.

A phase with a deadline begins after the deadline, when all files that came in time have their
verdicts. A first phase without a deadline begins with the first team, if it can grow. Any other
phase without a deadline waits until the organiser begins it with `arena run`: nobody else knows
whether all teams are ready. A phase that has begun is played until it is over.
"""

from datetime import datetime, timedelta

from arena.competition.config.changes import GROWING
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.play.beginning import closed_by, has_begun
from arena.competition.play.phase_state import NotYet, PhaseState, phase_state
from arena.store.live.uploads import STORED_WITHIN, unfinished

SETTLED = STORED_WITHIN + timedelta(seconds=5)  # after a deadline: all that came in time is stored


def next_phase(competition: Competition) -> PhaseState | None:
    """The first phase that has games to play now."""
    now = competition.now()[0]
    for phase in competition.settings.phases:
        if may_play(competition, phase, now):
            try:
                state = phase_state(competition, phase.name)
            except NotYet:
                continue
            if not state.progress.over or not has_begun(competition, phase):
                return state
    return None


def may_play(competition: Competition, phase: Phase, now: datetime) -> bool:
    """May the server play games of this phase without being told?"""
    if competition.is_published(phase.name) or closed_by(competition, phase) is not None:
        return False
    if has_begun(competition, phase):
        return True
    if phase.deadline is not None:
        return now > phase.deadline + SETTLED and not _is_waiting(competition, phase.deadline)
    if phase.opens is not None and now < phase.opens:
        return False
    return phase.kind in GROWING and not phase.source


def _is_waiting(competition: Competition, deadline: datetime) -> bool:
    """Does a file that came before the deadline wait for its verdict?"""
    store = competition.store
    times = [upload.received_at for upload in unfinished(store.database)]
    times += [version.received_at for version in store.versions() if not version.status]
    return any(time <= deadline for time in times)
