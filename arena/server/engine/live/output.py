"""Writes pages that people are reading: each as a whole, and only if it has changed."""

import shutil
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from arena.pages.site.output import Output
from arena.replay.files import replace_file


class LiveOutput(Output):
    """A folder of the live site. It takes the place of an earlier one when `settle` is called.

    The time of a file is that of the newest game in it, so that `visible` can judge the file.
    """

    def __init__(self, place: Path, at: datetime | None = None) -> None:
        super().__init__(place.with_name(f"{place.name}.new"))
        shutil.rmtree(self.folder, ignore_errors=True)
        self.at = at
        self._place = place
        self._hashes: dict[str, bytes] = {}

    def write(self, name: str, text: str) -> None:
        data = text.encode()
        known = sha256(data).digest()
        if self._hashes.get(name) != known:
            replace_file(self.folder / name, data, makes_folder=True, at=self.at)
            self._hashes[name] = known

    def settle(self) -> None:
        """Take the place of the earlier folder."""
        if self.folder == self._place:
            return
        old = self._place.with_name(f"{self._place.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        if self._place.exists():
            self._place.rename(old)
        self.folder.rename(self._place)
        self.folder = self._place
        shutil.rmtree(old, ignore_errors=True)
