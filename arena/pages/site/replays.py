"""Writes the replays of a phase while its records are read: a page, and files of packed games.

Each match has a file. Short matches in a row share a file: a phase may have thousands of them, and
games are packed better together. The page loads a file when a reader opens one of its matches.
"""

from pathlib import Path

from arena.pages.site.data.scene import display_name
from arena.pages.viewer.document import SiteFrame, games_file, phase_page
from arena.pages.viewer.frames import DrawnGame, play_record
from arena.pages.viewer.packing import Packer
from arena.pages.words import Words
from arena.replay.files import make_folder, write_text
from arena.replay.record import Record

FOLDER, PAGE = "replays", "replays.html"
ENOUGH = 50  # games for a file


class Replays:
    """Takes records match by match, and writes a file when it has enough games."""

    def __init__(self, folder: Path, words: Words, competition: str, phase: str) -> None:
        self.file_of: dict[int, int] = {}  # match -> the number of its file, from 1
        self._folder = folder
        self._words = words
        self._competition = display_name(competition)
        self._phase = phase
        self._packer = Packer(words, phase)
        self._first_matches: list[int] = []  # the number of the first match of each file
        self._games = 0

    def add(self, match: int, record: Record) -> DrawnGame:
        """Add a record of the match with this index, and return it as it is drawn.

        The readers count matches from 1.
        """
        if match not in self.file_of:
            if len(self._packer.games) >= ENOUGH:
                self._write_file()
            if not self._packer.games:
                self._first_matches.append(match + 1)
            self.file_of[match] = len(self._first_matches)
        self._games += 1
        drawn = play_record(record)
        self._packer.add(drawn, match + 1, self._games)
        return drawn

    def close(self) -> None:
        """Write the last file, and the page."""
        if not self._games:
            return
        self._write_file()
        nav = self._words.under("site.nav")
        frame = SiteFrame(
            f"{nav['replays']}, {self._phase} \u00b7 {self._competition}",
            "../",
            [(self._competition, "../index.html"), (self._phase, "index.html")],
            "matches.html",
        )
        page = phase_page(self._packer, self._first_matches, len(self.file_of), frame)
        write_text(self._folder / PAGE, page)

    def _write_file(self) -> None:
        make_folder(self._folder / FOLDER)
        number = len(self._first_matches)
        write_text(self._folder / FOLDER / f"{number}.js", games_file(number, self._packer))
