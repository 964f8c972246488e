"""Lets games be played again. The old records are kept, but do not count."""

from collections.abc import Sequence

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.entries.decisions import RERUN, Decision, checked_reason, decide
from arena.competition.play.beginning import has_begun
from arena.competition.play.leaving import BY_RESULTS
from arena.competition.play.phase_state import PhaseState
from arena.schedule.match import Match


def rerun(
    state: PhaseState, ids: Sequence[str], label: str, names: Sequence[str], reason: str
) -> Decision:
    """Set games aside: those with these ids, or those of a match, or those between these teams."""
    competition, phase = state.competition, state.phase
    reason = checked_reason(reason)
    _check_followers(competition, phase.name)
    games = _choose_matches(state, ids, label, names)
    if phase.kind in BY_RESULTS:
        _check_last_round(state, games)
    competition.store.set_aside(phase.name, sorted(games))
    now = competition.now()[0]
    decision = Decision(RERUN, "", now, reason, phase=phase.name, games=sorted(games))
    decide(competition, decision)
    return decision


def _check_followers(competition: Competition, name: str) -> None:
    for phase in competition.settings.phases:
        if phase.source == name and has_begun(competition, phase):
            raise ArenaError(
                f"{phase.name} has begun with the teams that went on from {name}. So no game of "
                f"{name} can be played again"
            )


def _choose_matches(
    state: PhaseState, ids: Sequence[str], label: str, names: Sequence[str]
) -> dict[str, Match]:
    """The chosen games among those that were played and count."""
    counted = {id: match for id, match in state.progress.games.items() if id in state.outcomes}
    for id in ids:
        if id not in counted:
            raise ArenaError(f"{state.phase.name} has no game {id[:40]!r} that counts")
    if ids:
        return {id: counted[id] for id in ids}
    entrants = {each.name: number for number, each in enumerate(state.entrants)}
    for name in names:
        if name not in entrants:
            raise ArenaError(
                f"{name[:60]!r} does not play in {state.phase.name}. There are: "
                + ", ".join(entrants)
            )
    wanted = {entrants[name] for name in names}
    chosen = {
        id: match
        for id, match in counted.items()
        if (not label or match.label == label) and wanted <= set(match.entrants)
    }
    if not chosen:
        labels = ", ".join(dict.fromkeys(match.label for match in counted.values()))
        raise ArenaError(
            f"No game of {state.phase.name} that was played is meant. Its matches are called: "
            f"{labels or 'none was played'}"
        )
    return chosen


def _check_last_round(state: PhaseState, games: dict[str, Match]) -> None:
    """Refuse if pairings of a later round came from these games."""
    last = set(state.progress.rounds[-1])
    for match in games.values():
        if match not in last:
            raise ArenaError(
                f"Later pairings of {state.phase.name} came from {match.label}. So only games of "
                f"its last round can be played again"
            )
