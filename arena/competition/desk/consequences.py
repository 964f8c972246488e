"""What a decision about a team changes in the phases that have begun, in sentences."""

from collections.abc import Iterator

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.entrants import playing_versions
from arena.competition.play.beginning import closed_by, has_begun
from arena.competition.play.closing import is_ladder_closed
from arena.competition.play.ladder_events import ladder_log
from arena.competition.play.phase_state import phase_state
from arena.store.store import Team


def consequences(competition: Competition, team: Team, first: str = "") -> Iterator[str]:
    """A sentence for each phase, from `first` on, that has begun when this team may play again.

    The team has come back, or one of its files was handed in or admitted.
    """
    names = [phase.name for phase in competition.settings.phases]
    start = names.index(first) if first in names else 0
    for phase in competition.settings.phases[start:]:
        if has_begun(competition, phase):
            try:
                yield from _in_phase(competition, team, phase)
            except ArenaError as error:  # the decision holds, whatever is wrong with the phase
                yield str(error)


def _in_phase(competition: Competition, team: Team, phase: Phase) -> Iterator[str]:
    follower = closed_by(competition, phase)
    if follower is not None:
        yield f"{phase.name} stays as it is: {follower.name} has begun with the teams that went on"
        return
    if is_ladder_closed(competition, phase):
        version = playing_versions(competition, phase).get(team.key)
        plays = ladder_log(competition.store, phase).versions().get(team.key)
        if version is not None and version.number != plays:
            rest = f", and {team.name} plays it with version {plays}" if plays else ""
            yield f"{phase.name} is closed: version {version.number} does not join it{rest}"
            return
    state = phase_state(competition, phase.name)
    if team not in state.teams:
        yield f"{team.name} does not play in {phase.name}: it has begun without this team"
    elif state.progress.due:
        yield f"Games of {phase.name} are to be played: arena run {competition.path} {phase.name}"
