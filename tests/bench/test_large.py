"""Seasons of made-up games are right, and so is the simulation of clusters."""

import pytest

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.audit import audit_phase
from bench.large.cluster_size import Costs, simulate
from bench.large.season import PHASE, make_season, write_season

TEAMS, GAMES, MISSING = 6, 120, 3


def test_a_made_up_season_follows_the_rules_and_misses_its_last_games(tmp_path):
    folder = make_season(tmp_path / "season", GAMES, teams=TEAMS)
    assert write_season(folder, MISSING).games == GAMES - MISSING
    with open_competition(folder) as competition:
        state = phase_state(competition, PHASE)
        assert len(state.progress.due) == MISSING
        findings = list(audit_phase(competition, state.phase, None))
        shares = {row.share for row in state.ranking().standings.rows}
    assert findings == [""] * (GAMES - MISSING)
    assert len(shares) > 1


def test_cores_wait_only_if_the_coordinator_or_the_scheduler_is_busy_all_the_time():
    nothing, second = Costs(0, 0, 0), [0.1]
    load = simulate(100, second, 10, nothing)
    assert load == (pytest.approx(1), 0, 0)
    load = simulate(100, second, 10, Costs(game=0, block=0.005, scheduling=0.001))
    assert load == (
        pytest.approx(1, abs=0.03),
        pytest.approx(0.5, abs=0.03),
        pytest.approx(0.1, abs=0.01),
    )
    load = simulate(100, second, 10, Costs(game=0.002, block=0.02, scheduling=0.001))
    assert load == (
        pytest.approx(0.25, abs=0.03),
        pytest.approx(1, abs=0.03),
        pytest.approx(0.025, abs=0.005),
    )
    load = simulate(100, second, 10, Costs(game=0, block=0.005, scheduling=0.02))
    assert load == (
        pytest.approx(0.5, abs=0.03),
        pytest.approx(0.25, abs=0.03),
        pytest.approx(1, abs=0.03),
    )
