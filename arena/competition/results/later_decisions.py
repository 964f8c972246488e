"""Do results count all decisions of the organisers, and all games that count by now?

Results name the last decision that they count, by its number and a hash: in `phase.json`, and in
the seal. They also have a hash of the games that count. A file that is admitted or accepted later
may play, and other games count then. So it does not matter when a file was written: a copy of a
competition and a restored backup have other times.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition
from arena.competition.config.names import key
from arena.competition.entries.decisions import Absences, absences_by, decisions, last_decision
from arena.competition.log import ACCEPT, CLOSE, HOUSE, LEAVE, RERUN, RESTORE, Decision
from arena.competition.play.beginning import TermsChanged, beginning
from arena.competition.play.phase_state import phase_state
from arena.competition.results.published_phase import (
    PublishedPhase,
    hash_of_games,
    read_published_phase,
)
from arena.competition.results.redaction import for_everybody
from arena.guest.protocol.safe_text import plain
from arena.pages.site.data.listings import RECORDS
from arena.replay.files import read_records, to_line

CHANGES = (
    ACCEPT,
    RERUN,
    HOUSE,
    CLOSE,
)  # decisions about a phase after which it may have other results
HOUSE_NAMES = "house/names.json"  # what the house bots of a phase are, in the folder of its results


def why_stale(competition: Competition, name: str, folder: Path) -> str:
    """Why the results of the phase in this folder do not count all decisions; empty if they do.

    Results of an older version do not name their last decision. Then their games, house bots and
    absences are compared with those of now.
    """
    made = decisions(competition)
    try:
        phase = read_published_phase(folder)
    except ArenaError as error:
        return f"{error}"
    why = why_stale_by(made, name, phase) or _other_games(competition, name, folder, phase)
    if why or phase.last_decision is not None:
        return why
    about = [each for each in made if each.phase == name]
    again = {game for each in about if each.what == RERUN for game in each.games}
    if again and _has_old_games(competition, name, folder, again):
        return "it has games that an organiser has set aside"
    replaced = any(each.what == HOUSE for each in about)
    if replaced and _has_old_house(competition, name, folder, phase):
        return "it has house bots that an organiser has replaced"
    return ""


def _other_games(competition: Competition, name: str, folder: Path, phase: PublishedPhase) -> str:
    """Why other games count now than in the results; empty if they are the same."""
    if beginning(competition, competition.settings.phase(name)) is None:
        return ""  # the database was lost: there is nothing to compare with
    try:
        state = phase_state(competition, name)
    except TermsChanged:  # competition.toml: what was sealed stays as it was
        return ""
    if not state.progress.over:
        return f"{len(state.progress.due):,} of its games are to be played now"
    if phase.games_sha256:
        same = hash_of_games(state) == phase.games_sha256
    else:
        counted = {id for id in state.progress.games if id in state.outcomes}
        same = {record.id for _, record in read_records(folder / RECORDS)} == counted
    return "" if same else "other games count now, because a file was admitted after it"


def why_stale_by(
    made: Sequence[Decision], name: str, phase: PublishedPhase, *, with_rounds: bool = True
) -> str:
    """The same, as far as these decisions and the rules of the published phase tell it.

    Without rounds, as an older version published the decisions, they do not name their phases.
    """
    last = phase.last_decision
    counted = made if last is None else made[: last.number]
    if last is not None and last_decision(counted) != last:
        return (
            f"it counts {last.number:,} decisions, and they are not the first ones of those that "
            f"there are now"
        )
    if last is not None and (why := _first_change(made, last.number, name)):
        return why
    if not with_rounds:
        return _void_in_table(made, name, phase)
    if last is None:
        if not any(_agree(made, number, name, phase) for number in range(len(made) + 1)):
            return "its teams have left, or come back, in other rounds than the decisions say"
    elif _spans(absences_by(counted, name, _keys(phase))) != _spans(phase.absences()):
        return "its teams have left, or come back, in other rounds than the decisions say"
    return ""


def is_uncertain(made: Sequence[Decision], name: str, phase: PublishedPhase) -> bool:
    """Can only the competition tell whether the results count all decisions?"""
    return phase.last_decision is None and any(
        each.phase == name and each.what in CHANGES for each in made
    )


def _first_change(made: Sequence[Decision], number: int, name: str) -> str:
    """The first decision after this number that changes the results of the phase; or empty.

    A team that leaves then, and perhaps returns, changes nothing unless its games become void: all
    of them have been played.
    """
    left = set[str]()
    for place, each in enumerate(made[number:], start=number + 1):
        if each.what in LEAVE and not each.void:
            left.add(each.team)
        elif each.what == RESTORE and each.team in left:
            left.remove(each.team)
        elif name in each.rounds or (each.phase == name and each.what in CHANGES):
            about = f"{each.what} {plain(each.team)}".strip()
            return f"decision {place:,} came later and changes it: {about}"
    return ""


def _agree(made: Sequence[Decision], number: int, name: str, phase: PublishedPhase) -> bool:
    """May the results count so many decisions, if only teams that left or returned matter?"""
    counted = absences_by(made[:number], name, _keys(phase))
    of_teams = [each if each.what not in CHANGES else None for each in made]
    teams_only = [each for each in of_teams[number:] if each is not None]
    return _spans(counted) == _spans(phase.absences()) and not _first_change(teams_only, 0, name)


def _void_in_table(made: Sequence[Decision], name: str, phase: PublishedPhase) -> str:
    """A team whose games are void by the last decision about it, and count in the phase."""
    last = {each.team: each for each in made if each.what in (*LEAVE, RESTORE)}
    for team, number in zip(_keys(phase), range(len(phase.names)), strict=True):
        if team in last and last[team].void and number not in phase.absences().void:
            return f"the games of {plain(phase.names[number])} are void, and count in it"
    return ""


def _keys(phase: PublishedPhase) -> list[str]:
    return [key(team) for team in phase.names]


def _spans(absences: Absences) -> tuple[Mapping[int, list[range]], frozenset[int]]:
    """The absences in a form that can be compared."""
    spans = {number: [each for each in some if each] for number, some in absences.spans.items()}
    return {number: some for number, some in spans.items() if some}, absences.void


def _has_old_games(competition: Competition, name: str, folder: Path, games: set[str]) -> bool:
    """Have the results other records of these games than the competition?"""
    store, found = competition.store, read_records(folder / RECORDS)
    old = {record.id: to_line(record) for _, record in found if record.id in games}
    if old.keys() - {id for id, _ in store.results(name, old)}:
        return True  # a game was set aside, and not played again
    return any(
        to_line(for_everybody(each)) != old[each.id] for each in store.all_records(name, old)
    )


def _has_old_house(
    competition: Competition, name: str, folder: Path, phase: PublishedPhase
) -> bool:
    """Have the results other house bots than the phase?"""
    try:
        written = list(json.loads((folder / HOUSE_NAMES).read_bytes()).values())
    except (OSError, ValueError):
        return True
    began = beginning(competition, competition.settings.phase(name))
    now = [tuple(each) for each in (began.settings["phase"].get("house", []) if began else [])]
    hashes = [each.sha256 for each in phase.house]
    return now != list(zip(written, hashes, strict=False))
