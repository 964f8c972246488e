"""The beginning of a phase. The log gets the terms and the teams, and they no longer change.

Then the phase before it is closed: its games stay as they are, because its table has decided which
teams go on.
"""

from collections.abc import Mapping, Sequence

from msgspec import structs

from arena.common.errors import ArenaError
from arena.competition.config import changes
from arena.competition.config.folder import Competition
from arena.competition.config.house import house_name
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import checked_reason, decide
from arena.competition.entries.versions import events_to_fix_versions
from arena.competition.log import HOUSE, Decision, Event, TermsSet, history
from arena.store.store import Team


class TermsChanged(ArenaError):
    """The phase has begun with other settings."""


def has_begun(competition: Competition, phase: Phase) -> bool:
    return beginning(competition, phase) is not None


def beginning(competition: Competition, phase: Phase) -> TermsSet | None:
    """The terms and the teams with which the phase began; None if it has not begun."""
    return history(competition.store).phase(phase.name).began


def teams_at_the_beginning(competition: Competition, phase: Phase) -> list[str]:
    """The keys of the teams that the phase has begun with; none before it begins."""
    began = beginning(competition, phase)
    return [] if began is None else began.teams


def closed_by(competition: Competition, phase: Phase) -> Phase | None:
    """The phase that has begun with the teams that went on from this one."""
    for each in competition.settings.phases:
        if each.source == phase.name and has_begun(competition, each):
            return each
    return None


def check_not_closed(competition: Competition, phase: Phase) -> None:
    """Refuse to change the games of a phase that is closed."""
    follower = closed_by(competition, phase)
    if follower is not None:
        raise ArenaError(
            f"{follower.name} has begun with the teams that went on from {phase.name}. So no game "
            f"of {phase.name} can be played again. You can rerun games of {follower.name}"
        )


def teams_that_went_on(competition: Competition, phase: Phase) -> list[str] | None:
    """The keys of the teams with which the next phase has begun. None: it has not begun."""
    follower = closed_by(competition, phase)
    if follower is None:
        return None
    return teams_at_the_beginning(competition, follower)


def events_to_begin(competition: Competition, phase: Phase, teams: Sequence[Team]) -> list[Event]:
    """The events with which the phase begins, or goes on with more teams or other terms."""
    events: list[Event] = []
    began = beginning(competition, phase)
    if began is None and competition.seed_is_out:
        raise ArenaError(
            f"{phase.name} cannot begin: all phases before it are published and with them "
            f"the seed, from which everybody can tell its deals. Begin a new competition in "
            f"another folder: arena init"
        )
    if phase.source:
        source = competition.settings.phase(phase.source)
        before = beginning(competition, source)
        if before is not None:
            names = [each.name for each in competition.settings.phases]
            events += events_to_fix_versions(competition.store, names, source.name, before.teams)
    settings = competition.settings.frozen(phase.name)
    terms = TermsSet(phase.name, settings, [team.key for team in teams])
    return events if terms == began else [*events, terms]


def change_terms(
    competition: Competition, phase: Phase, terms: Mapping[str, object]
) -> list[Event]:
    """The event that changes these terms of the phase; nothing before it begins."""
    began = beginning(competition, phase)
    if began is None:
        return []
    settings = {**began.settings, "phase": {**began.settings["phase"], **terms}}
    return [structs.replace(began, settings=settings)]


def starting_teams(competition: Competition, phase: Phase) -> list[Team] | None:
    """The teams that the phase began with; None if it has not begun.

    Raises `TermsChanged` if competition.toml has changed since then in a way that is not allowed.
    """
    began = beginning(competition, phase)
    if began is None:
        return None
    follower = closed_by(competition, phase)
    frozen = competition.settings.frozen(phase.name)
    refused = changes.refusals(began.settings, frozen, closed=follower is not None)
    if refused:
        raise TermsChanged(
            f"The phase {phase.name} has begun, and competition.toml has changed since: "
            + "; ".join(refused)
        )
    if follower and phase.games > began.settings["phase"].get("games", phase.games):
        raise ArenaError(
            f"games of phase {phase.name} cannot be more than when {follower.name} began "
            f"with the teams that went on. Change games back to "
            f"{began.settings['phase']['games']} in competition.toml"
        )
    teams = {team.key: team for team in competition.store.teams()}
    return [teams[key] for key in began.teams]


def replace_house(competition: Competition, phase: Phase, reason: str) -> Decision:
    """Accept house bots that have changed since the phase began, and note it as a decision."""
    reason, began = checked_reason(reason), beginning(competition, phase)
    if began is None:
        raise ArenaError(
            f"{phase.name} has not begun: change its house in competition.toml, no decision is "
            f"needed"
        )
    check_not_closed(competition, phase)
    before = began.settings["phase"].get("house", [])
    after = competition.settings.frozen(phase.name)["phase"].get("house", [])
    if len(before) != len(after):
        raise ArenaError(
            f"{phase.name} began with {len(before)} house bots, and competition.toml has "
            f"{len(after)} now: replace a bot by another, and leave the others in their order"
        )
    changed = [house_name(n) for n in range(1, len(after) + 1) if before[n - 1] != after[n - 1]]
    if not changed:
        raise ArenaError(
            f"The house bots of {phase.name} are those with which it began. First change the file "
            f"of a bot, or the list `house` in competition.toml"
        )
    now = competition.now()[0]
    decision = Decision(HOUSE, "", now, reason, phase=phase.name, bots=changed)
    decide(competition, decision, *change_terms(competition, phase, {"house": after}))
    return decision
