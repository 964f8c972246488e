"""How times are shown to people: each in its own time zone, which is always named.

A time that a person wrote keeps the zone that the person gave. A time from the arena's clock has
the zone of this machine.
"""

from datetime import UTC, datetime, timedelta


def minute(time: datetime) -> str:
    """The time to the minute: "2026-04-03 23:59 UTC+02:00"."""
    return _text(time, "minutes")


def second(time: datetime) -> str:
    """The time to the second."""
    return _text(time, "seconds")


def exact(time: datetime) -> str:
    """The time to the thousandth of a second, for times that are compared with a deadline."""
    return _text(time, "milliseconds")


def with_zone(time: datetime) -> datetime:
    """The time in its own zone. A time without a zone gets the zone of this machine.

    Zones differ by whole minutes. A time in another zone becomes UTC.
    """
    offset = time.utcoffset()
    if offset is None:
        return time.astimezone()
    return time.astimezone(UTC) if offset % timedelta(minutes=1) else time


def _text(time: datetime, to: str) -> str:
    written = time.isoformat(" ", to)
    clock = time.replace(tzinfo=None).isoformat(" ", to)
    offset = written.removeprefix(clock)
    return f"{clock} UTC{offset if time.utcoffset() else ''}"
