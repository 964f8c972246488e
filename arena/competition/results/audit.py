"""Checks saved games: do they follow the rules, and are their deals those of the seed?

Results that are sealed or published must count all decisions of the organisers.
"""

from collections.abc import Iterator
from secrets import SystemRandom

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.paths import PUBLIC
from arena.competition.config.seed import phase_key
from arena.competition.config.settings import Phase
from arena.competition.play.progress import written_deal
from arena.competition.results.later_decisions import why_stale
from arena.competition.results.publishing import checked_seal, is_sealed
from arena.replay.record import Record
from arena.replay.replayer import game_of, verify
from arena.replay.result import result

SAMPLE = 200  # games of a phase, unless all are asked for


def audit_phase(competition: Competition, phase: Phase, sample: int | None) -> Iterator[str]:
    """For each game that is checked, a sentence that describes the mistake, or an empty text."""
    for id in _ids(competition, phase, sample):
        try:
            record = competition.store.record(phase.name, id)
            yield _of_record(record, competition.seed) or _of_index(competition, phase, id, record)
        except ArenaError as error:
            yield f"Game {id}: {error}"


def wrong_results(competition: Competition, phase: Phase) -> str:
    """Why the sealed or published results of the phase are wrong by now; empty if they are not."""
    name = phase.name
    if is_sealed(competition, name):
        try:
            checked_seal(competition, name)
        except ArenaError as error:
            return str(error)
    elif name in competition.shown_phases():
        why = why_stale(competition, name, competition.out / PUBLIC / name)
        if why:
            return (
                f"The published results of {name} do not count all decisions: {why}. Play what is "
                f"missing, and publish them again: arena run {competition.path} {name}, then "
                f"arena publish {competition.path} {name}"
            )
    return ""


def _of_record(record: Record, seed: str) -> str:
    verify(record)
    return of_deal(record, seed)


def of_deal(record: Record, seed: str) -> str:
    """The mistake in the deal of the record, if this is the seed; or an empty text."""
    if record.fixture is None:
        return f"Game {record.id} belongs to no competition: no seed can tell its deal"
    phase, number = record.fixture.phase, record.fixture.deal
    game = game_of(record)
    if written_deal(game, phase_key(seed, phase), number) == record.deal:
        return ""
    return (
        f"Game {record.id}: its cards are not deal {number + 1} of the phase {phase} from this seed"
    )


def _of_index(competition: Competition, phase: Phase, id: str, record: Record) -> str:
    if record.id != id or record.fixture is None:
        return f"Game {id}: the database finds another game in its place. Do `arena rebuild`"
    ((_, known),) = competition.store.results(phase.name, [id])
    if known == result(record, record.fixture.deal):
        return ""
    return f"Game {id}: the database has another result than the record. Do `arena rebuild`"


def _ids(competition: Competition, phase: Phase, sample: int | None) -> Iterator[str]:
    """The games to check, chosen at random if not all are."""
    store, games = competition.store, competition.store.count(phase.name)
    if sample is None or sample >= games:
        return store.ids(phase.name)
    return store.ids_at(phase.name, sorted(SystemRandom().sample(range(games), sample)))
