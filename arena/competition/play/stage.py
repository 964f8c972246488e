"""A phase of a competition, with everybody who is in it: what has been played, and what is due."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from arena.common.errors import ArenaError
from arena.competition.config import changes
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.play.entrants import Entrant, house_of, teams_by_lot, teams_of, versions_for
from arena.competition.play.progress import Identities, MatchOutcome, Walk, outcome, walk
from arena.competition.play.ranking import Ranking, ranking
from arena.match.play import Terms
from arena.match.run import Run
from arena.replay.record import BotEntry
from arena.replay.result import Result
from arena.sandbox.levels import levels_for
from arena.schedule.knockout import knockout
from arena.schedule.ladder import ladder
from arena.schedule.match import Schedule
from arena.schedule.qualifying import qualifying
from arena.schedule.round_robin import round_robin
from arena.schedule.swiss import swiss
from arena.schedule.tables import tables
from arena.store.store import Team

GROWS = ("qualifying", "round-robin")  # kinds that a team can still join when it has begun


class NotYet(ArenaError):
    """The phase cannot begin yet: it is not known who is in it."""


def schedule(phase: Phase, entrants: int, sides: int) -> Schedule:
    """Who plays whom in a phase of this kind."""
    match phase.kind:
        case "qualifying":
            return qualifying(entrants, len(phase.house), sides, phase.games)
        case "knockout":
            return knockout(entrants, phase.games, phase.third_place, phase.tied)
        case "swiss":
            return swiss(entrants, phase.rounds, phase.games)
        case "ladder":
            return ladder(entrants, phase.rounds, phase.games)
        case "tables":
            return tables(entrants, sides, phase.rounds, phase.games)
        case _:
            return round_robin(entrants, sides, phase.games)


@dataclass
class Stage:
    """A snapshot of a phase. Only the code that plays its games updates it in place."""

    competition: Competition
    phase: Phase
    teams: list[Team]  # in seeded order

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The teams, then the bots of the house."""
        return teams_of(self.competition, self.phase, self.teams) + self.house

    @cached_property
    def house(self) -> list[Entrant]:
        return house_of(self.phase)

    @cached_property
    def entries(self) -> list[BotEntry]:
        """The entrants as records name them, but for the level that they play at."""
        return [
            BotEntry(each.name, each.bot.spec, each.bot.sha256, each.bot.variant)
            for each in self.entrants
        ]

    @cached_property
    def identities(self) -> Identities:
        return Identities(self.competition.game, self.entries, self.competition.key(self.phase))

    @cached_property
    def known(self) -> dict[str, MatchOutcome]:
        """What came of the games that have been played, also of those that count no more."""
        store = self.competition.store
        return {id: outcome(result) for id, result in store.results(self.phase.name)}

    @cached_property
    def so_far(self) -> Walk:
        """How far it has come, for those who only look: it is gone through once."""
        return self.walk()

    def walk(self) -> Walk:
        """How far it has come by now, while games are added."""
        sides = len(self.competition.game.sides)
        return walk(schedule(self.phase, len(self.teams), sides), self.identities, self.known)

    def results(self) -> Iterator[tuple[str, Result]]:
        """The games that count, of those that have been played."""
        ids = self.so_far.games.keys()
        for id, result in self.competition.store.results(self.phase.name):
            if id in ids:
                yield id, result

    def ranking(self) -> Ranking:
        """Where everybody stands."""
        return ranking(self.competition, self.phase, self.teams, self.so_far, self.results())

    def run(self, trusted: bool) -> Run:
        """What the workers need to know to play its games."""
        settings = self.competition.settings
        bots = [each.bot for each in self.entrants]
        levels = levels_for(settings.isolation, bots, trusted)
        return Run(
            game=self.competition.game,
            bots=bots,
            levels=levels,
            entries=[
                BotEntry(entry.name, entry.spec, entry.sha256, entry.variant, level)
                for entry, level in zip(self.entries, levels, strict=True)
            ],
            games=self.phase.games,
            fixtures=[],
            terms=Terms(
                self.competition.key(self.phase),
                "+".join(sorted(set(levels))),
                settings.budget,
                clock=True,
                packages=settings.packages,
            ),
            seed="",
        )


def stage(competition: Competition, name: str) -> Stage:
    """The phase with those who are in it, or would be if it began now."""
    phase = competition.settings.phase(name)
    began = competition.store.note(_began(name))
    if began is None:
        return Stage(competition, phase, _who(competition, phase))
    refused = changes.refusals(began["settings"], competition.settings.frozen(name))
    if refused:
        raise ArenaError(
            f"The phase {name} has begun, and competition.toml has changed since: "
            + "; ".join(refused)
        )
    teams = {team.key: team for team in competition.store.teams()}
    entered = [teams[key] for key in began["teams"]]
    if phase.kind in GROWS and not phase.source:
        entered += [team for team in _admitted(competition, phase) if team not in entered]
    return Stage(competition, phase, entered)


def begin(stage: Stage) -> None:
    """From now on its terms stand, and who is in it."""
    if not has_begun(stage.competition, stage.phase) and stage.competition.seed_is_out:
        raise ArenaError(
            f"{stage.phase.name} cannot begin: all phases before it are published and with them "
            f"the seed, from which everybody can tell its deals. Begin a new competition in "
            f"another folder: arena init"
        )
    settings = stage.competition.settings.frozen(stage.phase.name)
    noted = {"settings": settings, "teams": [team.key for team in stage.teams]}
    if stage.competition.store.note(_began(stage.phase.name)) != noted:
        stage.competition.store.set_note(_began(stage.phase.name), noted)


def has_begun(competition: Competition, phase: Phase) -> bool:
    return competition.store.note(_began(phase.name)) is not None


def _began(phase: str) -> str:
    return f"began {phase}"


def _admitted(competition: Competition, phase: Phase) -> list[Team]:
    versions = versions_for(competition, phase)
    return [team for team in competition.store.teams() if team.key in versions]


def _who(competition: Competition, phase: Phase) -> list[Team]:
    """Who is in a phase that has not begun: those who went on, or all, in an order by lot."""
    if not phase.source:
        admitted = _admitted(competition, phase)
        if not admitted:
            raise NotYet(
                f"No team is admitted to {phase.name}. Files are handed in with `arena submit`, "
                f"and examined with `arena admit`"
            )
        return teams_by_lot(competition, phase, admitted)
    before = stage(competition, phase.source)
    so_far = before.so_far
    if not so_far.over:
        raise NotYet(
            f"{phase.name} is for those who go on from {phase.source}, which is not over: "
            f"{len(so_far.due):,} of its games are to be played. First: "
            f"arena run {competition.path} {phase.source}"
        )
    on = before.ranking().going_on
    return [before.teams[number] for number in on]
