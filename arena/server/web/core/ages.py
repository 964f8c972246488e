"""How long ago something came to be, also when somebody sets the clock of the machine meanwhile."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic


@dataclass
class _Seen:
    at: datetime  # as it is written
    since: float  # when that was, by the monotonic clock
    looked_at: float


class Ages:
    """The ages of things that are looked at again and again, such as the last sign of life.

    The clock of the machine says how old a thing was at the first look. From then on the monotonic
    clock counts, which nobody can set. What has changed since the last look is younger than that.
    """

    def __init__(self) -> None:
        self._seen: dict[Hashable, _Seen] = {}

    def of(self, thing: Hashable, at: datetime, now: datetime) -> timedelta:
        """The age of the thing, which was there at this time for the last time."""
        looked_at, before = monotonic(), self._seen.get(thing)
        if before is None or before.at != at:
            age = max(0.0, (now - at).total_seconds())
            if before is not None:
                age = min(age, looked_at - before.looked_at)
            before = self._seen[thing] = _Seen(at, looked_at - age, looked_at)
        before.looked_at = looked_at
        return timedelta(seconds=looked_at - before.since)
