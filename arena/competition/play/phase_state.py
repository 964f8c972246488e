"""The state of a phase: its teams in their order, the games that were played, and its table."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from arena.common.errors import ArenaError
from arena.competition.config.changes import GROWING
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import Absences, absences
from arena.competition.entries.entrants import (
    Entrant,
    admitted_teams,
    house_of,
    teams_by_lot,
    teams_of,
)
from arena.competition.play.beginning import starting_teams
from arena.competition.play.game_table import GameTable, is_game_id
from arena.competition.play.progress import (
    Identities,
    MatchOutcome,
    Progress,
    Walk,
    outcome,
    written_deal,
)
from arena.competition.play.ranking import Ranking, ranking
from arena.competition.play.schedule_of import bracket_of, schedule_of
from arena.replay.record import BotEntry
from arena.replay.result import Result
from arena.standings.tally import TallyLine, tally
from arena.store.store import Team

HERE = "the arena's own"  # machine, in tables of times


class NotYet(ArenaError):
    """The phase cannot begin yet, because its teams are not known."""


@dataclass
class PhaseState:
    """A snapshot of a phase. Only the code that plays its games updates it in place."""

    competition: Competition
    phase: Phase
    teams: list[Team]  # in seeded order

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The teams, then the house bots."""
        return teams_of(self.competition, self.phase, self.teams) + self.house

    @cached_property
    def house(self) -> list[Entrant]:
        return house_of(self.phase)

    @cached_property
    def entries(self) -> list[BotEntry]:
        """The entrants as records name them, but without the level that they play at."""
        return [
            BotEntry(each.name, each.bot.spec, each.bot.sha256, each.bot.variant)
            for each in self.entrants
        ]

    @cached_property
    def identities(self) -> Identities:
        game, key = self.competition.game, self.competition.key(self.phase)
        return Identities(game, self.entries, partial(written_deal, game, key))

    @cached_property
    def absences(self) -> Absences:
        return absences(self.competition, self.phase, self.teams)

    @cached_property
    def outcomes(self) -> GameTable[MatchOutcome]:
        """The outcome of each game that was played, also of those that no longer count.

        The server sets fewer, to see the phase as it was when these had been played.
        """
        outcomes: GameTable[MatchOutcome] = GameTable()
        for id, result in self.competition.store.results(self.phase.name):
            if is_game_id(id):  # not if a record was made by hand
                outcomes[id] = outcome(result)
        return outcomes

    @cached_property
    def progress(self) -> Progress:
        """The progress of the phase, computed at the first call."""
        return self.progress_now()

    def progress_now(self) -> Progress:
        """The progress of the phase, brought up to date at each call, while games are added."""
        return self._walk.progress(self.outcomes)

    @cached_property
    def _walk(self) -> Walk:
        sides = len(self.competition.game.sides)
        tree = bracket_of(self.phase, len(self.teams))
        is_absent = self.absences.is_absent
        schedule = schedule_of(self.phase, len(self.teams), sides, tree, is_absent)
        return Walk(schedule, self.identities, self.absences, tree)

    def results(self) -> Iterator[tuple[str, Result]]:
        """The played games that count."""
        games, outcomes = self.progress.games, self.outcomes
        for id, result in self.competition.store.results(self.phase.name):
            if id in games and id in outcomes:
                yield id, result

    def results_in_order(self) -> Iterator[Result]:
        """The same, in the order of the schedule."""
        ids = (id for id in self.progress.games if id in self.outcomes)
        for _, result in self.competition.store.results_in_order(self.phase.name, ids):
            yield result

    def hosts(self) -> dict[str, list[TallyLine]]:
        """A line of each bot for every machine of a cluster that has played. It reads all records.

        The arena's own machine is called `HERE`.
        """
        of_host: dict[str, list[Result]] = {}
        played = dict(self.results())
        for record in self.competition.store.all_records(self.phase.name, played):
            of_host.setdefault(record.host or HERE, []).append(played[record.id])
        names = sorted({name for each in played.values() for name in each.who})
        return {host: tally(names, results) for host, results in of_host.items()}

    def ranking(self) -> Ranking:
        """The table, computed each time."""
        return ranking(
            self.competition,
            self.phase,
            self.teams,
            self.progress,
            self.results(),
            self.results_in_order(),
            self.absences,
        )


def phase_state(competition: Competition, name: str) -> PhaseState:
    """The state of the phase; until it begins, with the teams that it would begin with now."""
    phase = competition.settings.phase(name)
    teams = starting_teams(competition, phase)
    if teams is None:
        return PhaseState(competition, phase, _teams_to_begin_with(competition, phase))
    if phase.kind in GROWING and not phase.source:
        teams += [team for team in admitted_teams(competition, phase) if team not in teams]
    return PhaseState(competition, phase, teams)


def _teams_to_begin_with(competition: Competition, phase: Phase) -> list[Team]:
    """The teams that go on from the phase before; for a first phase all teams, drawn by lot."""
    if not phase.source:
        admitted = admitted_teams(competition, phase)
        if not admitted:
            raise NotYet(
                f"No team is admitted to {phase.name}. Files are handed in with `arena submit`, "
                f"and examined with `arena admit`"
            )
        return teams_by_lot(competition, phase, admitted)
    before = phase_state(competition, phase.source)
    if not before.progress.over:
        raise NotYet(
            f"{phase.name} is for those who go on from {phase.source}, which is not over: "
            f"{len(before.progress.due):,} of its games are to be played. First: "
            f"arena run {competition.path} {phase.source}"
        )
    teams = [before.teams[number] for number in before.ranking().going_on]
    if not teams:
        raise NotYet(
            f"No team goes on from {phase.source} to {phase.name}, because all have left. To take "
            f"a decision back: arena restore"
        )
    return teams
