"""Everything of a competition in one file for the organisers, without the secrets of the machine.

It has the files of `arena backup`, but neither the seed nor the database, which has hashes of codes
and sessions. In place of the database, it has what organisers read from it.
"""

import json
import os
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from msgspec import to_builtins

from arena.competition.config.folder import Competition
from arena.competition.config.move_database import with_address
from arena.competition.config.paths import EVERYTHING, FILE
from arena.competition.config.seed import PLACE as SEED
from arena.competition.entries.decisions import decisions
from arena.competition.results.backup import PRIVATE, add_file, files_of
from arena.replay.files import make_folder, unwritable
from arena.store.live.actions import logged_actions

ALL = 1_000_000  # actions


def write_everything(competition: Competition) -> tuple[Path, int]:
    """Write the file; returns its place and the number of files in it."""
    file = competition.path / EVERYTHING
    new = file.with_name(file.name + ".new")
    make_folder(file.parent)
    try:
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
        with (
            os.fdopen(fd, "wb") as stream,
            ZipFile(stream, "w", ZIP_DEFLATED, compresslevel=1) as archive,
        ):
            number = 0
            for path in _files(competition):
                add_file(archive, path, path.relative_to(competition.path).as_posix())
                number += 1
            for name, text in _texts(competition):
                archive.writestr(name, text)
                number += 1
        new.replace(file)
    except OSError as error:
        raise unwritable(file, error) from None
    finally:
        new.unlink(missing_ok=True)
    return file, number


def _files(competition: Competition) -> Iterator[Path]:
    secret = {competition.path / SEED, competition.path / FILE}
    for path in files_of(competition.path):
        if path not in secret:
            yield path


def _texts(competition: Competition) -> Iterator[tuple[str, str]]:
    store = competition.store
    settings = (competition.path / FILE).read_text("utf-8")
    yield FILE, with_address(settings, "") if competition.settings.database else settings
    teams = [{key: value for key, value in team._asdict().items() if key != "id"}
             for team in store.teams()]  # fmt: skip
    yield "teams.json", _json(teams)
    yield "versions.json", _json([version._asdict() for version in store.versions()])
    yield "decisions.json", _json(to_builtins(decisions(competition)))
    actions = reversed(logged_actions(store.database, ALL))
    yield "actions.json", _json(to_builtins([each._asdict() for each in actions]))


def _json(value: Any) -> str:
    text = StringIO()
    json.dump(value, text, indent=2, ensure_ascii=False, default=str)
    return text.getvalue() + "\n"
