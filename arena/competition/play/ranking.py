"""The table of a phase: each kind of phase has its own order.

qualifying, round-robin   by credit, then the tie-breaks of the phase
swiss                     the same, a bye counts as won
knockout                  by how far a team came in the bracket
ladder                    by skill, after the games in their order
tables, and round-robin for three or more     by rating
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from arena.competition.config.folder import Competition
from arena.competition.config.settings import Phase
from arena.competition.play.progress import Progress
from arena.pages.words import Words
from arena.replay.result import Result
from arena.schedule.bracket import Bracket
from arena.schedule.swiss import bye, resting
from arena.standings import table
from arena.standings.quantity import Quantity, by_place, by_skill
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
    bracket: Bracket | None = None  # of a knockout

    @property
    def names(self) -> list[str]:
        return [team.name for team in self.teams]

    @property
    def going_on(self) -> list[int]:
        """The numbers of the teams that go on, the best first."""
        numbers = {team.name: number for number, team in enumerate(self.teams)}
        return [numbers[row.name] for row in self.standings.rows][: self.phase.top]

    def csv(self) -> str:
        return table.as_csv(table.table_rows(self.standings))

    def json(self) -> str:
        return table.as_json(self.standings, self.order())

    def order(self) -> list[dict[str, str]]:
        """The name of each criterion of the order, the first one first, and a sentence about it."""
        words = Words("en")
        names = [criterion.name for criterion in self.standings.criteria]
        return [
            {"name": name, "sentence": words(f"site.criterion.{name}.sentence")} for name in names
        ]


def ranking(
    competition: Competition,
    phase: Phase,
    teams: Sequence[Team],
    progress: Progress,
    results: Iterable[tuple[str, Result]],
) -> Ranking:
    """The table of the phase from the games that count, as they come."""
    names = [team.name for team in teams]
    by: Literal["credit", "rating"] | Quantity = "credit"
    byes: Mapping[str, float] = {}
    if phase.kind == "ladder":  # its rating goes by the order of play
        ordered = dict(results)
        results = [(id, ordered[id]) for id in progress.games if id in ordered]
        by = by_skill(skills(result for _, result in results))
    elif progress.bracket is not None:
        by = _by_bracket(progress.bracket, names)
    elif len(competition.game.sides) > 2:
        by = "rating"
    elif phase.kind == "swiss":
        byes = _byes(phase, names, progress)
    book = Scorebook(names, (result for _, result in results))
    lots = lots_of(competition, phase, names)
    tiebreaks = [*phase.tiebreaks, *([] if LOT in phase.tiebreaks else [LOT])]
    return Ranking(
        phase,
        teams,
        book,
        standings(book, by=by, tiebreaks=tiebreaks, byes=byes, lot=lots.__getitem__),
        lots,
        progress.over,
        progress.bracket,
    )


def lots_of(competition: Competition, phase: Phase, names: Iterable[str]) -> dict[str, int]:
    """The number that each team has drawn in this phase, by the seed: the lowest is the best."""
    key = competition.key(phase)
    by_lot = sorted(names, key=lambda name: seed_number(derive(key, LOT, name)))
    return {name: number for number, name in enumerate(by_lot, start=1)}


def record_lots(competition: Competition, phase: Phase, teams: Sequence[Team]) -> None:
    """Note the lots of all teams, as they were when the phase was over."""
    lots = lots_of(competition, phase, [team.name for team in teams])
    competition.store.set_note(f"lots {phase.name}", lots)


def _by_bracket(tree: Bracket, names: Sequence[str]) -> Quantity:
    places = {names[entrant]: place.first for place in tree.places() for entrant in place.entrants}
    return by_place(places)


def _byes(phase: Phase, names: Sequence[str], progress: Progress) -> dict[str, float]:
    """The credit for rounds in which a team had to rest, of the rounds that are over."""
    byes: dict[str, float] = {}
    for matches in progress.rounds[: len(progress.scores)]:
        for entrant in resting(len(names), matches):
            name = names[entrant]
            byes[name] = byes.get(name, 0.0) + bye(phase.games).credit[0]
    return byes
