"""Writes pages that people are reading: each as a whole, and only if it has changed."""

from datetime import datetime
from hashlib import sha256
from pathlib import Path

import msgspec

from arena.pages.site.output import Output
from arena.replay.files import replace_file
from arena.replay.folders import remove_folder, replace_folder
from arena.server.facts import NEWEST


class LiveOutput(Output):
    """A folder of the live site. It takes its place when `settle` is called; until then it is
    written in the folder `new`, which nobody is shown.

    The file `NEWEST` has the time of the newest game, so that `visible` can judge the others.
    """

    def __init__(self, place: Path, new: Path) -> None:
        super().__init__(new)
        remove_folder(new)
        self.at: datetime | None = None
        self._place = place
        self._noted: datetime | None = None  # the time in the file
        self._hashes: dict[str, bytes] = {}

    def write(self, name: str, text: str) -> None:
        data = text.encode()
        known = sha256(data).digest()
        if self._hashes.get(name) != known:
            self._note_time()  # first: no page shall be judged by an earlier time than its own
            replace_file(self.folder / name, data, makes_folder=True)
            self._hashes[name] = known

    def _note_time(self) -> None:
        if self.at is not None and self.at != self._noted:
            replace_file(self.folder / NEWEST, msgspec.json.encode(self.at), makes_folder=True)
            self._noted = self.at

    def settle(self) -> None:
        """Take the place of the earlier folder."""
        if self.folder != self._place:
            replace_folder(self.folder, self._place)
            self.folder = self._place
