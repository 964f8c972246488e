"""`submit`: a team hands in a file, for the phase that takes files now."""

from datetime import datetime
from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.names import key
from arena.competition.config.settings import Phase
from arena.competition.config.times import minute
from arena.competition.entries.decisions import LATE, Decision, checked_reason, decide, departures
from arena.competition.entries.submissions import Receipt, keep, read_bot, registered_name
from arena.competition.entries.windows import window
from arena.competition.play.phase_state import phase_state


def submit(
    competition: Competition,
    path: Path,
    name: str,
    received: datetime | None = None,
    reason: str = "",
) -> Receipt:
    """Take the bot for the team, if files are taken now.

    `received` is an earlier time at which the file came in another way. The reason for this
    decision is public.
    """
    code = read_bot(competition, path)
    now, warning = competition.now()
    name = registered_name(competition, name)
    if key(name) in departures(competition):
        raise ArenaError(
            f"{name} takes part no more: arena log {competition.path} shows the decision. The "
            f"organiser can take it back with arena restore"
        )
    if received is not None:
        reason = checked_reason(reason)
        if received > now:
            raise ArenaError(f"{minute(received)} is in the future: it is {minute(now)} now")
    when = now if received is None else received
    phase = _open_phase(competition, when)
    _check_went_on(competition, phase, name)
    receipt = keep(competition, code, name, phase, when, warning)
    if received is not None:
        version = receipt.version.number
        decide(competition, Decision(LATE, receipt.team.key, now, reason, version))
    return receipt


def _open_phase(competition: Competition, now: datetime) -> Phase:
    """The phase for which files are taken now."""
    phases = competition.settings.phases
    closed = {
        phase.name
        for phase in phases
        if competition.is_published(phase.name)
        or (phase is not phases[-1] and _is_over(competition, phase))
    }
    return window(phases, closed, now)


def _is_over(competition: Competition, phase: Phase) -> bool:
    if not competition.store.count(phase.name):
        return False
    return phase_state(competition, phase.name).progress_now().over


def _check_went_on(competition: Competition, phase: Phase, name: str) -> None:
    """For a phase that follows another, only the teams that went on may hand in files."""
    if not phase.source:
        return
    if all(team.key != key(name) for team in phase_state(competition, phase.name).teams):
        raise ArenaError(
            f"Files are taken for {phase.name} now, and {name} did not go on from {phase.source}"
        )
