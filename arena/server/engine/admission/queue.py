"""The order in which files are examined: no slow bot delays the others for long.

Uploads come first, in the order in which they came. An examination that takes longer than `QUICK`
while others wait is broken off, and begins again when all others are done. This time it is broken
off only before `LONG`, so that it ends some day.
"""

import time
from collections import Counter
from collections.abc import Iterable, Mapping

from arena.competition.entries.admitting import Candidate
from arena.store.live.uploads import Upload

QUICK = 10.0  # seconds that an examination may take while others wait
LONG = 30.0  # seconds after which a slow one is no longer broken off
DEATHS = 3  # of the examiner at one file, after which the file is put off


class Queue:
    """Remembers which examinations were slow, and which cannot be made."""

    def __init__(self) -> None:
        self._slow: set[str] = set()
        self._put_off: set[str] = set()
        self._deaths: Counter[str] = Counter()

    def order(
        self, candidates: Iterable[Candidate], uploads: Mapping[int, Upload]
    ) -> list[Candidate]:
        """The candidates that can be examined, the next one first. `uploads`: by their version."""

        def place(candidate: Candidate) -> tuple[bool, bool, int]:
            upload = uploads.get(candidate.version.id) if candidate.version else None
            return candidate.name in self._slow, upload is None, upload.id if upload else 0

        return sorted((each for each in candidates if each.name not in self._put_off), key=place)

    def is_patient(self, candidate: Candidate, since: float) -> bool:
        """May the examination go on, which began at this time of the monotonic clock?"""
        took = time.monotonic() - since
        return took < QUICK or (candidate.name in self._slow and took > LONG)

    def others_wait(self, candidate: Candidate, waiting: Iterable[str]) -> bool:
        """Does another one wait that has not been slow? `waiting` has the names."""
        return any(
            name != candidate.name and name not in self._slow | self._put_off for name in waiting
        )

    def note_slow(self, candidate: Candidate) -> None:
        self._slow.add(candidate.name)

    def note_death(self, candidate: Candidate) -> None:
        self._slow.add(candidate.name)
        self._deaths[candidate.name] += 1
        if self._deaths[candidate.name] >= DEATHS:
            self.put_off(candidate)

    def put_off(self, candidate: Candidate) -> None:
        """It cannot be examined until the server starts again."""
        self._put_off.add(candidate.name)
