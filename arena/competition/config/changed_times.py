"""The times of phases that organisers have changed by a decision, in place of competition.toml.

A decision has the time that was written in competition.toml when it was made. If somebody writes
another time there later, the file counts again.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from arena.competition.config.settings import Phase, Settings
from arena.store.store import Store

DECISIONS = "decisions"  # the note of the decisions; `entries/decisions.py` has all that is in them


class ChangedTimes(Struct):
    """What a decision says about the times of a phase: `opens`, `deadline` and `freeze`."""

    phase: str = ""
    times: Mapping[str, datetime | None] = {}
    written: Mapping[str, datetime | None] = {}  # those in competition.toml when it was made


def with_changed_times(settings: Settings, store: Store) -> Settings:
    """The settings with the times that count now."""
    noted = msgspec.convert(store.note(DECISIONS) or [], list[ChangedTimes])
    made = [each for each in noted if each.times]
    if not made:
        return settings
    phases = [_changed(phase, made) for phase in settings.phases]
    return replace(settings, phases=tuple(phases))


def _changed(phase: Phase, made: list[ChangedTimes]) -> Phase:
    times: dict[str, Any] = {}
    for each in made:
        if each.phase == phase.name:
            for name, time in each.times.items():
                if getattr(phase, name) == each.written.get(name):
                    times[name] = time
    return replace(phase, **times)
