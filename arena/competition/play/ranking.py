"""The table of a phase: each kind of phase has its own order.

qualifying, round-robin   by credit, then the tie-breaks of the phase; before the phase is over by
                          the share of credit, if the teams have not played equally many games
swiss                     the same, a bye counts as won
knockout                  by the places of the bracket; lot orders the teams that share one
ladder                    by skill, after the games in their order
tables, and round-robin for three or more     by rating
open-ladder               the same; a team whose new bot has not played keeps its place
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from arena.competition.config.changes import GROWING
from arena.competition.config.folder import Competition
from arena.competition.config.house import is_house_name
from arena.competition.config.settings import Phase
from arena.competition.entries.decisions import Absences, departures
from arena.competition.log import LotsDrawn, append, history
from arena.competition.play.beginning import teams_that_went_on
from arena.competition.play.progress import Progress
from arena.pages.words import Words
from arena.replay.result import WHOLE, Result
from arena.schedule.bracket import Bracket
from arena.schedule.ladder import ladder_order
from arena.schedule.open_ladder import Field
from arena.schedule.swiss import bye, without_match
from arena.standings import table
from arena.standings.quantity import Quantity, by_place, by_share, by_skill
from arena.standings.rows import Standings, standings
from arena.standings.scorebook import Scorebook
from arena.standings.skill import skills
from arena.store.store import Team
from Game.core.keys import derive, seed_number

LOT = "lot"


@dataclass(frozen=True)
class Ranking:
    """The table of a phase, and the scorebook behind it."""

    phase: Phase
    teams: Sequence[Team]
    book: Scorebook
    standings: Standings
    lots: Mapping[str, int]  # the number that each team has drawn: the lowest is the best
    over: bool
    left: Collection[str]  # the teams that have left, and so do not go on
    went_on: Collection[str] | None  # the teams that went on, if the next phase has begun
    bracket: Bracket | None = None  # of a knockout

    @property
    def names(self) -> list[str]:
        return [team.name for team in self.teams]

    @property
    def going_on(self) -> list[int]:
        """The numbers of the teams that go on, the best first."""
        numbers = {team.name: number for number, team in enumerate(self.teams)}
        order = [row.name for row in self.standings.rows]
        if self.went_on is not None:
            return [numbers[name] for name in order if name in self.went_on]
        return [numbers[name] for name in order if name not in self.left][: self.phase.top]

    def house_faults(self) -> dict[str, dict[str, int]]:
        """The faults of the house bots, by name. They are not in the table."""
        return house_faults(self.book)

    def csv(self) -> str:
        return table.as_csv(table.table_rows(self.standings))

    def json(self) -> str:
        return table.as_json(self.standings, self.order(), self.house_faults())

    def order(self) -> list[dict[str, str]]:
        return described(self.standings)


def house_faults(book: Scorebook) -> dict[str, dict[str, int]]:
    """How many faults of each kind each house bot has made: name -> kind -> number."""
    lines = [book.lines[name] for name in sorted(book.lines) if is_house_name(name)]
    return {line.name: dict(line.faults) for line in lines if line.faults}


def described(table: Standings) -> list[dict[str, str]]:
    """The name of each criterion of the order, the first one first, and a sentence about it."""
    words = Words("en")
    return [
        {"name": each.name, "sentence": words(f"site.criterion.{each.name}.sentence")}
        for each in table.criteria
    ]


@dataclass(frozen=True)
class TableTerms:
    """What the table of a phase depends on, besides its games."""

    phase: Phase
    names: Sequence[str]  # of the teams, in seeded order
    sides: int  # of the game
    absences: Absences
    lots: Mapping[str, int]


def ranking(
    competition: Competition,
    phase: Phase,
    teams: Sequence[Team],
    progress: Progress,
    results: Iterable[tuple[str, Result]],
    in_order: Iterable[Result],
    absences: Absences,
) -> Ranking:
    """The table of the phase from the games that count, as they come.

    `in_order` has the same ones in the order of the schedule. They are read only for a ladder.
    """
    names = [team.name for team in teams]
    lots = lots_of(competition, phase, names)
    terms = TableTerms(phase, names, len(competition.game.sides), absences, lots)
    counted = (result for _, result in results)
    book, ranked = phase_table(terms, progress, counted, in_order)
    keys = departures(competition)
    left = {team.name for team in teams if team.key in keys}
    followers = teams_that_went_on(competition, phase)
    went_on = None if followers is None else {t.name for t in teams if t.key in followers}
    return Ranking(phase, teams, book, ranked, lots, progress.over, left, went_on, progress.bracket)


def phase_table(
    terms: TableTerms, progress: Progress, results: Iterable[Result], in_order: Iterable[Result]
) -> tuple[Scorebook, Standings]:
    """The scorebook and the table of the teams.

    `results` come in any order, `in_order` has the same ones in the order of the schedule. Teams
    whose games are void are not in the table.
    """
    phase, names, absences = terms.phase, terms.names, terms.absences
    by: Literal["credit", "rating"] | Quantity = "credit"
    byes = {
        names[number]: parts / WHOLE
        for number, parts in progress.awarded.items()
        if number < len(names)
    }  # house bots come after the teams
    ladder: dict[str, int] = {}
    if phase.kind == "ladder":  # its skill depends on the order of play
        order = ladder_order(len(names), progress.rounds, progress.scores)
        ladder = {names[number]: place for place, number in enumerate(order, start=1)}
        by = by_skill(skills(in_order))
    elif progress.bracket is not None:
        by = _by_bracket(progress.bracket, names)
    elif terms.sides > 2 or progress.field is not None:
        by = "rating"
    elif phase.kind == "swiss":
        _add_byes(byes, terms, progress)
    kept = _kept_ratings(progress.field, names) if progress.field is not None else {}
    ranked = [name for number, name in enumerate(names) if number not in absences.void]
    book = Scorebook(ranked, results)
    games = {book.lines[name].games for name in ranked}
    if by == "credit" and phase.kind in GROWING and not progress.over and len(games) > 1:
        by = by_share(book)
    tiebreaks = [*phase.tiebreaks, *([] if LOT in phase.tiebreaks else [LOT])]
    return book, standings(
        book,
        by=by,
        tiebreaks=tiebreaks,
        byes=byes,
        lot=terms.lots.__getitem__,
        ladder=ladder,
        kept=kept,
    )


def lots_of(competition: Competition, phase: Phase, names: Iterable[str]) -> dict[str, int]:
    """The number that each team has drawn in this phase, by the seed: the lowest is the best."""
    return draw_lots(competition.key(phase), names)


def draw_lots(key: bytes, names: Iterable[str]) -> dict[str, int]:
    """The same, from the key of the phase."""
    by_lot = sorted(names, key=lambda name: seed_number(derive(key, LOT, name)))
    return {name: number for number, name in enumerate(by_lot, start=1)}


def record_lots(competition: Competition, phase: Phase, teams: Sequence[Team]) -> None:
    """Write the lots of all teams into the log, at the end of the phase."""
    lots = lots_of(competition, phase, [team.name for team in teams])
    if history(competition.store).phase(phase.name).lots != lots:
        append(competition.store, competition.now()[0], LotsDrawn(phase.name, lots))


def _by_bracket(tree: Bracket, names: Sequence[str]) -> Quantity:
    return by_place({name: tree.range_of(entrant) for entrant, name in enumerate(names)})


def _kept_ratings(field: Field, names: Sequence[str]) -> dict[str, float]:
    """The rating of each team on an open ladder, from its earlier bots if its present one is new.

    A team that has never played has none.
    """
    from arena.standings.rating import MIDDLE, TEN_TO_ONE  # late: it imports numpy

    return {
        names[number]: MIDDLE + entrant.mean * TEN_TO_ONE / log(10)
        for number, entrant in field.entrants.items()
        if entrant.mean
    }


def _add_byes(byes: dict[str, float], terms: TableTerms, progress: Progress) -> None:
    """Add the credit for rounds in which a team had to rest, of the rounds that are over."""
    names = terms.names
    for number, matches in enumerate(progress.rounds[: len(progress.scores)]):
        for entrant in without_match(len(names), matches):
            name, is_absent = names[entrant], terms.absences.is_absent(entrant, number)
            byes[name] = byes.get(name, 0.0) + bye(terms.phase.games, is_absent).credit[0]
