"""The state of a phase: its teams in their order, the games that were played, and its table."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, partial

from arena.common.errors import ArenaError
from arena.competition.config.changes import GROWING
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import Absences, absences
from arena.competition.entries.entrants import (
    Entrant,
    admitted_teams,
    house_of,
    playing_versions,
    teams_by_lot,
    teams_of,
    teams_with,
)
from arena.competition.entries.waiting import has_settled
from arena.competition.play.beginning import TermsChanged, starting_teams
from arena.competition.play.game_table import GameTable, is_game_id
from arena.competition.play.ladder_events import (
    LadderLog,
    Presence,
    ladder_events,
    ladder_log,
)
from arena.competition.play.progress import (
    Identities,
    LadderIdentities,
    MatchOutcome,
    Progress,
    Walk,
    outcome,
    written_deal,
)
from arena.competition.play.ranking import Ranking, ranking
from arena.competition.play.schedule_of import bracket_of, open_ladder_of, schedule_of
from arena.replay.record import BotEntry
from arena.replay.result import Result
from arena.schedule.open_ladder import LadderEvent
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
    log: LadderLog | None = None  # of an open ladder

    @property
    def is_noted(self) -> bool:
        """Are the newest arrivals on an open ladder stored? True for other phases."""
        return self.log is None or self.log == ladder_log(self.competition.store, self.phase)

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The teams, then the house bots."""
        if self.log is not None:
            return teams_with(self.competition, self.teams, self.log.versions())
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
        deal = partial(written_deal, game, key)
        if self.log is not None:
            return LadderIdentities(game, self.arrived, deal, self.presence)
        return Identities(game, self.entries, deal)

    @cached_property
    def events(self) -> list[LadderEvent]:
        """The events of an open ladder."""
        assert self.log is not None
        return ladder_events(self.competition, self.phase, self.log, self.teams)

    @cached_property
    def presence(self) -> Presence:
        """The same events, by team."""
        assert self.log is not None
        return Presence(self.events, self.log.dropped)

    @cached_property
    def arrived(self) -> list[BotEntry]:
        """All bots of an open ladder, in the order in which they came."""
        assert self.log is not None
        names = {team.key: team.name for team in self.teams}
        return [BotEntry(names[each.team], sha256=each.sha256) for each in self.log.arrivals]

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
        if self.log is not None:
            return ladder_walk(self.phase, self.events, self.presence, self.identities)
        sides = len(self.competition.game.sides)
        tree = bracket_of(self.phase, len(self.teams))
        is_absent = self.absences.is_absent
        schedule = schedule_of(self.phase, len(self.teams), sides, tree, is_absent)
        return Walk(schedule, self.identities, self.absences, tree)

    def due_games_of(self, entrants: Set[int]) -> list[str]:
        """The games on an open ladder that are due, and in which one of these takes part."""
        number = len(self.progress.scores)
        return [
            self.identities.of(fixture, number)
            for _, fixture in self.progress.due
            if not entrants.isdisjoint(fixture.sides)
        ]

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
    try:
        teams = starting_teams(competition, competition.settings.phase(name))
    except TermsChanged:  # perhaps organisers have changed the times since we have looked
        competition.refresh()
        teams = starting_teams(competition, competition.settings.phase(name))
    phase = competition.settings.phase(name)
    if phase.kind == OPEN_LADDER:
        return _ladder_state(competition, phase, teams)
    if teams is None:
        return PhaseState(competition, phase, _teams_to_begin_with(competition, phase))
    if phase.kind in GROWING and not phase.source:
        teams += [team for team in admitted_teams(competition, phase) if team not in teams]
    return PhaseState(competition, phase, teams)


def _ladder_state(competition: Competition, phase: Phase, teams: list[Team] | None) -> PhaseState:
    """The state of an open ladder, with the versions that have been admitted since the last run."""
    store, log = competition.store, ladder_log(competition.store, phase)
    if log.arrivals:
        by_key = {team.key: team for team in store.teams()}
        teams = [by_key[key] for key in log.versions()]  # in the order in which they joined
    elif teams is None:
        teams = _teams_to_begin_with(competition, phase)
    state = PhaseState(competition, phase, teams, log)
    if log.closed is not None:
        return state
    admitted = admitted_teams(competition, phase)
    if not phase.source:
        teams = teams + [team for team in admitted if team not in teams]
    there = [team for team in teams if team in admitted]
    newcomers = log.newcomers(playing_versions(competition, phase), there)
    now = competition.now(coarse=True)[0]
    closes = phase.deadline is not None and has_settled(store, phase.deadline, now)
    if not newcomers and not closes:
        return state
    rounds = len(state.progress.rounds) if log.arrivals else 0
    keys = {each.team for each in newcomers}
    log = log.without(state.due_games_of({n for n, t in enumerate(state.teams) if t.key in keys}))
    log = log.after(rounds, newcomers, closes)
    playing = log.versions()
    return PhaseState(competition, phase, [team for team in teams if team.key in playing], log)


def ladder_walk(
    phase: Phase,
    events: Sequence[LadderEvent],
    presence: Presence,
    identities: Identities,
) -> Walk:
    """The walk through an open ladder with these events."""
    field, schedule = open_ladder_of(phase, events)
    return Walk(schedule, identities, field=field, presence=presence)


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
