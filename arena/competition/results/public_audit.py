"""Checks a published folder with its files alone. So anybody can do it, without the competition.

The records are replayed by the rules. The seed, as soon as it is published, must have the hash that
was published first, and must give the deals and the lots. The schedule, the tables and the bracket
are computed again from the records and `phase.json`. They must count all decisions of the
organisers. Published bots must have the hashes of those that played. A phase that was sealed must
have the hash of its seal, and every other file, such as a page, the hash in `SHA256SUMS`.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from arena.common.errors import ArenaError
from arena.competition.config.changes import GROWING
from arena.competition.config.fields import OPEN_LADDER
from arena.competition.config.names import key
from arena.competition.config.paths import DECISIONS, INDEX, SEAL, STANDINGS
from arena.competition.config.seed import fingerprint, phase_key
from arena.competition.entries.decisions import LEAVE, RESTORE, Decision, last_decision
from arena.competition.entries.entrants import draw_order
from arena.competition.play.progress import MatchOutcome, Progress, outcome
from arena.competition.play.ranking import TableTerms, draw_lots, phase_table
from arena.competition.results.audit import of_deal
from arena.competition.results.checksums import FILE as CHECKSUMS
from arena.competition.results.checksums import changed_files
from arena.competition.results.earlier_versions import FILE as EARLIER
from arena.competition.results.later_decisions import is_uncertain, why_stale_by
from arena.competition.results.public_files import (
    PublishedIndex,
    PublishedTable,
    Seal,
    bot_problems,
    read_json,
    read_lots,
    table_problems,
)
from arena.competition.results.published_phase import (
    BRACKET,
    PublishedPhase,
    bracket_data,
    read_published_phase,
)
from arena.competition.results.published_phase import FILE as PHASE
from arena.competition.results.publishing import fingerprint_of
from arena.guest.protocol.safe_text import plain
from arena.pages.site.code import FOLDER as CODE
from arena.pages.site.data.listings import RECORDS
from arena.replay.files import read_records
from arena.replay.record import Record
from arena.replay.replayer import verify
from arena.replay.result import Result, result
from arena.schedule.open_ladder import LEAVE as LEAVES
from arena.schedule.open_ladder import VOID
from Game.core import Refusal
from Game.core.game import Game
from Game.registry import find


@dataclass
class _Records:
    """The games of a phase."""

    results: dict[str, Result] = field(default_factory=dict)  # by the id of the game
    outcomes: dict[str, MatchOutcome] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)  # of their matches
    deals: dict[int, object] = field(default_factory=dict)  # by number

    def add(self, record: Record) -> None:
        place = record.fixture
        assert place is not None
        counted = result(record, place.deal)
        self.results[record.id] = counted
        self.outcomes[record.id] = outcome(counted)
        self.labels[record.id] = place.match
        self.deals.setdefault(place.deal, record.deal)


class _Decisions(NamedTuple):
    made: list[Decision]
    with_rounds: bool  # older versions published them without


@dataclass
class PhaseAudit:
    """The results of the audit of a published phase, or of all files, which are no phase."""

    phase: str
    games: int = 0
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)  # with the reason
    problems: list[str] = field(default_factory=list)


def is_published_folder(path: Path) -> bool:
    """Is this a folder that `arena publish` has written, such as Out/public?"""
    return (path / INDEX).is_file()


def audit_public(folder: Path, seed: str | None = None) -> Iterator[PhaseAudit]:
    """Check each published phase, and then all files. Without `seed`, the published one counts."""
    index = read_json(folder / INDEX, PublishedIndex)
    try:
        game = find(index.game)(**index.options)
    except (TypeError, Refusal):
        raise ArenaError(
            f"{folder / INDEX} does not describe a competition: get the published folder again"
        ) from None
    seed = seed or index.seed
    wrong_seed = (
        f"The seed does not have the hash {index.seed_sha256} that {folder / INDEX} promises"
        if seed and fingerprint(seed) != index.seed_sha256
        else ""
    )
    made = _read_decisions(folder / DECISIONS)
    for name in index.phases:
        audit = PhaseAudit(name)
        if wrong_seed:
            audit.problems.append(wrong_seed)
        elif seed:
            audit.checked.append("the hash of the seed")
        _audit_phase(folder / name, audit, seed, game, made)
        yield audit
    yield _audit_files(folder, index, made.made)


def _read_decisions(path: Path) -> _Decisions:
    written = read_json(path, list[dict[str, Any]])
    of_teams = [each for each in written if each.get("what") in (*LEAVE, RESTORE)]
    return _Decisions(read_json(path, list[Decision]), all("rounds" in each for each in of_teams))


def _audit_files(folder: Path, index: PublishedIndex, made: Sequence[Decision]) -> PhaseAudit:
    """Compare all files with the list of their hashes, and look for phases that are left out.

    The decisions that a sealed phase counts must be those that were made.
    """
    audit = PhaseAudit("", checked=[CHECKSUMS])
    inside = sorted(path.name for path in folder.iterdir() if path.is_dir())
    sealed = [
        name for name in inside if (folder / name / SEAL).exists() and name not in index.phases
    ]
    audit.problems += changed_files(folder, [*index.phases, *sealed])
    for name in inside:
        if name not in index.phases and (folder / name / STANDINGS).exists():
            audit.problems.append(f"{folder / INDEX} does not name the phase {plain(name)}")
        elif name in sealed:
            last = read_json(folder / name / SEAL, Seal).last_decision
            if last is not None and last_decision(made[: last.number]) != last:
                audit.problems.append(
                    f"{folder / name / SEAL} counts {last.number:,} decisions, and they are not "
                    f"the first ones of {folder / DECISIONS}"
                )
            audit.unchecked.append(f"{plain(name)}, because it is sealed")
    return audit


def _audit_phase(
    folder: Path, audit: PhaseAudit, seed: str | None, game: Game, made: _Decisions
) -> None:
    records = _read_records(folder, audit, seed)
    audit.checked.append("moves and results")
    phase = read_published_phase(folder)
    earlier = _read_earlier(folder, audit, seed, phase.kind == OPEN_LADDER)
    left = {each.team for each in made.made if each.what in LEAVE}
    audit.problems += _entrant_problems(folder, phase, audit.phase, seed, left)
    _audit_decisions(folder, audit, phase, made)
    deals, outcomes = earlier.deals | records.deals, earlier.outcomes | records.outcomes
    progress = phase.progress(audit.phase, game, deals, outcomes)
    audit.problems += _schedule_problems(progress, records)
    for id in earlier.results:
        if id not in progress.past:
            audit.problems.append(f"{folder / EARLIER}: game {plain(id)} is not in the schedule")
    audit.checked.append("schedule")
    lots = _checked_lots(folder / "lots.json", audit, seed, phase.names)
    if progress.bracket is not None:
        audit.checked.append("bracket")
        if read_json(folder / BRACKET, object) != bracket_data(phase.names, progress.bracket):
            audit.problems.append(f"{folder / BRACKET} is not what the records give")
    counted = [records.results[id] for id in progress.games if id in records.results]
    settings = phase.settings(audit.phase)
    terms = TableTerms(settings, phase.names, len(game.sides), phase.absences(), lots)
    book, table = phase_table(terms, progress, counted, counted)
    audit.problems += table_problems(folder, table, book)
    audit.checked.append("standings")
    if phase.house or (folder / CODE).is_dir():
        audit.problems += bot_problems(folder, phase)
        audit.checked.append("bots")
    if (folder / SEAL).exists():
        audit.checked.append("seal")
        seal = read_json(folder / SEAL, Seal)
        if fingerprint_of(folder, seal.added) != seal.sha256:
            audit.problems.append(f"{folder} does not have the hash that {SEAL} promised")
        if seal.last_decision != phase.last_decision:
            audit.problems.append(f"{folder / SEAL} counts other decisions than {folder / PHASE}")


def _audit_decisions(
    folder: Path, audit: PhaseAudit, phase: PublishedPhase, made: _Decisions
) -> None:
    """Do the results count all decisions of the organisers?"""
    why = why_stale_by(made.made, audit.phase, phase, with_rounds=made.with_rounds)
    if why:
        audit.problems.append(
            f"{folder} does not count all decisions of {folder.parent / DECISIONS}: {why}. "
            f"The organiser publishes both again: arena publish"
        )
    elif is_uncertain(made.made, audit.phase, phase):
        audit.unchecked.append(
            f"whether games of {plain(audit.phase)} were set aside, or house bots replaced, after "
            f"it was published: an older version of the arena has published it"
        )
    else:
        audit.checked.append("decisions")


def _read_records(folder: Path, audit: PhaseAudit, seed: str | None) -> _Records:
    """Read the games, and add their mistakes to the problems."""
    records = _Records()
    for number, record in read_records(folder / RECORDS):
        audit.games += 1
        problem = _game_problem(number, record, audit.phase, seed)
        if not problem and record.id in records.results:
            problem = f"Game {plain(record.id)} occurs twice"
        if problem:
            audit.problems.append(problem)
        else:
            records.add(record)
    return records


def _read_earlier(
    folder: Path, audit: PhaseAudit, seed: str | None, are_scheduled: bool
) -> _Records:
    """Check the games of earlier versions, and return those on which the schedule depends.

    In an open ladder, pairings came from them.
    """
    earlier = _Records()
    if not (folder / EARLIER).exists():
        return earlier
    for number, record in read_records(folder / EARLIER):
        if problem := _game_problem(number, record, audit.phase, seed):
            audit.problems.append(f"{folder / EARLIER}: {problem}")
        elif are_scheduled:
            earlier.add(record)
    audit.checked.append("games of earlier versions")
    return earlier


def _checked_lots(
    path: Path, audit: PhaseAudit, seed: str | None, names: Sequence[str]
) -> dict[str, int]:
    """The published lots, compared with those that the seed gives."""
    lots = read_lots(path, names)
    if seed:
        audit.checked += ["deals", "lots"]
        if lots != draw_lots(phase_key(seed, audit.phase), names):
            audit.problems.append(f"{path}: the lots are not those of the seed")
    else:
        audit.unchecked.append("deals and lots, because the seed is not published yet")
    return lots


def _game_problem(number: int, record: Record, phase: str, seed: str | None) -> str:
    """The mistake in a game of this phase, or an empty text."""
    if record.fixture is None or record.fixture.phase != phase:
        return f"Game {plain(record.id)} does not belong to this phase"
    try:
        verify(record)
        return of_deal(record, seed) if seed else ""
    except ArenaError as error:
        return f"Game {number}, {plain(record.id)}: {error}"


def _entrant_problems(
    folder: Path, phase: PublishedPhase, name: str, seed: str | None, left: Set[str]
) -> Iterator[str]:
    """Are these the teams that had to play, in their order? Did the absent ones leave?"""
    keys = {key(team): team for team in phase.names}
    gone = {each.team for each in phase.events if each.what in (LEAVES, VOID)}
    for team in {each.team for each in phase.absent} | set(phase.void) | gone:
        if key(team) not in left:
            yield f"{plain(team)} did not play all of {name}, and no decision says why"
    if phase.source:
        if (folder.parent / phase.source / STANDINGS).exists():
            before = read_json(folder.parent / phase.source / STANDINGS, PublishedTable).names
            top = read_published_phase(folder.parent / phase.source).top
            on = [team for team in before if team in phase.names or key(team) not in left][:top]
            if on != phase.names:
                yield f"The teams of {name} are not those that go on from {phase.source}"
    elif (
        seed
        and phase.kind not in (*GROWING, OPEN_LADDER)
        and draw_order(phase_key(seed, name), keys) != list(keys)
    ):
        yield f"The order of the teams of {name} is not the one that the seed gives"


def _schedule_problems(progress: Progress, records: _Records) -> Iterator[str]:
    """The games that are missing, and those that the schedule does not have."""
    if not progress.over and not progress.due:
        yield "The ladder is not over"
    if progress.due:
        due = len(progress.due)
        games = "1 game of the schedule is" if due == 1 else f"{due:,} games of the schedule are"
        yield f"{games} missing"
    for id, label in records.labels.items():
        if id not in progress.games:
            yield f"Game {plain(id)}, {plain(label)}: it is not in the schedule"
        elif progress.games[id].label != label:
            yield f"Game {plain(id)} is of the match {progress.games[id].label}, not {plain(label)}"
