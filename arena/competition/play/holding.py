"""Organisers start, pause and stop phases. The server obeys while it plays, as `arena run` does.

A phase that is paused finishes the games under way. One that is stopped breaks them off: they are
played again, and nobody loses anything.
"""

from arena.common.errors import ArenaError
from arena.common.times import minute
from arena.competition.config.changes import GROWING
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import (
    HOLD,
    PAUSE,
    START,
    STOP,
    Decision,
    checked_reason,
    decide,
    held_by,
    is_started,
)
from arena.competition.play.beginning import closed_by, has_begun
from arena.competition.play.phase_state import NotYet, PhaseState, phase_state

WORDS = {PAUSE: "paused", STOP: "stopped"}


def start(competition: Competition, phase: Phase, reason: str) -> Decision:
    """Let the phase be played: it begins, or goes on after a pause."""
    reason = checked_reason(reason) if reason.strip() else ""
    _check_unfinished(competition, phase)
    if held_by(competition, phase.name) is None:
        _check_start(competition, phase)
    return _decide(competition, phase, START, reason)


def hold(competition: Competition, phase: Phase, what: str, reason: str) -> Decision:
    """Let nobody play games of the phase until it is started again."""
    assert what in HOLD
    reason, before = checked_reason(reason), held_by(competition, phase.name)
    _check_unfinished(competition, phase)
    if before is not None and (before.what == what or before.what == STOP):
        raise ArenaError(held_text(before))
    return _decide(competition, phase, what, reason)


def held_text(decision: Decision) -> str:
    """Who plays no games, since when and why."""
    return (
        f"{decision.phase} is {WORDS[decision.what]} since {minute(decision.at)}: "
        f"{decision.reason}. To go on: arena start"
    )


def check_not_held(state: PhaseState) -> None:
    """Refuse to play a phase that is paused or stopped."""
    held = held_by(state.competition, state.phase.name)
    if held is not None:
        raise ArenaError(held_text(held))


def _decide(competition: Competition, phase: Phase, what: str, reason: str) -> Decision:
    decision = Decision(what, "", competition.now()[0], reason, phase=phase.name)
    decide(competition, decision)
    return decision


def _check_unfinished(competition: Competition, phase: Phase) -> None:
    """Refuse if no game of the phase is left, so that the decision would change nothing."""
    follower = closed_by(competition, phase)
    if competition.is_published(phase.name):
        raise ArenaError(f"{phase.name} is published: no game of it is left")
    if follower is not None:
        raise ArenaError(f"{phase.name} is over: {follower.name} has begun with its teams")
    if has_begun(competition, phase) and phase_state(competition, phase.name).progress.over:
        raise ArenaError(f"{phase.name} is over: no game of it is left")


def _check_start(competition: Competition, phase: Phase) -> None:
    """Refuse if the phase is being played, or begins without a start."""
    now = competition.now()[0]
    if has_begun(competition, phase):
        raise ArenaError(f"{phase.name} has begun, and is not paused: it is played already")
    if is_started(competition, phase.name):
        raise ArenaError(f"{phase.name} is started already: it begins when its teams are known")
    is_ladder = phase.kind == OPEN_LADDER
    if phase.deadline is not None and not is_ladder:
        if now <= phase.deadline:
            raise ArenaError(
                f"{phase.name} takes files until {minute(phase.deadline)}, and begins by itself "
                f"afterwards. To begin earlier: arena window close"
            )
        raise ArenaError(
            f"{phase.name} begins by itself when all files that came in time have their verdicts"
        )
    if (phase.kind in GROWING or is_ladder) and not phase.source:
        raise ArenaError(f"{phase.name} begins by itself with the first teams that are admitted")
    try:
        phase_state(competition, phase.name)
    except NotYet as why:
        raise ArenaError(str(why)) from None
