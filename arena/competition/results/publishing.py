"""Publishes a phase: its table, its records, its pages, and an archive for each team.

`Out/public` is for everybody. Its records name a bot that failed, but not the details: the
traceback and the output of the bot are only in its team's archive, in `Out/teams`, which is for
that team alone. The house bots are named, with their files, only when their phase is over
and published. A phase can be sealed: then only the hash of its results is published, until it is
revealed.
"""

import json
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from arena.bots.code import BotCode
from arena.bots.tree import tree_hash
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, save
from arena.competition.config.paths import (
    DECISIONS,
    INDEX,
    INDEX_LOCK,
    NEW,
    PUBLIC,
    SEAL,
    STANDINGS,
)
from arena.competition.entries.decisions import (
    LEAVE,
    RESTORE,
    Decision,
    decisions,
    last_decision,
)
from arena.competition.play.beginning import has_begun
from arena.competition.play.phase_state import PhaseState
from arena.competition.results.checksums import file_hashes, write_checksums
from arena.competition.results.code import check_last, write_code
from arena.competition.results.earlier_versions import FILE as EARLIER
from arena.competition.results.earlier_versions import write_earlier_games
from arena.competition.results.later_decisions import HOUSE_NAMES, why_stale
from arena.competition.results.page_facts import PageFacts, logo_name, terms, words_for
from arena.competition.results.published_phase import (
    BRACKET,
    bracket_data,
    published_phase,
    read_published_phase,
)
from arena.competition.results.published_phase import FILE as PHASE
from arena.competition.results.redaction import for_everybody
from arena.competition.results.team_archives import TeamArchives
from arena.pages.site.code import FOLDER as CODE
from arena.pages.site.code import PAGE as CODE_PAGE
from arena.pages.site.data.listings import RECORDS
from arena.pages.site.data.summary import FILE as SUMMARY
from arena.pages.site.output import Output
from arena.pages.site.write import write_home, write_phase
from arena.pages.words import Words
from arena.replay.files import compressed_file, make_folder, to_line, unwritable
from arena.replay.folders import empty_folder, remove_folder, replace_folder
from arena.store.lock import wait_for

PRIVATE = ("written", "action")  # in a decision: what only the arena needs
SEALED, TEAMS = "sealed", "teams"


def publish(
    state: PhaseState, sealed: bool, language: str | None = None, with_code: bool = False
) -> Path:
    """Write everything that is published about the phase; returns the folder.

    With `with_code`, the bots of its teams are published too.
    """
    competition, name = state.competition, state.phase.name
    if with_code:
        check_last(competition, state.phase)
    if not has_begun(competition, state.phase):
        raise ArenaError(f"{name} has not begun: arena run {competition.path} {name}")
    progress = state.progress
    if not progress.over:
        raise ArenaError(
            f"{name} is not over, {len(progress.due):,} games are to be played: "
            f"arena run {competition.path} {name}"
        )
    public, hidden = competition.out / PUBLIC / name, competition.out / SEALED / name
    if (public / SEAL).exists() and name in competition.shown_phases():
        return _publish_revealed(state, language, with_code and not sealed)
    words = words_for(competition, language)
    with _work_folder(competition) as work:
        new, archives = _write_new(state, work, words, with_code)
        replace_folder(archives, competition.out / TEAMS / name)
        if sealed:
            promise = {
                "phase": name,
                "sealed": True,
                "sha256": fingerprint_of(new),
                "last_decision": to_builtins(read_published_phase(new).last_decision),
            }
            save(work / SEALED / SEAL, _json(promise))
            replace_folder(new, hidden)
            replace_folder(work / SEALED, public)
        else:
            replace_folder(new, public)
            if hidden.exists():
                hidden.rename(work / SEALED)  # it is removed with the folder
    _write_index(competition, words)
    return hidden if sealed else public


@contextmanager
def _work_folder(competition: Competition) -> Iterator[Path]:
    """A folder on the same disk as what is published, which nobody is shown."""
    for folder in (PUBLIC, SEALED, TEAMS):  # an older version that was killed left this behind
        for phase in competition.settings.phases:
            remove_folder(competition.out / folder / f"{phase.name}.new")
    with empty_folder(competition.out / NEW / "published") as work:
        yield work


