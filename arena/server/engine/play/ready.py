"""Decides which phases the server plays without being told.

A phase with a deadline begins after the deadline, when all files that came in time have their
verdicts. A first phase without a deadline begins with the first team, if it can grow. Any other
phase without a deadline waits until an organiser begins it with `arena start` or `arena run`:
nobody else knows whether all teams are ready. A phase that has begun is played until it is over.

The results of a phase that is published or sealed are a promise. If games of it were set aside,
they are played again when an organiser starts the phase.

No game is played of a phase that an organiser has paused or stopped. A phase that an organiser has
started begins as soon as its teams are known.

An open ladder begins with the first teams, also if it has a deadline, when it closes. It is never
over before that, so it is played when no other phase has games.
"""

from datetime import datetime

from arena.competition.config.changes import GROWING
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import held_by, is_started, is_started_again
from arena.competition.entries.waiting import has_settled
from arena.competition.play.beginning import closed_by, has_begun
from arena.competition.play.phase_state import NotYet, PhaseState, phase_state


def next_phase(competition: Competition) -> PhaseState | None:
    """The first phase that has games to play now."""
    now, ladder = competition.now(coarse=True)[0], None
    for phase in competition.settings.phases:
        if may_play(competition, phase, now):
            try:
                state = phase_state(competition, phase.name)
            except NotYet:
                continue
            if phase.kind == OPEN_LADDER:
                if ladder is None and (state.progress.due or not state.is_noted):
                    ladder = state
            elif not state.progress.over or not has_begun(competition, phase):
                return state
    return ladder


def may_play(competition: Competition, phase: Phase, now: datetime) -> bool:
    """May the server play games of this phase without being told?"""
    if closed_by(competition, phase) is not None:
        return False
    if competition.is_published(phase.name) and not is_started_again(competition, phase.name):
        return False
    if held_by(competition, phase.name) is not None:
        return False
    if has_begun(competition, phase):
        return True
    if phase.deadline is not None and phase.kind != OPEN_LADDER:
        return has_settled(competition.store, phase.deadline, now)
    if phase.opens is not None and now < phase.opens:
        return False
    if is_started(competition, phase.name):
        return True
    return phase.kind in (*GROWING, OPEN_LADDER) and not phase.source
