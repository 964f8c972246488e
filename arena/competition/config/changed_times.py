"""The times of phases that organisers have changed by a decision, in place of competition.toml.

A decision has the time that was written in competition.toml when it was made. If somebody writes
another time there later, the file counts again.
"""

from dataclasses import replace
from typing import Any

from arena.competition.config.settings import Phase, Settings
from arena.competition.log import Decision, history
from arena.store.store import Store


def with_changed_times(settings: Settings, store: Store) -> Settings:
    """The settings with the times that count now."""
    made = [each for each in history(store).decisions if each.times]
    if not made:
        return settings
    phases = [_changed(phase, made) for phase in settings.phases]
    return replace(settings, phases=tuple(phases))


def _changed(phase: Phase, made: list[Decision]) -> Phase:
    times: dict[str, Any] = {}
    for each in made:
        if each.phase == phase.name:
            for name, time in each.times.items():
                if getattr(phase, name) == each.written.get(name):
                    times[name] = time
    return replace(phase, **times)
