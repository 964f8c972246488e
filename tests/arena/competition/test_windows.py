"""When files may be handed in, and for which phase."""

from datetime import UTC, datetime, timedelta

import pytest

from arena.common.errors import ArenaError
from arena.competition.config.settings import Phase
from arena.competition.entries.windows import window

NOON = datetime(2026, 4, 3, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def phases(*windows: tuple[datetime | None, datetime | None]) -> list[Phase]:
    return [
        Phase(f"phase{number}", "round-robin", opens=opens, deadline=deadline)
        for number, (opens, deadline) in enumerate(windows, start=1)
    ]


def test_a_phase_without_dates_takes_files_until_it_is_closed():
    both = phases((None, None), (None, None))
    assert window(both, [], NOON).name == "phase1"
    assert window(both, ["phase1"], NOON).name == "phase2"


def test_the_moment_of_the_deadline_is_in_time_and_the_next_is_late():
    only = phases((None, NOON))
    assert window(only, [], NOON).name == "phase1"
    with pytest.raises(ArenaError, match=r"phase1 took files until 2026-04-0\d \d\d:\d\d"):
        window(only, [], NOON + timedelta(microseconds=1))


def test_files_are_taken_from_the_moment_a_phase_opens():
    only = phases((NOON, None))
    assert window(only, [], NOON).name == "phase1"
    with pytest.raises(ArenaError, match=r"phase1 takes files from 2026-04-0\d \d\d:\d\d"):
        window(only, [], NOON - timedelta(microseconds=1))


def test_a_file_after_a_deadline_is_for_the_next_phase_if_that_is_open():
    both = phases((None, NOON), (NOON + HOUR, NOON + 2 * HOUR))
    assert window(both, [], NOON + HOUR).name == "phase2"
    with pytest.raises(ArenaError) as between:
        window(both, [], NOON + HOUR / 2)
    assert "phase1 took files until" in str(between.value)
    assert "phase2 takes files from" in str(between.value)


def test_a_closed_phase_takes_nothing_before_its_deadline():
    with pytest.raises(ArenaError, match=r"phase1 is over\Z"):
        window(phases((None, NOON)), ["phase1"], NOON - HOUR)
