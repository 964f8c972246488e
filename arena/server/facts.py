"""What the engine tells web about the competition: everything that web knows of it."""

from datetime import datetime

import msgspec
from msgspec import Struct

from arena.common.errors import ArenaError
from arena.store.moving import MOVED
from arena.store.store import Store

NOTE = "site"  # the note of these facts
LATE = "late"  # the folder of files that organisers handed in at the desk, in Out
UPLOADS = "uploads"  # the folder of files that came over the network, in Out
PRACTICE = "practice"  # the folder of the records and replays of practice matches, in Out
LIVE = "live"  # the folder of the pages of phases that are being played, in Out
NEWEST = "newest.json"  # in the folder of a phase there: the time of its newest game


class PhaseFacts(Struct, frozen=True):
    name: str
    title: str
    kind: str
    source: str
    opens: datetime | None
    deadline: datetime | None
    sealed: bool  # are its results secret until it is published?
    delay: int
    freeze: datetime | None
    published: bool  # may everybody see its results?
    begun: bool
    closed: bool  # does it take no more files, whatever its dates say?
    teams: list[str] = []  # the keys of the teams that it began with
    on_stage: bool = False  # has it a show?
    show_began: datetime | None = None  # since then a show with a script tells its results
    told: list[int] = []  # the matches whose results the show has told
    own_sealed: bool = (
        False  # are its games secret for their own teams, too, until it is published?
    )

    def may_take_files(self, now: datetime) -> bool:
        """May a file come, now or later, that plays in this phase?"""
        is_over = self.closed or self.published
        return not is_over and (self.deadline is None or now <= self.deadline)


class SiteFacts(Struct, frozen=True):
    name: str
    language: str
    seed_hash: str
    open: bool  # may a team register by handing in?
    submission_size: int  # bytes
    phases: list[PhaseFacts]
    opponents: list[str] = []  # the house bots for practice

    def phase(self, name: str) -> PhaseFacts | None:
        return next((phase for phase in self.phases if phase.name == name), None)


class NotReady(ArenaError):
    """The engine has not started yet."""


def write_facts(store: Store, facts: SiteFacts) -> bool:
    """Tell web these facts, if they have changed; returns whether they have."""
    return write_changed(store, NOTE, facts)


def write_changed(store: Store, note: str, facts: Struct) -> bool:
    """Write these facts into the note, if they have changed; returns whether they have."""
    new = msgspec.to_builtins(facts)
    if store.note(note) == new:
        return False
    store.set_note(note, new)
    return True


def read_facts(store: Store) -> SiteFacts:
    noted = store.note(NOTE)
    if noted is None or store.note(MOVED) is not None:
        raise NotReady(
            "The engine has not started yet, or the database was moved: restart arena serve"
        )
    return msgspec.convert(noted, SiteFacts)
