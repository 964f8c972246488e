"""When a phase is closed: it takes no more files, whatever its dates say.

Organisers close an open ladder: no version joins any more, and it is played out before it counts.

It also closes by itself after its deadline (`phase_state`).
"""

from arena.common.errors import ArenaError
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import CLOSE, Decision, checked_reason, decide
from arena.competition.play.beginning import begin, closed_by, has_begun
from arena.competition.play.ladder_events import ladder_log, note_ladder
from arena.competition.play.phase_state import phase_state


def why_closed(competition: Competition, phase: Phase) -> str:
    """Why the phase takes no more files, whatever its dates say; empty if it may take some."""
    follower = closed_by(competition, phase)
    if competition.is_published(phase.name):
        return "is published"
    if follower is not None:
        return f"is over: {follower.name} has begun with the teams that went on"
    return "is closed: it is played out" if is_ladder_closed(competition, phase) else ""


def is_ladder_closed(competition: Competition, phase: Phase) -> bool:
    """Is this an open ladder that has been closed?"""
    return phase.kind == OPEN_LADDER and ladder_log(competition.store, phase).closed is not None


def close(competition: Competition, phase: Phase, reason: str) -> Decision:
    """Close the ladder after the rounds that have been scheduled, and note it as a decision.

    Versions that were admitted before still join.
    """
    reason = checked_reason(reason)
    check_close(competition, phase)
    state = phase_state(competition, phase.name)
    assert state.log is not None
    rounds = len(state.progress.rounds)
    decision = Decision(
        CLOSE, "", competition.now()[0], reason, phase=phase.name, rounds={phase.name: rounds}
    )
    begin(competition, phase, state.teams)
    note_ladder(competition.store, phase, state.log.after(rounds, [], closes=True))
    decide(competition, decision)
    return decision


def check_close(competition: Competition, phase: Phase) -> None:
    """Refuse if it is no open ladder, has not begun, or is closed."""
    if phase.kind != OPEN_LADDER:
        raise ArenaError(
            f"{phase.name} is of kind {phase.kind!r}, which ends by itself. Only a phase of kind "
            f"{OPEN_LADDER!r} is closed"
        )
    if not has_begun(competition, phase):
        raise ArenaError(
            f"{phase.name} has not begun, so there is nothing to close. First: "
            f"arena run {competition.path} {phase.name}"
        )
    if is_ladder_closed(competition, phase):
        raise ArenaError(f"{phase.name} is closed already: arena run plays it out")