def _write_new(state: PhaseState, work: Path, words: Words, with_code: bool) -> tuple[Path, Path]:
    """Write the phase, and the archives of its teams, into new folders in this one."""
    new, archives = work / PUBLIC, work / TEAMS
    make_folder(new)
    make_folder(archives)
    _write(state, new, archives, words, with_code)
    return new, archives


def _publish_revealed(state: PhaseState, language: str | None, with_code: bool) -> Path:
    """Add the bots of the teams to a phase that was revealed. Its other files stay as they are.

    The seal names the files that were added.
    """
    public = state.competition.out / PUBLIC / state.phase.name
    if not with_code or (public / CODE).exists():
        raise ArenaError(
            f"{state.phase.name} was sealed and revealed. If it were published again, its files "
            f"would no longer have the hash that was promised. To give up this proof, delete "
            f"{public / SEAL} first"
        )
    words = words_for(state.competition, language)
    with _work_folder(state.competition) as work:
        new, _ = _write_new(state, work, words, with_code)
        promise = json.loads((public / SEAL).read_text())
        promise["added"] = [CODE_PAGE, *(f"{CODE}/{name}" for name in file_hashes(new / CODE))]
        both = work / "both"
        try:
            shutil.copytree(public, both)
        except OSError as error:
            raise unwritable(both, error) from None
        (new / CODE_PAGE).replace(both / CODE_PAGE)
        (new / CODE).rename(both / CODE)
        save(both / SEAL, _json(promise))
        replace_folder(both, public)
    _write_index(state.competition, words)
    return public


def announce(competition: Competition, language: str | None = None) -> Path:
    """Write the first page only, before there are results; returns the folder."""
    _write_index(competition, words_for(competition, language))
    return competition.out / PUBLIC


def reveal(competition: Competition, phase: str) -> Path:
    """Publish the results that were sealed, unchanged.

    If it was interrupted, or a disk was full, the next call does the rest.
    """
    hidden, public = competition.out / SEALED / phase, competition.out / PUBLIC / phase
    if is_sealed(competition, phase):
        save(hidden / SEAL, checked_seal(competition, phase))
        replace_folder(hidden, public)
    elif not (public / SEAL).exists() or phase not in competition.shown_phases():
        raise ArenaError(
            f"{phase} is not sealed: arena publish {competition.path} {phase} --sealed"
        )
    _write_index(competition, words_for(competition, None))
    return public


def checked_seal(competition: Competition, phase: str) -> bytes:
    """The seal. Refuse if the sealed results are not those of the seal, or not those of now."""
    hidden, public = competition.out / SEALED / phase, competition.out / PUBLIC / phase
    seal = public / SEAL if (public / SEAL).exists() else hidden / SEAL
    if not seal.exists():
        raise ArenaError(
            f"{seal} with the promised hash is missing. Seal the phase again: arena publish "
            f"{competition.path} {phase} --sealed"
        )
    promise = seal.read_bytes()
    if fingerprint_of(hidden) != json.loads(promise)["sha256"]:
        raise ArenaError(
            f"{hidden} has changed since it was sealed: its hash differs. Publish the phase again: "
            f"arena publish {competition.path} {phase}"
        )
    if why := why_stale(competition, phase, hidden):
        raise ArenaError(
            f"The organisers have changed {phase} after it was sealed, or it is not certain that "
            f"they have not: {why}. To see all decisions: arena log {competition.path}. Play what "
            f"is missing, and seal or publish it again: arena run {competition.path} {phase}, then "
            f"arena publish {competition.path} {phase}"
        )
    return promise


def is_sealed(competition: Competition, phase: str) -> bool:
    """Do sealed results of the phase wait for the reveal?"""
    hidden = competition.out / SEALED / phase
    return (hidden / STANDINGS).exists() and phase not in competition.shown_phases()


def may_be_revealed(competition: Competition, phase: str) -> bool:
    """Do sealed results of the phase wait, and count all decisions of the organisers?"""
    hidden = competition.out / SEALED / phase
    return is_sealed(competition, phase) and not why_stale(competition, phase, hidden)


