"""The memory of a competition hardly grows with its games."""

import gc
import tracemalloc
from itertools import count

import pytest

from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import Playing
from arena.workers.here import Here
from bench.large.coordinator import MadeUpGames
from bench.large.season import PHASE, make_season

TEAMS, GAMES = 10, 3000
ENTERED = 100  # games that are entered at a time
ALLOWED = 150  # bytes a game; a dictionary of ids and outcomes alone needs more


def memory() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.slow
def test_a_game_that_was_played_or_is_due_needs_few_bytes(tmp_path, monkeypatch):
    ticks = count()
    monkeypatch.setattr(
        "arena.competition.play.playing.monotonic", lambda: next(ticks) * 1.01 / ENTERED
    )
    folder = make_season(tmp_path / "season", GAMES, teams=TEAMS)
    with open_competition(folder, alone=True) as competition:
        state = phase_state(competition, PHASE)
        playing = Playing(
            state, 1, open_engine=lambda job, _: Here(MadeUpGames(job.run, job.phase))
        )
        games, sizes = 0, {}
        tracemalloc.start()
        try:
            for event in playing.games():
                games += len(event) if isinstance(event, list) else 0
                if games in (GAMES // 3, GAMES) and games not in sizes:
                    sizes[games] = memory()
            assert games == GAMES == len(state.outcomes)
            assert sizes[GAMES] - sizes[GAMES // 3] < ALLOWED * (GAMES - GAMES // 3)
            before = memory()
            again = phase_state(competition, PHASE)
            assert again.progress.over
            assert len(again.outcomes) == GAMES
            assert memory() - before < 2 * ALLOWED * GAMES  # with the ids of its deals
        finally:
            tracemalloc.stop()
