"""Admission: every file is examined where it will play, before it plays."""

from collections.abc import Callable

from arena.competition.config.folder import Competition
from arena.competition.entries.entrants import ADMITTED, REFUSED, as_handed_in
from arena.match.admission import Step, examine
from arena.sandbox.levels import levels_for, strongest
from arena.store.store import Team, Version

POSITIONS = 500
PATIENCE = 60.0  # seconds of thinking, after which as many positions as there were are enough

Tell = Callable[[Step], None]


def waiting(competition: Competition, again: bool = False) -> list[tuple[Team, Version]]:
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
    settings = competition.settings
    bot = as_handed_in(competition, team, version)
    steps = []
    for step in examine(
        bot, competition.game, level, settings.budget, POSITIONS,
        packages=settings.packages, patience=PATIENCE, most=settings.submission_size,
    ):  # fmt: skip
        tell(step)
        steps.append(step)
    report = {
        "level": level,
        "steps": [{"ok": step.ok, "said": step.said, "advice": step.advice} for step in steps],
        "seconds_a_game": next((step.seconds for step in steps if step.seconds is not None), None),
    }
    status = ADMITTED if all(step.ok for step in steps) else REFUSED
    return competition.store.judge(version, status, report)