def fingerprint_of(folder: Path, added: Collection[str] = ()) -> str:
    """A hash of all files in a folder: the sorted lines of `sha256sum` for them, hashed again.

    The file with the sealed hash itself does not count, and neither do files that were `added`
    after the results were revealed.
    """
    hashes = file_hashes(folder)
    return tree_hash({name: hashes[name] for name in hashes if name not in (SEAL, *added)})


def _write(
    state: PhaseState, folder: Path, archives_folder: Path, words: Words, with_code: bool
) -> None:
    """Write all of the phase: each record is read once, and the table computed once."""
    competition, ranking = state.competition, state.ranking()
    last = last_decision(decisions(competition))
    data = {
        "standings.csv": ranking.csv().encode(),
        STANDINGS: ranking.json().encode(),
        "lots.json": _json(ranking.lots),
        PHASE: _json(to_builtins(published_phase(state, last))),
    }
    output = Output(folder)
    page_facts = PageFacts(state, output, words)
    archives = TeamArchives(archives_folder, ranking.names, _bots_of_teams(state))
    with compressed_file(folder / RECORDS) as file:
        for record in competition.store.all_records(state.phase.name, state.progress.games):
            public_record = for_everybody(record)
            line = to_line(public_record)
            file.write(line)
            page_facts.add(public_record)
            archives.add(record, line)
    archives.close(competition.settings.name, words)
    if ranking.bracket is not None:
        data[BRACKET] = _json(bracket_data(ranking.names, ranking.bracket))
    names = {}
    for entrant, bot in zip(state.house, state.phase.house, strict=True):
        names[entrant.name] = bot.written
        suffix, code = entrant.bot.code.as_one_file()
        data[f"house/{entrant.name}{suffix}"] = code
    if names:
        data[HOUSE_NAMES] = _json(names)
    for path, content in data.items():
        save(folder / path, content)
    public = competition.out / PUBLIC
    bots = write_code(state, folder, words) if with_code else []
    earlier = write_earlier_games(state, folder)
    files = [*data, RECORDS, *([EARLIER] if earlier else []), SUMMARY]
    page_facts.replays.write()
    write_phase(output, page_facts.phase(ranking, public, files, bots, earlier), words)


def _bots_of_teams(state: PhaseState) -> dict[str, BotCode]:
    """The code of each team, as it played at the end of the phase."""
    return {entrant.name: entrant.bot.code for entrant in state.entrants if entrant.version}


def _write_index(competition: Competition, words: Words) -> None:
    """Write the page and the index of the whole competition, at the end with the seed.

    A command and the engine of the live site may want to do it at the same time.
    """
    with wait_for(competition.out / INDEX_LOCK):
        _write_index_alone(competition, words)


def _write_index_alone(competition: Competition, words: Words) -> None:
    public = competition.out / PUBLIC
    shown = competition.shown_phases()
    index: dict[str, Any] = {
        "name": competition.settings.name,
        "game": competition.settings.game,
        "options": competition.game.chosen,
        "seed_sha256": competition.seed_hash,
        "seed": competition.seed if len(shown) == len(competition.settings.phases) else None,
        "phases": shown,
    }
    save(public / INDEX, _json(index))
    made = [_published_decision(each, shown) for each in decisions(competition)]
    save(public / DECISIONS, _json(made))
    logo = competition.settings.presentation.logo
    if logo:
        save(public / logo_name(logo), (competition.path / logo).read_bytes())
    write_home(public, terms(competition, public, words), words)
    write_checksums(public, [phase.name for phase in competition.settings.phases])


def _published_decision(decision: Decision, shown: Collection[str]) -> dict[str, Any]:
    """The decision for everybody. Rounds and ids of games are secret until a phase is published.

    They would tell how far it is, and which versions play.
    """
    public = {key: value for key, value in to_builtins(decision).items() if key not in PRIVATE}
    if decision.phase not in shown:
        public.pop("games", None)
    if decision.what in (*LEAVE, RESTORE):
        public["rounds"] = {}  # also without a phase: an audit must know that there is none
    if decision.rounds:
        public["rounds"] = {name: n for name, n in decision.rounds.items() if name in shown}
    return public


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
