"""The progress of a phase: runs its schedule, and sends it the scores of the games so far.

Only the games are stored. So the schedule starts from the beginning in every run of the arena.
"""

import dataclasses
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from arena.competition.entries.decisions import PRESENT, Absences
from arena.competition.play.game_table import GameTable
from arena.competition.play.ladder_events import Presence
from arena.replay.record import BotEntry, dealt_part, id_of_parts, seated_part
from arena.replay.result import WHOLE, Result, lead
from arena.schedule.bracket import Bracket
from arena.schedule.fixtures import Fixture
from arena.schedule.match import Match, MatchScore, Schedule
from arena.schedule.open_ladder import Field
from Game.core.game import Game

REMEMBERED = 1 << 16  # parts of identities, so that each is computed once for many games


class MatchOutcome(NamedTuple):
    """The part of a result that a schedule needs, for each side."""

    parts: tuple[int, ...]  # of a win
    scores: tuple[float, ...]


@cache
def _one(parts: tuple[int, ...], scores: tuple[float, ...]) -> MatchOutcome:
    """The same object for all games with the same outcome, to save memory."""
    return MatchOutcome(parts, scores)


def outcome(result: Result) -> MatchOutcome:
    return _one(result.parts, result.scores)


class Identities:
    """The id of each game of a phase, from its fixture. `deal` gives the deal with a number."""

    def __init__(
        self, game: Game, entries: Sequence[BotEntry], deal: Callable[[int], object]
    ) -> None:
        self._game = game
        self._entries = entries
        self._deal = deal
        self._dealt = lru_cache(REMEMBERED)(self._write_deal)
        self._seated = lru_cache(REMEMBERED)(self._seat)

    def of(self, fixture: Fixture, number: int = 0) -> str:
        """The id of the game. On an open ladder, it also depends on the number of the round."""
        return id_of_parts(self._dealt(fixture.deal), self._seated(fixture.sides))

    def _write_deal(self, number: int) -> bytes:
        return dealt_part(self._game.name, self._game.chosen, self._deal(number))

    def _seat(self, sides: tuple[int, ...]) -> bytes:
        return seated_part([self._entries[bot] for bot in self._game.bot_of_each_seat(sides)])


class LadderIdentities(Identities):
    """The same on an open ladder, where a team plays with one bot after the other.

    `entries` has the bots in the order in which they came.
    """

    def __init__(
        self,
        game: Game,
        entries: Sequence[BotEntry],
        deal: Callable[[int], object],
        presence: Presence,
    ) -> None:
        super().__init__(game, entries, deal)
        self._presence = presence

    def of(self, fixture: Fixture, number: int = 0) -> str:
        bots = tuple([self._presence.arrival(one, number) for one in fixture.sides])
        return id_of_parts(self._dealt(fixture.deal), self._seated(bots))


def written_deal(game: Game, key: bytes, number: int) -> dict[str, Any]:
    """The deal with this number as records have it. `key` is the source of luck of the phase."""
    return game.write_deal(game.deal_number(key, number))


class DueGames:
    """Games that are to be played. Only their numbers in their matches are stored."""

    def __init__(self) -> None:
        self._matches: list[tuple[Match, array[int]]] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[Match, Fixture]]:
        for match, numbers in self._matches:
            due = set(numbers)
            for number, fixture in enumerate(match.fixtures()):
                if number in due:
                    yield match, fixture

    def add(self, match: Match, number: int) -> None:
        """Add the game with this number of the match. Games come match by match."""
        if not self._matches or self._matches[-1][0] is not match:
            self._matches.append((match, array("I")))
        self._matches[-1][1].append(number)
        self._count += 1


@dataclass
class Progress:
    """The rounds of a phase so far; the last may not be over."""

    rounds: list[list[Match]] = dataclasses.field(default_factory=list)
    scores: list[list[MatchScore]] = dataclasses.field(
        default_factory=list
    )  # of the rounds that are over
    # Of all rounds so far, without forfeits.
    games: GameTable[Match] = dataclasses.field(default_factory=GameTable)
    # On an open ladder: those that no longer count.
    past: GameTable[Match] = dataclasses.field(default_factory=GameTable)
    due: DueGames = dataclasses.field(default_factory=DueGames)  # those not played yet
    awarded: Counter[int] = dataclasses.field(
        default_factory=Counter
    )  # for games that an opponent forfeited
    over: bool = False
    bracket: Bracket | None = None  # of a knockout, after the rounds that are over
    field: Field | None = None  # of an open ladder, after the rounds that are over


