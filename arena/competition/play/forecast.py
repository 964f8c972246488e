"""How long the games that are due will take, from the times of the bots so far."""

from collections import Counter
from typing import NamedTuple

from arena.competition.play.phase_state import PhaseState
from arena.competition.play.progress import Progress

OVERHEAD = 0.002  # seconds of a game besides thinking: dealing, asking, writing the record


class Forecast(NamedTuple):
    seconds: float
    unknown: list[str]  # bots that have no times yet


def forecast(state: PhaseState, progress: Progress, workers: int) -> Forecast:
    """The time for the games that can be played now.

    A bot's time in a game is its mean in the phase. Before that, it is its time at admission.
    """
    took = _mean_seconds(state)
    total, unknown = 0.0, set()
    for _, fixture in progress.due:
        total += OVERHEAD
        for bot in fixture.sides:
            seconds = took.get(state.entrants[bot].name)
            if seconds is None:
                unknown.add(state.entrants[bot].name)
            else:
                total += seconds
    return Forecast(total / workers, sorted(unknown))


def _mean_seconds(state: PhaseState) -> dict[str, float]:
    """The mean seconds that each bot has thought in a game."""
    games: Counter[str] = Counter()
    us: Counter[str] = Counter()
    for _, result in state.competition.store.results(state.phase.name):
        for name, effort in zip(result.who, result.efforts, strict=True):
            games[name] += 1
            us[name] += effort.us
    took = {name: us[name] / count / 1e6 for name, count in games.items()}
    for entrant in state.entrants:
        if entrant.name not in took and entrant.version is not None:
            admitted = entrant.version.report.get("seconds_a_game")
            if admitted is not None:
                took[entrant.name] = admitted
    return took
