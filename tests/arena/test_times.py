"""Times are shown in the zone in which they were written, and the zone is named."""

from datetime import UTC, datetime, timedelta, timezone

from arena.common.times import minute, second, with_zone

CLOCK = datetime(2026, 4, 3, 23, 59, 7)


def test_a_time_is_shown_in_its_own_zone():
    india = CLOCK.replace(tzinfo=timezone(timedelta(hours=5, minutes=30)))
    west = CLOCK.replace(tzinfo=timezone(timedelta(hours=-3)))
    assert minute(india) == "2026-04-03 23:59 UTC+05:30"
    assert minute(west) == "2026-04-03 23:59 UTC-03:00"
    assert second(CLOCK.replace(tzinfo=UTC)) == "2026-04-03 23:59:07 UTC"


def test_a_time_without_a_zone_gets_that_of_this_machine():
    assert with_zone(CLOCK) == CLOCK.astimezone()
    assert with_zone(CLOCK).utcoffset() is not None


def test_a_zone_with_seconds_becomes_utc():
    odd = CLOCK.replace(tzinfo=timezone(timedelta(hours=1, seconds=30)))
    assert with_zone(odd) == odd
    assert minute(with_zone(odd)) == "2026-04-03 22:58 UTC"
