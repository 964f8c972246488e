"""The versions of teams: which one plays a phase, and how a team takes one back.

The web half of the live site uses this module, too. So it imports no bots.
"""

from collections.abc import Collection, Sequence

from arena.common.errors import ArenaError
from arena.competition.log import VersionsFixed, history
from arena.store.store import WITHDRAWN, Store, Team, Version

ADMITTED, REFUSED = "admitted", "refused"


def versions_for(store: Store, phases: Sequence[str], phase: str) -> dict[str, Version]:
    """The version that each team plays the phase with: the newest admitted one that was handed in
    for it, or for a phase before it. Once another phase depends on this one, they stay.

    `phases` are the names of all phases, in their order.
    """
    every = store.versions()
    fixed = history(store).phase(phase).versions
    if fixed is not None:
        return {each.team: each for each in every if fixed.get(each.team) == each.number}
    so_far = phases[: phases.index(phase) + 1]
    return {each.team: each for each in every if each.status == ADMITTED and each.phase in so_far}


def events_to_fix_versions(
    store: Store, phases: Sequence[str], phase: str, teams: Collection[str]
) -> list[VersionsFixed]:
    """The event after which these teams play the phase with the versions that they have now.

    Files that are admitted later, and teams that come back, change nothing in it.
    """
    if history(store).phase(phase).versions is not None:
        return []
    versions = versions_for(store, phases, phase).values()
    fixed = {each.team: each.number for each in versions if each.team in teams}
    return [VersionsFixed(phase, fixed)]


def are_fixed(store: Store, phase: str) -> bool:
    """Does every team play the phase with the version that it has, whatever is admitted later?"""
    return history(store).phase(phase).versions is not None


def take_back(store: Store, phases: Sequence[str], phase: str, team: Team, number: int) -> Version:
    """The team takes back a version that was handed in for `phase`, which takes files now.

    The newest of the other admitted versions plays in its place. The last one stays, because a
    phase that has begun cannot go on without it.
    """
    versions = store.versions(team)
    version = next((each for each in versions if each.number == number), None)
    if version is None:
        raise ArenaError(f"{team.name} has not handed in a version {number}")
    if version.status in (REFUSED, WITHDRAWN):
        raise ArenaError(f"Version {number} does not play: there is nothing to take back")
    if version.phase != phase:
        raise ArenaError(
            f"Version {number} was handed in for {version.phase}, which takes no more files. Hand "
            f"in another one for {phase}"
        )
    so_far = phases[: phases.index(phase) + 1]
    others = [
        each.id
        for each in versions
        if each.status == ADMITTED and each.phase in so_far and each != version
    ]
    if not store.withdraw(version, others if version.status == ADMITTED else None):
        raise ArenaError(
            f"Version {number} is the only one of {team.name} that can play: hand in another one "
            f"first. If the team wants to leave, the organiser takes it out"
        )
    return version
