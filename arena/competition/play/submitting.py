"""Takes the bots and the data of teams, for the phase that takes files now.

Everything is checked before anything is written, also if many teams come at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from arena.bots.code import BotCode
from arena.common.errors import ArenaError
from arena.common.times import minute
from arena.competition.config.changes import GROWING
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.folder import Competition
from arena.competition.config.names import key
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import LATE, Decision, checked_reason, decide, departures
from arena.competition.entries.roster import TeamRow
from arena.competition.entries.submissions import Receipt, keep, read_bot, registered_name
from arena.competition.entries.team_data import NO_DATA, TeamData
from arena.competition.entries.windows import window
from arena.competition.play.beginning import has_begun
from arena.competition.play.closing import why_closed
from arena.competition.play.phase_state import phase_state
from arena.guest.protocol.safe_text import plain
from arena.store.store import Team, check_same_name


@dataclass(frozen=True)
class CheckedEntry:
    """The bot and the data of a team, checked and not stored."""

    name: str
    code: BotCode | None  # None: only the data
    data: TeamData


class Intake:
    """Takes files that come now.

    `received` is an earlier time at which they came in another way. The reason for this decision is
    public. `arrived` is the time at which the server has received them: it counts as the time now.
    """

    def __init__(
        self,
        competition: Competition,
        received: datetime | None = None,
        reason: str = "",
        arrived: datetime | None = None,
    ) -> None:
        self.competition = competition
        self.now, self.warning = competition.now()
        self._is_server = arrived is not None
        if arrived is not None:
            self.now = arrived
        self.when = self.now if received is None else received
        self.reason = "" if received is None else checked_reason(reason)
        if self.when > self.now:
            raise ArenaError(f"{minute(self.when)} is in the future: it is {minute(self.now)} now")

    def check(self, name: str, path: Path | None, data: TeamData) -> CheckedEntry:
        """The bot and the data of a team; an `ArenaError` if they cannot be taken."""
        code = read_bot(self.competition, path) if path is not None else None
        name = registered_name(self.competition, name)
        check_same_name(self.competition.store.team(key(name)), name)
        if code is not None:
            self._check_takes_part(name)
        return CheckedEntry(name, code, data.check())

    def take(self, entry: CheckedEntry) -> Receipt | Team:
        """Store what was checked. Returns a receipt for a bot, and otherwise the team."""
        store = self.competition.store
        team = store.register(entry.name, key(entry.name))
        if (changed := entry.data.added_to(team)) != team:
            store.change_team(changed)
        if entry.code is None:
            return changed
        receipt = keep(self.competition, entry.code, changed, self.phase, self.when, self.warning)
        if self.reason and receipt.new:
            version = receipt.version.number
            decision = Decision(LATE, team.key, self.now, self.reason, version, received=self.when)
            decide(self.competition, decision)
        return receipt

    def take_all(self, rows: Sequence[TeamRow]) -> list[Receipt | Team]:
        """Store the entries of all these teams; if there is a mistake, of none.

        If it is interrupted, it can be done again: an equal file does not become a new version.
        """
        mistakes, checked, places = list[str](), list[CheckedEntry](), dict[str, str]()
        for row in rows:
            try:
                before = places.setdefault(key(row.team) or row.where, row.where)
                if before != row.where:
                    raise ArenaError(f"the team {plain(row.team)!r:.60} is already in {before}")
                if row.mistake:
                    raise ArenaError(row.mistake)
                checked.append(self.check(row.team, row.path, row.data))
            except ArenaError as error:
                sentence = str(error)
                mistakes.append(
                    sentence if sentence.startswith(row.where) else f"{row.where}: {sentence}"
                )
        if mistakes:
            advice = "Nothing was stored. Correct this, and run the command again"
            raise ArenaError("\n".join([*mistakes, advice]))
        return [self.take(entry) for entry in checked]

    @cached_property
    def phase(self) -> Phase:
        """The phase for which files are taken.

        A phase that is over takes files until its deadline. After that, it does so only if its kind
        can grow, if the next phase has not begun, and if the organiser says that a file came
        earlier. For a server, a phase without a deadline takes files until the next one begins:
        it plays at once, so the phase is over whenever no new file comes.
        """
        phases = self.competition.settings.phases
        closed = {
            phase.name
            for phase in phases
            if why_closed(self.competition, phase)
            or (
                phase is not phases[-1]
                and (phase.deadline is None or self.now > phase.deadline)
                and not (phase.kind in GROWING and (self.reason or self._is_server))
                and _is_over(self.competition, phase)
            )
        }
        return window(phases, closed, self.when)

    @cached_property
    def _teams(self) -> set[str]:
        """The teams that may hand in files for the phase.

        On a server, nobody learns from a refusal who goes on, as long as the results of the phase
        before are not published: all of its teams may hand in. Who does not go on never plays.
        """
        competition, phase = self.competition, self.phase
        if self._is_server and phase.source and phase.source not in competition.shown_phases():
            phase = competition.settings.phase(phase.source)
            if not has_begun(competition, phase):
                return {team.key for team in competition.store.teams()}
        return {team.key for team in phase_state(competition, phase.name).teams}

    @cached_property
    def _cannot_join(self) -> bool:
        """Is it too late for new teams, in this phase and in those after it?"""
        phases = self.competition.settings.phases
        return not any(
            phase.kind in (*GROWING, OPEN_LADDER) or not has_begun(self.competition, phase)
            for phase in phases[phases.index(self.phase) :]
            if not phase.source
        )

    @cached_property
    def _who_left(self) -> set[str]:
        return set(departures(self.competition))

    def _check_takes_part(self, name: str) -> None:
        if key(name) in self._who_left:
            raise ArenaError(
                f"{name} no longer takes part: arena log {self.competition.path} shows the "
                f"decision. The organiser can take it back with arena restore"
            )
        # For a phase that follows another, only the teams that went on may hand in files.
        if self.phase.source and key(name) not in self._teams:
            raise ArenaError(
                f"Files are taken for {self.phase.name} now, and {name} did not go on from "
                f"{self.phase.source}"
            )
        if self._cannot_join and key(name) not in self._teams:
            raise ArenaError(
                f"{self.phase.name} has begun without {name}: no other team can join a phase of "
                f"kind {self.phase.kind!r}"
            )


def submit(
    competition: Competition,
    path: Path,
    name: str,
    received: datetime | None = None,
    reason: str = "",
    data: TeamData = NO_DATA,
) -> Receipt:
    """Take the bot of one team."""
    intake = Intake(competition, received, reason)
    receipt = intake.take(intake.check(name, path, data))
    assert isinstance(receipt, Receipt)
    return receipt


def _is_over(competition: Competition, phase: Phase) -> bool:
    if not competition.store.count(phase.name):
        return False
    return phase_state(competition, phase.name).progress_now().over
