"""How old something is, although somebody sets the clock of the machine."""

from datetime import UTC, datetime, timedelta

import pytest

from arena.server.web.core import ages
from arena.server.web.core.ages import Ages

NOON = datetime(2026, 4, 3, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def go(monkeypatch):
    """Lets the monotonic clock go on."""
    passed = [100.0]
    monkeypatch.setattr(ages, "monotonic", lambda: passed[0])

    def do(seconds):
        passed[0] += seconds

    return do


def seconds(span):
    return round(span.total_seconds(), 3)


@pytest.mark.parametrize("set_by", [-HOUR, timedelta(0), HOUR])
def test_the_age_of_a_thing_that_stays_grows_as_time_passes(go, set_by):
    known = Ages()
    assert seconds(known.of("file", NOON, NOON + timedelta(seconds=3))) == 3
    go(4)
    assert seconds(known.of("file", NOON, NOON + timedelta(seconds=7) + set_by)) == 7


@pytest.mark.parametrize("set_by", [-HOUR, timedelta(0), HOUR])
def test_a_new_sign_of_life_is_no_older_than_the_last_look(go, set_by):
    known = Ages()
    known.of("lane", NOON, NOON)
    go(5)
    fresh = known.of("lane", NOON + timedelta(seconds=4), NOON + timedelta(seconds=5) + set_by)
    assert 0 <= seconds(fresh) <= 5
    go(20)
    later = known.of("lane", NOON + timedelta(seconds=4), NOON + timedelta(seconds=25) + set_by)
    assert 20 <= seconds(later) <= 25  # it is silent


def test_what_was_old_at_the_first_look_is_old(go):
    assert Ages().of("lane", NOON, NOON + HOUR) == HOUR
