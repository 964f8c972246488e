"""The results that a show is made from: a phase that is over, and sealed or published.

Everything comes from the folder whose hash was made public. So the show is made from exactly the
results that the seal promised.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.paths import PUBLIC, SEAL, STANDINGS
from arena.competition.play.progress import MatchOutcome, outcome
from arena.competition.results.published_phase import read_published_phase
from arena.competition.results.publishing import SEALED, fingerprint_of, is_sealed
from arena.pages.site.data.listings import RECORDS
from arena.replay.files import read_records
from arena.replay.record import Record
from arena.replay.result import margin, result
from arena.schedule.bracket import Bracket, Meeting
from arena.show.script import ShownPlace
from Game.core.keys import derive


class GameResult(NamedTuple):
    id: str
    match: int
    number: int  # in its match, from 1
    moves: int
    seats: tuple[str, ...]  # the name in each seat
    credit: tuple[float, ...]  # of the entrants of its match
    closeness: float  # 1: equal points; 0: one side has made them all


class MatchResult(NamedTuple):
    label: str
    names: tuple[str, ...]  # of the entrants
    games: tuple[GameResult, ...]

    @property
    def meeting(self) -> str:
        """The place in the bracket to which it belongs: extra games have a label of their own."""
        return self.label.partition(", ")[0]


@dataclass(frozen=True)
class ShowResults:
    """A phase with its matches in the order of the schedule. Matches without games are left out."""

    competition: str
    phase: str
    title: str
    game: str
    options: Mapping[str, str]
    folder: Path  # with the records
    seal: str  # the hash that was made public; empty if the phase was never sealed
    key: bytes  # from the records: nobody can compute it who does not have them
    teams: tuple[str, ...]
    matches: tuple[MatchResult, ...]
    bracket: Bracket | None
    places: tuple[ShownPlace, ...]

    @cached_property
    def games(self) -> dict[str, GameResult]:
        return {game.id: game for match in self.matches for game in match.games}

    @cached_property
    def meetings(self) -> dict[str, tuple[int, Meeting]]:
        """The meetings of the bracket by their labels, each with the number of its round."""
        rounds = self.bracket.rounds if self.bracket else []
        return {each.label: (number, each) for number, some in enumerate(rounds) for each in some}

    def records(self, ids: frozenset[str]) -> Iterator[Record]:
        """The records of these games, in the order of the file."""
        for _, record in read_records(self.folder / RECORDS):
            if record.id in ids:
                yield record


def read_results(competition: Competition, phase: str) -> ShowResults:
    """The results of this phase. It must be sealed or published."""
    folder, seal = _find(competition, phase)
    published = read_published_phase(folder)
    hashed = sha256()
    outcomes: dict[str, MatchOutcome] = {}
    deals: dict[int, object] = {}
    records: dict[str, tuple[int, tuple[str, ...], tuple[float, ...], float]] = {}
    sides: dict[str, tuple[str, ...]] = {}
    for _, record in read_records(folder / RECORDS):
        place = record.fixture
        assert place is not None
        hashed.update(repr((record.id, record.scores, record.ranks)).encode())
        counted = result(record, place.deal)
        outcomes[record.id] = outcome(counted)
        deals.setdefault(place.deal, record.deal)
        names = tuple([record.name(seat) for seat in range(len(record.seats))])
        records[record.id] = (len(record.moves), names, counted.credit, _closeness(record))
        sides[record.id] = counted.who
    game = competition.game
    progress = published.progress(phase, game, deals, outcomes)
    everybody = [each.name for each in [*published.teams, *published.house]]
    by_match: dict[int, tuple[str, tuple[str, ...], list[GameResult]]] = {}
    numbers: dict[object, int] = {}
    for id, match in progress.games.items():
        number = numbers.setdefault(match, len(numbers))
        entrants = tuple([everybody[entrant] for entrant in match.entrants])
        _, _, games = by_match.setdefault(number, (match.label, entrants, []))
        moves, seats, credit, closeness = records[id]
        own = dict.fromkeys(entrants, 0.0)
        for name, share in zip(sides[id], credit, strict=True):
            own[name] += share
        games.append(
            GameResult(id, number, len(games) + 1, moves, seats, tuple(own.values()), closeness)
        )
    settings = competition.settings.phase(phase)
    return ShowResults(
        competition.settings.name,
        phase,
        settings.title or phase,
        game.name,
        game.chosen,
        folder,
        seal,
        derive(b"card-arena-show", hashed.hexdigest()),
        tuple(published.names),
        tuple(
            [MatchResult(label, names, tuple(games)) for label, names, games in by_match.values()]
        ),
        progress.bracket,
        _places(progress.bracket, published.names, folder),
    )


def latest_phase(competition: Competition) -> str:
    """The last phase whose results are sealed or published."""
    names = [phase.name for phase in competition.settings.phases]
    ready = [name for name in names if _folder(competition, name) is not None]
    if not ready:
        raise ArenaError(
            f"No phase is sealed or published, and a show is made from results. When a phase is "
            f"over: arena publish {competition.path} PHASE --sealed"
        )
    return ready[-1]


def _folder(competition: Competition, phase: str) -> Path | None:
    """The folder with the results of the phase, if they are sealed or published."""
    hidden, public = competition.out / SEALED / phase, competition.out / PUBLIC / phase
    if is_sealed(competition, phase):
        return hidden
    return public if (public / STANDINGS).exists() else None


def _find(competition: Competition, phase: str) -> tuple[Path, str]:
    """The folder with the results, and the hash that was made public."""
    path = competition.out / PUBLIC / phase / SEAL
    seal = str(json.loads(path.read_bytes())["sha256"]) if path.exists() else ""
    folder = _folder(competition, phase)
    if folder is None:
        raise ArenaError(
            f"The results of {phase} are neither sealed nor published, and a show is made from "
            f"them. When the phase is over: arena publish {competition.path} {phase} --sealed"
        )
    if seal and fingerprint_of(folder) != seal:
        raise ArenaError(
            f"{folder} has changed since it was sealed: its hash differs. Seal the phase again: "
            f"arena publish {competition.path} {phase} --sealed"
        )
    return folder, seal


def _closeness(record: Record) -> float:
    """How close the result was on points."""
    scores = [sum(record.scores[seat] for seat in seats) for seats in record.sides]
    total = sum(abs(score) for score in scores)
    if not total:
        return 1.0
    sides = len(scores)
    first = record.ranks.index(0)
    ahead = abs(margin(scores[first], sum(scores), sides))
    return max(0.0, 1.0 - ahead / total)


def _places(tree: Bracket | None, names: Sequence[str], folder: Path) -> tuple[ShownPlace, ...]:
    """The final places, from the first."""
    if tree is not None:
        return tuple(
            [
                ShownPlace(place.first, place.last, tuple([names[one] for one in place.entrants]))
                for place in tree.places()
            ]
        )
    rows = json.loads((folder / STANDINGS).read_bytes())["teams"]
    shared: dict[int, list[str]] = {}
    for row in rows:
        shared.setdefault(int(row["rank"]), []).append(row["name"])
    return tuple(
        [
            ShownPlace(rank, rank + len(some) - 1, tuple(some))
            for rank, some in sorted(shared.items())
        ]
    )
