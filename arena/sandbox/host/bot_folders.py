"""The folders in which boxes find the files of bots that are packages.

Every seat has its own copy, so partners share no file. A bot cannot change its copy: it is mounted
read-only at `sandbox` and `docker`, and closed by Landlock at `reduced` and `process`. Reading a
file must leave no trace for the next game either. A read-only mount stores no access times. At the
other levels, the access times lie so far in the future that the kernel does not change them.

The folders are in memory where the machine has a file system there. For folders on a disk, the
kernel remembers the names that a bot looked for and that do not exist. In its next game, the bot
could find out by the clock which names these were.
"""

import os
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from arena.bots.tree import write_tree
from arena.common.errors import Unavailable
from arena.sandbox.host.cleanup import place_in_memory, prefix

NOTHING = "nothing"  # the folder of bots that are one file
WRITTEN, READ = 0, 4102444800  # seconds: 1970, and 2100
FOLDER_MODE, FILE_MODE = 0o750, 0o440
ENTER_ONLY = 0o711  # a bot cannot list the names of the others' folders


class BotFolders:
    """The folders of a fork server's bots, all in one folder."""

    def __init__(self, group: int | None = None) -> None:
        self._group = group  # of the bots, if they run as another user
        self.path = Path(tempfile.mkdtemp(prefix=prefix(), dir=place_in_memory()))
        self.path.chmod(ENTER_ONLY)
        (self.path / NOTHING).mkdir()
        self._settle(self.path / NOTHING)

    def add(self, files: Mapping[str, bytes]) -> Path:
        """Write the files of a bot into a new folder, whose name no bot can guess."""
        path = self.path / secrets.token_hex(16)
        try:
            write_tree(path, files)
        except OSError as error:
            shutil.rmtree(path, ignore_errors=True)
            raise Unavailable(
                f"A bot's files do not fit into {self.path.parent}: {error.strerror}. Make room "
                f"there, or enlarge it"
            ) from None
        self._settle(path)
        return path

    def check_times(self) -> None:
        """Refuse a file system that notes each time of access: a bot could leave a message."""
        flags = os.statvfs(self.path).f_flag
        if not flags & (os.ST_NOATIME | os.ST_RELATIME | os.ST_RDONLY):
            raise Unavailable(
                f"{self.path.parent} is mounted with the option strictatime, so a bot could see "
                f"what it read in an earlier game. Mount it with relatime"
            )

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    def _settle(self, path: Path) -> None:
        """Set owner, modes and times, the inner files first: a folder's time changes with them."""
        for folder, _, files in os.walk(path, topdown=False):
            for place in (*(Path(folder, file) for file in files), Path(folder)):
                if self._group is not None:
                    os.chown(place, -1, self._group)
                place.chmod(FOLDER_MODE if place.is_dir() else FILE_MODE)
                os.utime(place, (READ, WRITTEN))
