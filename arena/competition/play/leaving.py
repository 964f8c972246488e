"""A team leaves the competition, or comes back.

A team that leaves stays in the pairings of the phases that have begun. Its games that were not
played count as lost, and its opponents get their credit, as for a bye. At a table of three or more
these games are left out. With `void`, none of its games counts. It plays in no phase that begins
later. The next team of the table goes on in its place. On an open ladder, its games that were not
played are left out, and it is not scheduled until it comes back. A phase that is closed, because
the next one has begun with its teams, stays as it is.
"""

from arena.common.errors import ArenaError
from arena.competition.config.changes import GROWING
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.folder import Competition
from arena.competition.config.names import key
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import checked_reason, decide, departures
from arena.competition.log import LEAVE, RESTORE, Decision, Event
from arena.competition.play.beginning import closed_by, events_to_begin, has_begun
from arena.competition.play.ladder_events import new_ladder_events
from arena.competition.play.phase_state import phase_state
from arena.store.store import Team

BY_RESULTS = ("swiss", "ladder", "knockout")  # kinds in which pairings depend on earlier results


def leave(competition: Competition, name: str, what: str, reason: str, void: bool) -> Decision:
    """Note that the team withdraws or is disqualified."""
    assert what in LEAVE
    team, reason = find_team(competition, name), checked_reason(reason)
    if team.key in departures(competition):
        raise ArenaError(
            f"{team.name} no longer takes part: arena log shows the decision. To take it back: "
            f"arena restore"
        )
    rounds = _open_rounds(competition, team)
    if void:
        _check_void(competition, rounds, team)
    dropped: list[Event] = []
    for phase in competition.settings.phases:
        if phase.kind == OPEN_LADDER and phase.name in rounds:
            dropped += _drop_games(competition, phase, team)
    kinds = {competition.settings.phase(name).kind for name in rounds}
    decision = Decision(
        what,
        team.key,
        competition.now()[0],
        reason,
        rounds=rounds,
        left_out=kinds == {OPEN_LADDER},
        void=void,
    )
    decide(competition, decision, *dropped)
    return decision


def come_back(competition: Competition, name: str, reason: str) -> Decision:
    """Note that the team takes part again."""
    team, reason = find_team(competition, name), checked_reason(reason)
    if team.key not in departures(competition):
        raise ArenaError(f"{team.name} takes part: there is nothing to take back")
    rounds = _open_rounds(competition, team)
    decision = Decision(RESTORE, team.key, competition.now()[0], reason, rounds=rounds)
    decide(competition, decision)
    return decision


def find_team(competition: Competition, name: str) -> Team:
    """The team with this name."""
    team = competition.store.team(key(name))
    if team is None:
        names = [each.name for each in competition.store.teams()]
        known = f"There are: {', '.join(names)}" if names else "No team has handed in a file"
        raise ArenaError(f"There is no team {name[:60]!r} in this competition. {known}")
    return team


def _open_rounds(competition: Competition, team: Team) -> dict[str, int]:
    """The open round of each phase that has begun with the team.

    A phase that can grow has one round, which more games may open again until it is closed. On an
    open ladder, it is the number of rounds that have been scheduled.
    """
    rounds = {}
    for phase in competition.settings.phases:
        if has_begun(competition, phase) and not closed_by(competition, phase):
            state = phase_state(competition, phase.name)
            if team in state.teams and (phase.kind in GROWING or not state.progress.over):
                if phase.kind == OPEN_LADDER:
                    rounds[phase.name] = len(state.progress.rounds)
                else:
                    open_round = len(state.progress.scores)
                    rounds[phase.name] = 0 if phase.kind in GROWING else open_round
    return rounds


def _drop_games(competition: Competition, phase: Phase, team: Team) -> list[Event]:
    """The games of the team that are due on an open ladder will not be played."""
    state = phase_state(competition, phase.name)
    assert state.log is not None
    games = state.due_games_of({state.teams.index(team)})
    events = new_ladder_events(competition.store, phase, state.log.without(games))
    return [*events_to_begin(competition, phase, state.teams), *events]


def _check_void(competition: Competition, rounds: dict[str, int], team: Team) -> None:
    if not rounds:
        raise ArenaError(
            f"{team.name} is in no phase that has begun and can still change. Leave out --void"
        )
    for name in rounds:
        if competition.settings.phase(name).kind in BY_RESULTS:
            raise ArenaError(
                f"The games of {team.name} must count: the pairings of {name} came from them. "
                f"Leave out --void. Then only its games that are not played count as lost"
            )
