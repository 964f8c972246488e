"""Organisers change the times of a phase: its window for files, and the freeze of its tables.

The times count in place of those in competition.toml (`config/changed_times.py`).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from arena.common.errors import ArenaError
from arena.common.times import minute, with_zone
from arena.competition.config.fields import SEALED
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import (
    CLOSE_WINDOW,
    EXTEND_WINDOW,
    FREEZE,
    OPEN_WINDOW,
    UNFREEZE,
    Decision,
    checked_reason,
    decide,
)
from arena.competition.play.beginning import has_begun, notes_with_terms
from arena.competition.play.closing import why_closed

Times = Mapping[str, datetime | None]


def open_window(
    competition: Competition, phase: Phase, until: datetime | None, reason: str
) -> Decision:
    """Take files for the phase from now on; with `until`, up to this time."""
    reason, now = checked_reason(reason), competition.now()[0]
    check_open_window(competition, phase)
    if until is None and phase.deadline is not None and now > phase.deadline:
        raise ArenaError(
            f"{phase.name} took files until {minute(phase.deadline)}. Say until when it takes "
            f"them again: --until"
        )
    times: dict[str, datetime | None] = {"opens": now}
    if until is not None:
        _check_future(until, now)
        times["deadline"] = until
    return _decide(competition, phase, OPEN_WINDOW, times, reason)


def check_open_window(competition: Competition, phase: Phase) -> None:
    """Refuse if the window is open, or cannot be opened any more."""
    now = competition.now()[0]
    _check_takes_files(competition, phase)
    if _is_open(phase, now):
        end = f" until {minute(phase.deadline)}" if phase.deadline else ""
        advice = "To change that: arena window extend" if end else ""
        raise ArenaError(_sentences(f"{phase.name} takes files already{end}", advice))
    if phase.deadline is not None and now > phase.deadline and has_begun(competition, phase):
        raise ArenaError(
            f"{phase.name} took files until {minute(phase.deadline)}, and has begun: everybody may "
            f"see its cards since then, and a bot that comes now could know them. Write another "
            f"phase in competition.toml"
        )


def close_window(competition: Competition, phase: Phase, reason: str) -> Decision:
    """Take no more files for the phase."""
    reason, now = checked_reason(reason), competition.now()[0]
    check_close_window(competition, phase)
    return _decide(competition, phase, CLOSE_WINDOW, {"deadline": now}, reason)


def check_close_window(competition: Competition, phase: Phase) -> None:
    """Refuse if the window is not open."""
    _check_takes_files(competition, phase)
    _check_open(phase, competition.now()[0])


def extend_window(competition: Competition, phase: Phase, until: datetime, reason: str) -> Decision:
    """Take files for the phase for longer."""
    reason, now = checked_reason(reason), competition.now()[0]
    check_extend_window(competition, phase)
    _check_future(until, now)
    if phase.deadline is not None and until <= phase.deadline:
        raise ArenaError(
            f"{phase.name} takes files until {minute(phase.deadline)} already: name a later time"
        )
    return _decide(competition, phase, EXTEND_WINDOW, {"deadline": until}, reason)


def check_extend_window(competition: Competition, phase: Phase) -> None:
    """Refuse if the window is not open, or has no end."""
    check_close_window(competition, phase)
    if phase.deadline is None:
        raise ArenaError(
            f"{phase.name} has no deadline: it takes files until you close it (arena window close)"
        )


def freeze(competition: Competition, phase: Phase, reason: str) -> Decision:
    """Show visitors no later results of the phase."""
    reason, now = checked_reason(reason), competition.now()[0]
    check_freeze(competition, phase)
    return _decide(competition, phase, FREEZE, {"freeze": now}, reason)


def unfreeze(competition: Competition, phase: Phase, reason: str) -> Decision:
    """Show visitors all results of the phase again."""
    reason = checked_reason(reason)
    check_unfreeze(competition, phase)
    return _decide(competition, phase, UNFREEZE, {"freeze": None}, reason)


def check_freeze(competition: Competition, phase: Phase) -> None:
    """Refuse if the table is frozen, or nobody sees it."""
    _check_shown(competition, phase)
    if phase.freeze is not None and phase.freeze <= competition.now()[0]:
        raise ArenaError(f"The table of {phase.name} is frozen since {minute(phase.freeze)}")


def check_unfreeze(competition: Competition, phase: Phase) -> None:
    """Refuse if the table is not frozen."""
    _check_shown(competition, phase)
    if phase.freeze is None or phase.freeze > competition.now()[0]:
        raise ArenaError(f"The table of {phase.name} is not frozen")


def _decide(
    competition: Competition, phase: Phase, what: str, times: Times, reason: str
) -> Decision:
    written = competition.written.phase(phase.name)
    decision = Decision(
        what,
        "",
        competition.now()[0],
        reason,
        phase=phase.name,
        times=dict(times),
        written={name: getattr(written, name) for name in times},
    )
    terms = {name: _stored(time) for name, time in times.items() if name != "freeze"}
    notes: Mapping[str, Any] = notes_with_terms(competition, phase, terms) if terms else {}
    decide(competition, decision, notes)
    return decision


def _stored(time: datetime | None) -> str | None:
    """The time as the terms of a phase have it (`Settings.frozen`)."""
    return None if time is None else with_zone(time).isoformat()


def _is_open(phase: Phase, now: datetime) -> bool:
    is_late = phase.deadline is not None and now > phase.deadline
    return not is_late and (phase.opens is None or now >= phase.opens)


def _check_open(phase: Phase, now: datetime) -> None:
    if _is_open(phase, now):
        return
    if phase.deadline is not None and now > phase.deadline:
        raise ArenaError(
            f"{phase.name} took files until {minute(phase.deadline)}. To take them again: arena "
            f"window open --until"
        )
    assert phase.opens is not None
    raise ArenaError(
        f"{phase.name} takes files from {minute(phase.opens)}. To take them now: arena window open"
    )


def _check_takes_files(competition: Competition, phase: Phase) -> None:
    """Refuse if the phase takes no more files, whatever its dates say."""
    if why := why_closed(competition, phase):
        raise ArenaError(f"{phase.name} {why}. It takes no more files")


def _check_shown(competition: Competition, phase: Phase) -> None:
    """Refuse if a freeze of the phase would change nothing."""
    if competition.is_published(phase.name):
        raise ArenaError(f"{phase.name} is published: its table does not change any more")
    if phase.broadcast == SEALED:
        raise ArenaError(f"{phase.name} is sealed: visitors see no table of it that could freeze")


def _check_future(until: datetime, now: datetime) -> None:
    if until <= now:
        raise ArenaError(f"{minute(until)} is over: it is {minute(now)} now. Name a later time")


def _sentences(*parts: str) -> str:
    return ". ".join(filter(None, parts))
