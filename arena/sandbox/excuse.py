"""Whose fault it is that a bot is late: its own, or that of a machine with other things to do.

Linux counts how long a thread could have run and had to wait for a core. Who sleeps does not wait,
and who computes on a quiet machine does not either. What the bots at the table burn themselves,
in other threads or out of turn, is no excuse: they could make each other wait at will.
"""

from collections.abc import Sequence
from typing import NamedTuple

from arena.sandbox.box import Box

PART = 0.25  # of the budget, that a bot must have waited for a core


class Look(NamedTuple):
    """What the processor has done for a bot up to now, in nanoseconds."""

    ran: int  # its first thread
    waited: int  # its first thread
    used: int  # all its threads
    others: int  # all threads of the others at the table


def look(box: Box, others: Sequence[Box]) -> Look:
    return Look(*box.in_the_queue(), box.cpu(), sum(other.cpu() for other in others))


def excuse(before: Look, now: Look, used: int, budget: float) -> str:
    """Why it is not the bot's fault that it is late; nothing where it is.

    `before` is a look from early in the turn. In the whole turn it has `used` so much processor
    time: who had all of the budget to itself has nobody else to blame.
    """
    bots = now.others - before.others + (now.used - before.used) - (now.ran - before.ran)
    waited = now.waited - before.waited - bots
    if used >= budget * 1e9 or waited <= PART * budget * 1e9:
        return ""
    return f"the machine was busy, it waited {waited / 1e6:.0f} ms for a core"
