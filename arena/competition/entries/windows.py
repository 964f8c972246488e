"""Decides when files may be handed in, and for which phase.

A phase takes files from its opening until its deadline. It is closed earlier when it is published,
because the seed may be published with it, and when the next phase begins. Without a deadline, it is
also closed when it is over and another phase follows. The new bot plays in that phase and in later
ones. Earlier phases keep their bots.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from arena.common.errors import ArenaError
from arena.common.times import minute


class Window(Protocol):
    """A phase, of which only these facts count."""

    @property
    def name(self) -> str: ...
    @property
    def opens(self) -> datetime | None: ...
    @property
    def deadline(self) -> datetime | None: ...


PhaseT = TypeVar("PhaseT", bound=Window)


def window(phases: Sequence[PhaseT], closed: Collection[str], now: datetime) -> PhaseT:
    """The phase that takes files now; a refusal when there is none."""
    reasons = []
    for phase in phases:
        if phase.name in closed:
            reasons.append(f"{phase.name} is over")
        elif phase.deadline is not None and now > phase.deadline:
            reasons.append(f"{phase.name} took files until {minute(phase.deadline)}")
        elif phase.opens is not None and now < phase.opens:
            reasons.append(f"{phase.name} takes files from {minute(phase.opens)}")
        else:
            return phase
    advice = ""
    if any(phase.name not in closed for phase in phases):
        advice = ". The organiser may change these times in competition.toml"
    raise ArenaError(f"No file is taken now, {minute(now)}: {'; '.join(reasons)}{advice}")
