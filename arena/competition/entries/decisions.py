"""What follows from the organisers' decisions: which teams have left, what is paused, and more."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import structs

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.log import (
    LEAVE,
    Decision,
    Event,
    append,
    history,
)
from arena.guest.protocol.safe_text import plain
from arena.store.store import Team

LONGEST = 300  # characters of a reason


@dataclass(frozen=True)
class Absences:
    """The rounds of a phase in which teams take no part."""

    spans: Mapping[int, Sequence[range]] = field(default_factory=dict)  # by number of the team
    void: frozenset[int] = frozenset()  # teams whose games do not count

    def is_absent(self, entrant: int, number: int) -> bool:
        """Does this entrant take no part in the round with this number?"""
        return any(number in span for span in self.spans.get(entrant, ()))


PRESENT = Absences()
FOREVER = 1_000_000  # rounds


def decisions(competition: Competition) -> Sequence[Decision]:
    """All decisions, the first one first."""
    return history(competition.store).decisions


def decide(competition: Competition, decision: Decision, *with_it: Event) -> None:
    """Add a decision to the log, and these events with it: all of it, or nothing."""
    decision = structs.replace(decision, action=competition.action)
    append(competition.store, decision.at, *with_it, decision, after=competition.decided)
    competition.refresh()


def held_by(competition: Competition, phase: str) -> Decision | None:
    """The decision because of which nobody plays games of this phase now."""
    return history(competition.store).phase(phase).held


def is_started(competition: Competition, phase: str) -> bool:
    """Has an organiser said that this phase shall begin?"""
    return history(competition.store).phase(phase).is_started


def is_started_again(competition: Competition, phase: str) -> bool:
    """Has an organiser started the phase after games of it were set aside?"""
    return history(competition.store).phase(phase).is_started_again


def announcement(competition: Competition) -> Decision | None:
    """What the organisers say to everybody now."""
    return history(competition.store).announcement


def checked_reason(reason: str) -> str:
    """The reason, if it is one line of text."""
    reason = reason.strip()
    if not reason or len(reason) > LONGEST or plain(reason) != reason:
        raise ArenaError(
            f"A reason is one line of text, at most {LONGEST} characters, because everybody may "
            f'read it. Write it in quotation marks: --reason "came by mail"'
        )
    return reason


def departures(competition: Competition) -> Mapping[str, Decision]:
    """The decision by which each team left the competition, by the key of the team."""
    return history(competition.store).left


def absences(competition: Competition, phase: Phase, teams: Sequence[Team]) -> Absences:
    """The rounds of the phase in which these teams take no part."""
    made = [each for each in decisions(competition) if phase.name in each.rounds]
    spans, void = {}, set()
    for number, team in enumerate(teams):
        mine = [each for each in made if each.team == team.key]
        spans[number] = list(_spans(phase.name, mine))
        if mine and mine[-1].void:
            void.add(number)
    return Absences(spans, frozenset(void))


def _spans(phase: str, made: Sequence[Decision]) -> Iterator[range]:
    """From each decision to leave until the next decision to come back."""
    since = None
    for each in made:
        if each.what in LEAVE:
            since = each.rounds[phase]
        elif since is not None:
            yield range(since, each.rounds[phase])
            since = None
    if since is not None:
        yield range(since, FOREVER)
