"""Admission: every file is examined where it will play, before it plays."""

from collections.abc import Callable, Iterator

from arena.bots.bot import Bot
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.entries.decisions import ACCEPT, Decision, checked_reason, decide
from arena.competition.entries.entrants import ADMITTED, REFUSED, as_handed_in, house_of
from arena.match.admission import Step, examine
from arena.sandbox.levels import is_strange, levels_for, strongest
from arena.store.store import Team, Version

POSITIONS = 500
EXAMINED_HOUSE = "examined house"  # the note of house bots that were examined
PATIENCE = 60.0  # seconds of thinking, after which as many positions as there were are enough

Tell = Callable[[Step], None]


def versions_to_examine(
    competition: Competition, again: bool = False
) -> list[tuple[Team, Version]]:
    """Versions that are not examined yet; with `again`, also the others."""
    return [
        (team, version)
        for team in competition.store.teams()
        for version in competition.store.versions(team)
        if again or not version.status
    ]


def level_of(competition: Competition, trusted: bool) -> str:
    """Where files are examined: where they play."""
    asked = competition.settings.isolation
    level = strongest(trusted) if asked == "auto" else asked
    levels_for(level, [], trusted)
    return level


def admit(
    competition: Competition, team: Team, version: Version, level: str, tell: Tell
) -> Version:
    """Examine a version, and keep the verdict."""
    bot = as_handed_in(competition, team, version)
    steps = []
    for step in _steps(competition, bot, level):
        tell(step)
        steps.append(step)
    report = {
        "level": level,
        "steps": [{"ok": step.ok, "said": step.text, "advice": step.advice} for step in steps],
        "seconds_a_game": next((step.seconds for step in steps if step.seconds is not None), None),
    }
    status = ADMITTED if all(step.ok for step in steps) else REFUSED
    return competition.store.judge(version, status, report)


def _steps(competition: Competition, bot: Bot, level: str) -> Iterator[Step]:
    settings = competition.settings
    return examine(
        bot,
        competition.game,
        level,
        settings.budget,
        POSITIONS,
        packages=settings.packages,
        patience=PATIENCE,
        most=settings.submission_size,
    )


def house_bots_to_examine(competition: Competition, again: bool = False) -> list[tuple[str, Bot]]:
    """House bots from files that are not examined yet; with `again`, also the others."""
    known = [] if again else competition.store.note(EXAMINED_HOUSE) or []
    found: dict[tuple[str, str], tuple[str, Bot]] = {}
    for phase in competition.settings.phases:
        for each in house_of(phase):
            identity = each.bot.sha256, each.bot.variant
            if is_strange(each.bot) and list(identity) not in known:
                found.setdefault(identity, (f"{each.name} of {phase.name}", each.bot))
    return list(found.values())


def examine_house(competition: Competition, bot: Bot, level: str, tell: Tell) -> bool:
    """Examine a house bot as the teams' files are examined. Is everything well?"""
    well = True
    for step in _steps(competition, bot, level):
        tell(step)
        well = well and step.ok
    known = competition.store.note(EXAMINED_HOUSE) or []
    competition.store.set_note(EXAMINED_HOUSE, [*known, [bot.sha256, bot.variant]])
    return well


def accept(competition: Competition, team: Team, reason: str, number: int = 0) -> Version:
    """Admit a version although it was refused: the newest one, or the one with this number."""
    reason = checked_reason(reason)
    versions = competition.store.versions(team)
    if number:
        versions = [each for each in versions if each.number == number]
    if not versions:
        raise ArenaError(f"{team.name} has not handed in a version {number}")
    version = versions[-1]
    if version.status == ADMITTED:
        raise ArenaError(f"{team.name}, version {version.number}: it is admitted already")
    judged = competition.store.judge(version, ADMITTED, {**version.report, "accepted": reason})
    at = competition.now()[0]
    decide(competition, Decision(ACCEPT, team.key, at, reason, version.number))
    return judged
