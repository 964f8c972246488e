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
    checked_reason,
    decide,
    held_by,
    is_started,
    is_started_again,
)
from arena.competition.log import HOLD, PAUSE, START, STOP, Decision
from arena.competition.play.beginning import closed_by, has_begun
from arena.competition.play.phase_state import NotYet, PhaseState, phase_state

WORDS = {PAUSE: "paused", STOP: "stopped"}


def start(competition: Competition, phase: Phase, reason: str) -> Decision:
    """Let the phase be played: it begins, or goes on after a pause."""
    reason = checked_reason(reason) if reason.strip() else ""
    check_start(competition, phase, _is_over(competition, phase))
    if not has_begun(competition, phase) and held_by(competition, phase.name) is None:
        try:
            phase_state(competition, phase.name)
        except NotYet as why:
            raise ArenaError(str(why)) from None
    return _decide(competition, phase, START, reason)


def hold(competition: Competition, phase: Phase, what: str, reason: str) -> Decision:
    """Let nobody play games of the phase until it is started again."""
    reason = checked_reason(reason)
    check_hold(competition, phase, what, _is_over(competition, phase))
    return _decide(competition, phase, what, reason)


def check_hold(competition: Competition, phase: Phase, what: str, is_over: bool) -> None:
    """Refuse to pause or stop the phase if that would change nothing."""
    assert what in HOLD
    before = held_by(competition, phase.name)
    _check_unfinished(competition, phase, is_over)
    if before is not None and (before.what == what or before.what == STOP):
        raise ArenaError(held_text(before))


def held_text(decision: Decision) -> str:
    """Says that a phase is paused or stopped, since when, and for which reason."""
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


def _is_over(competition: Competition, phase: Phase) -> bool:
    """Have all games of the phase been played? It is known at once of one that has not begun."""
    return has_begun(competition, phase) and phase_state(competition, phase.name).progress.over


def _check_unfinished(competition: Competition, phase: Phase, is_over: bool) -> None:
    """Refuse if no game of the phase is left, so that the decision would change nothing."""
    follower = closed_by(competition, phase)
    if follower is not None:
        raise ArenaError(f"{phase.name} is over: {follower.name} has begun with its teams")
    if is_over:
        state = "published" if competition.is_published(phase.name) else "over"
        raise ArenaError(f"{phase.name} is {state}: no game of it is left")


def check_start(competition: Competition, phase: Phase, is_over: bool) -> None:
    """Refuse if the phase is being played, or begins without a start.

    The server plays no games of a published phase by itself, also if some were set aside.
    """
    _check_unfinished(competition, phase, is_over)
    if held_by(competition, phase.name) is not None:
        return
    now, name = competition.now()[0], phase.name
    if has_begun(competition, phase):
        if competition.is_published(name) and not is_started_again(competition, name):
            return
        raise ArenaError(f"{name} has begun, and is not paused: it is played already")
    if is_started(competition, name):
        raise ArenaError(f"{name} is started already: it begins when its teams are known")
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
