"""Admission: every file is examined before it plays, at the isolation level at which it plays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.bots.bot import Bot
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.entries.decisions import checked_reason, decide
from arena.competition.entries.entrants import NotAsHandedIn, as_handed_in, house_of
from arena.competition.entries.examining import (
    PATIENCE,
    POSITIONS,
    Examination,
    ExamineBots,
    Findings,
)
from arena.competition.entries.versions import ADMITTED, REFUSED, are_fixed
from arena.competition.log import ACCEPT, Decision
from arena.match.admission import Conditions
from arena.match.findings import Step
from arena.sandbox.levels import is_strange, levels_for, strongest
from arena.store.store import WITHDRAWN, Team, Version
from arena.workers.engine import Engine, open_engine

EXAMINED_HOUSE = "examined house"  # the note of house bots that were examined
AGAIN = "examine again"  # the note of versions that are to be examined again


@dataclass(frozen=True)
class Candidate:
    """A file to examine: of a team, or of a house bot."""

    name: str
    team: Team | None = None
    version: Version | None = None
    house: Bot | None = None


@dataclass(frozen=True)
class Verdict:
    """The result of the examination of a candidate."""

    candidate: Candidate
    steps: Sequence[Step] = ()
    missing: str = ""  # why the file could not be examined

    @property
    def is_good(self) -> bool:
        return not self.missing and all(step.ok for step in self.steps)


class Admission:
    """One run of admission. Iterate over `verdicts`; `stop` ends it early.

    Every verdict is stored when it comes. So the next run examines the other files.
    """

    def __init__(self, competition: Competition, level: str, workers: int) -> None:
        self.competition = competition
        self.level = level
        self.candidates = versions_to_examine(competition)
        self.stopped = False
        self._engine: Engine[Examination, Findings] = open_engine(
            examination_of(competition, level), workers
        )

    def stop(self) -> None:
        """Begin no new examinations. Those under way are finished."""
        self.stopped = True
        self._engine.stop()

    def verdicts(self) -> Iterator[Verdict]:
        """The verdicts, in the order in which they come."""
        missing: list[Verdict] = []
        with self._engine:
            for findings in self._engine.results(self._examinations(missing)):
                for each in findings:
                    yield store_verdict(
                        self.competition, self.candidates[each.number], each.steps, self.level
                    )
        yield from missing

    def _examinations(self, missing: list[Verdict]) -> Iterator[list[Examination]]:
        """The bots, one by one. A missing or changed file does not stop the others."""
        for number, each in enumerate(self.candidates):
            try:
                yield [Examination(number, self._bot(each))]
            except NotAsHandedIn as why:
                missing.append(Verdict(each, missing=str(why)))

    def _bot(self, candidate: Candidate) -> Bot:
        if candidate.house is not None:
            return candidate.house
        assert candidate.team is not None
        assert candidate.version is not None
        return as_handed_in(self.competition, candidate.team, candidate.version)


def examination_of(competition: Competition, level: str) -> ExamineBots:
    """The job of examining bots under the conditions of this competition."""
    settings = competition.settings
    return ExamineBots(
        Conditions(
            competition.game,
            level,
            settings.budget,
            settings.packages,
            settings.submission_size,
            settings.tolerance,
            POSITIONS,
            PATIENCE,
        )
    )


def store_verdict(
    competition: Competition, candidate: Candidate, steps: Sequence[Step], level: str
) -> Verdict:
    """The verdict after these steps, which is stored."""
    store, verdict = competition.store, Verdict(candidate, steps)
    if candidate.house is not None:
        if verdict.is_good:  # the others are examined each time, until they are repaired
            known = store.note(EXAMINED_HOUSE) or []
            store.set_note(EXAMINED_HOUSE, [*known, _identity(candidate.house)])
        return verdict
    assert candidate.version is not None
    seconds = (step.seconds for step in steps if step.seconds is not None)
    report = {
        "level": level,
        "steps": [{"ok": step.ok, "said": step.text, "advice": step.advice} for step in steps],
        "seconds_a_game": next(seconds, None),
    }
    store.judge(candidate.version, ADMITTED if verdict.is_good else REFUSED, report)
    again = store.note(AGAIN) or []
    if candidate.version.id in again:
        again.remove(candidate.version.id)
        store.set_note(AGAIN, again)
    return verdict


def level_of(competition: Competition, trusted: bool) -> str:
    """The isolation level at which files are examined: the one at which they play."""
    asked = competition.settings.isolation
    level = strongest(trusted) if asked == "auto" else asked
    levels_for(level, [], trusted)
    return level


def examine_all_again(competition: Competition) -> None:
    """Let the next run of admission examine all files, also those that have a verdict.

    This is stored as a note, so an interrupted admission can continue. Until a file is examined
    again, its old verdict holds.
    """
    store = competition.store
    store.set_note(AGAIN, [version.id for version in store.versions()])
    store.set_note(EXAMINED_HOUSE, [])


def without_verdict(competition: Competition) -> int:
    """The number of versions that nobody has examined. They cannot play."""
    return sum(not version.status for version in competition.store.versions())


def versions_to_examine(competition: Competition) -> list[Candidate]:
    """The files to examine: those of house bots, and then those of teams."""
    store, again = competition.store, competition.store.note(AGAIN) or []
    teams = [
        Candidate(f"{team.name}, version {version.number}", team, version)
        for team in store.teams()
        for version in store.versions(team)
        if not version.status or (version.id in again and version.status != WITHDRAWN)
    ]
    return [*_house_waiting(competition), *teams]


def _house_waiting(competition: Competition) -> list[Candidate]:
    """House bots from files that have not passed an examination."""
    known = competition.store.note(EXAMINED_HOUSE) or []
    bots: dict[tuple[str, str], Candidate] = {}
    for phase in competition.settings.phases:
        for each in house_of(phase):
            bot = each.bot
            if is_strange(bot) and _identity(bot) not in known:
                name = f"{each.name} of {phase.name} ({bot.path.name})"
                bots.setdefault((bot.sha256, bot.variant), Candidate(name, house=bot))
    return list(bots.values())


def _identity(bot: Bot) -> list[str]:
    return [bot.sha256, bot.variant]


def accept(competition: Competition, team: Team, reason: str, number: int = 0) -> Version:
    """Admit a version although it was refused: the newest one, or the one with this number."""
    reason = checked_reason(reason)
    versions = competition.store.versions(team)
    if number:
        versions = [each for each in versions if each.number == number]
    if not versions:
        raise ArenaError(f"{team.name} has not handed in a version {number}")
    version = versions[-1]
    if version.status == WITHDRAWN:
        raise ArenaError(
            f"{team.name} has taken back version {version.number}: let the team hand it in again"
        )
    if version.status == ADMITTED:
        raise ArenaError(f"{team.name}, version {version.number}: it is admitted already")
    judged = competition.store.judge(version, ADMITTED, {**version.report, "accepted": reason})
    at = competition.now()[0]
    changed = "" if are_fixed(competition.store, version.phase) else version.phase
    decide(competition, Decision(ACCEPT, team.key, at, reason, version.number, phase=changed))
    return judged
