"""The progress of a phase: runs its schedule, and sends it the scores of the games so far.

The schedule starts from the beginning every time. So only the games have to be stored.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from arena.competition.entries.decisions import PRESENT, Absences
from arena.replay.record import BotEntry, game_id
from arena.replay.result import WHOLE, Result, lead
from arena.schedule.bracket import Bracket
from arena.schedule.fixtures import Fixture
from arena.schedule.match import Match, MatchScore, Schedule
from Game.core.game import Game


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
        self._dealt = cache(deal)

    def of(self, fixture: Fixture) -> str:
        seated = [self._entries[bot] for bot in self._game.bot_of_each_seat(fixture.sides)]
        return game_id(self._game.name, self._game.chosen, self._dealt(fixture.deal), seated)


def written_deal(game: Game, key: bytes, number: int) -> dict[str, Any]:
    """The deal with this number as records have it. `key` is the source of luck of the phase."""
    return game.write_deal(game.deal_number(key, number))


@dataclass
class Progress:
    """The rounds of a phase so far; the last may not be over."""

    rounds: list[list[Match]] = field(default_factory=list)
    scores: list[list[MatchScore]] = field(default_factory=list)  # of the rounds that are over
    games: dict[str, Match] = field(default_factory=dict)  # of all rounds so far, without forfeits
    due: dict[str, tuple[Match, Fixture]] = field(default_factory=dict)  # those not played yet
    awarded: Counter[int] = field(default_factory=Counter)  # for games that an opponent forfeited
    over: bool = False
    bracket: Bracket | None = None  # of a knockout, after the rounds that are over


def progress_of(
    schedule: Schedule,
    identities: Identities,
    known: Mapping[str, MatchOutcome],
    absences: Absences = PRESENT,
    tree: Bracket | None = None,
) -> Progress:
    """Go through the schedule as far as the known games allow. `tree` is the schedule's bracket."""
    progress = Progress(bracket=tree)
    matches = next(schedule, None)
    while matches is not None:
        number = len(progress.rounds)
        progress.rounds.append(matches)
        scores = []
        for match in matches:
            games = _games_of(match, number, identities, known, absences, progress)
            if not progress.due:
                scores.append(score(match, games))
        if progress.due:
            return progress
        progress.scores.append(scores)
        try:
            matches = schedule.send(scores)
        except StopIteration:
            break
    progress.over = True
    return progress


def _games_of(
    match: Match,
    number: int,
    identities: Identities,
    known: Mapping[str, MatchOutcome],
    absences: Absences,
    progress: Progress,
) -> list[tuple[Fixture, MatchOutcome]]:
    """The games of a match that are decided. The others are due, or are left out."""
    decided: list[tuple[Fixture, MatchOutcome]] = []
    if not absences.void.isdisjoint(match.entrants):
        return decided
    absent = {one for one in match.entrants if absences.is_absent(one, number)}
    for fixture in match.fixtures():
        id = identities.of(fixture)
        if id not in known and not absent.isdisjoint(fixture.sides):
            if len(fixture.sides) == 2:
                forfeit = _forfeit(fixture, absent)
                decided.append((fixture, forfeit))
                progress.awarded.update(dict(zip(fixture.sides, forfeit.parts, strict=True)))
            continue
        progress.games[id] = match
        if id in known:
            decided.append((fixture, known[id]))
        else:
            progress.due[id] = match, fixture
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
