"""Writes the replay pages of a phase while its records are read.

Each match has a page. Short matches in a row share a page, because the viewer itself is larger
than a few games, and a phase may have thousands of short matches.
"""

from pathlib import Path

from arena.pages.site.scene import display_name
from arena.pages.viewer import page
from arena.pages.words import Words
from arena.replay.files import make_folder, write_text
from arena.replay.record import Record

FOLDER = "replays"
ENOUGH = 50  # games for a page


class Replays:
    """Takes records match by match, and writes a page when it has enough games."""

    def __init__(self, folder: Path, words: Words) -> None:
        self.page_of: dict[int, int] = {}  # match -> the number of its page
        self._folder = folder / FOLDER
        self._words = words
        self._records: list[Record] = []
        self._names: dict[str, None] = {}  # of the players, in order, each once
        self._page = 0

    def add(self, match: int, record: Record) -> None:
        """Add a record of the match with this number."""
        if match not in self.page_of:
            if len(self._records) >= ENOUGH:
                self.close()
            if not self._records:
                self._page += 1
            self.page_of[match] = self._page
        self._records.append(record)
        self._names |= dict.fromkeys(bot.name for bot in record.bots)

    def close(self) -> None:
        """Write a page of the records so far."""
        if not self._records:
            return
        alone = list(self.page_of.values()).count(self._page) == 1
        title = " \u2013 ".join(map(display_name, self._names)) if alone else ""
        text = page(self._records, self._words.language, title=title)
        make_folder(self._folder)
        write_text(self._folder / f"{self._page}.html", text)
        self._records, self._names = [], {}
