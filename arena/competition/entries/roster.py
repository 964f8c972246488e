"""Reads many teams at once: from a table in CSV, or from a folder with a bot for each team.

This module writes nothing. A row with a mistake becomes a `TeamRow` with the mistake, so all
mistakes are reported at once.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.bots.code import check_suffix
from arena.bots.tree import is_ignored
from arena.common.errors import ArenaError
from arena.common.input_files import decode_text, read_input
from arena.competition.entries.team_data import NO_DATA, TeamData
from Game.core.options import nearest

COLUMNS = ("team", "file", "members", "contact", "university")
BETWEEN_COLUMNS = ",;\t"
BETWEEN_MEMBERS = ";"
YES_OR_NO = {
    "": None,
    **dict.fromkeys(("yes", "sí", "si", "ja", "true", "1"), True),
    **dict.fromkeys(("no", "nee", "false", "0"), False),
}
TABLE = ".csv"


@dataclass(frozen=True)
class TeamRow:
    """A team of the table or the folder, or a mistake in its place."""

    where: str  # its line or its file, for errors
    team: str = ""
    path: Path | None = None  # its bot; None if there is none yet
    data: TeamData = NO_DATA
    mistake: str = ""


def read_roster(source: Path) -> list[TeamRow]:
    """The teams in this table or in this folder."""
    if source.is_dir():
        rows = list(_read_folder(source))
    elif source.suffix.lower() == TABLE:
        rows = list(_read_table(source))
    else:
        raise ArenaError(
            f"{source}: name a folder with a bot for each team, or a table whose name ends in "
            f"{TABLE}"
        )
    if not rows:
        raise ArenaError(f"{source}: there is no team in it")
    return rows


def _read_folder(folder: Path) -> Iterator[TeamRow]:
    """Each bot in the folder. The name of its file is the name of the team."""
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise ArenaError(f"{folder} cannot be read: {error.strerror}") from None
    for path in paths:
        if is_ignored(path.name):
            continue
        try:
            check_suffix(path)
        except ArenaError as error:
            hint = f". Is it the table of the teams? Then: --from {path}"
            is_table = path.suffix.lower() == TABLE
            yield TeamRow(str(path), mistake=f"{error}{hint * is_table}")
            continue
        name = path.name if path.is_dir() else path.stem
        yield TeamRow(str(path), name, path)


def _read_table(path: Path) -> Iterator[TeamRow]:
    text = _text_of(path)
    first = text.partition("\n")[0]
    between = max(BETWEEN_COLUMNS, key=first.count)
    lines = csv.reader(text.splitlines(keepends=True), delimiter=between, strict=True)
    try:
        heading = [name.strip().lower() for name in next(lines, [])]
        _check_heading(path, heading)
        before = lines.line_num
        for cells in lines:
            where, before = f"{path}, line {before + 1}", lines.line_num
            if any(cell.strip() for cell in cells):
                yield _read_line(path, where, heading, cells)
    except csv.Error as error:
        yield TeamRow(f"{path}, line {lines.line_num}", mistake=f"this is not CSV: {error}")


def _text_of(path: Path) -> str:
    try:
        data = read_input(path, "a table of teams")
    except FileNotFoundError:
        raise ArenaError(f"{path} cannot be read: there is no such file") from None
    return decode_text(data, path, ". Save the table as CSV in that encoding")


def _check_heading(path: Path, heading: list[str]) -> None:
    for name in heading:
        if name not in COLUMNS:
            hint = nearest(name[:60], list(COLUMNS))
            raise ArenaError(f"{path}, line 1: there is no column {name[:60]!r}. {hint}")
        if heading.count(name) > 1:
            raise ArenaError(f"{path}, line 1: the column {name!r} is there twice. Drop one")
    if "team" not in heading:
        raise ArenaError(
            f"{path}, line 1: the column 'team' is missing. The first line has the names of the "
            f"columns: {', '.join(COLUMNS)}. Only the first is needed"
        )


def _read_line(path: Path, where: str, heading: list[str], cells: list[str]) -> TeamRow:
    if len(cells) != len(heading):
        return TeamRow(
            where,
            mistake=f"it has {len(cells)} cells, and the first line has {len(heading)}. Put a text "
            f"with a separator in quotation marks",
        )
    line = {name: cell.strip() for name, cell in zip(heading, cells, strict=True)}
    file = line.get("file", "")
    bot = path.parent / file if file else None
    try:
        return TeamRow(where, line["team"], bot, _data_of(line))
    except ArenaError as error:
        return TeamRow(where, line["team"], bot, mistake=str(error))


def _data_of(line: Mapping[str, str]) -> TeamData:
    """The team's data. An empty cell changes nothing."""
    belongs = line.get("university", "").lower()
    if belongs not in YES_OR_NO:
        raise ArenaError(f"{belongs[:60]!r} is not possible under university: write yes or no")
    members = tuple(_members(line.get("members", "")))
    return TeamData(members or None, line.get("contact") or None, YES_OR_NO[belongs]).check()


def _members(cell: str) -> Iterator[str]:
    for name in cell.split(BETWEEN_MEMBERS):
        if tidy := " ".join(name.split()):
            yield tidy
