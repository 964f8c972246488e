"""Writes the replays of a phase while its records are read: a page, and files of packed games.

Each match has a file. Short matches in a row share a file: a phase may have thousands of them, and
games are packed better together. The page loads a file when a reader opens one of its matches.
While a phase is played, each file of packed games has a file of records beside it, for programs.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping

from arena.pages.site.data.listings import records_file
from arena.pages.site.data.scene import REPLAYS, display_name
from arena.pages.site.output import Output
from arena.pages.viewer.document import SiteFrame, games_file, phase_page
from arena.pages.viewer.frames import DrawnGame
from arena.pages.viewer.packing import PackedGames, Packer
from arena.pages.words import Words
from arena.replay.files import to_line
from arena.replay.record import Record

FOLDER = "replays"
ENOUGH = 50  # games for a file


class Replays:
    """Takes games in any order, and writes a file as soon as it has all of its games."""

    def __init__(
        self,
        output: Output,
        words: Words,
        competition: str,
        phase: str,
    ) -> None:
        self.file_of: dict[int, int] = {}  # match -> the number of its file, from 1
        self._output = output
        self._words = words
        self._competition = display_name(competition)
        self._phase = phase
        self._packer = Packer(words, phase)
        self._expected: Counter[int] = Counter()  # the number of games of each file
        self._last = 0  # file
        self._open: dict[int, PackedGames] = {}
        self._lines: dict[int, dict[int, bytes]] = defaultdict(dict)  # of records, by file
        self._changed: set[int] = set()  # files with games that are not written yet

    def expect(self, games: Mapping[int, int]) -> None:
        """Say how many games each match has or will have, in the order of the schedule.

        Later calls may add matches at the end.
        """
        self.file_of = {}
        self._expected = Counter()
        file = 1
        for match, count in games.items():
            if self._expected[file] >= ENOUGH:
                file += 1
            self.file_of[match] = file
            self._expected[file] += count
        self._last = file

    def add(self, match: int, number: int, drawn: DrawnGame, record: Record | None = None) -> None:
        """Add a game of the match with this index. The readers count matches from 1.

        `number` is the number of the game in the phase. `record` is for the file of records.
        """
        file = self.file_of[match]
        games = self._open.setdefault(file, PackedGames())
        self._packer.add(drawn, games, number, match + 1)
        self._changed.add(file)
        if record is not None:
            self._lines[file][number] = to_line(record)
        # The last file may get more matches.
        if len(games) == self._expected[file] and file < self._last:
            self._write_file(file)
            del self._open[file]
            self._lines.pop(file, None)

    def write(self) -> None:
        """Write the files that have new games, and the page."""
        for file in sorted(self._changed):
            self._write_file(file)
        if not self._packer.kinds:
            return
        nav = self._words.under("site.nav")
        frame = SiteFrame(
            f"{nav['replays']}, {self._phase} \u00b7 {self._competition}",
            "../",
            [(self._competition, "../index.html"), (self._phase, "index.html")],
            "matches.html",
        )
        first: dict[int, int] = {}  # the first match of each file
        for match, file in self.file_of.items():
            first.setdefault(file, match + 1)
        page = phase_page(self._packer, list(first.values()), len(self.file_of), frame)
        self._output.write(REPLAYS, page)

    def _write_file(self, file: int) -> None:
        self._output.write(f"{FOLDER}/{file}.js", games_file(file, self._open[file]))
        if lines := self._lines.get(file):
            ordered = b"".join(line for _, line in sorted(lines.items()))
            self._output.write(records_file(file), ordered.decode())
        self._changed.discard(file)
