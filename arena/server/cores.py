"""Keeps visitors and games apart: they get different cores, so that no bot is late for a visitor.

With two cores or more, the first is for people: web, live pages, and admission. The games have the
others. Services that run with a choice of cores of their own (systemd's CPUAffinity) divide these.
"""

import os

PEOPLE, PLAYS = "people", "plays"


def keep_to_cores(purpose: str) -> None:
    """Keep this process, and all that it starts, to the cores for this purpose."""
    if not hasattr(os, "sched_setaffinity"):
        return
    first, *others = sorted(os.sched_getaffinity(0))
    if others:
        os.sched_setaffinity(0, set(others) if purpose == PLAYS else {first})
