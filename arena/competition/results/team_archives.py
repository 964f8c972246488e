"""An archive for each team: its games, its faults with all details, and its bot.

Records come one by one, in the order of the schedule, and each is for all teams that played in it.
A team's games wait in a file until its archive is made, so there may be many games and many teams.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from arena.bots.archive import MIDNIGHT
from arena.bots.code import BotCode
from arena.competition.config.names import key
from arena.competition.results.redaction import for_team
from arena.pages.site.render import STYLE, asset
from arena.pages.site.team import OwnFault
from arena.pages.site.write import write_own
from arena.pages.words import Words
from arena.replay.files import to_line, unwritable
from arena.replay.record import Record

ENOUGH = 4_000_000  # bytes of lines that wait in memory


class TeamArchives:
    """Writes the archives into an existing empty folder."""

    def __init__(self, folder: Path, teams: Sequence[str], bots: Mapping[str, BotCode]) -> None:
        self._folder = folder
        self._bots = bots
        self._faults: dict[str, list[OwnFault]] = {team: [] for team in teams}
        self._lines: dict[str, list[bytes]] = {team: [] for team in teams}  # not yet in files
        self._bytes = 0  # of these lines

    def add(self, record: Record, public_line: bytes) -> None:
        """Keep the record for each team that played in it. `public_line` is for everybody."""
        for team in {bot.name for bot in record.bots} & self._faults.keys():
            faults = own_faults(record, team)
            self._lines[team].append(to_line(for_team(record, team)) if faults else public_line)
            self._faults[team] += faults
            self._bytes += len(public_line)
        if self._bytes > ENOUGH:
            self._write_lines()

    def _write_lines(self) -> None:
        for team, lines in self._lines.items():
            path = self._games_of(team)
            try:
                with path.open("ab") as file:
                    file.writelines(lines)
            except OSError as error:
                raise unwritable(path, error) from None
            lines.clear()
        self._bytes = 0

    def close(self, competition: str, words: Words) -> None:
        """Make the archives."""
        self._write_lines()
        for team, faults in self._faults.items():
            path = self._folder / f"{key(team)}.zip"
            try:
                self._write_archive(path, team, faults, write_own(words, competition, team, faults))
                self._games_of(team).unlink()
            except OSError as error:
                raise unwritable(path, error) from None

    def _write_archive(self, path: Path, team: str, faults: list[OwnFault], page: str) -> None:
        games = self._games_of(team)
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            with (
                archive.open(ZipInfo("games.jsonl", MIDNIGHT), "w") as target,
                games.open("rb") as source,
            ):
                shutil.copyfileobj(source, target)
            text = "\n\n".join(map(_as_text, faults)) or "None.\n"
            suffix, code = self._bots[team].as_one_file()
            archive.writestr(ZipInfo(f"bot{suffix}", MIDNIGHT), code)
            archive.writestr(ZipInfo("faults.txt", MIDNIGHT), text)
            archive.writestr(ZipInfo("faults.html", MIDNIGHT), page)
            archive.writestr(ZipInfo(STYLE, MIDNIGHT), asset(STYLE))

    def _games_of(self, team: str) -> Path:
        """Where the team's games wait."""
        return self._folder / f"{key(team)}.jsonl"


def own_faults(record: Record, team: str) -> list[OwnFault]:
    """The faults that the team made in this game."""
    return [
        OwnFault(
            record.id,
            fault.ply,
            fault.seat,
            fault.verdict,
            fault.reason,
            fault.traceback,
            fault.output,
        )
        for fault in record.faults
        if record.name(fault.seat) == team
    ]


def _as_text(fault: OwnFault) -> str:
    parts = [
        f"Game {fault.game}, move {fault.ply}, seat {fault.seat}: {fault.verdict}",
        fault.reason,
        fault.traceback,
        f"It had printed:\n{fault.output}" if fault.output else "",
    ]
    return "\n".join(part for part in parts if part)
