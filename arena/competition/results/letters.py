"""Writes a letter to each team: what was received, the verdicts, and its archives.

A letter is private: only its team may read it. It does not mention other teams.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.times import second
from arena.competition.config.folder import Competition, save
from arena.competition.config.paths import NEW, PUBLIC, STANDINGS
from arena.competition.entries.decisions import decisions
from arena.competition.entries.versions import ADMITTED, REFUSED
from arena.competition.results.decision_text import decision_text, phase_titles
from arena.competition.results.page_facts import words_for
from arena.competition.results.publishing import TEAMS
from arena.match.findings import Step
from arena.pages.words import Words
from arena.replay.files import unwritable
from arena.replay.folders import empty_folder, replace_folder
from arena.store.store import WITHDRAWN, Team, Version

LETTERS = "letters"
LETTER = "letter.txt"


def write_letters(competition: Competition, language: str | None = None) -> tuple[Path, list[Team]]:
    """Write a folder for each team, with the letter and the files to attach.

    Returns the folder of all letters, and the teams. Letters of an earlier time are replaced.
    """
    teams = competition.store.teams()
    if not teams:
        raise ArenaError("There is no team to write to. Teams hand in files with arena submit")
    words = words_for(competition, language)
    place = competition.out / LETTERS
    with empty_folder(competition.out / NEW / LETTERS) as new:
        try:
            for team in teams:
                _write_letter(competition, team, words, new / team.key)
        except OSError as error:
            raise unwritable(new, error) from None
        replace_folder(new, place)
    return place, teams


def _write_letter(competition: Competition, team: Team, words: Words, folder: Path) -> None:
    phases = competition.shown_phases()
    archives = {
        f"{phase}.zip": path
        for phase in phases
        if (path := competition.out / TEAMS / phase / f"{team.key}.zip").exists()
    }
    versions = [
        _version_text(competition, version, words) for version in competition.store.versions(team)
    ]
    parts = [
        "\n".join(_head(competition, team, words)),
        words("letter.greeting", team=team.name),
        "\n".join(_team_lines(team, words)),
        *(versions or [words("letter.no_file")]),
        "\n".join(_decision_lines(competition, team, words)),
        "\n".join(_result_lines(competition, team, phases, words)),
        "\n".join(words("letter.archive", file=name) for name in archives),
        words("letter.closing"),
    ]
    text = "\n\n".join(filter(None, parts)) + "\n"
    save(folder / LETTER, text.encode())
    for name, path in archives.items():
        shutil.copyfile(path, folder / name)


def _head(competition: Competition, team: Team, words: Words) -> Iterator[str]:
    if team.contact:
        yield words("letter.to", contact=team.contact)
    yield words("letter.subject", competition=competition.settings.name, team=team.name)


def _team_lines(team: Team, words: Words) -> Iterator[str]:
    if team.members:
        yield words("letter.members", names=", ".join(team.members))
    if team.university is not None:
        yield words(f"letter.{'university' if team.university else 'no_university'}")


def _version_text(competition: Competition, version: Version, words: Words) -> str:
    """The receipt of a file, and its verdict."""
    phase = phase_titles(competition, words).get(version.phase, version.phase)
    received = words(
        "letter.receipt",
        version=version.number,
        phase=phase,
        time=second(version.received_at),
        hash=version.sha256,
    )
    report = version.report
    if version.status == ADMITTED and "accepted" in report:
        verdict = words("letter.accepted", reason=report["accepted"])
    else:
        known = (ADMITTED, REFUSED, WITHDRAWN)
        verdict = words(f"letter.{version.status if version.status in known else 'waiting'}")
    text = "\n".join([received, verdict, *_findings(report.get("steps", []), words)])
    path = competition.path / version.file  # in tracebacks; the team does not need it
    return text.replace(str(path.resolve()), path.name)


def _findings(steps: list[dict[str, Any]], words: Words) -> Iterator[str]:
    """The findings of the examination, in the form of `arena check`."""
    if steps:
        yield words("letter.findings")
    for step in steps:
        yield from Step(step["ok"], step["said"], step["advice"]).lines("  ")


def _decision_lines(competition: Competition, team: Team, words: Words) -> Iterator[str]:
    made = [each for each in decisions(competition) if each.team == team.key]
    if made:
        yield words("letter.decisions")
    for each in made:
        phase = phase_titles(competition, words).get(each.phase, each.phase)
        yield f"  {decision_text(each, team.name, words, phase)}"


def _result_lines(
    competition: Competition, team: Team, phases: list[str], words: Words
) -> Iterator[str]:
    """The team's place in each published table."""
    for phase in phases:
        rows = json.loads((competition.out / PUBLIC / phase / STANDINGS).read_bytes())["teams"]
        for row in rows:
            if row["name"] == team.name:
                title = phase_titles(competition, words)[phase]
                yield words("letter.place", phase=title, place=row["place"], teams=len(rows))
