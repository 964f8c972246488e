"""The organiser's decisions, each with a reason that everybody may read.

They are a note in the store, in their order. A decision is never removed. Another decision takes it
back.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import msgspec
from msgspec import Struct

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.guest.protocol.safe_text import plain
from arena.store.store import Team

ACCEPT, LATE = "accept", "late file"
WITHDRAW, DISQUALIFY, RESTORE = "withdraw", "disqualify", "restore"
RERUN, HOUSE, CLOSE = "rerun", "house", "close"
LEAVE = (WITHDRAW, DISQUALIFY)  # the team no longer takes part
NOTE = "decisions"
LONGEST = 300  # characters of a reason


class Decision(Struct, frozen=True, omit_defaults=True):
    what: str
    team: str  # its key; empty if it is not about one team
    at: datetime
    reason: str
    version: int = 0  # of the team's file
    phase: str = ""
    games: list[str] = []  # the ids of games that are played again
    bots: list[str] = []  # the names of house bots that were replaced
    # For a team that leaves or comes back: the open round of each phase that has begun. On an open
    # ladder, and when it closes: the number of rounds that had been scheduled.
    rounds: dict[str, int] = {}
    left_out: bool = False  # the team's missing games are left out: it plays on open ladders only
    void: bool = False  # the team's games do not count, in phases that were not over


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


def decisions(competition: Competition) -> list[Decision]:
    """All decisions, the first one first."""
    return msgspec.convert(competition.store.note(NOTE) or [], list[Decision])


def decide(competition: Competition, decision: Decision) -> None:
    """Add a decision to the list."""
    noted = [*decisions(competition), decision]
    competition.store.set_note(NOTE, msgspec.to_builtins(noted))


def checked_reason(reason: str) -> str:
    """The reason, if it is one line of text."""
    reason = reason.strip()
    if not reason or len(reason) > LONGEST or plain(reason) != reason:
        raise ArenaError(
            f"A reason is one line of text, at most {LONGEST} characters, because everybody may "
            f'read it. Write it in quotation marks: --reason "came by mail"'
        )
    return reason


def departures(competition: Competition) -> dict[str, Decision]:
    """The decision by which each team left the competition, by the key of the team."""
    left: dict[str, Decision] = {}
    for each in decisions(competition):
        if each.what in LEAVE:
            left[each.team] = each
        elif each.what == RESTORE:
            left.pop(each.team, None)
    return left


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
