"""The entrants of a phase: teams with their files, and house bots."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from arena.bots.bot import Bot, find
from arena.common.errors import ArenaError, BotError
from arena.competition.config.folder import Competition
from arena.competition.config.house import house_name
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import departures
from arena.competition.entries.versions import versions_for
from arena.store.store import Team, Version
from Game.core.keys import KeyedStream, derive


class NotAsHandedIn(ArenaError):
    """The file of a version is missing or has changed."""


@dataclass(frozen=True)
class Entrant:
    """A team with its bot, or a house bot."""

    name: str
    bot: Bot
    version: Version | None = None  # None for a house bot


def playing_versions(competition: Competition, phase: Phase) -> dict[str, Version]:
    """The version with which each team plays the phase, by the key of the team."""
    names = [each.name for each in competition.settings.phases]
    return versions_for(competition.store, names, phase.name)


def admitted_teams(competition: Competition, phase: Phase) -> list[Team]:
    """The teams that take part and have an admitted file, in the order in which they came."""
    versions, left = playing_versions(competition, phase), departures(competition)
    teams = competition.store.teams()
    return [team for team in teams if team.key in versions and team.key not in left]


def teams_of(competition: Competition, phase: Phase, teams: Sequence[Team]) -> list[Entrant]:
    """These teams with the files that they play with."""
    versions = playing_versions(competition, phase)
    for team in teams:
        if team.key not in versions:
            raise ArenaError(
                f"{team.name} is in {phase.name}, and none of its files is admitted any more: it "
                f"was refused when it was examined again. Examine it once more (arena admit "
                f"--again), or let the team hand in another"
            )
    return [_team(competition, team, versions[team.key]) for team in teams]


def teams_with(
    competition: Competition, teams: Sequence[Team], numbers: Mapping[str, int]
) -> list[Entrant]:
    """These teams with the versions that have these numbers, by the key of the team."""
    every = {(each.team, each.number): each for each in competition.store.versions()}
    return [_team(competition, team, every[team.key, numbers[team.key]]) for team in teams]


def house_of(phase: Phase) -> list[Entrant]:
    """The house bots that the teams of the phase meet."""
    return [
        Entrant(house_name(number), replace(find(bot.spec), name=house_name(number)))
        for number, bot in enumerate(phase.house, start=1)
    ]


def teams_by_lot(competition: Competition, phase: Phase, teams: Sequence[Team]) -> list[Team]:
    """The teams in an order that is drawn by lot, which the seed decides."""
    by_key = {team.key: team for team in teams}
    return [by_key[key] for key in draw_order(competition.key(phase), by_key)]


def draw_order(key: bytes, teams: Iterable[str]) -> list[str]:
    """The same for the keys of the teams, from the key of the phase."""
    lots, left, order = KeyedStream(derive(key, "order")), sorted(teams), []
    while left:
        order.append(left.pop(lots.below(len(left))))
    return order


def as_handed_in(competition: Competition, team: Team, version: Version) -> Bot:
    """The bot in the file of this version, which must be the file that the team has handed in."""
    path = competition.path / version.file
    advice = "Put it back as it was, or let the team hand it in again: arena submit"
    whose = f"the file of {team.name}, version {version.number}"
    if not path.exists():
        raise NotAsHandedIn(f"{path} is gone: {whose}. {advice}")
    try:
        bot = find(str(path))
    except BotError:
        bot = None
    if bot is None or bot.sha256 != version.sha256:
        raise NotAsHandedIn(f"{path} has changed since it was handed in: {whose}. {advice}")
    return bot


def _team(competition: Competition, team: Team, version: Version) -> Entrant:
    bot = as_handed_in(competition, team, version)
    return Entrant(team.name, replace(bot, name=team.name), version)
