"""What is published of a phase: the table, the records, and for each team what only it may see.

`Out/public` is for everybody. In the records there a bot that failed is named but not exposed: its
traceback and what it printed are in its team's own archive, in `Out/teams`, for that team alone.
The bots of the house are named with their files only when their phase is over and published. A
phase can be sealed: then only the hash of what will be published is there, until it is revealed.
"""

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import structs

from arena.common.errors import ArenaError
from arena.competition.config.folder import INDEX, PUBLIC, Competition, save
from arena.competition.config.names import key
from arena.competition.play.ranking import lots_of
from arena.competition.play.stage import Stage, has_begun
from arena.competition.results.page_facts import Gathering, terms, words_for
from arena.pages.site.render import STYLE, asset
from arena.pages.site.team import OwnFault
from arena.pages.site.write import write_home, write_own, write_phase
from arena.pages.words import Words
from arena.replay.files import make_folder, to_line, unwritable
from arena.replay.record import FaultEntry, Record
from arena.schedule.knockout import bracket

SEALED, TEAMS = "sealed", "teams"
MIDNIGHT = (1980, 1, 1, 0, 0, 0)  # when everything in an archive was made: same games, same bytes
RECORDS = "records.jsonl"


def publish(stage: Stage, sealed: bool, language: str | None = None) -> Path:
    """Write what is published of the phase, and the pages that show it; returns the folder."""
    competition, name = stage.competition, stage.phase.name
    if not has_begun(competition, stage.phase):
        raise ArenaError(f"{name} has not begun: arena run {competition.path} {name}")
    so_far = stage.so_far
    if not so_far.over:
        raise ArenaError(
            f"{name} is not over, {len(so_far.due):,} games are to be played: "
            f"arena run {competition.path} {name}"
        )
    words = words_for(competition, language)
    public, hidden = competition.out / PUBLIC / name, competition.out / SEALED / name
    place = hidden if sealed else public
    new = place.with_name(place.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    _write(stage, new, words)
    shutil.rmtree(public, ignore_errors=True)
    shutil.rmtree(hidden, ignore_errors=True)
    new.rename(place)
    if sealed:
        promise = {"phase": name, "sealed": True, "sha256": fingerprint_of(place)}
        save(public / "sealed.json", _json(promise))
    _write_teams(stage, words)
    _write_index(competition, words)
    return place


def announce(competition: Competition, language: str | None = None) -> Path:
    """Write the first page alone: what is known before there are results; returns the folder."""
    _write_index(competition, words_for(competition, language))
    return competition.out / PUBLIC


def is_published(competition: Competition, phase: str) -> bool:
    """Has the phase been published, or sealed?"""
    return (competition.out / PUBLIC / phase).exists()


def reveal(competition: Competition, phase: str) -> Path:
    """Show what was sealed, unchanged."""
    hidden, public = competition.out / SEALED / phase, competition.out / PUBLIC / phase
    if not hidden.is_dir():
        raise ArenaError(
            f"{phase} is not sealed: arena publish {competition.path} {phase} --sealed"
        )
    promised = json.loads((public / "sealed.json").read_text())["sha256"]
    if fingerprint_of(hidden) != promised:
        raise ArenaError(
            f"{hidden} is not what was sealed: its hash is another. Publish the phase anew: "
            f"arena publish {competition.path} {phase}"
        )
    shutil.rmtree(public)
    hidden.rename(public)
    _write_index(competition, words_for(competition, None))
    return public


def fingerprint_of(folder: Path) -> str:
    """A hash of all files in a folder: what `sha256sum` says of each, sorted, hashed again."""
    lines = sorted(
        f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in folder.rglob("*")
        if path.is_file()
    )
    return sha256("".join(lines).encode()).hexdigest()


def counted_records(stage: Stage) -> Iterator[Record]:
    """The records of the games that count."""
    for id in stage.so_far.games:
        yield stage.competition.store.record(stage.phase.name, id)


def for_everybody(record: Record) -> Record:
    """The record without what is its author's business alone, and without paths of this machine."""
    return structs.replace(
        record,
        bots=[structs.replace(bot, spec="") for bot in record.bots],
        faults=[_bare(fault) for fault in record.faults],
    )


def for_team(record: Record, team: str) -> Record:
    """The record with what only this team may see."""
    return structs.replace(
        for_everybody(record),
        faults=[
            fault if record.name(fault.seat) == team else _bare(fault) for fault in record.faults
        ],
    )


def _bare(fault: FaultEntry) -> FaultEntry:
    """The verdict alone: the reason may be in the bot's own words."""
    return structs.replace(fault, reason="", traceback="", output="")


def _write(stage: Stage, folder: Path, words: Words) -> None:
    make_folder(folder)
    ranking = stage.ranking()
    save(folder / "standings.csv", ranking.csv().encode())
    save(folder / "standings.json", ranking.json().encode())
    save(folder / "lots.json", _json(lots_of(stage.competition, stage.phase, ranking.names)))
    gathering = Gathering(stage, folder, words)
    _write_records(folder / RECORDS, gathering.reading(map(for_everybody, counted_records(stage))))
    if stage.phase.kind == "knockout":
        save(folder / "bracket.json", _json(_bracket(stage)))
    names = {}
    for entrant, bot in zip(stage.house, stage.phase.house, strict=True):
        names[entrant.name] = bot.written
        save(folder / "house" / f"{entrant.name}.py", entrant.bot.source)
    if names:
        save(folder / "house" / "names.json", _json(names))
    public = stage.competition.out / PUBLIC
    phases = [public / phase.name for phase in stage.competition.settings.phases]
    earlier = phases[: phases.index(public / stage.phase.name)]
    write_phase(folder, gathering.phase(public), words, earlier)


def _write_records(path: Path, records: Iterator[Record]) -> None:
    try:
        with path.open("wb") as file:
            for record in records:
                file.write(to_line(record))
    except OSError as error:
        raise unwritable(path, error) from None


def _write_teams(stage: Stage, words: Words) -> None:
    """An archive for each team: its games, and its faults with what it needs to find them."""
    folder = stage.competition.out / TEAMS / stage.phase.name
    shutil.rmtree(folder, ignore_errors=True)
    make_folder(folder)
    store, phase = stage.competition.store, stage.phase.name
    played: dict[int, list[str]] = defaultdict(list)
    for id, match in stage.so_far.games.items():
        for entrant in match.entrants:
            played[entrant].append(id)
    for number, team in enumerate(stage.teams):
        faults: list[str] = []
        shown: list[OwnFault] = []
        with ZipFile(folder / f"{key(team.name)}.zip", "w", ZIP_DEFLATED) as archive:
            with archive.open(ZipInfo("games.jsonl", MIDNIGHT), "w") as file:
                for id in played[number]:
                    record = store.record(phase, id)
                    file.write(to_line(for_team(record, team.name)))
                    faults += _told(record, team.name)
                    shown += _shown(record, team.name)
            archive.writestr(ZipInfo("faults.txt", MIDNIGHT), "\n\n".join(faults) or "None.\n")
            page = write_own(words, stage.competition.settings.name, team.name, shown)
            archive.writestr(ZipInfo("faults.html", MIDNIGHT), page)
            archive.writestr(ZipInfo(STYLE, MIDNIGHT), asset(STYLE))


def _told(record: Record, team: str) -> Iterator[str]:
    for fault in record.faults:
        if record.name(fault.seat) == team:
            parts = [
                f"Game {record.id}, move {fault.ply}, seat {fault.seat}: {fault.verdict}",
                fault.reason,
                fault.traceback,
                f"It had printed:\n{fault.output}" if fault.output else "",
            ]
            yield "\n".join(part for part in parts if part)


def _shown(record: Record, team: str) -> Iterator[OwnFault]:
    for fault in record.faults:
        if record.name(fault.seat) == team:
            yield OwnFault(
                record.id,
                fault.ply,
                fault.seat,
                fault.verdict,
                fault.reason,
                fault.traceback,
                fault.output,
            )


def _write_index(competition: Competition, words: Words) -> None:
    """What stands for the whole competition: the hash of the seed, and at the end the seed."""
    public = competition.out / PUBLIC
    phases = [phase.name for phase in competition.settings.phases]
    shown = [name for name in phases if (public / name / "standings.json").exists()]
    index: dict[str, Any] = {
        "name": competition.settings.name,
        "game": competition.settings.game,
        "options": competition.game.chosen,
        "seed_sha256": competition.seed_hash,
        "seed": competition.seed if shown == phases else None,
        "phases": shown,
    }
    save(public / INDEX, _json(index))
    write_home(public, terms(competition, public, words), words)


def _bracket(stage: Stage) -> dict[str, Any]:
    phase, played = stage.phase, stage.so_far.played()
    tree = bracket(len(stage.teams), phase.games, phase.third_place, phase.tied, played)

    def name(entrant: int | None) -> str | None:
        return None if entrant is None else stage.teams[entrant].name

    return {
        "rounds": [
            [
                {
                    "label": meeting.label,
                    "upper": name(meeting.upper),
                    "lower": name(meeting.lower),
                    "scores": [score.credit for score in meeting.scores],
                    "winner": name(meeting.winner),
                    "won_by": meeting.won_by,
                }
                for meeting in meetings
            ]
            for meetings in tree.rounds
        ],
        "places": [
            {"first": place.first, "last": place.last, "teams": [name(e) for e in place.entrants]}
            for place in tree.places()
        ],
    }


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
