"""What follows from the organisers' decisions: which teams have left, what is paused, and more."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from msgspec import Struct, structs, to_builtins

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


# In a decision, what its hash leaves out: the arena alone needs it, or it is not public at once.
UNHASHED = ("rounds", "written", "action", "games")


class LastDecision(Struct, frozen=True):
    """The last decision that some results count: how many there were, and a hash of all of them."""

    number: int
    sha256: str


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


def last_decision(made: Sequence[Decision]) -> LastDecision:
    """The last one of these, which are the first ones that were made."""
    lines = [
        {key: value for key, value in to_builtins(each).items() if key not in UNHASHED}
        for each in made
    ]
    text = json.dumps(lines, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return LastDecision(len(made), sha256(text.encode()).hexdigest())


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
    return absences_by(decisions(competition), phase.name, [team.key for team in teams])


def absences_by(made: Sequence[Decision], phase: str, teams: Sequence[str]) -> Absences:
    """The rounds of the phase in which teams with these keys take no part, by these decisions."""
    made = [each for each in made if phase in each.rounds]
    spans, void = {}, set()
    for number, team in enumerate(teams):
        mine = [each for each in made if each.team == team]
        spans[number] = list(_spans(phase, mine))
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
