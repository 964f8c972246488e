"""The history of `arena gym`: the results of each version of a bot, in Out/gym/history.jsonl.

A version is a hash of the bot's code. Each line of the file is a visit. Lines are only added, each
by one call of the operating system, so several processes may add lines at the same time. A line
that cannot be read is ignored.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.gym.ladder import FOLDER
from arena.replay.files import make_folder, unwritable

HISTORY = FOLDER / "history.jsonl"


class Subject(Struct, frozen=True):
    """A bot in the gym, and the conditions: ratings with equal conditions can be compared."""

    name: str
    path: str
    sha256: str
    variant: str  # which class of the file, with which arguments
    game: str
    options: dict[str, str]
    rungs: list[str]  # the bots of the ladder
    budget: float
    seed: str

    def is_same_version(self, other: "Subject") -> bool:
        """Is this the same code? Its file may have moved."""
        return (self.sha256, self.variant) == (other.sha256, other.variant)

    def is_version_of(self, other: "Subject") -> bool:
        """Is this the same bot under the same conditions? Its code may differ."""
        return (
            (self.path == other.path and self.variant == other.variant) or self.name == other.name
        ) and (self.game, self.options, self.rungs, self.budget, self.seed) == (
            (other.game, other.options, other.rungs, other.budget, other.seed)
        )


class Visit(Struct, frozen=True):
    """The results of a version of a bot. A visit without a rating has just begun."""

    subject: Subject
    run: str  # the name of the run with its games
    games: int = 0
    rating: float | None = None
    low: float | None = None
    high: float | None = None


class History:
    """The visits so far, the oldest first."""

    def __init__(self, visits: Sequence[Visit], damaged: int = 0) -> None:
        self.visits = visits
        self.damaged = damaged  # lines that cannot be read

    def last_run(self, subject: Subject) -> str:
        """The run of the last visit of this version under these conditions; empty without one."""
        for visit in reversed(self.visits):
            if visit.subject.is_same_version(subject) and visit.subject.is_version_of(subject):
                return visit.run
        return ""

    def versions(self, subject: Subject) -> list[Visit]:
        """The last rated visit of each earlier version of the bot, the oldest version first.

        If the bot's author returns to an old version, the newer versions count as earlier ones too.
        """
        latest: dict[tuple[str, str], Visit] = {}
        for visit in self.visits:
            key = visit.subject.sha256, visit.subject.variant
            if (
                visit.rating is not None
                and visit.subject.is_version_of(subject)
                and not visit.subject.is_same_version(subject)
            ):
                latest.pop(key, None)
                latest[key] = visit
        return list(latest.values())


def read_history() -> History:
    """All visits that can be read."""
    try:
        content = HISTORY.read_bytes()
    except OSError:
        return History([])
    visits, damaged = [], 0
    for line in content.splitlines():
        if not line.strip():
            continue
        try:
            visits.append(msgspec.json.decode(line, type=Visit))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            damaged += 1
    return History(visits, damaged)


def add_visit(visit: Visit) -> None:
    """Add a line to the history. It starts a new line even if the last one is incomplete."""
    make_folder(FOLDER)
    try:
        fd = os.open(HISTORY, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            size = os.fstat(fd).st_size
            os.lseek(fd, max(0, size - 1), os.SEEK_SET)
            torn = size and os.read(fd, 1) != b"\n"
            os.write(fd, b"\n" * bool(torn) + msgspec.json.encode(visit) + b"\n")
        finally:
            os.close(fd)
    except OSError as error:
        raise unwritable(Path(HISTORY), error) from None