class Walk:
    """Goes through the schedule as far as the known games allow, and later goes on from there."""

    def __init__(
        self,
        schedule: Schedule,
        identities: Identities,
        absences: Absences = PRESENT,
        tree: Bracket | None = None,  # the schedule's bracket
        field: Field | None = None,  # of an open ladder
        presence: Presence | None = None,  # of the entrants of an open ladder
    ) -> None:
        self._schedule = schedule
        self._identities = identities
        self._absences = absences
        self._presence = presence
        self._matches = next(schedule, None)  # of the round that is not over
        self._progress = Progress(bracket=tree, field=field)
        self._awarded: Counter[int] = Counter()  # in the rounds that are over

    def progress(self, known: Mapping[str, MatchOutcome]) -> Progress:
        """The progress with these games, which are those of the last call and perhaps more."""
        progress = self._progress
        while self._matches is not None:
            del progress.rounds[len(progress.scores) :]
            progress.rounds.append(self._matches)
            progress.due = DueGames()
            progress.awarded = self._awarded.copy()
            scores = []
            for match in self._matches:
                number = len(progress.scores)
                games = self._decided_games(match, number, known)
                if not progress.due:
                    scores.append(score(match, games))
            if progress.due:
                return progress
            self._awarded = progress.awarded
            progress.scores.append(scores)
            try:
                self._matches = self._schedule.send(scores)
            except StopIteration:
                self._matches = None
        # An open ladder whose schedule has ended may only wait for another team.
        progress.over = self._presence is None or self._presence.is_closed
        return progress

    def _decided_games(
        self, match: Match, number: int, known: Mapping[str, MatchOutcome]
    ) -> list[tuple[Fixture, MatchOutcome]]:
        """The games of a match in the round with this number that are decided.

        The others are due, or are left out. On an open ladder nobody forfeits, but some games are
        dropped, and those of earlier bots do not count.
        """
        progress, presence, absences = self._progress, self._presence, self._absences
        decided: list[tuple[Fixture, MatchOutcome]] = []
        if not absences.void.isdisjoint(match.entrants):
            return decided
        absent = {one for one in match.entrants if absences.is_absent(one, number)}
        counts = presence is None or presence.counts(match.entrants, number)
        games = progress.games if counts else progress.past
        dropped = presence.dropped if presence is not None else frozenset()
        for index, fixture in enumerate(match.fixtures()):
            id = self._identities.of(fixture, number)
            played = known.get(id)
            if played is not None:
                games[id] = match
                decided.append((fixture, played))
            elif not absent.isdisjoint(fixture.sides):
                if len(fixture.sides) == 2:
                    forfeit = _forfeit(fixture, absent)
                    decided.append((fixture, forfeit))
                    progress.awarded.update(dict(zip(fixture.sides, forfeit.parts, strict=True)))
            elif id not in dropped:
                games[id] = match
                progress.due.add(match, index)
        return decided


def _forfeit(fixture: Fixture, absent: Set[int]) -> MatchOutcome:
    """The side that is present wins without a game."""
    return _one(tuple([0 if one in absent else WHOLE for one in fixture.sides]), (0.0, 0.0))


def score(match: Match, games: Sequence[tuple[Fixture, MatchOutcome]]) -> MatchScore:
    """The score of a match, for each of its entrants."""
    won = dict.fromkeys(match.entrants, 0)  # in parts of a win
    leads = dict.fromkeys(match.entrants, 0.0)
    sides = len(match.entrants)
    for fixture, (parts, scores) in games:
        sides, everything = len(scores), sum(scores)
        for side, entrant in enumerate(fixture.sides):
            won[entrant] += parts[side]
            leads[entrant] += lead(scores[side], everything, sides)
    return MatchScore(
        tuple([parts / WHOLE for parts in won.values()]),
        tuple([points / sides for points in leads.values()]),
    )
