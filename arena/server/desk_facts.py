"""What the engine tells the desk about the event, besides what web reads from the store itself."""

from datetime import datetime

import msgspec
from msgspec import Struct

from arena.server.facts import write_changed
from arena.store.store import Store

NOTE = "desk"  # the note of these facts

# How far a phase is.
WAITS, PLAYED, OVER, SEALED, PUBLISHED = "waits", "played", "over", "sealed", "published"
PAUSED, STOPPED = "paused", "stopped"


class TeamFaults(Struct, frozen=True):
    team: str  # its key
    faults: dict[str, int]  # by verdict


class PhaseBoard(Struct, frozen=True):
    """A phase as organisers see it."""

    name: str
    state: str
    played: int  # games
    due: int  # games of this round that are not played; -1: not known yet
    held_at: datetime | None = None  # since when it is paused or stopped
    held_for: str = ""  # and why
    problem: str = ""  # why it cannot be played
    actions: list[str] = []  # that make sense now
    matches: list[str] = []  # the last ones that were played
    faults: list[TeamFaults] = []


class DeskFacts(Struct, frozen=True):
    phases: list[PhaseBoard] = []
    left: dict[str, str] = {}  # teams that no longer take part: key -> decision
    announcement: str = ""

    def phase(self, name: str) -> PhaseBoard:
        """The phase; before the engine has looked at it, it waits."""
        known = (phase for phase in self.phases if phase.name == name)
        return next(known, PhaseBoard(name, WAITS, 0, -1))


def write_desk_facts(store: Store, facts: DeskFacts) -> bool:
    """Tell web these facts, if they have changed; returns whether they have."""
    return write_changed(store, NOTE, facts)


def read_desk_facts(store: Store) -> DeskFacts:
    noted = store.note(NOTE)
    return msgspec.convert(noted, DeskFacts) if noted else DeskFacts()
