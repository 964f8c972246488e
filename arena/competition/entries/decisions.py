"""The organiser's decisions, each with a reason that everybody may read.

They are a note in the store, in their order. A decision is never removed. Another decision takes it
back.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct, structs

from arena.common.errors import ArenaError
from arena.competition.config.changed_times import DECISIONS
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.guest.protocol.safe_text import plain
from arena.store.store import Team

ACCEPT, LATE = "accept", "late file"
WITHDRAW, DISQUALIFY, RESTORE = "withdraw", "disqualify", "restore"
RERUN, HOUSE, CLOSE = "rerun", "house", "close"
OPEN_WINDOW, CLOSE_WINDOW, EXTEND_WINDOW = "open window", "close window", "extend window"
START, PAUSE, STOP = "start", "pause", "stop"
FREEZE, UNFREEZE = "freeze", "unfreeze"
ANNOUNCE, SILENCE = "announce", "silence"  # say something to all; no longer
LEAVE = (WITHDRAW, DISQUALIFY)  # the team no longer takes part
HOLD = (PAUSE, STOP)  # nobody plays games of the phase
NOTE = DECISIONS
LONGEST = 300  # characters of a reason


# In a decision, what its hash leaves out: the arena alone needs it, or it is not public at once.
UNHASHED = ("rounds", "written", "action", "games")


class Overtaken(ArenaError):
    """Somebody else has decided something in the same moment."""


class Decision(Struct, frozen=True, omit_defaults=True):
    what: str
    team: str  # its key; empty if it is not about one team
    at: datetime
    reason: str
    version: int = 0  # of the team's file
    received: datetime | None = None  # the file, in another way
    phase: str = ""
    games: list[str] = []  # the ids of games that are played again
    bots: list[str] = []  # the names of house bots that were replaced
    # For a team that leaves or comes back: the open round of each phase that has begun. On an open
    # ladder, and when it closes: the number of rounds that had been scheduled.
    rounds: dict[str, int] = {}
    left_out: bool = False  # the team's missing games are left out: it plays on open ladders only
    void: bool = False  # the team's games do not count, in phases that were not over
    # Times of the phase by which others were replaced (`config/changed_times.py`).
    times: dict[str, datetime | None] = {}
    written: dict[str, datetime | None] = {}
    action: int = 0  # its number in the log of the organisers' actions


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


def decisions(competition: Competition) -> list[Decision]:
    """All decisions, the first one first."""
    return msgspec.convert(competition.store.note(NOTE) or [], list[Decision])


def last_decision(made: Sequence[Decision]) -> LastDecision:
    """The last one of these, which are the first ones that were made."""
    lines = [
        {key: value for key, value in msgspec.to_builtins(each).items() if key not in UNHASHED}
        for each in made
    ]
    text = json.dumps(lines, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return LastDecision(len(made), sha256(text.encode()).hexdigest())


def decide(
    competition: Competition, decision: Decision, notes: Mapping[str, Any] | None = None
) -> None:
    """Add a decision to the list, and store these notes with it: all of it, or nothing."""
    decision = structs.replace(decision, action=competition.action)
    added = {NOTE: msgspec.to_builtins(decision)}
    length = {} if competition.decided is None else {NOTE: competition.decided}
    if not competition.store.set_notes(notes or {}, append=added, if_length=length):
        raise Overtaken("Another organiser has decided something meanwhile: try again")
    competition.refresh()


def held_by(competition: Competition, phase: str) -> Decision | None:
    """The decision because of which nobody plays games of this phase now."""
    about = [each for each in decisions(competition) if each.phase == phase]
    last = [each for each in about if each.what in (START, *HOLD)][-1:]
    return last[0] if last and last[0].what in HOLD else None


def is_started(competition: Competition, phase: str) -> bool:
    """Has an organiser said that this phase shall begin?"""
    made = decisions(competition)
    return any(each.phase == phase and each.what == START for each in made)


def is_started_again(competition: Competition, phase: str) -> bool:
    """Has an organiser started the phase after games of it were set aside?"""
    about = [each.what for each in decisions(competition) if each.phase == phase]
    changed = [what for what in about if what in (START, RERUN)]
    return RERUN in changed and changed[-1] == START


def announcement(competition: Competition) -> Decision | None:
    """What the organisers say to everybody now."""
    said = [each for each in decisions(competition) if each.what in (ANNOUNCE, SILENCE)]
    return said[-1] if said and said[-1].what == ANNOUNCE else None


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
